"""Fills tables `changes` and `records` of a built ledger: in a copy that replaces it when all is there."""

import json
import shutil
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loaders.ddl import insert
from loaders.history.log import NoHistoryError, edits, texts
from loaders.history.rows import History, Row, record_rows
from loaders.place import beside
from schema.dictionary import Dictionary

COMMIT = "SELECT value FROM build_info WHERE key = 'commit'"
SENTENCE = "SELECT value FROM build_info WHERE key = 'history'"
MAY_LEAD = """SELECT 1 FROM changes WHERE statement IS NULL AND (file, metric, source) IN (
    SELECT file, metric, source FROM statements WHERE id IN (SELECT value FROM json_each(?)))"""
LOST = """UPDATE changes SET statement = NULL
    WHERE statement IS NOT NULL AND statement NOT IN (SELECT id FROM statements)"""
REPLACE = "INSERT OR REPLACE INTO build_info (key, value) VALUES (?, ?)"


@dataclass(frozen=True)
class Told:
    """What became of it: number of changes and of versions that nobody can read, and a sentence about the log."""

    changes: int
    unreadable: int
    sentence: str


def write_history(database: Path, data: Path, dictionary: Dictionary) -> Told:
    """Fill `changes` of a built ledger from the log of `data`."""
    with beside(database) as temporary:
        shutil.copyfile(database, temporary)
        with closing(sqlite3.connect(temporary)) as connection:
            told = fill_history(connection, data, dictionary)
            connection.commit()
    return told


def fill_history(connection: sqlite3.Connection, data: Path, dictionary: Dictionary) -> Told:
    """Fill `changes` from the log of `data`; where there is none, the table is empty and `build_info` says why."""
    try:
        found, why = edits(data), ""
    except NoHistoryError as error:
        found, why = [], str(error)
    blobs = [blob for edit in found for blob in (edit.before, edit.after) if edit.before and edit.after and blob]
    history = History(connection, dictionary) if blobs else None
    rows = list(history.rows(found, dict(texts(data, blobs)))) if history else []
    sentence = why or (f"since {found[0].day}" if found else "no record has been committed yet")
    _write(connection, rows, list(record_rows(found)), sentence)
    return Told(len(rows), history.unreadable if history else 0, sentence)


def relink_history(connection: sqlite3.Connection, data: Path, dictionary: Dictionary, new: Collection[str]) -> None:
    """Let the changes of a revised ledger lead to the statements that it holds; `new` are those it did not hold."""
    if connection.execute(MAY_LEAD, (json.dumps(sorted(new)),)).fetchone():
        fill_history(connection, data, dictionary)
    else:
        connection.execute(LOST)


def keep_history(connection: sqlite3.Connection, old: sqlite3.Connection) -> None:
    """Take over the changes that another ledger holds; those of statements that are no more lead nowhere."""
    (sentence,) = old.execute(SENTENCE).fetchone()
    known = {id_ for (id_,) in connection.execute("SELECT id FROM statements")}
    rows = [
        (*row, statement if statement in known else None) for *row, statement in old.execute("SELECT * FROM changes")
    ]
    _write(connection, rows, old.execute("SELECT * FROM records").fetchall(), sentence)


def knows_history(old: sqlite3.Connection | None, commit: str) -> bool:
    """Whether a ledger holds the changes up to a commit."""
    if old is None:
        return False
    told = old.execute(COMMIT).fetchone()
    return bool(old.execute(SENTENCE).fetchone()) and told is not None and told[0].rstrip("+") == commit.rstrip("+")


def _write(connection: sqlite3.Connection, changes: Sequence[Row], records: Sequence[Row], sentence: str) -> None:
    for table, rows in (("changes", changes), ("records", records)):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own
        connection.executemany(insert(table), rows)
        connection.execute(REPLACE, (f"count_{table}", str(len(rows))))
    connection.execute(REPLACE, ("history", sentence))
    dangling = connection.execute("PRAGMA foreign_key_check(changes)").fetchall()
    assert not dangling, f"changes that refer to nothing: {dangling[:5]}"
