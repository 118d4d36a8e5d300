"""Loading apart from deriving: records checked and written as the rows that they are, and the floor below that."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from loaders import ddl
from loaders.build import Writer, open_new
from loaders.check.run import Checked, checked_records
from loaders.derive import Deriver, Named
from loaders.dictionary import load_dictionary
from loaders.lines import default_per, told
from loaders.records import Record
from loaders.rows.entities import dictionary_rows, source_row
from loaders.rows.statements import Place

TABLES = (
    "metrics", "words", "entities", "organizations", "benchmarks", "software", "sources", "identifiers", "renamed",
    "claims", "setups", "statements", "statement_entities", "absences", "prices", "search",
)  # fmt: skip
"""Tables that hold what the records say; all others follow from them."""


class Loader(Deriver):
    """Rows of records without what follows from them."""

    def _entity(self, record: Record) -> Iterator[Named]:
        place = Place(record.id, record.kind, default_per(record), None, record.file.name)
        for part in told(record, self.catalogue):
            yield from self._lines(part.lines, place, record)


def load(data_root: Path, out: Path) -> None:
    """Check all records and write their rows, with indexes, search and statistics."""
    with closing(open_new(out)) as connection:
        connection.execute("BEGIN")
        _create(connection)
        writer = Writer(connection)
        checked = Checked.over(load_dictionary(data_root))
        loader = Loader(checked.catalogue)
        for table, row in dictionary_rows(checked.catalogue.dictionary):
            writer.add(table, row)
        for record in checked_records(data_root, checked):
            for table, row in loader.rows(record):
                writer.add(table, row)
        for record in loader.bundled_sources:
            writer.add("sources", source_row(record, loader.per_source[record.id]))
        if checked.problems:
            raise ValueError(checked.problems[:3])
        writer.flush()
        _finish(connection)


def ready_rows(loaded: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a loaded database, by table, as the tuples that are inserted."""
    with closing(sqlite3.connect(loaded)) as connection:
        return {table: connection.execute(ddl.select(table)).fetchall() for table in TABLES}


def write_ready(rows: dict[str, list[tuple[object, ...]]], out: Path) -> None:
    """The floor of writing: ready tuples in one transaction, then indexes, search and statistics."""
    with closing(open_new(out)) as connection:
        connection.execute("BEGIN")
        _create(connection)
        for table, held in rows.items():
            connection.executemany(ddl.insert(table), held)
        _finish(connection)


def _create(connection: sqlite3.Connection) -> None:
    for statement in ddl.create_tables():
        connection.execute(statement)


def _finish(connection: sqlite3.Connection) -> None:
    for statement in (*ddl.create_indexes(), *ddl.create_search()):
        if any(f"[{table}]" in statement or f"[{table}_fts]" in statement for table in TABLES):
            connection.execute(statement)
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
