"""What is on record of the figures that readers ask for first, what is said to be missing, what nobody looked for."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, count, fetch

PAGE_SIZE = 100
HIGHEST_PAGE = 10_000
STATES = ("stated", "absent", "unsearched")
KINDS = ("device", "model")
FILTERS = ("metric", "vendor", "kind", "state")
COLUMNS = (
    "entity", "entity_kind", "vendor", "metric", "part", "needed", "state", "n_origins", "best_source_kind", "absence",
)  # fmt: skip


def allowed(catalogue: Catalogue) -> dict[str, list[str] | None]:
    """Parameters of the page and the values that each takes; None for any."""
    return {
        "metric": list(catalogue.words.metrics),
        "vendor": sorted({*catalogue.standings.makers.values()}),
        "kind": list(KINDS),
        "state": list(STATES),
        "page": None,
    }


def read(conn: sqlite3.Connection, _: Catalogue, chosen: dict[str, str], page: int) -> Row:
    """Sums by figure and by maker, and one page of the rows that fit the filters, the holes first."""
    filters = {name: chosen.get(name) for name in FILTERS}
    total = count(conn, queries.COUNT_COVERAGE, **filters)
    window = {"limit": PAGE_SIZE, "offset": (page - 1) * PAGE_SIZE}
    every_state = {**filters, "state": None}
    return {
        "filters": filters,
        "page": page,
        "pages": max(1, -(-total // PAGE_SIZE)),
        "total": total,
        "metrics": fetch(conn, queries.COVERED_METRICS, **every_state),
        "vendors": fetch(conn, queries.COVERED_MAKERS, **every_state),
        "rows": fetch(conn, queries.COVERAGE, **filters, **window),
    }


def everything(conn: sqlite3.Connection, _: Catalogue, chosen: dict[str, str]) -> list[Row]:
    """All rows that fit the filters."""
    return fetch(conn, queries.COVERAGE, **{name: chosen.get(name) for name in FILTERS}, limit=-1, offset=0)
