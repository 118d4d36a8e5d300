"""The ledger that stands already, asked by the next build for what has not changed since."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

Row = tuple[Any, ...]


@contextmanager
def standing(out: Path, code: str) -> Iterator[sqlite3.Connection | None]:
    """The ledger at `out`, for reading; None where there is none that code of this digest built."""
    try:
        old = sqlite3.connect(f"{out.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        yield None
        return
    with closing(old):
        yield old if _code_of(old) == code else None


def _code_of(old: sqlite3.Connection) -> str | None:
    try:
        found = old.execute("SELECT value FROM build_info WHERE key = 'code_hash'").fetchone()
    except sqlite3.Error:  # a ledger of other days, or no database at all
        return None
    return str(found[0]) if found else None


def same(sql: str, new: sqlite3.Connection, old: sqlite3.Connection, *parameters: str) -> bool:
    """Whether both ledgers answer `sql` with the same rows."""
    return new.execute(sql, parameters).fetchall() == old.execute(sql, parameters).fetchall()


def unchanged(sql: str, new: sqlite3.Connection, old: sqlite3.Connection, *parameters: str) -> frozenset[str]:
    """First columns of `sql`, which orders by it, whose rows are the same in both ledgers."""
    before = _by_first(old, sql, parameters)
    return frozenset(key for key, rows in _by_first(new, sql, parameters).items() if before.get(key) == rows)


def _by_first(connection: sqlite3.Connection, sql: str, parameters: tuple[str, ...]) -> dict[str, list[Row]]:
    return {key: list(rows) for key, rows in groupby(connection.execute(sql, parameters), key=lambda row: str(row[0]))}
