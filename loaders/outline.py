"""A record as entries with the comments that belong to them, so that entries can move and comments go along."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from yaml._yaml import CParser
from yaml.events import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent

from loaders.faults import refusal
from loaders.read import read_tree

_COMMENT = re.compile("#.*")
_MODELINE = re.compile(r"# *yaml-language-server: *\$schema=")


@dataclass
class Entry:
    """A key with its value, or a list item (without a key)."""

    key: str
    kind: Literal["text", "list", "map"]
    text: str = ""
    below: list["Entry"] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    """Comments on lines of their own."""
    beside: str = ""
    """The comment at the end of the line."""
    block: bool = False
    """Whether a list or map has to stand on several lines, even if one is wide enough."""
    apart: bool = False
    """Whether a blank line divides it from what stands before it."""

    def has_comment_below(self) -> bool:
        return any(entry.above or entry.beside or entry.has_comment_below() for entry in self.below)

    def texts(self) -> Iterator[str]:
        yield self.text
        for entry in self.below:
            yield from entry.texts()

    def text_of(self, key: str) -> str:
        """The text under a key of this map, or an empty string."""
        return next((entry.text for entry in self.below if entry.key == key), "")


@dataclass
class Outline:
    """A whole file. A modeline is no comment: it is left out here and written anew."""

    root: Entry
    header: list[str]
    """Lines above the first blank line that divides them from the first entry."""
    footer: list[tuple[int, str]]
    """Comments below the last entry, with the number of spaces before each."""
    comments: list[str]


def outline(data: bytes) -> Outline:
    """The file's entries and comments; raises `Unreadable` when it cannot be read or is no map."""
    if not isinstance(read_tree(data), dict):
        raise refusal("this file is no map", "Write keys with values; data/templates holds records to copy.")
    return _Outliner(data.decode().replace("\r\n", "\n")).outline()


class _Outliner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.next_event: Callable[[], Any] = CParser(text).get_event
        self.entries: list[Entry] = []
        self.starts: list[int] = []
        """Where each of the entries begins; an outer one stands before the inner that begins at the same place."""
        self.ends: list[tuple[int, Entry]] = []
        """Where each token ends, and the entry it belongs to."""
        self.pieces: list[tuple[int, int]] = []
        """From where to where there are texts, in which # is no comment."""

    def outline(self) -> Outline:
        self.next_event(), self.next_event()  # the starts of the stream and of the document
        root = Entry("", "map")
        self.fill(root, self.next_event())
        found = Outline(root, self.header(), [], [])
        bare = self.without_texts()
        for match in _COMMENT.finditer(bare):
            comment = match[0].rstrip()
            if not _MODELINE.match(comment):
                found.comments.append(comment)
                if match.start() >= self.end_of_header:
                    self.attach(found, comment, bare, match.start())
        return found

    def fill(self, entry: Entry, event: Any) -> None:
        """Read what belongs to the event into the entry."""
        if event.__class__ is ScalarEvent:
            entry.text = event.value
            self.scalar(entry, event)
        elif event.__class__ is MappingStartEvent:
            self.collection(entry, event, "map", MappingEndEvent)
        else:
            self.collection(entry, event, "list", SequenceEndEvent)

    def collection(self, entry: Entry, start: Any, kind: Literal["list", "map"], end: Any) -> None:
        entry.kind = kind
        if start.flow_style:
            self.ends.append((start.end_mark.index, entry))
        while (event := self.next_event()).__class__ is not end:
            below = Entry(event.value if kind == "map" else "", "text")
            entry.below.append(below)
            self.entries.append(below)
            self.starts.append(event.start_mark.index)
            if kind == "map":
                self.scalar(below, event)
                event = self.next_event()
            self.fill(below, event)
        if start.flow_style:
            self.ends.append((event.end_mark.index, entry))

    def scalar(self, entry: Entry, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if event.style in ("|", ">"):
            # The line with the sign may hold a comment, the lines below it may not.
            self.ends.append((start + 1, entry))
            start = self.text.index("\n", start) if "\n" in self.text[start:end] else end
        else:
            self.ends.append((end, entry))
        self.pieces.append((start, end))

    def without_texts(self) -> str:
        """The file with every letter of its keys and values crossed out: a # that is left begins a comment."""
        bare, done = [], 0
        for start, end in self.pieces:
            bare += [self.text[done:start], re.sub(r"[^\n]", "x", self.text[start:end])]
            done = end
        return "".join([*bare, self.text[done:]])

    @property
    def end_of_header(self) -> int:
        before = self.text[: self.starts[0]] if self.starts else ""
        return before.rfind("\n\n") + 1

    def header(self) -> list[str]:
        lines = [line.strip() for line in self.text[: self.end_of_header].splitlines()]
        return [line for line in lines if line.startswith("#") and not _MODELINE.match(line)]

    def attach(self, found: Outline, comment: str, bare: str, index: int) -> None:
        before = bare[bare.rfind("\n", 0, index) + 1 : index]
        last = bisect_right(self.ends, index, key=lambda end: end[0]) - 1
        if before.strip(" -?:") and last >= 0:
            self.put_beside(self.ends[last][1], comment)
            return
        following = bisect_right(self.starts, index)
        if following < len(self.entries):
            self.entries[following].above.append(comment)
        else:
            found.footer.append((len(before), comment))

    def put_beside(self, entry: Entry, comment: str) -> None:
        if entry.beside:
            entry.above.append(comment)
        else:
            entry.beside = comment
