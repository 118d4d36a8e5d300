"""Fills table `changes` of a built ledger: in a copy beside it that replaces it when all is there."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from loaders.build import beside
from loaders.ddl import insert
from loaders.history.log import Edit, NoHistoryError, edits, texts
from loaders.history.rows import History
from schema.dictionary import Dictionary

REPLACE = "INSERT OR REPLACE INTO build_info (key, value) VALUES (?, ?)"


@dataclass(frozen=True)
class Told:
    """What became of it: number of changes and of versions that nobody can read, and a sentence about the log."""

    changes: int
    unreadable: int
    sentence: str


def write_history(database: Path, data: Path, dictionary: Dictionary) -> Told:
    """Fill `changes` from the log of `data`; where there is none, the table is empty and `build_info` says why."""
    try:
        found, why = edits(data), ""
    except NoHistoryError as error:
        found, why = [], str(error)
    with beside(database) as temporary:
        shutil.copyfile(database, temporary)
        with closing(sqlite3.connect(temporary)) as connection:
            told = _fill(connection, data, dictionary, found, why)
            connection.commit()
    return told


def _fill(connection: sqlite3.Connection, data: Path, dictionary: Dictionary, found: list[Edit], why: str) -> Told:
    blobs = [blob for edit in found for blob in (edit.before, edit.after) if edit.before and edit.after and blob]
    history = History(connection, dictionary)
    rows = list(history.rows(found, dict(texts(data, blobs)) if blobs else {}))
    connection.execute("DELETE FROM changes")
    connection.executemany(insert("changes"), rows)
    sentence = why or (f"since {found[0].day}" if found else "no record has been committed yet")
    connection.executemany(REPLACE, [("history", sentence), ("count_changes", str(len(rows)))])
    dangling = connection.execute("PRAGMA foreign_key_check(changes)").fetchall()
    assert not dangling, f"changes that refer to nothing: {dangling[:5]}"
    return Told(len(rows), history.unreadable, sentence)
