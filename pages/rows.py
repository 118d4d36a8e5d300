"""Rows as dictionaries, with their JSON columns read."""

import json
import sqlite3
from typing import Any

Row = dict[str, Any]

JSON_COLUMNS = frozenset({"aliases", "memory_options", "qualifiers", "conditions", "devices", "roles", "statements"})


def fetch(conn: sqlite3.Connection, sql: str, **params: object) -> list[Row]:
    """All rows of `sql`; a JSON column that cannot be read stays the text it is."""
    cursor = conn.execute(sql, params)
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    for name in JSON_COLUMNS.intersection(names):
        for row in rows:
            row[name] = _read(row[name])
    return rows


def fetch_one(conn: sqlite3.Connection, sql: str, **params: object) -> Row | None:
    """The first row of `sql`, or None."""
    return next(iter(fetch(conn, sql, **params)), None)


def count(conn: sqlite3.Connection, sql: str, **params: object) -> int:
    """The number that `sql` counts as its one column."""
    return int(conn.execute(sql, params).fetchone()[0])


def _read(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
