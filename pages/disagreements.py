"""The list of disagreements: filtered by metric, maker, kind of entity, state and cause."""

import json
import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, count, fetch

PAGE_SIZE = 50
HIGHEST_PAGE = 10_000
STATES = ("open", "ranked", "explained")
FILTERS = ("metric", "vendor", "kind", "state", "cause")


def allowed(catalogue: Catalogue) -> dict[str, list[str] | None]:
    """Parameters of the page and the values that each takes; None for any."""
    kinds = ["device", "system", "model", "software", "benchmark", "organization"]
    words = catalogue.words
    return {
        "metric": list(words.metrics),
        "vendor": catalogue.ids("organization"),
        "kind": kinds,
        "state": list(STATES),
        "cause": words.words_of("cause"),
        "page": None,
    }


def read(conn: sqlite3.Connection, _: Catalogue, chosen: dict[str, str], page: int) -> Row:
    """One page of the disagreements that fit the filters, open and wide ones first."""
    filters = {name: chosen.get(name) for name in FILTERS}
    total = count(conn, queries.COUNT_DISAGREEMENTS, **filters)
    window = {"limit": PAGE_SIZE, "offset": (page - 1) * PAGE_SIZE}
    found = fetch(conn, queries.DISAGREEMENTS, **filters, **window)
    return {
        "filters": filters,
        "page": page,
        "pages": max(1, -(-total // PAGE_SIZE)),
        "total": total,
        "disagreements": found,
        "statements": members(conn, found),
        "metrics": fetch(conn, queries.DISPUTED_METRICS),
        "vendors": fetch(conn, queries.DISPUTED_MAKERS),
    }


def members(conn: sqlite3.Connection, found: list[Row]) -> dict[str, Row]:
    """All statements of disagreements, by id."""
    ids = json.dumps([ref for row in found for ref in row["statements"]])
    return {row["id"]: row for row in fetch(conn, queries.STATEMENTS_OF_MANY, ids=ids)}
