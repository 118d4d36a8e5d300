"""The five queries of the ledger give the same rows in SQLite and, from the Parquet files, in DuckDB."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.scale_out import QUERIES, compare, duckdb, join_runs, rounded, sqlite
from loaders.cli import main


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of the built ledger."""
    out = tmp_path_factory.mktemp("export") / "export"
    result = CliRunner().invoke(main, ["export", "--out", str(out)])
    assert result.exit_code == 0, (result.output, result.exception)
    return out


def test_both_give_the_same_rows(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare({"SQLite": sqlite(exported), "DuckDB": duckdb(exported)})
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == len(QUERIES) == 5
    for line in lines:
        assert line.endswith("equal")
        assert int(line[34:41]) > 0, line


def test_another_answer_is_noticed(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask = sqlite(exported)
    assert not compare({"SQLite": ask, "Other": lambda sql: list(ask(sql))[1:]})
    assert "DIFFERENT" in capsys.readouterr().out


def test_a_log_of_runs_joins_the_ledger(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    join_runs(exported, 10_000)
    assert capsys.readouterr().out.startswith("10000 made-up runs")


def test_numbers_are_compared_to_nine_digits() -> None:
    assert rounded([(0.1 + 0.2, "a", None, 3)]) == [(0.3, "a", None, 3.0)]
