"""What differs between two ledgers: figures that came, went, or are others than before."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

What = Literal["added", "corrected", "ranked", "withdrawn"]
COLUMNS = ("what", "entity", "metric", "qualifiers", "old", "new", "kind", "reason", "source", "statement")
STATEMENTS = "SELECT id, entity, metric, qualifiers, stated, rank, source FROM statements"
CHANGES = """SELECT statement, coalesce(new, ''), kind, coalesce(reason, '') FROM changes
    WHERE statement IS NOT NULL ORDER BY rowid"""
SHOWN = "SELECT entity, metric, qualifiers, setup, stated FROM facts"
Scope = tuple[str, str, str, str | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """One statement that is another than in the release before. `kind` and `reason` come from the repository's log."""

    what: What
    entity: str
    metric: str
    qualifiers: str
    old: str | None
    new: str | None
    kind: str
    reason: str
    source: str
    statement: str

    @property
    def row(self) -> tuple[str | None, ...]:
        """Its cells in the order of COLUMNS."""
        return tuple(getattr(self, name) for name in COLUMNS)


@dataclass(frozen=True)
class Changelog:
    """All differences, and the figures that a reader sees: facts whose shown figure is another."""

    differences: tuple[Difference, ...]
    shown: tuple[tuple[Scope, str, str], ...]

    @property
    def counts(self) -> Counter[str]:
        """How many of each kind."""
        return Counter(item.what for item in self.differences)


def compare(before: sqlite3.Connection, after: sqlite3.Connection) -> Changelog:
    """Differences of two ledgers, in the order of entities and metrics."""
    old, new = (_statements(connection) for connection in (before, after))
    told = {row[0]: row[1:] for row in after.execute(CHANGES)}
    found = sorted(_differences(old, new, told), key=lambda item: (item.entity, item.metric, item.statement))
    return Changelog(tuple(found), tuple(_shown(before, after)))


def _statements(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in connection.execute(STATEMENTS)}


def _differences(
    old: dict[str, tuple[str, ...]], new: dict[str, tuple[str, ...]], told: dict[str, tuple[str, ...]]
) -> Iterator[Difference]:
    for id_ in dict.fromkeys((*old, *new)):
        before, after = old.get(id_), new.get(id_)
        what = _what(before, after)
        if what is None:
            continue
        entity, metric, qualifiers, _, _, source = after or before or ("",) * 6
        stated, kind, reason = told.get(id_, ("", "", ""))
        if after is None or not stated.startswith(after[3]):  # a change of other days, or of another figure
            kind = reason = ""
        yield Difference(what, entity, metric, qualifiers, _figure(before), _figure(after), kind, reason, source, id_)


def _what(before: tuple[str, ...] | None, after: tuple[str, ...] | None) -> What | None:
    """What became of a statement; nothing where figure and rank are as they were."""
    if before is None or after is None:
        return "added" if before is None else "withdrawn"
    if before[3] != after[3]:
        return "corrected"
    return "ranked" if before[4] != after[4] else None


def _figure(statement: tuple[str, ...] | None) -> str | None:
    """The figure as stated, with its rank where that is not the usual one."""
    if statement is None:
        return None
    return statement[3] if statement[4] == "normal" else f"{statement[3]} ({statement[4]})"


def _shown(before: sqlite3.Connection, after: sqlite3.Connection) -> Iterator[tuple[Scope, str, str]]:
    """Facts that both ledgers show, with another figure; of several under one scope none is told."""
    old, new = _alone(before), _alone(after)
    yield from ((scope, old[scope], stated) for scope, stated in new.items() if old.get(scope, stated) != stated)


def _alone(connection: sqlite3.Connection) -> dict[Scope, str]:
    found: dict[Scope, list[str]] = defaultdict(list)
    for entity, metric, qualifiers, setup, stated in connection.execute(SHOWN):
        found[entity, metric, qualifiers, setup].append(stated)
    return {scope: stated[0] for scope, stated in found.items() if len(stated) == 1}
