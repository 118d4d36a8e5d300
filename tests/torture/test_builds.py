"""A build that is killed, starved or refused leaves the old ledger whole, and the next one works and tidies up."""

import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from loaders.place import beside
from tests.conftest import ROOT
from tests.torture import scaled

NAMES = {"ledger.db", "ledger.db.stamp"}


DEVICE = "devices/acme/acme-a1.yml"


def command(house: Path, out: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "loaders.cli", "build", *options, "--data", str(house), "--out", str(out)]


def run(house: Path, out: Path, *options: str, **limits: object) -> subprocess.CompletedProcess[str]:
    """Build to the end."""
    built = command(house, out, *options)
    return subprocess.run(built, capture_output=True, text=True, cwd=ROOT, check=False, **limits)  # type: ignore[call-overload,no-any-return]


def is_whole(ledger: Path) -> bool:
    """Whether the ledger is sound and says when it was built, which is written last."""
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return sound and connection.execute("SELECT 1 FROM build_info WHERE key = 'built_at'").fetchone() == (1,)


@pytest.fixture
def out(house: Path, tmp_path: Path) -> Path:
    """A ledger that is built already, alone in its folder."""
    folder = tmp_path / "build"
    folder.mkdir()
    assert run(house, folder / "ledger.db").returncode == 0
    return folder / "ledger.db"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def edit(house: Path, watts: int) -> None:
    """Give a device another power."""
    record = house / DEVICE
    record.write_text(re.sub(r"power: \d+ W", f"power: {watts} W", record.read_text()))


WAYS = pytest.mark.parametrize("options", [["--force"], []], ids=["whole", "revised"])


@WAYS
def test_a_killed_build_leaves_the_old_ledger_whole(house: Path, out: Path, options: list[str]) -> None:
    edit(house, 1)
    started = time.monotonic()
    assert run(house, out, *options).stdout.split()[0] == ("built" if options else "revised")
    usual = time.monotonic() - started
    chance = random.Random(1)  # noqa: S311 - moments to kill at, no secrets
    for count in range(scaled(10, 200)):
        edit(house, 700 + count)
        with subprocess.Popen(command(house, out, *options), cwd=ROOT, stdout=subprocess.DEVNULL) as building:
            time.sleep(chance.uniform(0.3, 1.05) * usual)
            building.send_signal(signal.SIGKILL)
        assert is_whole(out)
    assert run(house, out).returncode == 0
    assert is_whole(out)
    assert names(out.parent) == NAMES


def test_what_dead_builds_left_goes_and_what_living_ones_write_stays(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        pass
    kept = {f".ledger.db.{os.getppid()}", ".ledger.db.notes", ".other.db.1", "ledger.db.1"}
    for name in (*kept, f".ledger.db.{ended.pid}", f".ledger.db.{ended.pid}-journal"):
        (tmp_path / name).write_text("half")
    with beside(tmp_path / "ledger.db") as temporary:
        temporary.write_text("whole")
    assert names(tmp_path) == {*kept, "ledger.db"}


@WAYS
def test_a_full_disk_is_told_and_leaves_the_old_ledger(house: Path, out: Path, options: list[str]) -> None:
    edit(house, 701)
    size = out.stat().st_size // 2

    def starve() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    before = out.read_bytes()
    ended = run(house, out, *options, preexec_fn=starve)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "Traceback" not in ended.stderr
    assert f"{out} cannot be written: " in ended.stderr
    assert out.read_bytes() == before
    assert names(out.parent) == NAMES
    assert run(house, out).returncode == 0


def test_a_folder_that_takes_no_files_is_told(house: Path) -> None:
    ended = run(house, Path("/proc/ledger.db"))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("/proc/ledger.db cannot be written: ")
    assert "Traceback" not in ended.stderr


@WAYS
def test_two_builds_at_once_both_end_well(house: Path, out: Path, options: list[str]) -> None:
    edit(house, 701)
    with (
        subprocess.Popen(command(house, out, *options), cwd=ROOT) as one,
        subprocess.Popen(command(house, out, *options), cwd=ROOT) as other,
    ):
        codes = [one.wait(), other.wait()]
    assert codes == [0, 0]
    assert is_whole(out)
    assert names(out.parent) == NAMES
