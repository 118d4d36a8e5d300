"""The layout in which nearly all records stand, read by its lines, several times as fast as by YAML's events.

What is read here is a small part of YAML: blocks of `key: text`, lists, and maps and lists in brackets that hold only
texts, each on one line. Whatever goes beyond it, and every mistake, is left to loaders.read, which then reads the file
as if nothing had happened. So this module never has to say what is wrong; it only must not understand what YAML would
understand otherwise.
"""

import re
from functools import lru_cache
from sys import intern
from typing import TypeAlias

__all__ = ["Tree", "plain_tree"]

Tree: TypeAlias = "str | list[Tree] | dict[str, Tree]"
_Row: TypeAlias = tuple[int, str]
"""A line's indentation and the rest of it."""

LONGEST_LINE = 200
"""Characters; so what is remembered of lines stays small."""
DEEPEST_INDENT = 8
"""Far from the levels that are too many."""
_REMEMBERED = 1 << 14
"""Pairs and texts; many lines name the same source, place or precision."""

_KEY = r"(\w[\w.-]*)"
_FIRST = r"(?:[\w(+/~$]|-(?=\d))"
_IN_BLOCK = rf"({_FIRST}[^:#]*(?:(?::(?=[^\s])|(?<=[^\s])#)[^:#]*)*(?<! ))"
_IN_BRACKETS = rf"({_FIRST}[^,:#?\[\]{{}}]*(?::(?=\w)[^,:#?\[\]{{}}]*)*(?<! ))"
_QUOTED = r"""'((?:[^']|'')*)'|"([^"\\]*)\""""
_BLOCK_PAIR = re.compile(rf"{_KEY}:(?: (?:{_IN_BLOCK}|{_QUOTED}))?")
_BRACKET_PAIR = re.compile(rf"{_KEY}: (?:{_IN_BRACKETS}|{_QUOTED})")
_BLOCK_TEXT = re.compile(rf"(?:{_IN_BLOCK}|{_QUOTED})")
_BRACKET_TEXT = re.compile(rf"(?:{_IN_BRACKETS}|{_QUOTED})")
_BEFORE_A_KEY = re.compile(rf", (?={_KEY.replace('(', '(?:', 1)}: )")


class _OtherwiseError(Exception):
    """The text goes beyond the plain layout."""


def plain_tree(text: str) -> "Tree | None":
    """The tree of a text without control characters, or None where it takes a reader of YAML to say."""
    lines = text.split("\n")
    if "\r" in text or len(max(lines, key=len)) > LONGEST_LINE:
        return None
    rows = [(len(line) - len(bare), bare) for line in lines if (bare := line.lstrip(" ")) and bare[0] != "#"]
    rows.append((-1, ""))
    try:
        return None if rows[0][0] else _block(rows, 0, 0)[0]
    except _OtherwiseError:
        return None


def _block(rows: list[_Row], at: int, indent: int) -> tuple[Tree, int]:
    """The block that begins at a row, and the row behind it."""
    if indent > DEEPEST_INDENT:
        raise _OtherwiseError
    return (_list if rows[at][1].startswith("- ") else _map)(rows, at, indent)


def _map(rows: list[_Row], at: int, indent: int) -> tuple[Tree, int]:
    tree: dict[str, Tree] = {}
    deep, bare = rows[at]
    while deep == indent:
        key, value = _pair_with_brackets(bare) if bare[-1] in "]}" else _block_pair(bare)
        if key in tree:
            raise _OtherwiseError
        at += 1
        deep = rows[at][0]
        if value is None:
            if deep <= indent:
                raise _OtherwiseError
            value, at = _block(rows, at, deep)
        tree[key] = value
        deep, bare = rows[at]
    if deep > indent:
        raise _OtherwiseError
    return tree, at


def _list(rows: list[_Row], at: int, indent: int) -> tuple[Tree, int]:
    tree: list[Tree] = []
    deep, bare = rows[at]
    while deep == indent and bare.startswith("- "):
        item: Tree
        if bare[2:3] == "{":
            item, at = _brackets(bare[2:]), at + 1
        elif _BLOCK_PAIR.fullmatch(bare, 2):
            rows[at] = (indent + 2, bare[2:])
            item, at = _map(rows, at, indent + 2)
        else:
            item, at = _text(_BLOCK_TEXT, bare[2:]), at + 1
        tree.append(item)
        deep, bare = rows[at]
    if deep >= indent:
        raise _OtherwiseError
    return tree, at


def _pair_with_brackets(bare: str) -> "tuple[str, Tree | None]":
    key, _, rest = bare.partition(": ")
    return (_block_pair(f"{key}:")[0], _brackets(rest)) if rest[:1] in ("[", "{") else _block_pair(bare)


def _brackets(text: str) -> Tree:
    """A map or list in brackets that holds nothing but texts."""
    inner = text[1:-1]
    if text[0] == "[" and text[-1] == "]":
        return [_text(_BRACKET_TEXT, part) for part in inner.split(", ")]
    if text[0] != "{" or text[-1] != "}":
        raise _OtherwiseError
    # Only quotes can hold a comma; one inside them does not part a whole pair, and half a pair is no pair.
    parts = _BEFORE_A_KEY.split(inner) if "'" in inner or '"' in inner else inner.split(", ")
    tree: dict[str, Tree] = dict(map(_bracket_pair, parts))
    if len(tree) != len(parts):
        raise _OtherwiseError
    return tree


@lru_cache(maxsize=_REMEMBERED)
def _bracket_pair(text: str) -> tuple[str, str]:
    match = _BRACKET_PAIR.fullmatch(text)
    if match is None:
        raise _OtherwiseError
    return intern(match[1]), _said(*match.groups()[1:])


@lru_cache(maxsize=_REMEMBERED)
def _block_pair(text: str) -> "tuple[str, Tree | None]":
    """A key with its text, or without one where a block follows."""
    match = _BLOCK_PAIR.fullmatch(text)
    if match is None:
        raise _OtherwiseError
    return intern(match[1]), None if text[-1] == ":" else _said(*match.groups()[1:])


def _text(form: re.Pattern[str], text: str) -> str:
    match = form.fullmatch(text)
    if match is None:
        raise _OtherwiseError
    return _said(*match.groups())


def _said(plain: str | None, quoted: str | None, doubly: str | None) -> str:
    """What a text says that is plain or stands in quotes of either kind."""
    return plain or doubly or (quoted or "").replace("''", "'")
