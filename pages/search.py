"""The search: exact names first, then names that hold every part, then full text by relevance."""

import sqlite3

from pages import queries
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.rows import Row, fetch
from pages.spelling import contains, nearest, parts, squeezed

KINDS = (*ENTITY_KINDS, "claim", "source")
LISTED = 50
SUGGESTED = 5


def read(conn: sqlite3.Connection, catalogue: Catalogue, query: str, kind: str | None) -> Row:
    """What is found for `query` among all kinds or one, and what may have been meant when nothing is."""
    rows = [row for row in catalogue.search if kind in (None, row["kind"])]
    found = _by_name(query, rows)
    for row in _by_text(conn, query):
        if kind in (None, row["kind"]):
            found.setdefault(row["id"], {**row, "match": "text"})
    results = [_result(row) for row in found.values()][:LISTED]
    return {"query": query, "kind": kind, "results": results, "suggestions": [] if results else _meant(query, rows)}


def _by_name(query: str, rows: list[Row]) -> dict[str, Row]:
    """Exact names and ids first, then names with every part of the query, short ones first."""
    whole, wanted = squeezed(query), parts(query)
    if not wanted:
        return {}
    exact = [row for row in rows if whole in {squeezed(name) for name in spellings(row)}]
    partly = [row for row in rows if any(contains(wanted, parts(name)) for name in spellings(row))]
    ranked = [("exact", row) for row in sorted(exact, key=_kind_then_length)]
    ranked += [("name", row) for row in sorted(partly, key=_kind_then_length)]
    found: dict[str, Row] = {}
    for match, row in ranked:
        found.setdefault(row["id"], {**row, "match": match})
    return found


def _kind_then_length(row: Row) -> tuple[int, int, str]:
    return KINDS.index(row["kind"]), len(row["title"]), row["id"]


def spellings(row: Row) -> list[str]:
    """Every name of a search row: title, id and its other names."""
    return [row["title"], row["ref"], *filter(None, str(row["names"]).split(" · "))]


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


def _meant(query: str, rows: list[Row]) -> list[Row]:
    by_id = {row["id"]: row for row in rows}
    names = ((row["id"], name) for row in rows for name in spellings(row))
    return [_result({**by_id[key], "match": "near"}) for key in nearest(query, names, SUGGESTED)]


def _result(row: Row) -> Row:
    path = f"/{row['kind']}/{row['ref']}"
    return {"kind": row["kind"], "id": row["ref"], "title": row["title"], "path": path, "match": row["match"]}
