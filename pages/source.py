"""Pages of sources: the document, what repeats it, every statement that rests on it."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, count, fetch, fetch_one
from pages.site import Site

LISTED = 500
"""Statements listed on a page; more are a link to the table away."""
CLAIMS_LISTED = 50


def read(conn: sqlite3.Connection, _: Catalogue, __: str, ref: str) -> Row | None:
    """All that the ledger holds of a source; None when there is none of that id."""
    source = fetch_one(conn, queries.SOURCE, id=ref)
    if source is None:
        return None
    return {
        "kind": "source",
        "id": ref,
        "source": source,
        "repeated_by": fetch(conn, queries.REPEATED_BY, id=ref),
        "claims": fetch(conn, queries.FIRST_SEEN_IN, id=ref, limit=CLAIMS_LISTED),
        "statements": {
            "total": count(conn, queries.COUNT_SOURCE_STATEMENTS, id=ref),
            "rows": fetch(conn, queries.SOURCE_STATEMENTS, id=ref, limit=LISTED),
        },
    }


def view(body: Row, _: Catalogue, site: Site) -> Row:
    """What the template prints beside the body."""
    by_entity: dict[str, list[Row]] = {}
    for row in body["statements"]["rows"]:
        by_entity.setdefault(row["entity"], []).append(row)
    return {
        "by_entity": by_entity,
        "title": body["source"]["title"],
        "report": site.report(body["source"]["title"], f"/source/{body['id']}"),
    }
