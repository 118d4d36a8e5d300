"""The home page: what this is, what it holds, where to go in."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.rows import Row, fetch, fetch_one

NEWEST = 8
SHARPEST = 6


def read(conn: sqlite3.Connection, catalogue: Catalogue) -> Row:
    """Counts, the newest claims and the widest disagreements."""
    return {
        "counts": fetch_one(conn, queries.COUNTS),
        "build": catalogue.build,
        "claims": fetch(conn, queries.NEWEST_CLAIMS, limit=NEWEST),
        "open": fetch(conn, queries.SHARPEST, state="open", limit=SHARPEST),
        "ranked": fetch(conn, queries.SHARPEST, state="ranked", limit=SHARPEST),
    }
