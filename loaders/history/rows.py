"""Rows of table `changes`: every change of every record, tied to the statement it became."""

import json
import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Any

from loaders.history.changes import Change, changes
from loaders.history.figures import Key, UnreadableVersionError, Version, read_version
from loaders.history.log import Edit
from schema.dictionary import Dictionary

Row = tuple[Any, ...]
PUBLISHERS = "SELECT id, publisher FROM sources"
ENTITIES = "SELECT id FROM entities"
CLAIMS = "SELECT id FROM claims"
STATEMENTS = "SELECT id, file, metric, source, setup, qualifiers FROM statements"


class History:
    """Turns edits into rows, with what the ledger holds today."""

    def __init__(self, connection: sqlite3.Connection, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self.publishers = dict(connection.execute(PUBLISHERS).fetchall())
        self.entities = {row[0] for row in connection.execute(ENTITIES)}
        self.claims = {row[0] for row in connection.execute(CLAIMS)}
        self.statements = {
            (file, metric, source, (setup or "").rpartition("/")[2], qualifiers): id_
            for id_, file, metric, source, setup, qualifiers in connection.execute(STATEMENTS)
        }
        self.unreadable = 0

    def rows(self, edits: list[Edit], texts: dict[str, str]) -> Iterator[Row]:
        """A row for each change of a record that was there before, the oldest first."""
        for edit in edits:
            if edit.before and edit.after:
                yield from self._rows(edit, texts[edit.before], texts[edit.after])

    def _rows(self, edit: Edit, before: str, after: str) -> Iterator[Row]:
        try:
            old, new = (read_version(text, self.dictionary) for text in (before, after))
        except UnreadableVersionError:
            self.unreadable += 1
            return
        for change in changes(old, new, self._family, self._publisher):
            yield self._row(edit, change, new)

    def _family(self, metric: str) -> str:
        return self.dictionary.metrics[metric].trust

    def _publisher(self, source: str) -> str:
        return str(self.publishers.get(source, source))

    def _row(self, edit: Edit, change: Change, version: Version) -> Row:
        stem = PurePosixPath(edit.file).stem
        entity = stem if stem in self.entities else version.about if version.about in self.entities else None
        metric, scope, setup, part = change.key
        qualifiers = json.dumps(dict(scope), ensure_ascii=False)
        written = json.dumps({name: value for name, value in scope if name != "over"}, ensure_ascii=False)
        statement = self.statements.get((edit.file, metric, change.source, setup, written)) if not part else None
        return (
            _id(edit, change.key, change.source), entity, stem if stem in self.claims else None, metric, qualifiers,
            change.source, change.old, change.new, change.kind, edit.day, change.reason, edit.subject, edit.commit,
            edit.file, statement,
        )  # fmt: skip


def _id(edit: Edit, key: Key, source: str) -> str:
    """Address of a change: the same for the same commit, figure and source."""
    told = json.dumps([edit.commit, edit.file, key, source])
    return blake2b(told.encode(), digest_size=8).hexdigest()
