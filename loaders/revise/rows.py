"""Rows of records that are read again leave the ledger, and full-text search follows."""

import json
import sqlite3
from collections.abc import Collection, Iterator

from loaders.ddl import SEARCHED

GONE = "CREATE TEMP TABLE gone (id TEXT PRIMARY KEY, entity TEXT, source TEXT)"
OF_ENTITIES = "entity IN (SELECT id FROM temp.things) AND claim IS NULL"
OF_CLAIMS = "claim IN (SELECT id FROM temp.told)"
STATEMENT_GONE = "statement IN (SELECT id FROM temp.gone)"
# Claims and what is said for a setup go with the claim; what is concluded of a thing goes with the thing.
CONDITIONS: dict[str, tuple[str, ...]] = {
    "statement_entities": (STATEMENT_GONE,),
    "absences": (STATEMENT_GONE,),
    "prices": (STATEMENT_GONE,),
    "recomputed": (STATEMENT_GONE,),
    "disagreements": ("entity IN (SELECT entity FROM temp.gone) AND lowest_statement IN (SELECT id FROM temp.gone)",),
    "facts": ("entity IN (SELECT id FROM temp.things) AND setup IS NULL", f"{OF_CLAIMS} AND setup IS NOT NULL"),
    "coverage": ("entity IN (SELECT id FROM temp.things)",),
    "statements": (OF_ENTITIES, OF_CLAIMS),
    "configurations": ("device IN (SELECT id FROM temp.things)",),
    "identifiers": ("entity IN (SELECT id FROM temp.things)",),
    "setups": (OF_CLAIMS,),
    "devices": ("id IN (SELECT id FROM temp.things)",),
    "systems": ("id IN (SELECT id FROM temp.things)",),
    "models": ("id IN (SELECT id FROM temp.things)",),
    "software": ("id IN (SELECT id FROM temp.things)",),
    "entities": ("id IN (SELECT id FROM temp.things)",),
    "claims": ("id IN (SELECT id FROM temp.told)",),
    "search": (
        "ref IN (SELECT id FROM temp.things) AND kind NOT IN ('claim', 'source')",
        "ref IN (SELECT id FROM temp.told) AND kind = 'claim'",
    ),
}
"""Tables in the order in which their rows go, each with what holds for these rows."""


def remove_rows(connection: sqlite3.Connection, things: Collection[str], claims: Collection[str]) -> None:
    """Delete all that was written of some things and claims; `temp.gone` holds the statements that went."""
    for name, ids in (("things", things), ("told", claims)):
        connection.execute(f"CREATE TEMP TABLE {name} (id TEXT PRIMARY KEY)")
        connection.execute(f"INSERT INTO temp.{name} SELECT value FROM json_each(?)", (json.dumps(sorted(ids)),))  # noqa: S608 - names of our own
    connection.execute(GONE)
    for condition in _asked("statements", claims):
        connection.execute(f"INSERT INTO temp.gone SELECT id, entity, source FROM statements WHERE {condition}")  # noqa: S608
    for table in CONDITIONS:
        for condition in _asked(table, claims):
            if table in SEARCHED:
                connection.execute(_forget(table, condition))
            connection.execute(f"DELETE FROM [{table}] WHERE {condition}")  # noqa: S608 - names of our own


def _asked(table: str, claims: Collection[str]) -> list[str]:
    """Conditions of a table; those of claims where there are any: a ledger that has none is scanned for them."""
    return [condition for condition in CONDITIONS[table] if claims or "temp.told" not in condition]


def _forget(table: str, condition: str) -> str:
    """The command by which FTS5 drops rows whose content is kept elsewhere: it must be told what they said."""
    names = ", ".join(SEARCHED[table])
    return f"INSERT INTO [{table}_fts] ([{table}_fts], rowid, {names}) SELECT 'delete', rowid, {names} FROM [{table}] WHERE {condition}"  # noqa: S608, E501


def last_rows(connection: sqlite3.Connection) -> dict[str, int]:
    """Last row of each table that has a full-text index."""
    return {table: _one(connection, f"SELECT coalesce(max(rowid), 0) FROM [{table}]") for table in SEARCHED}  # noqa: S608


def search_new_rows(connection: sqlite3.Connection, last: dict[str, int]) -> None:
    """Enter rows after the last ones into full-text search."""
    for table, row in last.items():
        names = ", ".join(SEARCHED[table])
        sql = f"INSERT INTO [{table}_fts] (rowid, {names}) SELECT rowid, {names} FROM [{table}] WHERE rowid > ?"  # noqa: S608
        connection.execute(sql, (row,))


def dangling(connection: sqlite3.Connection) -> Iterator[object]:
    """Rows that refer to what has gone."""
    yield from connection.execute("PRAGMA foreign_key_check").fetchall()


def _one(connection: sqlite3.Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])
