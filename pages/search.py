"""The search: exact names first, then names that hold every part, then full text by relevance."""

import sqlite3
from collections.abc import Callable

from pages import queries
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.rows import Row, fetch
from pages.spelling import Names, parts

KINDS = (*ENTITY_KINDS, "claim", "source")
LISTED = 50
SUGGESTED = 5


def read(conn: sqlite3.Connection, catalogue: Catalogue, query: str, kind: str | None) -> Row:
    """What is found for `query` among all kinds or one, and what may have been meant when nothing is."""
    rows = catalogue.search

    def kept(key: str) -> bool:
        return kind in (None, rows[key]["kind"])

    found = _by_name(query, catalogue.names_written, rows, kept)
    for row in _by_text(conn, query):
        if row["id"] in rows and kept(row["id"]):
            found.setdefault(row["id"], {**row, "match": "text"})
    results = [_result(row) for row in found.values()][:LISTED]
    near = [] if results else catalogue.names_written.nearest(query, SUGGESTED, kept if kind else None)
    suggestions = [_result({**rows[key], "match": "near"}) for key in near]
    return {"query": query, "kind": kind, "results": results, "suggestions": suggestions}


def _by_name(query: str, names: Names, rows: dict[str, Row], kept: Callable[[str], bool]) -> dict[str, Row]:
    """Exact names and ids first, then names with every part of the query, short ones first."""
    wanted = parts(query)
    if not wanted:
        return {}
    exact = {name.key for name in names.exactly(query) if kept(name.key)}
    partly = {name.key for name in names.holding(wanted) if kept(name.key)} - exact
    ranked = [("exact", key) for key in sorted(exact, key=lambda key: _kind_then_length(rows[key]))]
    ranked += [("name", key) for key in sorted(partly, key=lambda key: _kind_then_length(rows[key]))]
    return {key: {**rows[key], "match": match} for match, key in ranked}


def _kind_then_length(row: Row) -> tuple[int, int, str]:
    return KINDS.index(row["kind"]), len(row["title"]), row["id"]


def _by_text(conn: sqlite3.Connection, query: str) -> list[Row]:
    """Rows whose text holds every word of the query, by relevance where the ledger has a full-text index."""
    words = ["".join(c if c.isalnum() else " " for c in word).split() for word in query.split()]
    terms = [f'"{" ".join(word)}"*' for word in words if word]
    if not terms:
        return []
    try:
        return fetch(conn, queries.FULL_TEXT, match=" ".join(terms), limit=LISTED)
    except sqlite3.OperationalError:
        return fetch(conn, queries.PLAIN_TEXT, like=_like(query), limit=LISTED)


def _like(query: str) -> str:
    escaped = query.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _result(row: Row) -> Row:
    path = f"/{row['kind']}/{row['ref']}"
    return {"kind": row["kind"], "id": row["ref"], "title": row["title"], "path": path, "match": row["match"]}
