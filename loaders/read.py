"""YAML as the ledger reads it: maps, lists and strings, nothing else.

Every scalar stays the string that was written, so `NO`, `3.10`, `1:30` and `1e3` mean what they say; types are the
schema's business. What could surprise a reader (aliases, tags, merge keys, equal keys, tabs) is refused with its place.
Files in the usual layout are read by their lines (loaders.plain), all others by libyaml's events.
The good path keeps no positions; `read_marks` reads a file a second time when there is something to point at.
"""

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from yaml import YAMLError
from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from loaders.faults import (
    MOST_BYTES,
    MOST_FAULTS,
    Fault,
    Place,
    Unreadable,
    decode,
    refusal,
    syntax_fault,
    too_long,
    unwanted_escape,
)
from loaders.plain import Tree, plain_tree

__all__ = [
    "MOST_BYTES",
    "MOST_FAULTS",
    "MOST_LEVELS",
    "Fault",
    "Marks",
    "Place",
    "Tree",
    "TreePath",
    "Unreadable",
    "read_file",
    "read_marks",
    "read_tree",
    "tree_of_events",
]

TreePath: TypeAlias = tuple[str | int, ...]
"""Keys and indexes from the root, as pydantic writes a `loc`."""

MOST_LEVELS = 12
LONGEST_KEY = 200
"""Characters; libyaml itself gives up on a simple key at 1024."""

_EMPTY = "the file is empty"
_COPY_A_RECORD = "Copy a record from data/templates."


@dataclass(frozen=True)
class Marks:
    """Where each key and value of a file stands; a path that is not in the file is answered by its nearest ancestor."""

    keys: Mapping[TreePath, Place]
    values: Mapping[TreePath, Place]

    def key(self, path: TreePath) -> Place:
        """Line and column of the key at the path, or of the list item."""
        return _nearest(self.keys, path)

    def value(self, path: TreePath) -> Place:
        """Line and column where the value at the path begins."""
        return _nearest(self.values, path)


def read_file(path: Path, root: Path) -> bytes:
    """The bytes of a file below `root`.

    Raises `Unreadable` when it is gone, too long, no regular file, cannot be opened, or a link leads out of `root`.
    """
    try:
        # Of every file a path object more would cost as much as reading it.
        folder = os.path.dirname(path)  # noqa: PTH120
        if not (_leads_into(path, root) if path.is_symlink() else _lies_in(folder, root)):
            raise refusal("the path leads out of the folder", "Put the file itself here instead of a link.")
        return _read_regular(path)
    except FileNotFoundError:
        raise refusal("the file is gone", "It was moved or deleted meanwhile: run the command again.") from None
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "its links lead in a circle"
        raise refusal(f"the file cannot be read: {reason}", "Look at its permissions.") from None


def read_tree(data: bytes) -> Tree:
    """The file's one document with every scalar as a string; raises `Unreadable` with all faults that were noticed."""
    text = decode(data)
    tree = plain_tree(text)
    return tree_of_events(data, text) if tree is None else tree


def tree_of_events(data: bytes, text: str) -> Tree:
    """The document as libyaml's events tell it, of a file and its text; raises `Unreadable` as `read_tree` does."""
    return _Reader(data, text).document()


def read_marks(data: bytes) -> Marks:
    """Where everything stands in a file; raises `Unreadable` as `read_tree` does."""
    read_tree(data)
    next_event = CParser(data).get_event
    next_event(), next_event()  # the starts of the stream and of the document
    keys: dict[TreePath, Place] = {(): (1, 1)}
    values: dict[TreePath, Place] = {}
    _mark((), next_event(), next_event, keys, values)
    return Marks(keys, values)


