"""From records to a whole database: written beside the old one, renamed when everything holds."""

import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from analysis.text.ledger import lexicon_rows
from loaders import ddl
from loaders.check.run import Checked, checked_records
from loaders.coverage import write_coverage
from loaders.derive import Deriver
from loaders.findings import write_findings
from loaders.fits import write_fits
from loaders.history.run import fill_history, keep_history, knows_history
from loaders.kept import standing
from loaders.languages import load_languages
from loaders.physics import write_physics
from loaders.place import beside
from loaders.problems import Problem
from loaders.recompute import write_recomputed
from loaders.records import Record
from loaders.rows.entities import dictionary_rows
from loaders.stamp import Digests, code_hash, content_hash, record_digests
from schema.dictionary import Dictionary
from schema.tables import TABLES
from schema.tables.version import VERSION

BATCH = 2000
CODE_ROOT = Path(__file__).resolve().parent.parent
Row = tuple[Any, ...]


class NotBuiltError(Exception):
    """The records have problems; the old database stands as it was."""

    def __init__(self, problems: list[Problem], n_files: int) -> None:
        super().__init__(f"{len(problems)} problems")
        self.problems = problems
        self.n_files = n_files


@dataclass(slots=True)
class Writer:
    """Rows gathered by table and written in batches within one transaction."""

    connection: sqlite3.Connection
    waiting: dict[str, list[Row]] = field(default_factory=dict)

    def add(self, table: str, row: Row) -> None:
        """Take one row."""
        rows = self.waiting.setdefault(table, [])
        rows.append(row)
        if len(rows) >= BATCH:
            self._write(table)

    def _write(self, table: str) -> None:
        self.connection.executemany(ddl.insert(table), self.waiting.pop(table))

    def flush(self) -> None:
        """Write whatever waits."""
        for table in list(self.waiting):
            self._write(table)


Progress = Callable[[int, int], None]


def build(data_root: Path, dictionary: Dictionary, out: Path, commit: str, progress: Progress | None = None) -> Checked:
    """Check all records and build the database at `out`. Raises NotBuiltError and leaves the old one alone."""
    out.parent.mkdir(parents=True, exist_ok=True)
    code = code_hash(CODE_ROOT)
    with (
        standing(out, code) as old, beside(out) as temporary, closing(open_new(temporary)) as connection,
        without_collector(),
    ):  # fmt: skip
        checked = Checked.over(dictionary)
        _fill(connection, data_root, checked, old, progress)
        if checked.problems:
            raise NotBuiltError(checked.problems, checked.n_files)
        checked.digests = record_digests(data_root)
        note_build(connection, commit, code, checked.digests)
        _finish(connection)
        _write_history(connection, data_root, dictionary, old, commit)
    return checked


def open_new(path: Path) -> sqlite3.Connection:
    """A database that is written at one go and thrown away when that fails."""
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("page_size = 8192", "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


@contextmanager
def without_collector() -> Iterator[None]:
    """Records hold no cycles, and the cyclic collector walks all of them again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _fill(
    connection: sqlite3.Connection, data_root: Path, checked: Checked, old: sqlite3.Connection | None,
    progress: Progress | None,
) -> None:  # fmt: skip
    """Rows of the dictionary and all records, then of what follows from them."""
    connection.execute("BEGIN")
    for statement in ddl.create_tables():
        connection.execute(statement)
    writer = Writer(connection)
    _write_dictionary(writer, data_root, checked.catalogue.dictionary)
    deriver = Deriver(checked.catalogue)
    for done, record in enumerate(checked_records(data_root, checked)):
        _write_record(record, deriver, writer, checked)
        if progress:
            progress(done, checked.n_files)
    if not checked.problems:
        _conclude(connection, data_root, checked, deriver, writer, old)


def _write_dictionary(writer: Writer, data_root: Path, dictionary: Dictionary) -> None:
    for table, row in dictionary_rows(dictionary):
        writer.add(table, row)
    for row in lexicon_rows(dictionary, load_languages(data_root, dictionary)):
        writer.add("lexicon", row)


def _conclude(
    connection: sqlite3.Connection, data_root: Path, checked: Checked, deriver: Deriver, writer: Writer,
    old: sqlite3.Connection | None,
) -> None:  # fmt: skip
    """Rows that need all records: counts of sources, old addresses, findings, fits."""
    for table, row in deriver.closing_rows():
        writer.add(table, row)
    writer.flush()
    # An id may stand both in its record's former_ids and in data/renamed.yml.
    renamed = ddl.insert("renamed").replace("INSERT", "INSERT OR IGNORE", 1)
    connection.executemany(renamed, checked.renamed.new.items())
    write_coverage(connection, checked.catalogue.dictionary)
    write_findings(connection, checked.catalogue)
    write_physics(connection)
    write_recomputed(connection, checked.catalogue.dictionary)
    write_fits(connection, data_root, old)


def _write_record(record: Record, deriver: Deriver, writer: Writer, checked: Checked) -> None:
    """Rows of a record; once there are problems nothing more is written, for nothing of it will stay."""
    if checked.problems or record.head is None:
        return
    for table, row in deriver.rows(record):
        writer.add(table, row)


def note_build(connection: sqlite3.Connection, commit: str, code: str, digests: Digests) -> None:
    """Write down what the ledger was built of, when, and how many rows there are of each kind."""
    built = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    facts = {"commit": commit, "code_hash": code, "built_at": built, "content_hash": content_hash(digests)}
    counts = [(f"count_{table}", str(_count(connection, table))) for table in TABLES if table != "build_info"]
    rows = [*facts.items(), ("schema_version", str(VERSION)), *counts]
    connection.executemany(ddl.insert("build_info").replace("INSERT", "INSERT OR REPLACE", 1), rows)


def _finish(connection: sqlite3.Connection) -> None:
    """Indexes, search, statistics, and the proof that every reference leads somewhere."""
    for statement in (*ddl.create_indexes(), *ddl.create_search()):
        connection.execute(statement)
    dangling = connection.execute("PRAGMA foreign_key_check").fetchall()
    if dangling:
        raise AssertionError(f"rows that refer to nothing: {dangling[:5]}")
    connection.execute("COMMIT")
    connection.execute("ANALYZE")


def _write_history(
    connection: sqlite3.Connection, data_root: Path, dictionary: Dictionary, old: sqlite3.Connection | None, commit: str
) -> None:
    """Changes of the records, read from the repository's log, or taken over where nothing was committed since."""
    connection.execute("BEGIN")
    if old is not None and knows_history(old, commit):
        keep_history(connection, old)
    else:
        fill_history(connection, data_root, dictionary)
    connection.execute("COMMIT")


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM [{table}]").fetchone()[0])  # noqa: S608 - names of our own
