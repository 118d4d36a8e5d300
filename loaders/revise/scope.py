"""Which records have to be read again when some files have changed."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from loaders.files import RecordFile, record_file

CLAIMS_ABOUT = """SELECT DISTINCT claim, file FROM statements
    WHERE entity IN (SELECT value FROM json_each(?)) AND claim IS NOT NULL AND setup IS NULL"""
ABOUT = """SELECT DISTINCT claim, entity FROM statements
    WHERE claim IN (SELECT value FROM json_each(?)) AND setup IS NULL"""
FILES = "SELECT id, file FROM entities WHERE id IN (SELECT value FROM json_each(?))"


@dataclass(slots=True)
class Scope:
    """Ids of what is written anew, and the files that hold it now; a record that is gone has no file."""

    entities: set[str] = field(default_factory=set)
    claims: set[str] = field(default_factory=set)
    files: dict[str, RecordFile] = field(default_factory=dict)

    @property
    def ids(self) -> set[str]:
        """Ids of things and claims."""
        return self.entities | self.claims

    @property
    def gone(self) -> set[str]:
        """Ids of which there is no file any more."""
        return self.ids - {file.id for file in self.files.values()}

    def add(self, file: RecordFile) -> None:
        """Enter a record that lies, or lay, in this file."""
        (self.claims if file.kind == "claim" else self.entities).add(file.id)
        if file.path.exists():
            self.files[file.name] = file

    def in_order(self) -> list[RecordFile]:
        """Files as a build reads them: claims before the things that they speak of."""
        return sorted(self.files.values(), key=lambda file: (file.kind != "claim", file.kind, file.path))


def changed_files(data_root: Path, paths: Iterable[str]) -> list[RecordFile] | None:
    """The files as records; None where one of them is no record that stands alone."""
    found = [record_file(Path(path), data_root) for path in paths]
    alone = [file for file in found if file and not file.is_bundle]
    return alone if len(alone) == len(found) else None


def scope_of(changed: Iterable[RecordFile], old: sqlite3.Connection, data_root: Path) -> Scope | None:
    """What the changed files bring with them: what a claim speaks of, and what other claims say of that.

    Statements of claims about a thing itself are grouped with its own. None where such a thing or claim stands in a
    file that cannot be read alone.
    """
    scope = Scope()
    for file in changed:
        scope.add(file)
    about = {about for _, about in _asked(old, ABOUT, scope.claims)}
    for _, name in _asked(old, FILES, about - scope.entities):
        if not _brought(scope, name, data_root):
            return None
    for claim, name in _asked(old, CLAIMS_ABOUT, scope.entities):
        if claim not in scope.claims and not _brought(scope, name, data_root):
            return None
    return scope


def _brought(scope: Scope, name: str, data_root: Path) -> bool:
    """Whether the record in the named file could be entered."""
    files = changed_files(data_root, [str(data_root.parent / name)])
    for file in files or ():
        scope.add(file)
    return files is not None


def _asked(old: sqlite3.Connection, sql: str, ids: Collection[str]) -> Iterator[tuple[str, str]]:
    yield from old.execute(sql, (json.dumps(sorted(ids)),)).fetchall()
