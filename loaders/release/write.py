"""A release in a folder of its own: the export, what changed since the release before, and the sums of all files."""

import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from loaders.export.edition import Edition, read_edition
from loaders.export.run import LEDGER, export
from loaders.export.sums import SUMS, write_sums
from loaders.history.log import NoHistoryError
from loaders.release.compare import Changelog, compare
from loaders.release.log import compare_log
from loaders.release.text import Former, describe, write_table
from schema.dictionary import Dictionary

LOG = "CHANGES.md"


class NotReleasedError(Exception):
    """Why there is no release, in a sentence."""


Records = tuple[Path, Dictionary]
"""Folder of the records and their dictionary, to be compared with a revision."""


def release(
    database: Path, folder: Path, records: Records, former: Former, address: str = "", known: Iterable[str] = ()
) -> tuple[Path, str]:
    """Write a release below `folder` and return its place and the changelog's section. Raises NotReleasedError.

    `known` are versions that are taken, beside those below `folder`.
    """
    with closing(_opened(database)) as connection:
        edition = _numbered(read_edition(connection, address), {*known, *_names(folder)})
        log = _changelog(former, connection, records)
    place = folder / edition.version
    with _stamped(database, edition) as ledger:
        counts = export(ledger, place, address, edition)
    section = describe(edition, counts, log, former)
    (place / LOG).write_text(f"# What changed\n\n{section}", encoding="utf-8")
    if log:
        write_table(place, log)
    write_sums(place)
    return place, section


def _opened(database: Path) -> sqlite3.Connection:
    if not database.is_file():
        raise NotReleasedError(f"{database} is not there: build it first, as in `make build` or `specledger build`")
    return sqlite3.connect(f"file:{database.resolve()}?mode=ro", uri=True)


@contextmanager
def _stamped(database: Path, edition: Edition) -> Iterator[Path]:
    """A copy of the ledger that knows which release it is, so that pages served from it say so."""
    with TemporaryDirectory() as room:
        copy = Path(room) / LEDGER
        shutil.copyfile(database, copy)
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute("INSERT OR REPLACE INTO build_info VALUES ('version', ?)", (edition.version,))
        yield copy


def newest(folder: Path) -> Path | None:
    """The last release below a folder."""
    found = [path for path in folder.iterdir() if (path / SUMS).is_file()] if folder.is_dir() else []
    return max(found, key=lambda path: [int(part) for part in path.name.split(".") if part.isdigit()], default=None)


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()] if folder.is_dir() else []


def _numbered(edition: Edition, taken: Collection[str]) -> Edition:
    """The edition with the next number of its day."""
    number = next(number for number in range(len(taken) + 1) if replace(edition, number=number).version not in taken)
    return replace(edition, number=number)


def _changelog(former: Former, after: sqlite3.Connection, records: Records) -> Changelog | None:
    if former.place:
        return _since_ledger(former.place, after)
    try:
        return compare_log(former.revision, records[0], after, records[1]) if former.revision else None
    except NoHistoryError as error:
        raise NotReleasedError(f"{former.revision} cannot be compared with: {error}") from None


def _since_ledger(before: Path, after: sqlite3.Connection) -> Changelog:
    ledger = before / LEDGER if before.is_dir() else before
    with closing(_opened(ledger)) as old:
        try:
            return compare(old, after)
        except sqlite3.Error as error:
            raise NotReleasedError(f"{ledger} cannot be read as a ledger ({error})") from None
