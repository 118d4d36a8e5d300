"""The peer that loading is compared with makes the same tables of the same records."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.loading import load
from bench.peers import TABLES, typed
from bench.records import write_records
from loaders.ddl import columns
from tests.conftest import DATA

OWN = {"id", "statement", "line"}
"""Columns of statements that the peer cannot know: our hash, and where in a file a statement stands."""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same forty records, loaded by us and by the peer."""
    folder = tmp_path_factory.mktemp("peers")
    write_records(folder / "data", 40, DATA)
    load(folder / "data", folder / "ours.db")
    typed(folder / "data", folder / "theirs.db")
    return folder / "ours.db", folder / "theirs.db"


@pytest.mark.parametrize("table", TABLES)
def test_the_peer_writes_the_same_rows(both: tuple[Path, Path], table: str) -> None:
    left_out = OWN if table.startswith("statement") else set()
    names = ", ".join(f"[{name}]" for name in columns(table) if name not in left_out)
    ours, theirs = (_rows(path, f"SELECT {names} FROM [{table}]") for path in both)
    assert theirs == ours


def test_the_peer_makes_the_same_indexes_and_search(both: tuple[Path, Path]) -> None:
    listed = ", ".join(f"'{table}', '{table}_fts'" for table in TABLES)
    query = f"""SELECT tbl_name, (SELECT group_concat(name) FROM pragma_index_info(master.name))
        FROM sqlite_master AS master WHERE tbl_name IN ({listed}) AND sql IS NOT NULL AND type = 'index'
        UNION SELECT name, 'search' FROM sqlite_master WHERE name IN ({listed}) AND name LIKE '%_fts'"""
    ours, theirs = (_rows(path, query) for path in both)
    assert theirs == ours


def _rows(path: Path, query: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(map(repr, connection.execute(query)))
