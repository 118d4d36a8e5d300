"""A ledger of a million statements: a small one, built as any other, whose rows are copied under further ids."""

import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

from bench.records import write_records
from loaders import ddl
from loaders.build import build
from loaders.dictionary import load_dictionary

THINGS = {"entities": ("id",), "devices": ("id",), "models": ("id",), "search": ("id", "ref")}
SAID = {"statements": ("id",), "statement_entities": ("statement",), "facts": ("statement",)}
"""Tables that grow, and their columns that are told apart in each copy."""
RECORDS = 1_000
THINGS_COPIED = 12
"""Copies of each thing: the statements, which are copied oftener, are spread over them."""


def make(out: Path, statements: int, dictionary: Path) -> int:
    """Write a ledger of at least so many statements at `out`; how many it has."""
    data = out.parent / "data"
    write_records(data, RECORDS, dictionary)
    with patch("loaders.build.write_fits"):
        build(data, load_dictionary(data), out, "unknown")
    with closing(sqlite3.connect(out, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = OFF")
        _strip(connection)
        held = int(connection.execute("SELECT count(*) FROM statements").fetchone()[0])
        for table, ids in THINGS.items():
            _copy(connection, table, ids, THINGS_COPIED + 1)
        for table, ids in SAID.items():
            _copy(connection, table, ids, -(-statements // held))
        for statement in (*ddl.create_indexes(), *ddl.create_search()):
            connection.execute(statement)
        connection.execute("ANALYZE")
        return int(connection.execute("SELECT count(*) FROM statements").fetchone()[0])


def _strip(connection: sqlite3.Connection) -> None:
    """Drop indexes and search, which are quicker made at the end."""
    named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    for (name,) in named:
        connection.execute(f"DROP INDEX [{name}]")
    for table in ddl.SEARCHED:
        connection.execute(f"DROP TABLE [{table}_fts]")


def _copy(connection: sqlite3.Connection, table: str, ids: tuple[str, ...], times: int) -> None:
    """Add `times - 1` copies of a table's rows; the number of the copy stands behind each id."""
    columns = ddl.columns(table)
    copied = {name: f"[{name}] || '-' || n" for name in ids}
    if "entity" in columns:
        copied["entity"] = f"[entity] || '-' || (1 + n % {THINGS_COPIED})"
    picked = ", ".join(copied.get(name, f"[{name}]") for name in columns)
    named = ", ".join(f"[{name}]" for name in columns)
    connection.execute("BEGIN")
    connection.execute(f"CREATE TEMP TABLE first_{table} AS SELECT {named} FROM [{table}]")
    connection.execute(
        "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?) "
        f"INSERT INTO [{table}] ({named}) SELECT {picked} FROM copies, first_{table}",
        (times - 1,),
    )
    connection.execute("COMMIT")