class _Reader:
    """One pass over libyaml's events that builds the tree and collects faults on the way."""

    def __init__(self, data: bytes, text: str) -> None:
        self.text = text
        self.next_event: Callable[[], Any] = CParser(data).get_event
        self.faults: list[Fault] = []

    def document(self) -> Tree:
        try:
            tree = self.stream()
        except _EnoughError:
            tree = ""
        except YAMLError as error:
            self.faults.append(syntax_fault(error))
        if self.faults:
            raise Unreadable(self.faults)
        return tree

    def stream(self) -> Tree:
        self.next_event()
        start = self.next_event()
        if start.__class__ is StreamEndEvent:
            raise refusal(_EMPTY, _COPY_A_RECORD)
        if start.version or start.tags:
            self.fault(start, "a directive", "Leave it out.")
        tree = self.value(self.next_event(), 1)
        self.next_event()
        after = self.next_event()
        if tree == "":
            self.fault(start, _EMPTY, _COPY_A_RECORD)
        if after.__class__ is DocumentStartEvent:
            self.fault(after, "a second document begins here", "Give each record a file of its own.")
        return tree

    def value(self, event: Any, level: int) -> Tree:
        """What the event and those that belong to it say, at that level of nesting."""
        kind = event.__class__
        if kind is AliasEvent:
            todo = "Write the value out; a text that begins with * needs quotes."
            self.fault(event, f"an alias, *{event.anchor}", todo)
            return ""
        if event.anchor is not None:
            self.fault(event, f"an anchor, &{event.anchor}", "Leave it out; a text that begins with & needs quotes.")
        if event.tag is not None:
            self.fault(event, f"a tag, {event.tag}", "Leave it out; a text that begins with ! needs quotes.")
        if kind is ScalarEvent:
            return self.scalar(event)
        if level > MOST_LEVELS:
            self.fault(event, f"lists and maps nested deeper than {MOST_LEVELS}", "Close some of the brackets.")
            raise _EnoughError
        return self.mapping(level) if kind is MappingStartEvent else self.sequence(level)

    def mapping(self, level: int) -> dict[str, Tree]:
        next_event, scalar = self.next_event, ScalarEvent
        tree: dict[str, Tree] = {}
        while (key := next_event()).__class__ is not MappingEndEvent:
            # Plain words are most of a file: they pass without a call, all else goes the careful way below.
            if key.__class__ is scalar and not key.style and key.tag is None and key.anchor is None:
                name = key.value
                if name in tree or not name or name == "<<" or len(name) > LONGEST_KEY:
                    self.name(key, tree)
            else:
                name = self.key(key, tree, level)
            event = next_event()
            if event.__class__ is scalar and not event.style and event.tag is None and event.anchor is None:
                tree[name] = event.value or self.missing(key, event, bool(tree))
            else:
                tree[name] = self.value(event, level + 1)
        return tree

    def sequence(self, level: int) -> list[Tree]:
        next_event, scalar = self.next_event, ScalarEvent
        tree: list[Tree] = []
        while (event := next_event()).__class__ is not SequenceEndEvent:
            if event.__class__ is scalar and not event.value and not event.style:
                self.fault(event, "a list item without a value", "Write it behind the dash, or leave the dash out.")
            tree.append(self.value(event, level + 1))
        return tree

    def key(self, event: Any, taken: dict[str, Tree], level: int) -> str:
        if event.__class__ is not ScalarEvent:
            self.fault(event, "a list or map as a key", "A key is one word; quote a text that begins with [ or {.")
            self.value(event, level + 1)
            return ""
        self.value(event, level)
        return self.name(event, taken)

    def name(self, event: Any, taken: dict[str, Tree]) -> str:
        name: str = event.value
        if name in taken:
            self.fault(event, f"the key {_short(name)} stands here a second time", "Keep one of the two.")
        elif name == "<<":
            self.fault(event, "a merge key, <<", "Write the keys out.")
        elif not name or len(name) > LONGEST_KEY:
            self.fault(event, f"a key that is empty or longer than {LONGEST_KEY} characters", "A key is one word.")
        return name

    def scalar(self, event: Any) -> str:
        text: str = event.value
        # Only double quotes have escapes, and only an escape can bring in what the file itself may not hold.
        if event.style == '"' and (unwanted := unwanted_escape(text)):
            self.fault(event, f"the text holds {unwanted}", "Leave the escape out.")
        return text

    def missing(self, key: Any, empty: Any, after_another: bool) -> str:
        name = _short(key.value) if key.__class__ is ScalarEvent else "the key"
        has_colon = ":" in self.text[key.end_mark.index : empty.start_mark.index]
        if after_another and not has_colon:
            todo = "A comma ends a value: put the figure or text that holds it in quotes, or each key on its own line."
            self.fault(key, f"{name} has no value: a comma split the figure or text before it", todo)
        else:
            self.fault(key, f"{name} has no value", "Write one, or leave the key out: what is unknown stays absent.")
        return ""

    def fault(self, event: Any, found: str, todo: str) -> None:
        self.faults.append(Fault(event.start_mark.line + 1, event.start_mark.column + 1, found, todo))
        if len(self.faults) >= MOST_FAULTS:
            raise _EnoughError


class _EnoughError(Exception):
    """There is no use in reading on; the faults noticed so far are in the reader."""


def _leads_into(link: Path, root: Path) -> bool:
    return link.resolve(strict=True).is_relative_to(root.resolve())


@lru_cache(maxsize=4096)
def _lies_in(folder: str, root: Path) -> bool:
    """Whether a folder lies below `root`; resolving takes longer than reading a file, so it is done once."""
    return Path(folder).resolve().is_relative_to(root.resolve())


def _read_regular(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would else keep us waiting for a writer
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise refusal("this is no regular file", "A record is a text file.")
        if facts.st_size > MOST_BYTES:
            raise too_long()
        return os.read(descriptor, facts.st_size)
    finally:
        os.close(descriptor)


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:57]}..."


def _nearest(places: Mapping[TreePath, Place], path: TreePath) -> Place:
    while path not in places:
        path = path[:-1]
    return places[path]


def _mark(
    path: TreePath,
    event: Any,
    next_event: Callable[[], Any],
    keys: dict[TreePath, Place],
    values: dict[TreePath, Place],
) -> None:
    values[path] = _start(event)
    if event.__class__ is MappingStartEvent:
        while (key := next_event()).__class__ is not MappingEndEvent:
            below = (*path, key.value)
            keys[below] = _start(key)
            _mark(below, next_event(), next_event, keys, values)
    elif event.__class__ is SequenceStartEvent:
        index = 0
        while (item := next_event()).__class__ is not SequenceEndEvent:
            keys[*path, index] = _start(item)
            _mark((*path, index), item, next_event, keys, values)
            index += 1


def _start(event: Any) -> Place:
    return event.start_mark.line + 1, event.start_mark.column + 1
