"""A release has a version, a changelog of its figures, and sums that prove its files."""

import csv
import hashlib
import json
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders.cli import main
from loaders.export.sums import SUMS
from schema.tables import TABLES
from schema.tables.version import FINGERPRINT, VERSION, fingerprint

DEVICE = "devices/acme/acme-a1.yml"


def run(*arguments: object) -> str:
    """Run a command that ends well."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.output


@pytest.fixture
def released(house: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Folder and changelog of two releases, between which the power of a device was corrected."""
    ledger, folder, log = tmp_path / "ledger.db", tmp_path / "releases", tmp_path / "CHANGELOG.md"
    for power in ("700 W", "750 W"):
        record = house / DEVICE
        record.write_text(record.read_text().replace("power: 700 W", f"power: {power}"))
        run("build", "--data", house, "--out", ledger)
        run("release", "--db", ledger, "--out", folder, "--log", log)
    return folder, log


def test_releases_of_a_day_are_numbered(released: tuple[Path, Path]) -> None:
    folder, _ = released
    names = sorted(path.name for path in folder.iterdir())
    assert [name.split(".")[::2] for name in names] == [[str(VERSION), "0"], [str(VERSION), "1"]]
    package = json.loads((folder / names[1] / "datapackage.json").read_text())
    assert package["version"] == names[1]


def test_every_changed_figure_is_told(released: tuple[Path, Path]) -> None:
    folder, _ = released
    _, second = sorted(folder.iterdir())
    with (second / "changes-of-figures.csv").open(encoding="utf-8", newline="") as lines:
        rows = [(row["what"], row["entity"], row["metric"], row["old"], row["new"]) for row in csv.DictReader(lines)]
    assert rows == [("corrected", "acme-a1", "power", "700 W", "750 W")]
    assert [row["new"] for row in json.loads((second / "changes-of-figures.json").read_text())] == ["750 W"]


def test_the_changelog_has_the_newest_release_on_top(released: tuple[Path, Path]) -> None:
    folder, log = released
    first, second = (path.name for path in sorted(folder.iterdir()))
    text = log.read_text()
    assert text.startswith("# Changelog\n")
    assert text.index(f"## {second}") < text.index(f"## {first}")
    assert "| acme-a1 | power |  | 700 W | 750 W |" in text
    assert f"Statements since {first}: 0 added, 1 corrected, 0 ranked, 0 withdrawn" in text
    assert text.rstrip().endswith("The first release: everything in it is new.")


def test_sums_cover_the_changelog_too(released: tuple[Path, Path]) -> None:
    folder, _ = released
    second = sorted(folder.iterdir())[1]
    listed = dict(line.split("  ", 1)[::-1] for line in (second / SUMS).read_text().splitlines())
    assert {"CHANGES.md", "changes-of-figures.csv", "facts.csv", "ledger.db"} <= set(listed)
    assert all(hashlib.sha256((second / name).read_bytes()).hexdigest() == total for name, total in listed.items())


def git(folder: Path, *arguments: str) -> str:
    """Run git as nobody in particular."""
    who = ["-c", "user.name=A", "-c", "user.email=a@acme.example", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_release_is_compared_with_the_one_on_top_of_the_changelog_by_the_log(house: Path, tmp_path: Path) -> None:
    record, ledger, changelog = house / DEVICE, tmp_path / "ledger.db", tmp_path / "CHANGELOG.md"
    first = record.read_text()
    line = "  - {power: 700 W, source: acme-a1-datasheet, at: p. 2}\n"
    more = line.replace("700 W", "750 W") + line.replace("power", "power_default")
    git(house, "init", "-q")
    for number, text in enumerate((first, first.replace(line, more))):
        record.write_text(text)
        git(house, "add", ".")
        git(house, "commit", "-q", "-m", f"Version {number}")
        run("build", "--data", house, "--out", ledger)
        run("release", "--db", ledger, "--data", house, "--out", tmp_path / f"releases-{number}", "--log", changelog)
    (second,) = (tmp_path / "releases-1").iterdir()
    assert second.name.endswith(".1"), "the changelog knows the number 0 of this day"
    with (second / "changes-of-figures.csv").open(encoding="utf-8", newline="") as lines:
        told = [
            (row["what"], row["entity"], row["metric"], row["old"], row["new"], row["kind"])
            for row in csv.DictReader(lines)
        ]
    assert told == [
        ("corrected", "acme-a1", "power", "700 W", "750 W", "correction"),
        ("added", "acme-a1", "power_default", "", "700 W", "added"),
    ]
    assert "| acme-a1 | power |  | 700 W | 750 W |" in (second / "CHANGES.md").read_text()


def test_a_revision_that_is_not_there_is_named(released: tuple[Path, Path], house: Path, tmp_path: Path) -> None:
    git(house, "init", "-q")
    ledger = sorted(released[0].iterdir())[0] / "ledger.db"
    said = CliRunner().invoke(main, ["release", "--db", str(ledger), "--data", str(house), "--since", "v9"]).output
    assert said.startswith("Error: v9 cannot be compared with: git says: ")


def test_a_released_ledger_knows_its_version(released: tuple[Path, Path]) -> None:
    for place in released[0].iterdir():
        with closing(sqlite3.connect(place / "ledger.db")) as connection:
            told = connection.execute("SELECT value FROM build_info WHERE key = 'version'").fetchone()
        assert told == (place.name,)
        assert json.loads((place / "croissant.json").read_text())["version"] == place.name


def test_what_is_no_ledger_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["release", "--db", str(tmp_path / "none.db"), "--out", str(tmp_path)])
    assert result.exit_code == 1
    said = f"Error: {tmp_path}/none.db is not there: build it first, as in `make build` or `specledger build`\n"
    assert result.output == said


def test_changed_tables_raise_the_version() -> None:
    assert fingerprint(TABLES) == FINGERPRINT, (
        f"tables are others than those of version {VERSION}: raise VERSION in schema/tables/version.py "
        f"and write FINGERPRINT = {fingerprint(TABLES)!r} there"
    )
