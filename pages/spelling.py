"""Names made comparable: `MI 300X`, `MI300X` and `mi-300x` are one, and close misspellings are found."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

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
