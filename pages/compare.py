"""Things side by side: the figures that may be compared, and for the others the reason why not."""

import json
import sqlite3
from collections.abc import Sequence

from analysis.compare import Cell, Figure, Line, compare
from pages import queries, search
from pages.catalogue import Catalogue
from pages.choice import FEWEST, KINDS, Choice
from pages.rivals import order_key
from pages.rows import Row, fetch
from pages.sections import HEADLINE


def read(conn: sqlite3.Connection, catalogue: Catalogue, chosen: Choice, wanted: str | None) -> Row:
    """The comparison; `wanted` is the name of one more thing, which `offered` then lists what it may mean."""
    kind = catalogue.entities[chosen.ids[0]]["kind"] if chosen.ids else None
    facts, absences = _figures(conn, catalogue, chosen.ids) if len(chosen.ids) >= FEWEST else ([], [])
    lines = lines_of(chosen.ids, facts, absences, catalogue, kind, chosen.to)
    return {
        "kind": kind,
        "ids": list(chosen.ids),
        "to": chosen.to,
        "lines": lines,
        "sources": catalogue.cited(cell["fact"] for line in lines for cell in line["cells"] if cell["fact"]),
        "wanted": wanted,
        "offered": _offered(conn, catalogue, wanted, kind, chosen.ids) if wanted else [],
    }


def _figures(conn: sqlite3.Connection, catalogue: Catalogue, ids: Sequence[str]) -> tuple[list[Row], list[Row]]:
    listed = json.dumps(ids)
    facts = fetch(conn, queries.FACTS_OF_MANY, ids=listed)
    absences = fetch(conn, queries.ABSENCES_OF_MANY, ids=listed)
    return sorted(facts, key=lambda row: order_key(row, catalogue.words)), absences


def _offered(
    conn: sqlite3.Connection, catalogue: Catalogue, wanted: str, kind: str | None, ids: Sequence[str]
) -> list[Row]:
    found = search.read(conn, catalogue, wanted, kind)
    rows = found["results"] or found["suggestions"]
    return [row for row in rows if row["kind"] in KINDS and row["id"] not in ids]


def lines_of(
    ids: Sequence[str], facts: list[Row], absences: list[Row], catalogue: Catalogue, kind: str | None, to: str | None
) -> list[Row]:
    """Rows of a comparison in the order of an entity's sheet, each cell with the fact it shows."""
    words = catalogue.words
    rows = {row["statement"]: row for row in (*facts, *absences)}
    headline = {ref: editions[0] for ref in ids if (editions := words.editions_of(ref))}
    higher_is = {name: str(metric["higher_is"]) for name, metric in words.metrics.items()}
    order = {name: place for place, name in enumerate(dict.fromkeys((*HEADLINE.get(kind or "", ()), *words.metrics)))}
    found = compare(ids, map(figure, rows.values()), headline, higher_is, to)
    found.sort(key=lambda line: order.get(line.metric, len(order)))
    return [_line(line, rows, line.metric in HEADLINE.get(kind or "", ())) for line in found]


def figure(row: Row) -> Figure:
    """A row of `facts` or `absences` as the comparison sees it; a range is no value to measure others by."""
    value = row.get("value") if row.get("value_max") is None else None
    qualifiers = {name: str(word) for name, word in row["qualifiers"].items()}
    unit, absence = row.get("unit") or "", row.get("why") or ""
    return Figure(row["statement"], row["entity"], row["metric"], qualifiers, value, unit, absence)


def _line(line: Line, rows: dict[str, Row], headline: bool) -> Row:
    return {
        "metric": line.metric,
        "unit": line.unit,
        "qualifiers": dict(sorted(line.key)),
        "compared": line.compared,
        "doubled": line.doubled,
        "headline": headline,
        "cells": [_cell(cell, rows) for cell in line.cells],
    }


def _cell(cell: Cell, rows: dict[str, Row]) -> Row:
    return {
        "entity": cell.entity,
        "fact": rows[cell.figure.statement] if cell.figure else None,
        "why": cell.why or None,
        "other": rows[cell.other.statement] if cell.other else None,
        "left_open": list(cell.left_open),
        "best": cell.best,
        "ratio": cell.ratio,
    }
