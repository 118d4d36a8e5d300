"""The shelf of the served ledger: its devices read once, its models when they are asked for."""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

from analysis.hosting.shelf import Shelf
from pages.rows import Row, fetch
from pages.visit import CATALOGUE_LIMIT_MS, in_ledger

_SHELVES: WeakKeyDictionary[Any, Shelf] = WeakKeyDictionary()


def fetching(conn: sqlite3.Connection) -> Callable[..., Iterable[Row]]:
    """Rows of an SQL text from this connection."""
    return lambda sql, **parameters: fetch(conn, sql, **parameters)


async def shelf_of(datasette: Any) -> Shelf:
    """The shelf of the served ledger, read at first use. Raises RefusedError (503).

    Its own connection is not to be used again: pass another one to whatever reads on.
    """
    if datasette not in _SHELVES:
        await in_ledger(datasette, lambda conn: shelf_on(datasette, conn), CATALOGUE_LIMIT_MS)
    return _SHELVES[datasette]


def shelf_on(datasette: Any, conn: sqlite3.Connection) -> Shelf:
    """The same for whoever holds a connection: one shelf serves all connections, since the ledger never changes."""
    if datasette not in _SHELVES:
        _SHELVES[datasette] = Shelf(fetching(conn))
    return _SHELVES[datasette]
