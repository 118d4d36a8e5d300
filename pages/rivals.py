"""Which statements speak of the same thing, and in which order they stand side by side."""

from collections.abc import Iterable
from itertools import groupby

from pages.rows import Row
from pages.words import COLUMNS_FIRST, Words

EXPLAINING = frozenset({"counts", "seen_by", "clock", "method"})
"""Qualifiers that say why two figures of one thing differ; the others make it another thing."""
RANKS = ("preferred", "normal", "deprecated")
STAGES = ("shipped", "sampling", "announced", "withdrawn")
"""The order in which figures of one metric are read; what is sold comes first."""
STAGE_PLACES = {stage: place for place, stage in enumerate(STAGES)}
LAST = 1_000_000
OPEN = "undeclared"

Identity = tuple[tuple[str, str], ...]


def identity(row: Row) -> Identity:
    """The qualifiers that make a statement's figure the thing it is."""
    columns = {name: row[name] for name in COLUMNS_FIRST if row.get(name)}
    written = {name: str(value) for name, value in row["qualifiers"].items()}
    if row.get("baseline"):
        written["baseline"] = row["baseline"]
    return tuple(sorted((name, value) for name, value in {**written, **columns}.items() if name not in EXPLAINING))


def same_thing(one: Row, other: Row) -> bool:
    """Whether two statements of one entity and metric speak of the same thing; `undeclared` fits every reading."""
    ours, theirs = dict(identity(one)), dict(identity(other))
    return ours.keys() == theirs.keys() and all(
        value == theirs[name] or OPEN in (value, theirs[name]) for name, value in ours.items()
    )


def order_key(row: Row, words: Words) -> tuple[object, ...]:
    """Sorts figures of one metric: by format, sparsity, units and scope as the dictionary orders them."""
    written = row["qualifiers"]
    places = [_place(name, row.get(name) or written.get(name), row["entity"], words) for name in COLUMNS_FIRST]
    return (*places, identity(row))


def _place(name: str, word: str | None, entity: str, words: Words) -> tuple[int, str]:
    """Place of a word among those of its kind: none comes first, an unknown one last."""
    if not word:
        return (-1, "")
    if name == "edition":
        return (words.edition_places.get((entity, word), LAST), word)
    return (STAGE_PLACES.get(word, LAST) if name == "stage" else words.places.get((name, word), LAST), word)


def groups(statements: Iterable[Row], shown: set[str], words: Words) -> list[list[Row]]:
    """Statements of one metric in groups of the same thing, the one shown first in each and the deprecated last."""
    ordered = sorted(statements, key=lambda row: order_key(row, words))
    return [sorted(group, key=lambda row: _standing(row, shown)) for _, group in groupby(ordered, key=identity)]


def _standing(row: Row, shown: set[str]) -> tuple[object, ...]:
    newest_first = tuple(-ord(letter) for letter in row["published"] or "")
    return (row["id"] not in shown, RANKS.index(row["rank"]), newest_first or (0,), row["id"])
