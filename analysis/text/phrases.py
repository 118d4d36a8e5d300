"""Many phrases found in one pass: the longest at each place, whole words unless a star allows more."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import ahocorasick

from analysis.text.plain import is_cjk, is_word_char, lowered

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hit(Generic[T]):
    """A phrase at a place of the loose text, with everything that it stands for."""

    start: int
    end: int
    phrase: str
    meanings: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    text: str
    open_start: bool
    open_end: bool
    meanings: tuple[T, ...]


def loosened(phrase: str) -> str:
    """A phrase as it is looked up: lower case, spaces for hyphens."""
    return " ".join(lowered(phrase).replace("-", " ").replace("_", " ").split())


class Phrases(Generic[T]):
    """An index of phrases. A star at the start or end of a phrase stands for any letters there."""

    def __init__(self, table: Iterable[tuple[str, T]]) -> None:
        meanings: dict[tuple[str, bool, bool], list[T]] = {}
        for phrase, meaning in table:
            key = (loosened(phrase.strip("*")), phrase.startswith("*"), phrase.endswith("*"))
            found = meanings.setdefault(key, [])
            if meaning not in found:
                found.append(meaning)
        entries: dict[str, list[_Entry[T]]] = {}
        for (text, start, end), found in meanings.items():
            if text:
                entries.setdefault(text, []).append(_Entry(text, start, end, tuple(found)))
        self._automaton = ahocorasick.Automaton()
        for text, group in entries.items():
            self._automaton.add_word(text, group)
        self._empty = not entries
        if entries:
            self._automaton.make_automaton()

    def find(self, loose: str) -> list[Hit[T]]:
        """Hits that do not overlap, the longest first at each place, in their order."""
        if self._empty:
            return []
        found = sorted(self._all(loose), key=lambda hit: (hit.start, -hit.end))
        kept: list[Hit[T]] = []
        for hit in found:
            if kept and hit.start < kept[-1].end:
                if hit.start == kept[-1].start and hit.end == kept[-1].end:
                    last = kept.pop()
                    hit = Hit(hit.start, hit.end, hit.phrase, (*last.meanings, *hit.meanings))
                else:
                    continue
            kept.append(hit)
        return kept

    def _all(self, loose: str) -> Iterator[Hit[T]]:
        for last, group in self._automaton.iter(loose):
            for entry in group:
                start, end = last - len(entry.text) + 1, last + 1
                if entry.open_start or _free(loose, start - 1, start):
                    yield from self._closed(loose, start, end, entry)

    def _closed(self, loose: str, start: int, end: int, entry: _Entry[T]) -> Iterator[Hit[T]]:
        if entry.open_end:
            while end < len(loose) and is_word_char(loose[end]):
                end += 1
        elif not _free(loose, end, end - 1):
            return
        yield Hit(start, end, entry.text, entry.meanings)


def _free(loose: str, place: int, neighbour: int) -> bool:
    """Whether the character at `place` lets a phrase begin or end at its `neighbour`."""
    if not 0 <= place < len(loose):
        return True
    return not is_word_char(loose[place]) or is_cjk(loose[neighbour]) or not is_word_char(loose[neighbour])
