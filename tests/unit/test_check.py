"""Every rule, each on a record spoiled in one place: all problems in one run, each at its line."""

import csv
import shutil
import sqlite3
from pathlib import Path

from click.testing import CliRunner

from loaders.check.rule import RULES
from loaders.check.run import check
from loaders.cli import main
from schema.dictionary import Dictionary

SPOILED = Path(__file__).resolve().parent.parent / "spoiled"
Row = tuple[str, int, int, str, str]


def expected() -> list[Row]:
    """What is wrong with the spoiled records, as written down beside them."""
    with (SPOILED / "expected.csv").open(newline="") as table:
        return [(r["file"], int(r["line"]), int(r["column"]), r["rule"], r["says"]) for r in csv.DictReader(table)]


def spoil(house: Path) -> None:
    """Put the spoiled records among the good ones."""
    shutil.copytree(SPOILED / "data", house, dirs_exist_ok=True)


def test_good_records_have_no_problems(house: Path, dictionary: Dictionary) -> None:
    checked = check(house, dictionary)
    assert [str(problem) for problem in checked.problems] == []
    assert checked.n_files == 9


def test_every_spoiled_record_is_reported_in_one_run_at_its_line(house: Path, dictionary: Dictionary) -> None:
    spoil(house)
    found = [
        (p.file, p.line, p.column, p.rule, ": ".join(filter(None, (p.where, p.found))))
        for p in sorted(check(house, dictionary).problems)
    ]
    assert found == expected()
    assert len({row[0] for row in found}) >= 40


def test_every_rule_has_a_spoiled_record() -> None:
    assert {rule.name for rule in RULES} - {row[3] for row in expected()} == set()


def test_a_message_says_what_is_allowed_and_what_to_do(house: Path) -> None:
    spoil(house)
    path = house / "devices" / "acme" / "acme-s01-unknown-metric.yml"
    result = CliRunner().invoke(main, ["check", "--data", str(house), str(path)])
    assert result.exit_code == 1
    assert result.output.splitlines()[:2] == [
        "data/devices/acme/acme-s01-unknown-metric.yml:7:6: statements[0].memory_bandwith: "
        "no metric or key is called memory_bandwith",
        "    Did you mean memory_bandwidth?",
    ]


def test_a_file_out_of_layout_is_shown_with_the_difference(house: Path) -> None:
    spoil(house)
    path = house / "devices" / "acme" / "acme-s26-layout.yml"
    result = CliRunner().invoke(main, ["check", "--data", str(house), str(path)])
    assert "-  - {source: acme-a1-datasheet, power: 700 W}" in result.output
    assert "+  - {power: 700 W, source: acme-a1-datasheet}" in result.output


def test_a_spoiled_build_leaves_the_old_database(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "build" / "ledger.db"
    command = ["build", "--data", str(house), "--out", str(out)]
    assert CliRunner().invoke(main, command).exit_code == 0
    before = out.read_bytes()
    spoil(house)
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert f"{out} stands as it was." in result.output
    assert out.read_bytes() == before
    assert sqlite3.connect(out).execute("SELECT count(*) FROM devices").fetchone() == (1,)
    assert sorted(path.name for path in out.parent.iterdir()) == ["ledger.db", "ledger.db.stamp"]


def test_a_broken_dictionary_is_said_at_its_line(house: Path) -> None:
    words = house / "metrics.yml"
    words.write_text(words.read_text().replace("unit: GB, higher_is: better", "unit: GB, higher_is: bigger", 1))
    result = CliRunner().invoke(main, ["check", "--data", str(house)])
    assert result.exit_code == 1
    assert "data/metrics.yml:" in result.output
    assert "metrics.memory_capacity.higher_is: Input should be 'better', 'worse' or 'neither'" in result.output
