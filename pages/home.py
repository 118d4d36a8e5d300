"""The home page: what this is, what it holds, where to go in."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, fetch, fetch_one

NEWEST = 8
SHARPEST = 4


def read(conn: sqlite3.Connection, catalogue: Catalogue) -> Row:
    """Counts, the newest claims and the widest disagreements."""
    return {
        "counts": fetch_one(conn, queries.COUNTS),
        "build": catalogue.build,
        "claims": [_with_finding(conn, row) for row in fetch(conn, queries.NEWEST_CLAIMS, limit=NEWEST)],
        "open": fetch(conn, queries.SHARPEST, state="open", limit=SHARPEST),
        "ranked": fetch(conn, queries.SHARPEST, state="ranked", limit=SHARPEST),
    }


def _with_finding(conn: sqlite3.Connection, claim: Row) -> Row:
    """A claim with the gravest finding about it, if there is any."""
    found = fetch_one(conn, queries.CLAIM_FINDINGS, id=claim["id"])
    return {**claim, "finding": found and {name: found[name] for name in ("level", "message", "statement")}}
