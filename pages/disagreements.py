"""The list of disagreements: filtered by metric, kind of entity, state and cause."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, count, fetch
from pages.words import Words

PAGE_SIZE = 50
HIGHEST_PAGE = 10_000
STATES = ("open", "ranked", "explained")
FILTERS = ("metric", "kind", "state", "cause")


def allowed(words: Words) -> dict[str, list[str] | None]:
    """Parameters of the page and the values that each takes; None for any."""
    kinds = ["device", "system", "model", "software", "benchmark", "organization"]
    return {
        "metric": list(words.metrics),
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
    return {
        "filters": filters,
        "page": page,
        "pages": max(1, -(-total // PAGE_SIZE)),
        "total": total,
        "disagreements": fetch(conn, queries.DISAGREEMENTS, **filters, **window),
        "metrics": fetch(conn, queries.DISPUTED_METRICS),
    }
