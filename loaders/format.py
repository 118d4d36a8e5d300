"""The canonical bytes of a record: one order of keys and statements, one style, every comment kept.

A record that is formatted says what it said before; only statements and keys may change places.
"""

import json
from collections import Counter
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from itertools import pairwise

from loaders.outline import Entry, Outline, outline
from loaders.read import Tree, read_tree
from loaders.scalars import WIDTH, in_block, on_one_line
from schema.bookkeeping import BOOKKEEPING

LONGEST_DIFF = 2_000
"""Lines. Comparing grows with their square."""
RANKS = {"preferred": 0, "deprecated": 2}
"""Place of each rank among the statements of a metric; `normal`, which is not written, stands between."""
ALWAYS_BLOCK = {"statements", "setups"}
SENTENCES = {"reason", "note"}
"""Keys that put a statement into block style, since a comma would end their text in braces."""


class FormatError(Exception):
    """Formatting would have changed what the file says; it has to stay as it is."""


@dataclass(frozen=True)
class KeyOrder:
    """In which order a kind of file writes its keys; what is not listed keeps its order behind what is."""

    head: tuple[str, ...]
    """Keys of the record, or of each entry when the file maps ids to entries."""
    metrics: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    by_id: bool = False
    """The file maps ids to entries (sources, organizations, benchmarks) and is sorted by them."""

    @cached_property
    def head_places(self) -> dict[str, int]:
        return _places(self.head)

    @cached_property
    def metric_places(self) -> dict[str, int]:
        return _places(self.metrics)

    @cached_property
    def statement_places(self) -> dict[str, int]:
        return _places((*self.qualifiers, "", *BOOKKEEPING))


def format_record(data: bytes, key_order: KeyOrder, schema: str) -> bytes:
    """The file in its canonical form, with a first line that leads editors to `schema`, a path relative to the file.

    Formatting twice changes nothing. Raises `Unreadable` for a file that cannot be read, and `FormatError` rather
    than return a file of another meaning or without one of its comments.
    """
    old = outline(data)
    _arrange(old.root, key_order)
    result = ("\n".join(_lines(old, key_order, schema)) + "\n").encode()
    if _meaning(read_tree(result)) != _meaning(read_tree(data)):
        raise FormatError("formatting would change the record's tree")
    if Counter(outline(result).comments) != Counter(old.comments):
        raise FormatError("formatting would lose a comment")
    return result


def diff(old: bytes, new: bytes, name: str) -> str:
    """What formatting changes in the file of that name, as a unified diff; empty when nothing or too much."""
    before, after = (data.decode(errors="replace").splitlines(keepends=True) for data in (old, new))
    if max(len(before), len(after)) > LONGEST_DIFF:
        return ""
    lines = unified_diff(before, after, name, f"{name} (formatted)")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _meaning(tree: Tree) -> Tree:
    """The tree with its statements in an order that does not depend on the file's."""
    if not isinstance(tree, dict) or not isinstance(statements := tree.get("statements"), list):
        return tree
    ordered: list[Tree] = [*sorted(json.dumps(statement, sort_keys=True) for statement in statements)]
    return {**tree, "statements": ordered}


def _arrange(root: Entry, order: KeyOrder) -> None:
    """Put keys, ids and statements in order, and note what has to stand in block style or apart."""
    records = root.below if order.by_id else [root]
    for record in records:
        record.block = True
        record.below.sort(key=lambda entry: order.head_places.get(entry.key, len(order.head)))
    if order.by_id:
        root.below.sort(key=lambda entry: entry.key)
        for record in records[1:]:
            record.apart = True
    for entry in root.below:
        entry.block |= entry.key in ALWAYS_BLOCK
        if entry.key == "statements" and entry.kind == "list":
            _arrange_statements(entry.below, order)
    _raise_comments(root)


def _raise_comments(entry: Entry) -> None:
    """Give a list item what stands above its first key: there is no line between a dash and the key behind it."""
    for below in entry.below:
        _raise_comments(below)
        if not below.key and below.below:
            below.above += below.below[0].above
            below.below[0].above = []


def _arrange_statements(statements: list[Entry], order: KeyOrder) -> None:
    for statement in statements:
        _arrange_statement(statement, order)
    statements.sort(key=lambda statement: _place_of_statement(statement, order))
    for before, statement in pairwise(statements):
        statement.apart = _metric(before) != _metric(statement)


def _arrange_statement(statement: Entry, order: KeyOrder) -> None:
    keys = [entry.key for entry in statement.below]
    metric = next((key for key in keys if key in order.metric_places), next(iter(keys), ""))
    places = order.statement_places
    statement.below.sort(key=lambda entry: -1 if entry.key == metric else places.get(entry.key, places[""]))
    statement.block = any(key in SENTENCES for key in keys)


def _place_of_statement(statement: Entry, order: KeyOrder) -> tuple[int, int]:
    metric = order.metric_places.get(_metric(statement), len(order.metrics))
    return metric, RANKS.get(statement.text_of("rank"), 1)


def _metric(statement: Entry) -> str:
    return statement.below[0].key if statement.below else ""


def _lines(file: Outline, order: KeyOrder, schema: str) -> list[str]:
    lines = [f"# yaml-language-server: $schema={schema}", *file.header]
    apart = bool(file.header)
    for place, entry in enumerate(file.root.below):
        block = _entry_lines(entry, 0)
        # In a record a list or map of several lines stands between blank lines.
        is_long = entry.kind != "text" and len(block) > len(entry.above) + 1 and not order.by_id
        if apart or entry.apart or (is_long and place):
            lines.append("")
        lines += block
        apart = is_long
    return lines + _footer_lines(file)


def _footer_lines(file: Outline) -> list[str]:
    # Below a list or map a comment may be indented; below a folded text it would become a part of it.
    may_indent = bool(file.root.below) and file.root.below[-1].kind != "text"
    return [("  " if column and may_indent else "") + comment for column, comment in file.footer]


def _entry_lines(entry: Entry, indent: int) -> list[str]:
    pad = " " * indent
    head = pad + (f"{on_one_line(entry.key, flow=False)}:" if entry.key else "-")
    above = [pad + comment for comment in entry.above]
    if entry.kind == "text":
        lines = in_block(entry.text, head, indent)
    elif (line := f"{head} {_flow(entry)}") and _fits(entry, line):
        lines = [line]
    elif entry.key:
        lines = [head, *_lines_below(entry, indent + 2)]
    else:
        first, *rest = _lines_below(entry, indent + 2)
        return [*above, *_beside(entry, pad), f"{pad}- {first.lstrip()}", *rest]
    return [*above, "  ".join([lines[0], *_beside(entry)]), *lines[1:]]


def _beside(entry: Entry, pad: str = "") -> list[str]:
    return [pad + entry.beside] if entry.beside else []


def _lines_below(entry: Entry, indent: int) -> list[str]:
    lines: list[str] = []
    for below in entry.below:
        lines += ["", *_entry_lines(below, indent)] if below.apart else _entry_lines(below, indent)
    return lines


def _fits(entry: Entry, line: str) -> bool:
    if not entry.below:
        return True
    if entry.block or entry.has_comment_below() or any("\n" in text for text in entry.texts()):
        return False
    return len(line) <= WIDTH


def _flow(entry: Entry) -> str:
    if entry.kind == "text":
        return on_one_line(entry.text, flow=True)
    if entry.kind == "list":
        return f"[{', '.join(map(_flow, entry.below))}]"
    return "{" + ", ".join(f"{on_one_line(below.key, flow=True)}: {_flow(below)}" for below in entry.below) + "}"
