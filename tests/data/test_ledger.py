"""The built ledger as its readers find it: sound, complete, and without a disagreement that is none."""

import sqlite3

import pytest

DISPUTES = """
SELECT lowest, highest, state, cause FROM disagreements WHERE entity = ? AND metric = ? ORDER BY ratio DESC
"""


def test_references_and_pages_are_whole(ledger: sqlite3.Connection) -> None:
    assert ledger.execute("PRAGMA foreign_key_check").fetchall() == []
    assert [tuple(row) for row in ledger.execute("PRAGMA integrity_check")] == [("ok",)]


@pytest.mark.parametrize(
    ("entity", "metric", "figures", "state", "cause"),
    [
        ("mistral-large-4", "params_active", {"49B params", "52B params"}, "explained", "what_is_counted"),
        (
            "inclusionai-ling-3.1-flash",
            "params_total",
            {"560B params", "572.12B params"},
            "explained",
            "what_is_counted",
        ),
        ("intel-d270", "memory_bandwidth", {"684 GB/s", "1.5 TB/s"}, "ranked", "estimate_as_fact"),
    ],
)
def test_the_known_disagreements_stand_there(
    ledger: sqlite3.Connection, entity: str, metric: str, figures: set[str], state: str, cause: str
) -> None:
    found = [tuple(row) for row in ledger.execute(DISPUTES, (entity, metric))]
    assert any({lowest, highest} == figures and rest == [state, cause] for lowest, highest, *rest in found), found


@pytest.mark.parametrize("entity", ["nvidia-b200", "nvidia-gb300"])
def test_memory_figures_that_differ_are_settled(ledger: sqlite3.Connection, entity: str) -> None:
    found = ledger.execute(DISPUTES, (entity, "memory_capacity")).fetchall()
    assert found
    assert {row["state"] for row in found} <= {"ranked", "explained"}


def test_editions_do_not_clash(ledger: sqlite3.Connection) -> None:
    stated = {row[0] for row in ledger.execute(
        "SELECT stated FROM facts WHERE entity = 'intel-d270' AND metric = 'memory_capacity'"
    )}  # fmt: skip
    assert {"160 GB", "up to 480 GB"} <= stated
    assert ledger.execute(DISPUTES, ("intel-d270", "memory_capacity")).fetchall() == []


def test_no_pair_of_a_disagreement_agrees(ledger: sqlite3.Connection) -> None:
    """3.35 TB/s beside 3352 GB/s or 3.36 TB/s, and 8 TB/s beside 8190 GB/s, are no disagreements."""
    apart = "SELECT count(*) FROM disagreements WHERE ratio BETWEEN 1.0000001 AND 1.009"
    assert ledger.execute(apart).fetchone()[0] == 0


def test_no_figure_stands_without_a_source(ledger: sqlite3.Connection) -> None:
    query = """SELECT count(*) FROM statements LEFT JOIN sources ON sources.id = statements.source
               WHERE sources.url IS NULL AND sources.note IS NULL"""
    assert ledger.execute(query).fetchone()[0] == 0
