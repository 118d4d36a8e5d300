"""The lines of the documents for DuckDB and R do what is said of them; those for pandas tests/judge_export.py runs."""

import re
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from loaders.cli import main
from tests.conftest import ROOT

GUIDE = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
R = shutil.which("Rscript")
PACKAGES = "stopifnot(all(sapply(c('DBI', 'RSQLite', 'jsonlite'), requireNamespace, quietly = TRUE)))"


def lines_for(language: str) -> list[str]:
    """Blocks of the guide in a language."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture
def folder(house: Path, tmp_path: Path) -> Path:
    """A folder with Acme's export where the guide has it."""
    for arguments in (
        ["build", "--data", house, "--out", tmp_path / "ledger.db"],
        ["export", "--db", tmp_path / "ledger.db", "--out", tmp_path / "build/export"],
    ):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert result.exit_code == 0, (result.output, result.exception)
    return tmp_path


def test_duckdb_finds_the_fastest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (query,) = lines_for("sql")
    assert duckdb.execute(query).fetchall() == [
        ("Acme A1", "1000 TFLOP/s", "A1 datasheet", "https://acme.example/a1.pdf"),
    ]


@pytest.mark.skipif(R is None, reason="R is not installed: apt-get install r-base-core")
def test_r_reads_the_table_of_facts(folder: Path) -> None:
    said = run_r(folder, lines_for("r")[0])
    assert said[0].split() == ["entity_name", "stated", "source_title"]
    assert any(line.split()[1:] == ["Acme", "A1", "80", "GB", "A1", "datasheet"] for line in said[1:]), said


@pytest.mark.skipif(R is None, reason="R is not installed: apt-get install r-base-core")
def test_r_reads_the_ledger_itself(folder: Path) -> None:
    if subprocess.run([str(R), "-e", PACKAGES], capture_output=True, check=False).returncode:
        pytest.skip("R has no packages for SQLite: apt-get install r-cran-dbi r-cran-rsqlite r-cran-jsonlite")
    assert run_r(folder, lines_for("r")[1] + "print(sources$n)\n")[-1].startswith("[1] ")


def run_r(folder: Path, lines: str) -> list[str]:
    """What R prints."""
    done = subprocess.run([str(R), "-e", lines], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
