"""The ledger in memory, read from a built database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from analysis.text.ledger import TABLES, Ledger, ledger_from_tables


class NotALedgerError(Exception):
    """A file that is no ledger of this version."""


def read_ledger(path: Path) -> Ledger:
    """Read a built ledger. Raises NotALedgerError with a sentence."""
    if not path.exists():
        raise NotALedgerError(f"There is no {path}: `make build` or `specledger build --out {path}` makes it.")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        try:
            return ledger_from_tables(lambda table: _rows(connection, table))
        except sqlite3.DatabaseError as error:
            raise NotALedgerError(f"{path} cannot be read as a ledger ({error}): build it again.") from None


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    assert table in TABLES, "only the tables that the ledger is made of"
    return (dict(row) for row in connection.execute(f"SELECT * FROM [{table}]"))  # noqa: S608 - one of TABLES
