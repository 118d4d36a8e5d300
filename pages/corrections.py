"""The page of corrections: which figures were others before, and why; and what a statement said on a given day."""

import re
import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.refusals import RefusedError
from pages.rows import Row, count, fetch

KINDS = {
    "correction": "our mistake, corrected",
    "source_revised": "revised by its source",
    "world_changed": "changed in the world",
    "new_source": "a further source",
    "scope": "said to hold for something else",
    "rank": "set aside or preferred",
    "added": "new on record",
    "removed": "taken away",
}
"""Kinds of change, as pages print them."""
CORRECTIONS = ("correction", "source_revised", "world_changed")
"""Kinds shown where none is chosen: those after which a figure is another one."""
PAGE_LENGTH = 50
HIGHEST_PAGE = 10_000
DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"


def read(conn: sqlite3.Connection, catalogue: Catalogue, kind: str | None, entity: str | None, page: int) -> Row:
    """One page of changes, the newest first."""
    kinds = [kind] if kind else CORRECTIONS
    chosen = {"kinds": "/".join(kinds), "entity": entity}
    total = count(conn, queries.COUNT_CHANGES, **chosen)
    rows = fetch(conn, queries.CHANGES, **chosen, limit=PAGE_LENGTH, offset=(page - 1) * PAGE_LENGTH)
    return {
        "filters": {"kind": kind, "entity": entity},
        "history": catalogue.build.get("history"),
        "page": page,
        "pages": max(1, -(-total // PAGE_LENGTH)),
        "total": total,
        "changes": rows,
    }


def on_day(body: Row, day: str, catalogue: Catalogue) -> Row:
    """What a statement said on a day: `stated`, or None where it was not on record yet. Raises RefusedError."""
    history = catalogue.build.get("history", "")
    if not re.fullmatch(DAY, day, re.ASCII):
        raise RefusedError(400, f"The parameter “as-of” is “{day}”: it can be a day, such as 2026-12-01.")
    if not history.startswith("since "):
        raise RefusedError(404, "This ledger holds no history, so what it said on that day is not known.")
    if day < history.removeprefix("since "):
        raise RefusedError(404, f"The history of this ledger begins {history}: there is nothing before.")
    stated: str | None = body["statement"]["stated"]
    for row in body["changes"]:
        if row["date"] > day and row["kind"] != "rank":
            stated = row["old"]
    return {"day": day, "stated": stated}
