"""Changes are told from the repository's own log, each with its kind; where there is no log the ledger says so."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from loaders.cli import main
from loaders.history.log import edits
from loaders.history.rows import record_rows

QUERY = "SELECT kind, entity, claim, metric, source, old, new, date, reason, subject FROM changes ORDER BY rowid"
DEVICE = "devices/acme/acme-a1.yml"


def git(folder: Path, *arguments: str, day: str = "2026-05-01") -> str:
    """Run git as nobody in particular, on a given day."""
    who = ["-c", "user.name=A", "-c", "user.email=a@acme.example", "-c", "commit.gpgsign=false"]
    when = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z", "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        ["git", "-C", str(folder), *who, *arguments], env=when, check=True, capture_output=True, text=True
    ).stdout


def edit(house: Path, day: str, subject: str, *replaced: tuple[str, str], file: str = DEVICE) -> None:
    """Replace texts in a record and commit it."""
    text = (house / file).read_text()
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    (house / file).write_text(text)
    git(house, "commit", "-qam", subject, day=day)


@pytest.fixture
def repository(house: Path) -> Path:
    """Acme's records, committed."""
    git(house, "init", "-q")
    git(house, "add", ".")
    git(house, "commit", "-qm", "Record what Acme makes")
    return house


def history(house: Path, out: Path) -> tuple[str, list[tuple[Any, ...]], str]:
    """Build, tell the history; what the command says, the changes, and what the ledger says of its history."""
    for arguments in (["build", "--data", house, "--out", out], ["history", "--data", house, "--db", out]):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert result.exit_code == 0, (result.output, result.exception)
    with closing(sqlite3.connect(out)) as ledger:
        told = ledger.execute("SELECT value FROM build_info WHERE key = 'history'").fetchone()[0]
        return result.output, ledger.execute(QUERY).fetchall(), told


def test_each_change_is_told_with_its_kind(repository: Path, tmp_path: Path) -> None:
    edit(repository, "2026-06-01", "Correct the power", ("power: 700 W", "power: 750 W"))
    edit(
        repository,
        "2026-06-02",
        "Take the press for it",
        ("power: 750 W, source: acme-a1-datasheet", "power: 760 W, source: acme-blog"),
    )
    out = tmp_path / "ledger.db"
    said, rows, told = history(repository, out)
    assert said == f"2 changes in {out} (since 2026-05-01)\n"
    assert [row[:8] for row in rows] == [
        ("correction", "acme-a1", None, "power", "acme-a1-datasheet", "700 W", "750 W", "2026-06-01"),
        ("source_revised", "acme-a1", None, "power", "acme-blog", "750 W", "760 W", "2026-06-02"),
    ]  # fmt: skip
    assert [row[9] for row in rows] == ["Correct the power", "Take the press for it"]
    assert told == "since 2026-05-01"


def test_another_document_that_stands_beside_is_no_revision(repository: Path, tmp_path: Path) -> None:
    former, other = "power: 700 W, source: acme-a1-datasheet", "power: 760 W, source: acme-blog"
    edit(repository, "2026-06-01", "Take the blog for it", (former, other))
    edit(repository, "2026-06-02", "Take the datasheet again", (other, former))
    _, rows, _ = history(repository, tmp_path / "ledger.db")
    assert [(row[0], row[5], row[6]) for row in rows] == [
        ("source_revised", "700 W", "760 W"),
        ("correction", "760 W", "700 W"),
    ]


def test_records_have_the_days_on_which_they_came_and_changed(repository: Path) -> None:
    edit(repository, "2026-06-01", "Correct the power", ("power: 700 W", "power: 750 W"))
    git(repository, "mv", "systems/acme/acme-box.yml", "systems/acme/acme-crate.yml")
    git(repository, "rm", "-q", "software/acme-serve.yml")
    git(repository, "commit", "-qm", "Rename one, take one away", day="2026-06-02")
    assert sorted(record_rows(edits(repository))) == [
        ("data/claims/2026/acme-a1-is-fast.yml", "2026-05-01", "2026-05-01"),
        ("data/devices/acme/acme-a1.yml", "2026-05-01", "2026-06-01"),
        ("data/models/acme/acme-m1.yml", "2026-05-01", "2026-05-01"),
        ("data/systems/acme/acme-crate.yml", "2026-05-01", "2026-06-02"),
    ]


