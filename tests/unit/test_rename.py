"""A renamed thing keeps its statements' old addresses good, and nothing names it by its old id any more."""

import sqlite3
from pathlib import Path

from click.testing import CliRunner

from loaders.check.run import check
from loaders.cli import main
from schema.dictionary import Dictionary


def run(*command: str) -> str:
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    return result.output


def addresses(house: Path, out: Path) -> dict[str, str]:
    """Address of each statement of the device, by what it says."""
    run("build", "--data", str(house), "--out", str(out))
    rows = sqlite3.connect(out).execute("SELECT stated, id FROM statements WHERE entity LIKE 'acme-a%'")
    return dict(rows.fetchall())


def test_old_addresses_lead_on(house: Path, tmp_path: Path, dictionary: Dictionary) -> None:
    before = addresses(house, tmp_path / "before.db")
    said = run("rename", "acme-a1", "acme-a1-sxm", "--data", str(house))
    assert said.splitlines() == [
        "acme-a1 is acme-a1-sxm now; changed:",
        "data/claims/2026/acme-a1-is-fast.yml",
        "data/systems/acme/acme-box.yml",
        "data/renamed.yml",
    ]
    after = addresses(house, tmp_path / "after.db")
    renamed = dict(sqlite3.connect(tmp_path / "after.db").execute("SELECT old, new FROM renamed").fetchall())
    assert {before[stated]: after[stated] for stated in before}.items() <= renamed.items()
    assert renamed["acme-a1"] == "acme-a1-sxm"
    assert [str(problem) for problem in check(house, dictionary).problems] == []


def test_renamed_twice_leads_to_the_last(house: Path, tmp_path: Path) -> None:
    first = addresses(house, tmp_path / "before.db")["700 W"]
    run("rename", "acme-a1", "acme-a2", "--data", str(house))
    run("rename", "acme-a2", "acme-a3", "--data", str(house))
    last = addresses(house, tmp_path / "after.db")["700 W"]
    renamed = dict(sqlite3.connect(tmp_path / "after.db").execute("SELECT old, new FROM renamed").fetchall())
    assert (renamed[first], renamed["acme-a1"]) == (last, "acme-a3")


def test_an_address_that_leads_nowhere_is_a_problem(house: Path, dictionary: Dictionary) -> None:
    run("rename", "--statement", "0123456789abcdef", "fedcba9876543210", "--data", str(house))
    assert [str(problem) for problem in check(house, dictionary).problems] == [
        "data/renamed.yml:2:19: 0123456789abcdef: nothing is called fedcba9876543210\n"
        "    Name the id or the statement that it leads to today."
    ]


def test_what_cannot_be_renamed(house: Path) -> None:
    for old, new, why in (
        ("acme-a9", "acme-a2", "no record is called acme-a9; a record's id is its file name below data/"),
        ("acme-a1", "Acme A2", "Acme A2 is no id: lower-case letters, digits, dots and hyphens"),
        ("acme-a1", "acme-m1", "acme-m1 is taken"),
    ):
        result = CliRunner().invoke(main, ["rename", old, new, "--data", str(house)])
        assert (result.exit_code, result.output.strip()) == (1, why)
