"""The database is whole, strict, searchable and the same for the same records; a build that fails leaves no trace."""

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from datasette.app import Datasette

from loaders.cli import main
from loaders.ddl import SEARCHED
from loaders.place import beside
from schema.tables import TABLES


def build(house: Path, out: Path) -> str:
    """Build and say what the command says."""
    result = CliRunner().invoke(main, ["build", "--data", str(house), "--out", str(out)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def built(house: Path, tmp_path: Path) -> sqlite3.Connection:
    out = tmp_path / "ledger.db"
    build(house, out)
    connection = sqlite3.connect(out)
    connection.row_factory = sqlite3.Row
    return connection


def test_the_database_is_sound(built: sqlite3.Connection) -> None:
    assert [tuple(row) for row in built.execute("PRAGMA foreign_key_check")] == []
    assert [tuple(row) for row in built.execute("PRAGMA integrity_check")] == [("ok",)]
    strict = {row["name"]: row["strict"] for row in built.execute("PRAGMA table_list") if row["type"] == "table"}
    assert {name: strict[name] for name in TABLES} == dict.fromkeys(TABLES, 1)


def test_a_statement_row_says_everything(built: sqlite3.Connection) -> None:
    row = dict(built.execute("SELECT * FROM statements WHERE stated = '2000 TFLOP/s'").fetchone())
    assert len(row.pop("id")) == 16
    assert {key: value for key, value in row.items() if value is not None} == {
        "entity": "acme-a1", "entity_kind": "device", "metric": "peak_compute", "stated": "2000 TFLOP/s",
        "comparator": "exact", "value": 2000.0, "unit": "TFLOP/s", "precision": "fp8", "sparsity": "sparse",
        "per": "gpu", "stage": "shipped", "qualifiers": '{"precision": "fp8", "sparsity": "sparse"}',
        "source": "acme-a1-datasheet", "at": "p. 3", "basis": "vendor_stated", "rank": "normal",
        "published": "2026-03", "year": 2026, "file": "data/devices/acme/acme-a1.yml", "line": 24,
    }  # fmt: skip


def test_the_wide_row_shows_the_headline_configuration(built: sqlite3.Connection) -> None:
    row = built.execute("SELECT memory_gb, memory_max_gb, memory_options, bandwidth_gb_s FROM devices").fetchone()
    assert tuple(row) == (80.0, 160.0, "[80, 160]", 3350.0)
    rows = built.execute("SELECT edition, headline, memory_gb FROM configurations ORDER BY edition").fetchall()
    assert [tuple(row) for row in rows] == [("large", 0, 160.0), ("plain", 1, 80.0)]


def test_a_run_is_found_from_everything_in_it(built: sqlite3.Connection) -> None:
    query = """SELECT tie.entity, role FROM statement_entities tie JOIN statements ON statements.id = statement
               WHERE metric = 'ratio' ORDER BY tie.entity, role"""
    assert [tuple(row) for row in built.execute(query)] == [
        ("acme-a1", "baseline"), ("acme-a1", "device"), ("acme-m1", "baseline"), ("acme-m1", "model"),
        ("acme-serve", "baseline"), ("acme-serve", "engine"), ("acme-serve", "subject"),
    ]  # fmt: skip


def test_a_setup_like_another_is_written_out(built: sqlite3.Connection) -> None:
    row = built.execute("SELECT device_count, parallelism, engine_version FROM setups WHERE name = 'before'").fetchone()
    assert tuple(row) == (8, "tp8", "0.1")


def test_absences_and_old_ids_are_kept(built: sqlite3.Connection) -> None:
    assert [tuple(row) for row in built.execute("SELECT entity, metric, why FROM absences")] == [
        ("acme-a1", "price", "not_announced")
    ]
    assert [tuple(row) for row in built.execute("SELECT old, new FROM renamed")] == [("acme-alpha", "acme-a1")]


def test_nothing_is_built_when_nothing_changed(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "ledger.db"
    assert build(house, out) == f"built {out} from 9 files\n"
    before = out.stat().st_ino
    assert build(house, out) == f"{out} is up to date\n"
    assert out.stat().st_ino == before


def test_the_same_records_give_the_same_rows(house: Path, tmp_path: Path) -> None:
    dumps = []
    for name in ("one.db", "two.db"):
        build(house, tmp_path / name)
        lines = sqlite3.connect(tmp_path / name).iterdump()
        dumps.append([line for line in lines if "built_at" not in line])
    assert dumps[0] == dumps[1]


def test_a_corrected_figure_keeps_its_address(house: Path, tmp_path: Path) -> None:
    query = "SELECT id FROM statements WHERE metric = 'power'"
    build(house, tmp_path / "one.db")
    record = house / "devices" / "acme" / "acme-a1.yml"
    record.write_text(record.read_text().replace("power: 700 W", "power: 750 W"))
    build(house, tmp_path / "two.db")
    found = [sqlite3.connect(tmp_path / name).execute(query).fetchall() for name in ("one.db", "two.db")]
    assert found[0] == found[1]


def stop_halfway(out: Path) -> None:
    """Write half a file beside another and be interrupted."""
    with beside(out) as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt


def test_a_build_that_stops_leaves_no_litter(tmp_path: Path) -> None:
    out = tmp_path / "ledger.db"
    out.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        stop_halfway(out)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("ledger.db", "old")]


async def test_datasette_finds_the_search_of_every_table(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "ledger.db"
    build(house, out)
    datasette = Datasette(immutables=[str(out)])
    await datasette.invoke_startup()
    database = datasette.get_database("ledger")
    found = {table: await database.fts_table(table) for table in SEARCHED}
    assert found == {table: f"{table}_fts" for table in SEARCHED}
    answer = await datasette.client.get("/ledger/statements.json?_search=700&_shape=array")
    assert [row["stated"] for row in answer.json()] == ["700 W"]
