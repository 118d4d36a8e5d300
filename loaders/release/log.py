"""What differs between a ledger and a revision of its records, told from the repository's log alone."""

import sqlite3
from pathlib import Path, PurePosixPath

from loaders.history.log import edits_between, texts
from loaders.history.rows import History, Row
from loaders.release.compare import Changelog, Difference, What
from schema.dictionary import Dictionary

COMMIT = "SELECT rtrim(value, '+') FROM build_info WHERE key = 'commit' AND value <> 'unknown'"


def compare_log(revision: str, data: Path, connection: sqlite3.Connection, dictionary: Dictionary) -> Changelog:
    """Differences of the records of a ledger and those of a revision. Raises NoHistoryError for an unknown one."""
    (built_from,) = connection.execute(COMMIT).fetchone() or ("HEAD",)
    edits = edits_between(data, revision, built_from)
    blobs = [blob for edit in edits for blob in (edit.before, edit.after) if blob]
    rows = History(connection, dictionary).rows(edits, dict(texts(data, blobs)) if blobs else {}, whole=True)
    found = sorted(map(_difference, rows), key=lambda item: (item.entity, item.metric, item.qualifiers, item.source))
    shown = [
        ((item.entity, item.metric, item.qualifiers, None), item.old, item.new)
        for item in found
        if item.what == "corrected" and item.old and item.new and item.old != item.new
    ]
    return Changelog(tuple(found), tuple(shown))


def _difference(row: Row) -> Difference:
    _, entity, _, metric, qualifiers, source, old, new, kind, _, reason, _, _, file, statement = row
    about = entity or PurePosixPath(file).stem
    return Difference(
        _what(old, new, kind), about, metric, qualifiers, old, new, kind, reason or "", source, statement or ""
    )


def _what(old: str | None, new: str | None, kind: str) -> What:
    if old is None or new is None:
        return "added" if old is None else "withdrawn"
    return "ranked" if kind == "rank" else "corrected"
