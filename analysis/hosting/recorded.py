"""Rows of `facts` and `statements` as the memory analysis takes them, and what was known by a day."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from schema.dates import first_day

Row = Mapping[str, Any]
STAGES = ("shipped", "withdrawn", "sampling", "announced")


@dataclass(frozen=True, slots=True)
class Recorded:
    """One figure with plain values, in its metric's unit."""

    metric: str
    qualifiers: Mapping[str, str]
    value: float | None
    value_max: float | None
    value_text: str | None
    statement: str
    source: str
    stated: str


def recorded(row: Row) -> Recorded:
    """A row of `facts`, or of `statements` with its `id` as `statement`."""
    held = row["qualifiers"]
    qualifiers = json.loads(held) if isinstance(held, str) else held
    plain = (row[name] for name in ("value", "value_max", "value_text", "statement", "source", "stated"))
    return Recorded(row["metric"], qualifiers, *plain)


def by_entity(rows: Iterable[Row]) -> dict[str, list[Recorded]]:
    """Figures of each entity, in the order of the rows."""
    found: dict[str, list[Recorded]] = {}
    for row in rows:
        found.setdefault(row["entity"], []).append(recorded(row))
    return found


def known_by(rows: Iterable[Row], day: date, trust: Sequence[str]) -> list[Recorded]:
    """Of an entity's statements those that stood in a source published by `day`, the one to show first.

    Rows are those of `statements` with `statement`, `source_kind`, `source_published` and `source_accessed`. A date
    known to the month counts from its first day; a source without a date from the day it was read. `trust` is the
    order of kinds of source. A statement that was set aside is left out, and so is one that says there is no figure.
    """
    public = [row for row in rows if _is_public(row, day) and row["rank"] != "deprecated"]
    figures = [row for row in public if row["comparator"] != "absent"]
    return [recorded(row) for row in sorted(figures, key=lambda row: _order(row, trust))]


def _is_public(row: Row, day: date) -> bool:
    dated = row["source_published"] or row["source_accessed"]
    return bool(dated) and first_day(dated) <= day


def _order(row: Row, trust: Sequence[str]) -> tuple[bool, int, int, int, str]:
    kind = trust.index(row["source_kind"]) if row["source_kind"] in trust else len(trust)
    age = -first_day(row["source_published"]).toordinal() if row["source_published"] else 0
    return row["rank"] != "preferred", STAGES.index(row["stage"]), kind, age, row["statement"]
