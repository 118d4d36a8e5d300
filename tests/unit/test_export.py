"""What is exported can be read again without loss, is described column by column, and harms no spreadsheet."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from loaders.cli import main
from loaders.export.run import LEFT_OUT_OF_WORKBOOK
from loaders.export.shape import WIDE_ORDER, Table, WideFactRow, tables
from loaders.export.text import guarded, read_csv, unguarded
from loaders.export.workbook import sheet_name
from schema.tables import TABLES
from tests.conftest import DATA, DICTIONARY_FILES, HOUSE

SHEETS = [table for table in tables() if table.name not in LEFT_OUT_OF_WORKBOOK]


def run(*arguments: object) -> str:
    """Run a command that ends well."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of Acme's ledger, into which a name has come that a spreadsheet would run as a formula."""
    folder = tmp_path_factory.mktemp("export")
    shutil.copytree(HOUSE, folder / "data")
    for name in DICTIONARY_FILES:
        shutil.copy(DATA / name, folder / "data" / name)
    software = folder / "data/software/acme-serve.yml"
    software.write_text(software.read_text().replace("name: Acme Serve", "name: '=1+1'"))
    run("build", "--data", folder / "data", "--out", folder / "ledger.db")
    run("export", "--db", folder / "ledger.db", "--out", folder / "export")
    return folder / "export"


@pytest.fixture(scope="module")
def ledger_rows(exported: Path) -> dict[str, list[Any]]:
    """Rows of each exported table in the SQLite file of the export."""
    with closing(sqlite3.connect(exported / "ledger.db")) as connection:
        return {table.name: connection.execute(table.sql).fetchall() for table in tables()}


@pytest.mark.parametrize("table", tables(), ids=lambda table: table.name)
def test_csv_read_again_gives_the_same_rows(table: Table, exported: Path, ledger_rows: dict[str, list[Any]]) -> None:
    assert list(read_csv(exported / f"{table.path}.csv", table)) == ledger_rows[table.name]


@pytest.mark.parametrize("table", tables(), ids=lambda table: table.name)
def test_parquet_holds_the_same_rows(table: Table, exported: Path, ledger_rows: dict[str, list[Any]]) -> None:
    found = duckdb.read_parquet(str(exported / f"{table.path}.parquet"))
    assert (found.columns, found.fetchall()) == (table.names, ledger_rows[table.name])


@pytest.mark.parametrize("table", tables(), ids=lambda table: table.name)
def test_json_holds_the_same_rows(table: Table, exported: Path, ledger_rows: dict[str, list[Any]]) -> None:
    def as_object(row: tuple[Any, ...]) -> dict[str, Any]:
        cells = zip(table.columns, row, strict=True)
        return {column.name: json.loads(value) if column.kind == "json" else value for column, value in cells}

    assert json.loads((exported / f"{table.path}.json").read_text()) == list(map(as_object, ledger_rows[table.name]))


@pytest.fixture(scope="module")
def workbook(exported: Path) -> Iterator[Any]:
    book = load_workbook(exported / "ledger.xlsx")
    yield book
    book.close()


@pytest.mark.parametrize("table", SHEETS, ids=sheet_name)
def test_the_workbook_holds_the_same_rows_typed(table: Table, workbook: Any, ledger_rows: dict[str, list[Any]]) -> None:
    sheet = workbook[sheet_name(table)]
    header, *rows = sheet.iter_rows(values_only=True)
    without_empty = [tuple(None if cell == "" else cell for cell in row) for row in ledger_rows[table.name]]
    assert (list(header), rows) == (table.names, without_empty)
    assert sheet.freeze_panes == "A2"
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}


def test_the_workbook_explains_every_column(workbook: Any) -> None:
    assert workbook.sheetnames == ["about", "columns", *map(sheet_name, SHEETS)]
    _, *rows = workbook["columns"].iter_rows(values_only=True)
    wanted = {(sheet_name(table), column.name): column.meaning for table in SHEETS for column in table.columns}
    assert {(row[0], row[1]): row[5] for row in rows} == wanted
    assert ("devices", "memory_gb", "number", "GB", "yes", "Memory in GB of the headline configuration.") in rows


