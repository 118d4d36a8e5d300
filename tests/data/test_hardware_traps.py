"""Ways in which hardware figures get misquoted: each is on record, ranked, explained, and never shown as the fact."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

Row = dict[str, str]
SAID = """SELECT qualifiers, rank, cause, reason FROM statements
    WHERE entity = ? AND metric = ? AND stated = ? AND claim IS NULL"""
SHOWN = (
    """SELECT f.stated, f.value, f.qualifiers FROM facts f WHERE f.entity = ? AND f.metric = ? AND f.setup IS NULL"""
)
SET_ASIDE = """SELECT s.entity, s.metric, s.stated FROM facts f JOIN statements s ON s.id = f.statement
    WHERE s.rank = 'deprecated'"""


def rows() -> list[Row]:
    """The recorded cases."""
    with Path(__file__).with_name("hardware-traps.csv").open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def name(row: Row) -> str:
    """A test's name that leads to the row."""
    return f"{row['trap']}-{row['entity']}-{row['case'].replace(' ', '_')}"


def pairs(text: str) -> dict[str, str]:
    """`a=1;b=2` as a dict."""
    return dict(pair.split("=", 1) for pair in text.split(";") if pair)


def test_every_trap_has_a_case() -> None:
    assert {int(row["trap"]) for row in rows()} == set(range(1, 26))


@pytest.mark.parametrize("row", rows(), ids=name)
def test_a_trap_is_on_record(row: Row, ledger: sqlite3.Connection) -> None:
    found = ledger.execute(SAID, (row["entity"], row["metric"], row["stated"])).fetchall()
    like = [item for item in found if pairs(row["qualifiers"]).items() <= json.loads(item["qualifiers"]).items()]
    judged = {(item["rank"], item["cause"] or "") for item in like}
    assert (row["rank"] or "normal", row["cause"]) in judged, [tuple(item) for item in found]


@pytest.mark.parametrize("row", [row for row in rows() if row["rank"] == "deprecated"], ids=name)
def test_a_figure_set_aside_says_why(row: Row, ledger: sqlite3.Connection) -> None:
    found = ledger.execute(SAID, (row["entity"], row["metric"], row["stated"])).fetchall()
    assert all(item["reason"] for item in found if item["rank"] == "deprecated")


def test_nothing_set_aside_is_shown_as_a_fact(ledger: sqlite3.Connection) -> None:
    assert [tuple(row) for row in ledger.execute(SET_ASIDE)] == []


@pytest.mark.parametrize(
    ("entity", "metric", "wanted", "value"),
    [
        ("nvidia-b200", "peak_compute", {"precision": "fp8", "sparsity": "dense", "path": "matrix"}, 4500),
        ("nvidia-b200", "peak_compute", {"precision": "fp8", "sparsity": "sparse", "path": "matrix"}, 9000),
        ("amd-mi300x", "peak_compute", {"precision": "fp8", "sparsity": "dense", "path": "matrix"}, 2614.9),
        ("nvidia-b300", "peak_compute", {"precision": "int8", "sparsity": "dense", "path": "matrix"}, 150),
        ("amd-mi325x", "memory_capacity", {}, 256),
        ("amd-mi325x", "memory_bandwidth", {}, 6000),
        ("nvidia-gb200-nvl72", "memory_capacity", {}, 13400),
        ("nvidia-gb300-nvl72", "memory_capacity", {}, 20000),
        ("nvidia-h200-sxm", "memory_capacity", {}, 141),
        ("nvidia-b300", "memory_capacity", {}, 270),
        ("google-tpu-v7", "memory_bandwidth", {}, 7380),
        ("amd-mi455x", "memory_bandwidth", {}, 23300),
        ("apple-m3-ultra", "memory_bandwidth", {}, 819),
    ],
)
def test_the_right_figure_is_shown(
    entity: str, metric: str, wanted: dict[str, str], value: float, ledger: sqlite3.Connection
) -> None:
    found = {
        json.dumps(json.loads(row["qualifiers"]), sort_keys=True): row["value"]
        for row in ledger.execute(SHOWN, (entity, metric))
    }
    assert found.get(json.dumps(wanted, sort_keys=True)) == value, found


def test_an_unlabelled_peak_stands_in_no_dense_column(ledger: sqlite3.Connection) -> None:
    """AMD prints 40.3 PFLOPS of the MI455X without a word on sparsity."""
    query = "SELECT fp4_dense_tflops, fp4_sparse_tflops, fp4_undeclared_tflops FROM devices WHERE id = 'amd-mi455x'"
    assert tuple(ledger.execute(query).fetchone()) == (None, None, 40300)


def test_both_ways_alone_go_into_the_wide_table(ledger: sqlite3.Connection) -> None:
    query = "SELECT scaleup_bidir_gb_s FROM devices WHERE id = ?"
    assert ledger.execute(query, ("nvidia-h100-sxm",)).fetchone()[0] == 900


def test_a_chip_nobody_sold_has_no_figure(ledger: sqlite3.Connection) -> None:
    query = "SELECT memory_gb, bandwidth_gb_s, power_w FROM devices WHERE id = 'apple-m4-ultra'"
    assert tuple(ledger.execute(query).fetchone()) == (None, None, None)