def test_a_change_leads_to_the_statement_of_today(repository: Path, tmp_path: Path) -> None:
    edit(repository, "2026-06-01", "Correct the power", ("power: 700 W", "power: 750 W"))
    history(repository, tmp_path / "ledger.db")
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as ledger:
        query = "SELECT s.stated, c.old FROM changes c JOIN statements s ON s.id = c.statement"
        assert ledger.execute(query).fetchall() == [("750 W", "700 W")]
        assert ledger.execute("SELECT value FROM build_info WHERE key = 'count_changes'").fetchone() == ("1",)


def test_added_removed_rescoped_and_ranked(repository: Path, tmp_path: Path) -> None:
    text = (repository / DEVICE).read_text()
    line = next(line for line in text.splitlines() if "power: 700 W" in line)
    source = "source: acme-a1-datasheet"
    more = "  - {power_default: 650 W, " + source + "}\n  - {power: 705 W, source: acme-press-2026-04-03}"
    edit(repository, "2026-06-01", "Add two", (line, f"{line}\n{more}"))
    edit(repository, "2026-06-02", "Narrow one", ("{power_default: 650 W,", "{power_default: 650 W, edition: plain,"))
    edit(repository, "2026-06-03", "Take one away", ("\n  - {power: 705 W, source: acme-press-2026-04-03}", ""))
    _, rows, _ = history(repository, tmp_path / "ledger.db")
    assert [(kind, metric, old, new) for kind, _, _, metric, _, old, new, *_ in rows] == [
        ("new_source", "power", None, "705 W"),
        ("added", "power_default", None, "650 W"),
        ("scope", "power_default", "650 W", "650 W"),
        ("removed", "power", "705 W", None),
    ]


def test_a_record_that_moves_keeps_its_history_and_one_that_is_new_has_none(repository: Path, tmp_path: Path) -> None:
    git(repository, "mv", "systems/acme/acme-box.yml", "systems/acme/acme-crate.yml")
    git(repository, "commit", "-qm", "Rename it")
    crate = "systems/acme/acme-crate.yml"
    edit(repository, "2026-06-02", "Correct it", ("capacity: 640 GB", "capacity: 1280 GB"), file=crate)
    _, rows, _ = history(repository, tmp_path / "ledger.db")
    assert [(row[0], row[1], row[5], row[6]) for row in rows] == [("correction", "acme-crate", "640 GB", "1280 GB")]


def test_a_version_that_was_no_record_is_counted(repository: Path, tmp_path: Path) -> None:
    good = (repository / DEVICE).read_text()
    for text, subject in (("{", "Break it"), (good, "Mend it")):
        (repository / DEVICE).write_text(text)
        git(repository, "commit", "-qam", subject)
    out = tmp_path / "ledger.db"
    said, rows, _ = history(repository, out)
    assert (said, rows) == (f"0 changes in {out}, 2 versions could not be read (since 2026-05-01)\n", [])


def test_a_shallow_copy_says_so(repository: Path, tmp_path: Path) -> None:
    edit(repository, "2026-06-01", "Correct the power", ("power: 700 W", "power: 750 W"))
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "copy")
    sentence = "the repository is a shallow copy: `git fetch --unshallow` brings the rest of its log"
    _, rows, told = history(tmp_path / "copy", tmp_path / "ledger.db")
    assert (rows, told) == ([], sentence)


def test_records_outside_a_repository_have_no_history(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "ledger.db"
    said, rows, told = history(house, out)
    assert rows == []
    assert told.startswith("git says: not a git repository")
    assert said == f"0 changes in {out} ({told})\n"
