"""Everything the founding digest says is found by entity and metric, and is what a table typed from it says."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

DIGEST = "news-digest-2026-12"
Row = dict[str, str]
QUERY = """
SELECT statements.*, setups.conditions, setups.device, setups.device_count, setups.model, setups.system
FROM statements LEFT JOIN setups ON setups.id = statements.setup
WHERE statements.entity = ? AND statements.metric = ? AND statements.source = ?
"""


def rows() -> list[Row]:
    """The typed table."""
    with Path(__file__).with_name("digest.csv").open(newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def name(row: Row) -> str:
    """A test's name that leads to the row."""
    told = (row["claim_row"], row["entity"], row["metric"], row["value"], row["qualifiers"].replace(" ", "_"))
    return "-".join(filter(None, told))


def pairs(text: str) -> dict[str, str]:
    """`a=1;b=2` as a dict."""
    return dict(pair.split("=", 1) for pair in text.split(";") if pair)


def figure(row: Row) -> tuple[str, float | None, float | None, str]:
    """Comparator, value, upper end and unit as typed."""
    ends = [float(row[key]) if row[key] else None for key in ("value", "value_max")]
    return row["comparator"], ends[0], ends[1], row["unit"]


def conditions(found: sqlite3.Row) -> dict[str, str]:
    """Everything the setup of a statement states, as text."""
    stated = json.loads(found["conditions"] or "{}")
    stated = {key: str(value) for key, value in {**stated, **stated.get("other", {})}.items()}
    columns = ("device", "device_count", "model", "system")
    return {**stated, **{key: str(found[key]) for key in columns if found[key] is not None}}


def holds(row: Row, found: sqlite3.Row) -> bool:
    """Whether a statement is the one that the row was typed for."""
    qualifiers, setup = json.loads(found["qualifiers"]), conditions(found)
    return (
        (found["comparator"], found["value"], found["value_max"], found["unit"]) == figure(row)
        and pairs(row["qualifiers"]).items() <= qualifiers.items()
        and pairs(row["setup"]).items() <= setup.items()
        and (not row["value_text"] or row["value_text"] == found["value_text"])
    )


@pytest.mark.parametrize("row", [row for row in rows() if row["kind"] != "finding"], ids=name)
def test_the_digest_says(row: Row, ledger: sqlite3.Connection) -> None:
    found = ledger.execute(QUERY, (row["entity"], row["metric"], DIGEST)).fetchall()
    matching = [statement["stated"] for statement in found if holds(row, statement)]
    recorded = [(statement["stated"], statement["qualifiers"], conditions(statement)) for statement in found]
    assert len(matching) == 1, f"recorded of {row['metric']}: {recorded}"


@pytest.mark.parametrize("row", [row for row in rows() if row["kind"] == "finding"], ids=name)
def test_somebodys_arithmetic_is_a_finding(row: Row, ledger: sqlite3.Connection) -> None:
    query = """SELECT findings.message, findings.computed FROM findings JOIN statements ON statements.id = statement
               WHERE statements.entity = ? AND statements.metric = ? AND statements.source = ?"""
    found = ledger.execute(query, (row["entity"], row["metric"], DIGEST)).fetchall()
    assert any(row["value"].rstrip("0") in (item["computed"] or "") for item in found), [tuple(item) for item in found]


def test_all_fifty_atomic_claims_are_in_the_table() -> None:
    assert {row["claim_row"] for row in rows()} - {""} == {f"c-seed-{number:03}" for number in range(1, 51)}