def test_what_a_spreadsheet_would_run_stays_text(exported: Path, workbook: Any) -> None:
    lines = (exported / "tables/software.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in lines] == [["id", "name"], ["acme-serve", "'=1+1"]]
    assert [cell.data_type for cell in workbook["software"]["B"]] == ["s", "s"]
    assert workbook["software"]["B2"].value == "=1+1"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\ta", "\ra", "'", "'=1", "a", "", "1'"])
def test_guarding_is_undone_by_taking_one_apostrophe_off(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_wide_row_says_who_where_and_for_what(exported: Path) -> None:
    facts = json.loads((exported / "facts.json").read_text())
    fact = next(row for row in facts if row["entity"] == "acme-a1" and row["metric"] == "memory_bandwidth")
    assert set(fact) == set(WIDE_ORDER) == set(WideFactRow.model_fields)
    assert {name: fact[name] for name in ("entity_name", "stated", "value", "unit", "per", "source_title", "at")} == {
        "entity_name": "Acme A1", "stated": "3.35 TB/s", "value": 3350.0, "unit": "GB/s", "per": "gpu",
        "source_title": "A1 datasheet", "at": "p. 2",
    }  # fmt: skip


def test_the_package_names_every_table_with_its_rows_and_sum(exported: Path, ledger_rows: dict[str, list[Any]]) -> None:
    package = json.loads((exported / "datapackage.json").read_text())
    assert [resource["name"] for resource in package["resources"]] == ["facts_wide", *TABLES]
    for resource in package["resources"]:
        written = (exported / resource["path"]).read_bytes()
        assert resource["hash"] == f"sha256:{hashlib.sha256(written).hexdigest()}"
        assert (resource["bytes"], resource["rows"]) == (len(written), len(ledger_rows[resource["name"]]))
    statements = next(resource for resource in package["resources"] if resource["name"] == "statements")["schema"]
    assert statements["primaryKey"] == ["id"]
    assert {"fields": ["source"], "reference": {"resource": "sources", "fields": ["id"]}} in statements["foreignKeys"]


def test_croissant_describes_every_column(exported: Path) -> None:
    described = json.loads((exported / "croissant.json").read_text())
    fields = {record["name"]: [field["name"] for field in record["field"]] for record in described["recordSet"]}
    assert fields == {table.name: table.names for table in tables()}
    sums = {file["contentUrl"]: file["sha256"] for file in described["distribution"]}
    assert sums == {path: hashlib.sha256((exported / path).read_bytes()).hexdigest() for path in sums}


def test_sums_cover_every_file(exported: Path) -> None:
    lines = (line.split("  ") for line in (exported / "SHA256SUMS").read_text().splitlines())
    listed = {name: digest for digest, name in lines}
    files = {str(path.relative_to(exported)) for path in exported.rglob("*") if path.is_file()} - {"SHA256SUMS"}
    assert listed == {name: hashlib.sha256((exported / name).read_bytes()).hexdigest() for name in files}


def test_an_export_replaces_an_export_and_nothing_else(exported: Path, tmp_path: Path) -> None:
    ledger, out = exported / "ledger.db", tmp_path / "out"
    run("export", "--db", ledger, "--out", out)
    (out / "tables" / "old.csv").write_text("old")
    assert run("export", "--db", ledger, "--out", out).endswith(f"rows of {len(TABLES) + 1} tables to {out}\n")
    assert not (out / "tables" / "old.csv").exists()
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.md").write_text("mine")
    result = CliRunner().invoke(main, ["export", "--db", str(ledger), "--out", str(tmp_path / "thesis")])
    assert (result.exit_code, result.output) == (
        1,
        f"Error: {tmp_path}/thesis holds something that no export wrote: name another place with --out, or empty it\n",
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "thesis"]


def test_without_a_ledger_the_command_says_what_to_do(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["export", "--db", str(tmp_path / "no.db"), "--out", str(tmp_path / "out")])
    wanted = f"Error: {tmp_path}/no.db is not there: build it first, as in `make build` or `specledger build`\n"
    assert (result.exit_code, result.output) == (1, wanted)
