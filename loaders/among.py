"""One query for a whole table and for the few things of it that a revision of the ledger names."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import Any

Only = Collection[str] | None
"""Ids that a table is filled for; None for all."""


Row = tuple[Any, ...]


def among(
    connection: sqlite3.Connection, sql: str, column: str, only: Only, *parameters: str, order: str = ""
) -> sqlite3.Cursor:
    """Rows of `sql`, which ends in a condition, whose `column` is among the ids, ordered by `order`."""
    last = f" ORDER BY {order}" if order else ""
    if only is None:
        return connection.execute(sql + last, parameters)
    listed = f" AND {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - columns of our own
    return connection.execute(sql + listed + last, (*parameters, json.dumps(sorted(only))))


def merged(ids: Iterable[str], rows: Iterable[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Each id with the rows that begin with it, none where there are none; both in the order of the ids.

    So a table of any length is read beside another without being held.
    """
    groups = groupby(rows, key=lambda row: row[0])
    waiting = next(groups, None)
    for id_ in ids:
        while waiting and waiting[0] < id_:
            waiting = next(groups, None)
        found = waiting and waiting[0] == id_
        yield id_, list(waiting[1]) if waiting and found else []
