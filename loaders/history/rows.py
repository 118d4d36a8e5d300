"""Rows of tables `changes` and `records`: every change of every record, tied to the statement it became."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Any

from loaders.history.changes import Change, Document, changes
from loaders.history.figures import Key, UnreadableVersionError, Version, read_version
from loaders.history.log import Edit
from schema.dictionary import Dictionary

Row = tuple[Any, ...]
DOCUMENTS = "SELECT id, publisher, url, published FROM sources"
ENTITIES = "SELECT id FROM entities"
CLAIMS = "SELECT id FROM claims"
STATEMENTS = "SELECT id, file, metric, source, setup, qualifiers FROM statements"


class History:
    """Turns edits into rows, with what the ledger holds today."""

    def __init__(self, connection: sqlite3.Connection, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self.documents = {id_: Document(*known) for id_, *known in connection.execute(DOCUMENTS)}
        self.entities = {row[0] for row in connection.execute(ENTITIES)}
        self.claims = {row[0] for row in connection.execute(CLAIMS)}
        self.statements = {
            (file, metric, source, (setup or "").rpartition("/")[2], qualifiers): id_
            for id_, file, metric, source, setup, qualifiers in connection.execute(STATEMENTS)
        }
        self.unreadable = 0
        self._read: dict[str, Version | None] = {}

    def rows(self, edits: list[Edit], texts: dict[str, str], whole: bool = False) -> Iterator[Row]:
        """A row for each change of a record that was there before, the oldest first; `whole` takes new ones too."""
        for edit in edits:
            if whole or (edit.before and edit.after):
                yield from self._rows(edit, *(self._version(blob, texts) for blob in (edit.before, edit.after)))

    def _version(self, blob: str | None, texts: dict[str, str]) -> Version | None:
        """A version, read once though it is the new one of one edit and the old one of the next; None for no record."""
        if blob is None:
            return Version(None)
        if blob not in self._read:
            try:
                self._read[blob] = read_version(texts[blob], self.dictionary)
            except UnreadableVersionError:
                self._read[blob] = None
        return self._read[blob]

    def _rows(self, edit: Edit, old: Version | None, new: Version | None) -> Iterator[Row]:
        if old is None or new is None:
            self.unreadable += 1
            return
        for change in changes(old, new, self._family, self._document):
            yield self._row(edit, change, new)

    def _family(self, metric: str) -> str:
        return self.dictionary.metrics[metric].trust

    def _document(self, source: str) -> Document:
        return self.documents.get(source, Document(source))

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


def record_rows(edits: Iterable[Edit]) -> Iterator[Row]:
    """A row for each record that is there: since when, and when it was changed last. Edits come the oldest first."""
    days: dict[str, tuple[str, str]] = {}
    for edit in edits:
        since, _ = days.pop(edit.former or edit.file, (edit.day, edit.day))
        if edit.after:
            days[edit.file] = since, edit.day
    return ((file, *told) for file, told in days.items())


def _id(edit: Edit, key: Key, source: str) -> str:
    """Address of a change: the same for the same commit, figure and source."""
    told = json.dumps([edit.commit, edit.file, key, source])
    return blake2b(told.encode(), digest_size=8).hexdigest()
