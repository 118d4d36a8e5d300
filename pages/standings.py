"""What charts and rivals need of all things of a kind: one value for each, and its maker. Read once from a ledger."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field

from analysis.axes import Axis, axes, dates, nearest
from analysis.charts import strip
from analysis.charts.scales import Scale
from analysis.compare import Figure
from pages import queries
from pages.rows import Row, fetch

KINDS = ("device", "system", "model")
TIMES = ("released", "announced")
"""Metrics that say when a thing came out; the first that is on record counts."""
MEASURES = {
    "device": ("memory_capacity", "memory_bandwidth"),
    "system": ("memory_capacity", "memory_bandwidth"),
    "model": ("params_total", "params_active"),
}
"""What the likeness of two things of a kind is measured by."""
RIVALS = 5


@dataclass(frozen=True)
class Standings:
    """Axes by kind and id, with `released` for time; maker and kind within its table for each thing."""

    axes: dict[str, dict[str, Axis]]
    makers: dict[str, str]
    record_kinds: dict[str, str]
    strokes: dict[tuple[str, str], tuple[Scale, str]] = field(default_factory=dict)
    related: dict[str, Row] = field(default_factory=dict)
    """What pages of things show of others, worked out when somebody first asks: a served ledger never changes."""

    def rivals(self, kind: str, thing: str) -> list[str]:
        """Things of the same kind whose size is nearest."""
        measures = [self.axes[kind][name] for name in MEASURES.get(kind, ()) if name in self.axes.get(kind, {})]
        own = self.record_kinds.get(thing)
        alike = [other for other, of_kind in self.record_kinds.items() if of_kind == own]
        return nearest(thing, alike, measures, RIVALS)

    def strip(self, kind: str, axis: Axis, thing: str, title: str) -> str:
        """Small chart of where a thing stands on an axis."""
        if (kind, axis.id) not in self.strokes:
            self.strokes[kind, axis.id] = strip.strokes(point.value for point in axis.points.values())
        return strip.draw(axis.points[thing].value, *self.strokes[kind, axis.id], title)


def read_standings(conn: sqlite3.Connection) -> Standings:
    """Read the standings of a ledger."""
    makers = fetch(conn, queries.MAKERS)
    headline = {row["device"]: row["edition"] for row in fetch(conn, queries.HEADLINE_EDITIONS)}
    return Standings(
        axes={kind: _axes(conn, kind, headline) for kind in KINDS},
        makers={row["id"]: row["maker"] for row in makers},
        record_kinds={row["id"]: row["kind"] for row in makers},
    )


def _axes(conn: sqlite3.Connection, kind: str, headline: dict[str, str]) -> dict[str, Axis]:
    return {"released": dates(_dates(conn, kind)), **axes(_figures(conn, kind), headline)}


def _dates(conn: sqlite3.Connection, kind: str) -> list[tuple[str, str, str]]:
    known = {}
    for metric in reversed(TIMES):
        for entity, day, statement in conn.execute(queries.DATES_OF_KIND, {"kind": kind, "metric": metric}):
            known[entity] = (entity, day, statement)
    return list(known.values())


def _figures(conn: sqlite3.Connection, kind: str) -> Iterator[Figure]:
    """Facts that are numbers. Their qualifiers repeat all the time, so each is read once."""
    read: dict[str, dict[str, str]] = {}
    for statement, entity, metric, told, value, unit in conn.execute(queries.VALUES_OF_KIND, {"kind": kind}):
        if told not in read:
            read[told] = json.loads(told)
        yield Figure(statement, entity, metric, read[told], value, unit)
