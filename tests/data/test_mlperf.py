"""The rows of MLPerf match the official files, one by one, and so do the claims that they load as."""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from loaders.importers.command import import_
from loaders.importers.mlperf import read_results, read_rows
from loaders.importers.results import NotResultsError
from tests.conftest import DATA, ROOT

ROUNDS = {"v4.1": 337, "v5.1": 416, "v6.0": 401}
FIELDS = {
    "version": "round", "ID": "entry", "Suite": "suite", "Category": "division", "Availability": "availability",
    "Submitter": "submitter", "System": "system", "Platform": "platform", "Accelerator": "accelerator",
    "Model": "benchmark", "UsedModel": "model", "Scenario": "scenario", "Performance_Units": "unit",
    "weight_data_types": "weights", "Software": "software", "Location": "location",
}  # fmt: skip
NUMBERS = {"Nodes": "nodes", "a#": "accelerators_per_node", "Total Accelerators": "accelerators_total",
           "Performance_Result": "value", "Power_Result": "power"}  # fmt: skip
LANGUAGE = ("gptj", "llama", "mixtral", "deepseek", "gpt-oss", "qwen3-vl")


def official(round_: str) -> Iterator[dict[str, Any]]:
    """Results of language models in the file that MLCommons published."""
    with gzip.open(ROOT / "tests" / "evidence" / f"mlperf-{round_}-summary_results.json.gz") as file:
        yield from (result for result in json.load(file) if result["Model"].startswith(LANGUAGE))


@pytest.mark.parametrize(("round_", "count"), ROUNDS.items())
def test_every_row_matches_the_official_file(round_: str, count: int) -> None:
    rows = [row for _, row in read_rows(DATA / "mlperf" / f"{round_}.csv")]
    results = list(official(round_))
    assert len(rows) == len(results) == count
    for row, result in zip(rows, results, strict=True):
        assert {key: getattr(row, name) for key, name in FIELDS.items()} == {key: result[key].strip() for key in FIELDS}
        stated = {key: float(getattr(row, name) or "nan") for key, name in NUMBERS.items()}
        wanted = {key: float(result.get(key) or "nan") if result.get(key) != 0 else 0.0 for key in NUMBERS}
        assert str(stated) == str(wanted)


def test_every_result_is_a_statement_with_its_setup(ledger: sqlite3.Connection) -> None:
    query = """SELECT json_extract(u.conditions, '$.other') AS printed, s.value FROM statements s
        JOIN setups u ON u.id = s.setup
        WHERE s.claim LIKE 'mlperf-inference-v%' AND s.basis = 'audited' AND s.metric <> 'system_power'"""
    found = {}
    for row in ledger.execute(query):
        printed = json.loads(row["printed"])
        found[tuple(printed[key] for key in ("round", "entry", "benchmark", "scenario"))] = row["value"]
    wanted = {
        (round_, result["ID"], result["Model"], result["Scenario"]): float(result["Performance_Result"])
        for round_ in ROUNDS
        for result in official(round_)
    }
    assert len(wanted) == 1154
    assert found == wanted


def test_figures_per_accelerator_stand_only_where_the_counts_agree(ledger: sqlite3.Connection) -> None:
    shares = ledger.execute(
        """SELECT s.value, json_extract(u.conditions, '$.other.accelerators_named') AS named,
        json_extract(u.conditions, '$.other.accelerators_counted') AS counted, u.name FROM statements s
        JOIN setups u ON u.id = s.setup
        WHERE s.claim LIKE 'mlperf-inference-v%' AND s.basis = 'derived' AND s.per = 'gpu'"""
    ).fetchall()
    assert len(shares) > 1000
    assert all(row["named"] in (None, row["counted"]) for row in shares)
    assert not [row["name"] for row in shares if row["name"].startswith("6.0-0001.")]  # 87 by name, 88 counted
    one = next(row for row in shares if row["name"] == "6.0-0078.deepseek-r1.offline")
    assert one["value"] == 8987.17  # 647076 / 72


def test_pages_of_devices_and_models_find_their_rows(ledger: sqlite3.Connection) -> None:
    query = """SELECT count(DISTINCT s.setup) FROM statement_entities e JOIN statements s ON s.id = e.statement
        WHERE e.entity = ? AND s.claim LIKE 'mlperf-inference-v%'"""
    counts = {
        entity: ledger.execute(query, (entity,)).fetchone()[0]
        for entity in ("nvidia-gb300", "meta-llama-2-70b", "mlperf-inference")
    }
    results = [result for round_ in ROUNDS for result in official(round_)]
    assert counts == {
        "nvidia-gb300": sum(result["Accelerator"] == "NVIDIA GB300" for result in results),
        "meta-llama-2-70b": sum(result["UsedModel"].startswith("llama2-70b") for result in results),
        "mlperf-inference": len(results),
    }


def test_sources_say_how_to_cite_them(ledger: sqlite3.Connection) -> None:
    notes = [row["note"] for row in ledger.execute("SELECT note FROM sources WHERE id GLOB 'mlcommons-inference-v?.?'")]
    assert len(notes) == 3
    assert all("A result is cited with its round and entry." in note and "no MLPerf metrics" in note for note in notes)


def test_unknown_names_are_listed_and_their_rows_kept(tmp_path: Path) -> None:
    result = {
        "version": "v9.9", "ID": "9.9-0001", "Submitter": "Acme", "Model": "llama9-1b", "UsedModel": "llama9-1b",
        "Scenario": "Offline", "Accelerator": "Acme One (x2), NVIDIA L40S (x1)", "Performance_Units": "Tokens/s",
        "Performance_Result": 12.50,
    }  # fmt: skip
    path, out = tmp_path / "summary_results.json", tmp_path / "v9.9.csv"
    path.write_text(json.dumps([result, {**result, "Model": "whisper"}]))
    done = CliRunner().invoke(import_, ["mlperf", str(path), "--out", str(out)])
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "1 of 2 results",
        "no device for `Acme One` (1 rows)",
        "no model for `llama9-1b` (1 rows)",
        "no organization for `Acme` (1 rows)",
    ]
    rows = [row for _, row in read_rows(out)]
    assert [(row.value, row.kinds, row.accelerators_named) for row in rows] == [
        ("12.5", [("Acme One", 2), ("NVIDIA L40S", 1)], "3")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "{path}: not a list of results, as summary_results.json of MLPerf Inference is"),
        (
            '[{"ID": "1"}]',
            "{path}: result 0 has no version, Submitter, Model, Scenario, Performance_Units, Performance_Result",
        ),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(NotResultsError) as caught:
        read_results(path)
    assert str(caught.value) == message.format(path=path)
