"""One query for a whole table and for the few things of it that a revision of the ledger names."""

import json
import sqlite3
from collections.abc import Collection

Only = Collection[str] | None
"""Ids that a table is filled for; None for all."""


def among(
    connection: sqlite3.Connection, sql: str, column: str, only: Only, *parameters: str, order: str = ""
) -> sqlite3.Cursor:
    """Rows of `sql`, which ends in a condition, whose `column` is among the ids, ordered by `order`."""
    last = f" ORDER BY {order}" if order else ""
    if only is None:
        return connection.execute(sql + last, parameters)
    listed = f" AND {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - columns of our own
    return connection.execute(sql + listed + last, (*parameters, json.dumps(sorted(only))))
