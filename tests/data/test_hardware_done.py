"""How much hardware the ledger holds, what it rests on, and how little is left unsearched."""

import csv
import sqlite3
from pathlib import Path

import pytest

HARDWARE = "entity_kind IN ('device', 'system') AND claim IS NULL"
HOLES = """SELECT count(DISTINCT entity) FROM coverage
    WHERE entity_kind = 'device' AND needed = 1 AND state = 'unsearched'"""
QUOTED_HOLES = """SELECT metric FROM coverage WHERE entity = ? AND needed = 1 AND state = 'unsearched'"""
WITHOUT_WHY = """SELECT entity, metric FROM absences a JOIN sources s ON s.id = a.source
    WHERE a.why = 'not_published' AND s.kind IN ('database', 'digest') AND a.entity IN (SELECT id FROM devices)"""


def count(ledger: sqlite3.Connection, query: str) -> int:
    """The one number that a query gives."""
    return int(ledger.execute(query).fetchone()[0])


def quoted() -> list[str]:
    """Devices that articles quote most."""
    with Path(__file__).with_name("most-quoted.csv").open(newline="", encoding="utf-8") as table:
        return [row["device"] for row in csv.DictReader(table)]


def test_there_are_devices_and_systems_enough(ledger: sqlite3.Connection) -> None:
    assert count(ledger, "SELECT count(*) FROM devices") >= 180
    assert count(ledger, "SELECT count(*) FROM systems") >= 45


def test_there_are_statements_enough_and_none_without_a_source(ledger: sqlite3.Connection) -> None:
    assert count(ledger, f"SELECT count(*) FROM statements WHERE {HARDWARE}") >= 3000
    orphans = f"SELECT count(*) FROM statements WHERE {HARDWARE} AND source NOT IN (SELECT id FROM sources)"
    assert count(ledger, orphans) == 0


def test_at_most_a_tenth_of_the_devices_has_a_hole(ledger: sqlite3.Connection) -> None:
    assert count(ledger, HOLES) <= count(ledger, "SELECT count(*) FROM devices") / 10


def test_every_device_stands_in_the_coverage_table_whole(ledger: sqlite3.Connection) -> None:
    rows = "SELECT count(*) FROM coverage WHERE entity_kind = 'device' AND needed = 1"
    assert count(ledger, rows) == 4 * count(ledger, "SELECT count(*) FROM devices")


def test_an_absence_rests_on_no_database(ledger: sqlite3.Connection) -> None:
    assert [tuple(row) for row in ledger.execute(WITHOUT_WHY)] == []


def test_sixty_devices_are_quoted_most() -> None:
    assert len(set(quoted())) == 60


@pytest.mark.parametrize("device", quoted())
def test_what_is_quoted_most_has_no_hole(device: str, ledger: sqlite3.Connection) -> None:
    assert ledger.execute(QUOTED_HOLES, (device,)).fetchall() == []
