"""What an entity is measured by: its nearest rivals, its standing among its kind, what changed from its predecessor."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.compare import lines_of
from pages.explore import label
from pages.figures import pretty_unit, significant
from pages.rows import Row, fetch
from pages.sections import HEADLINE

STANDING = {
    "device": ("memory_capacity", "memory_bandwidth", "power", "peak_compute:path=matrix,precision=fp8,sparsity=dense"),
    "system": ("device_count", "memory_capacity", "memory_bandwidth", "power"),
    "model": ("params_total", "params_active", "context_length"),
}
"""Axes on which an entity's page shows where it stands."""


def read(conn: sqlite3.Connection, catalogue: Catalogue, kind: str, ref: str, figures: Row) -> Row:
    """Rivals, standing and changes of an entity whose facts and absences are known; all empty for other kinds."""
    known = catalogue.standings.related
    if ref not in known:
        known[ref] = {
            "rivals": catalogue.standings.rivals(kind, ref),
            "standing": standing(catalogue, kind, ref),
            "changes": _changes(conn, catalogue, kind, ref, figures),
        }
    return known[ref]


def standing(catalogue: Catalogue, kind: str, ref: str) -> list[Row]:
    """Where a thing stands among its kind: on each axis its value, how many are lower, and how many there are."""
    known = catalogue.standings.axes.get(kind, {})
    axes = [known[name] for name in STANDING.get(kind, ()) if name in known]
    return [
        {
            "axis": axis.id,
            "value": axis.points[ref].value,
            "unit": axis.unit,
            "lower": axis.rank(ref),
            "of": len(axis.points),
        }
        for axis in axes
        if ref in axis.points
    ]


def _changes(conn: sqlite3.Connection, catalogue: Catalogue, kind: str, ref: str, figures: Row) -> list[Row]:
    """Lines of a comparison with the predecessor, ratios to it: headline figures that both have."""
    old = catalogue.entities[ref]["predecessor"]
    if not old or kind not in HEADLINE:
        return []
    facts = [row for row in (*fetch(conn, queries.FACTS, id=old), *figures["facts"]) if row["metric"] in HEADLINE[kind]]
    lines = lines_of((old, ref), facts, [], catalogue, kind, old)
    return [line for line in lines if line["compared"] and all(cell["fact"] for cell in line["cells"])]


def strips(body: Row, catalogue: Catalogue) -> list[Row]:
    """Standings in words, each with its small chart."""
    return [_strip(row, body, catalogue) for row in body["standing"]]


def _strip(row: Row, body: Row, catalogue: Catalogue) -> Row:
    kind, axis = body["kind"], catalogue.standings.axes[body["kind"]][row["axis"]]
    value = f"{significant(row['value'])} {pretty_unit(row['unit'])}".strip()
    told = f"{value}: more than {row['lower']} of {row['of']} {kind}s"
    name = label(axis, catalogue, unit=False)
    drawn = catalogue.standings.strip(kind, axis, body["id"], f"{name}, {told}")
    return {"label": name, "told": told, "drawing": drawn, "address": f"/explore?kind={kind}&chart=bar&y={axis.id}"}
