"""Whatever a record says is text everywhere it goes: CSV, JSON, XLSX, JSON-LD, citations, agents."""

import csv
import io
import json
import re
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from loaders.cli import main
from tests.pages.conftest import build_house, serving

EVIL = '=cmd|"/c calc"!A1 <script>alert(1)</script> </script><svg onload=alert(2)>'
CHANGES = {
    "name: Acme A1": f"name: '{EVIL}'",
    "title: A1 datasheet": f"title: '{EVIL}'",
    "at: p. 2": f"at: '{EVIL}'",
}


@pytest.fixture(scope="module")
def evil_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Acme's ledger with formulas and markup for names, titles and places."""
    return build_house(tmp_path_factory.mktemp("evil"), CHANGES)


async def test_a_table_as_csv_holds_the_text_as_it_is(evil_ledger: Path) -> None:
    async with serving(evil_ledger) as datasette:
        answer = await datasette.client.get("/ledger/devices.csv")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [row["name"] for row in csv.DictReader(io.StringIO(answer.text))] == [EVIL]


async def test_json_is_never_taken_for_a_page(evil_ledger: Path) -> None:
    async with serving(evil_ledger) as datasette:
        answers = [await datasette.client.get(path) for path in ("/device/acme-a1.json", "/ledger/devices.json")]
    for answer in answers:
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert EVIL in json.dumps(answer.json(), ensure_ascii=False).replace('\\"', '"')


async def test_json_within_a_page_ends_where_it_should(evil_ledger: Path) -> None:
    async with serving(evil_ledger) as datasette:
        pages = [(await datasette.client.get(path)).text for path in ("/device/acme-a1", "/source/acme-a1-datasheet")]
    for page in pages:
        assert "<svg onload" not in page
        for block in re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL):
            assert EVIL in json.dumps(json.loads(block), ensure_ascii=False).replace('\\"', '"')


def test_a_workbook_holds_texts_and_no_formulas(evil_ledger: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["export", "--db", str(evil_ledger), "--out", str(tmp_path / "export")])
    assert run.exit_code == 0, run.output
    cells = [cell for book in (tmp_path / "export").rglob("*.xlsx") for cell in _cells(book)]
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
    assert EVIL in [cell.value for cell in cells]


def _cells(book: Path) -> list[openpyxl.cell.Cell]:
    return [cell for sheet in openpyxl.load_workbook(book) for row in sheet.iter_rows() for cell in row]
