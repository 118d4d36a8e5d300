"""Names made comparable: `MI 300X`, `MI300X` and `mi-300x` are one, and close misspellings are found."""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz, process

_PARTS = re.compile(r"\d+|[^\W\d_]+")
CLOSE_ENOUGH = 60.0
"""Least likeness in per cent (rapidfuzz's token_sort_ratio) of a name that is offered as the one meant."""


def parts(text: str) -> tuple[str, ...]:
    """Runs of letters and of digits, in lower case and without accents: `RTX4090` gives `rtx`, `4090`."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_PARTS.findall("".join(c for c in plain if not unicodedata.combining(c))))


def squeezed(text: str) -> str:
    """The parts in one: the same for every way to space and hyphenate a name."""
    return "".join(parts(text))


def contains(wanted: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether every wanted part is a part of the name; the last letters typed may be the start of one."""
    if not wanted:
        return False
    *whole, last = wanted
    return set(whole) <= set(name) and any(part == last or (last.isalpha() and part.startswith(last)) for part in name)


@dataclass(frozen=True, slots=True)
class Spelled:
    """A name made ready for comparing."""

    key: str
    squeezed: str
    parts: tuple[str, ...]


def spelled(key: str, name: str) -> Spelled:
    """The name of what `key` stands for."""
    found = parts(name)
    return Spelled(key, "".join(found), found)


def nearest(text: str, names: Iterable[Spelled], limit: int) -> list[str]:
    """Keys of the names that look most like `text`, best first, each once."""
    known = list(names)
    spellings = [" ".join(name.parts) for name in known]
    wanted = " ".join(parts(text))
    found = process.extract(wanted, spellings, scorer=fuzz.token_sort_ratio, limit=limit * 4, score_cutoff=CLOSE_ENOUGH)
    return list(dict.fromkeys(known[place].key for _, _, place in found))[:limit]


class Names:
    """All names of a ledger, looked up by their parts: the answers are those of looking at each, and far quicker."""

    def __init__(self, names: Iterable[Spelled]) -> None:
        self.names = list(names)
        self._whole: dict[str, list[Spelled]] = defaultdict(list)
        self._holding: dict[str, set[int]] = defaultdict(set)
        for place, name in enumerate(self.names):
            self._whole[name.squeezed].append(name)
            for part in name.parts:
                self._holding[part].add(place)
        self._parts = sorted(self._holding)

    def exactly(self, text: str) -> list[Spelled]:
        """Names that are the text, however both are spaced and hyphenated."""
        return self._whole.get(squeezed(text), [])

    def holding(self, wanted: tuple[str, ...]) -> list[Spelled]:
        """Names for which `contains(wanted, name.parts)` holds, in their order."""
        if not wanted:
            return []
        *whole, last = wanted
        found = self._beginning(last) if last.isalpha() else set(self._holding.get(last, ()))
        for part in whole:
            found &= self._holding.get(part, set())
        return [self.names[place] for place in sorted(found)]

    def _beginning(self, start: str) -> set[int]:
        """Places of names with a part that begins so."""
        found: set[int] = set()
        for place in range(bisect_left(self._parts, start), len(self._parts)):
            if not self._parts[place].startswith(start):
                break
            found |= self._holding[self._parts[place]]
        return found

    @cached_property
    def _in_order(self) -> dict[str, list[str]]:
        """Keys by the words of their names in alphabetical order: a name that several things share is compared once."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.names:
            found[" ".join(sorted(name.parts))].append(name.key)
        return found

    @cached_property
    def _all_in_order(self) -> list[str]:
        return list(self._in_order)

    def nearest(self, text: str, limit: int, kept: Callable[[str], bool] | None = None) -> list[str]:
        """What `nearest` finds among the names whose key is kept: a ratio of words in order is its token_sort_ratio."""
        names = self._in_order
        chosen = self._all_in_order if kept is None else [name for name in names if any(map(kept, names[name]))]
        wanted = " ".join(sorted(parts(text)))
        found = process.extract(wanted, chosen, scorer=fuzz.ratio, limit=limit * 4, score_cutoff=CLOSE_ENOUGH)
        near = dict.fromkeys(key for name, _, _ in found for key in names[name] if kept is None or kept(key))
        return list(near)[:limit]
