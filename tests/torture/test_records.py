"""Whatever lies in data/, a check ends soon with a sentence and a place, and nothing is built from it."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders.build import NotBuiltError, build
from loaders.check.run import check
from loaders.cli import main
from loaders.dictionary import load_dictionary
from loaders.files import record_files
from loaders.problems import Problem
from tests.conftest import ROOT

DEVICE = "devices/acme/acme-a1.yml"
CLAIM = "claims/2026/acme-a1-is-fast.yml"
SOURCES = "sources/acme.yml"
MOST_SECONDS = 10.0
LONG = "9" * 5_000
Spoil = Callable[[Path], object]


def replaced(file: str, old: str, new: str) -> Spoil:
    """Put one text for another in a file of the house."""

    def spoil(house: Path) -> None:
        text = (house / file).read_text()
        assert old in text
        (house / file).write_text(text.replace(old, new, 1))

    return spoil


def written(file: str, data: bytes) -> Spoil:
    """Write a file of the house."""

    def spoil(house: Path) -> None:
        (house / file).parent.mkdir(parents=True, exist_ok=True)
        (house / file).write_bytes(data)

    return spoil


def appended(file: str, text: str) -> Spoil:
    """Write something at the end of a file."""
    return lambda house: (house / file).write_text((house / file).read_text() + text)


def linked(file: str, target: str) -> Spoil:
    """Put a link in the place of a file."""

    def spoil(house: Path) -> None:
        (house / file).unlink(missing_ok=True)
        (house / file).symlink_to(target)

    return spoil


def piped(house: Path) -> None:
    os.mkfifo(house / "devices/acme/acme-pipe.yml")


def sources(count: int) -> str:
    kept = "kind: press, publisher: acme, note: a"
    return "".join(f"\nm{number}: {{title: t, {kept}}}\n" for number in range(count))


def crowded(house: Path) -> None:
    """More statements of one thing than anyone can have read, each from a source of its own."""
    appended(SOURCES, sources(6_000))(house)
    lines = "".join(f"  - {{power: {700 + number} W, source: m{number}}}\n" for number in range(6_000))
    appended(DEVICE, lines)(house)


def chained(house: Path) -> None:
    """Setups that copy one another in a chain, longer than Python may call."""
    chain = "".join(f"  s{number}: {{like: s{number + 1}}}\n" for number in range(5_000))
    replaced(CLAIM, "  before: ", f"{chain}  s5000: {{batch: 1}}\n  before: ")(house)


HOSTILE: dict[str, tuple[Spoil, str]] = {
    "no bytes": (written(DEVICE, b""), "the file is empty"),
    "not UTF-8": (written(DEVICE, b"name: \xff\xfe"), "byte 0xFF is not UTF-8"),
    "a surrogate": (written(DEVICE, b"name: \xed\xa0\x80"), "byte 0xED is not UTF-8"),
    "a surrogate by escape": (replaced(DEVICE, "name: Acme A1", r'name: "\ud800"'), "this is not YAML"),
    "a NUL": (written(DEVICE, b"name: a\0b"), "the character U+0000"),
    "a NUL by escape": (replaced(DEVICE, "name: Acme A1", r'name: "a\0b"'), "the text holds U+0000"),
    "an override of direction": (replaced(DEVICE, "Acme A1", "Acme \u2028 A1"), "the character U+2028"),
    "an alias bomb": (
        written(DEVICE, b"a: &a [x,x]\n" + b"".join(b"b%d: &b%d [*a,*a]\n" % (n, n) for n in range(60))),
        "an anchor, &a",
    ),
    "a merge key": (replaced(DEVICE, "kind: gpu", "<<: {kind: gpu}"), "a merge key, <<"),
    "a tag": (replaced(DEVICE, "name: Acme", "name: !!python/object:os.system Acme"), "a tag"),
    "a key twice": (replaced(DEVICE, "kind: gpu", "kind: gpu\nkind: gpu"), "the key kind stands here a second time"),
    "a second document": (appended(DEVICE, "---\nname: b\n"), "a second document begins here"),
    "deep nesting": (written(DEVICE, b"a: " + b"[" * 100_000), "nest"),
    "deep maps": (written(DEVICE, b"{a: " * 100_000), "nest"),
    "a list": (written(DEVICE, b"[1, 2]"), "a record that is not a map"),
    "a word": (written(DEVICE, b"word"), "a record that is not a map"),
    "a long line": (written(DEVICE, b"name: " + b"a" * 100_000_000), "the file is longer than 1 MiB"),
    "a long key": (written(DEVICE, b"a" * 900_000 + b": b"), "this is not YAML"),
    "a link out of the tree": (linked(DEVICE, "/etc/hostname"), "the path leads out of the folder"),
    "a link that leads nowhere": (linked(DEVICE, "nothing.yml"), "the file is gone"),
    "a link to itself": (linked(DEVICE, "acme-a1.yml"), "the file cannot be read"),
    "a device of the machine": (linked(DEVICE, "/dev/zero"), "the path leads out of the folder"),
    "a pipe": (piped, "this is no regular file"),
    "a folder with a record's name": (lambda house: (house / "devices/acme/acme-b.yml").mkdir(), ""),
    "statements that are a text": (replaced(DEVICE, "statements:", "statements: text\nother:"), "other"),
    "a statement that is a list": (appended(DEVICE, "  - [a, b]\n"), "a statement that is not a map"),
    "a figure that is a map": (appended(DEVICE, "  - {power: {a: b}, source: acme-blog}\n"), "power is not one text"),
    "a source that is a list": (appended(DEVICE, "  - {power: 1 W, source: [a]}\n"), "source is not a text"),
    "a figure of many digits": (appended(DEVICE, f"  - {{power: {LONG} W, source: acme-blog}}\n"), "is not a figure"),
    "a day that no calendar has": (replaced(SOURCES, "2026-04-02", "2026-02-31"), "published is `2026-02-31`"),
    "the year zero": (replaced(SOURCES, "2026-04-02", "0000"), "published is `0000`"),
    "the end of time": (replaced(CLAIM, "made: 2026-04", "made: 9999-12"), "made is `9999-12`"),
    "a period that no calendar has": (
        appended(DEVICE, "  - {rent: 1 USD/h, valid_from: 2026-02-30, source: acme-blog}\n"),
        "valid_from is `2026-02-30`",
    ),
    "a count of many digits": (replaced(CLAIM, "count: 8", f"count: {LONG}"), "count is `9999"),
    "a number of problems beyond all": (
        replaced("benchmarks.yml", "problems: 30", f"problems: {LONG}"), "problems is `9999",
    ),
    "setups in a long chain": (chained, "setups that copy one another"),
    "a setup like itself": (replaced(CLAIM, "like: after", "like: before"), "setups that copy one another"),
    "statements without end": (
        appended(DEVICE, "".join(f"  - {{power: {n} W, source: acme-blog}}\n" for n in range(20_000))),
        "20009 statements in one record",
    ),
    "more statements than anyone has read": (crowded, "statements"),
    "a name as long as a file": (replaced(DEVICE, "Acme A1", "A" * 900_000), ""),
    "an alias for each letter": (replaced(DEVICE, "aliases: [A1]", f"aliases: [{'a, ' * 90_000}a]"), ""),
    "misspelt keys without end": (
        appended(DEVICE, "".join(f"  - {{powr{n}: 1 W, source: acme-blog}}\n" for n in range(900))), "powr",
    ),
}  # fmt: skip
"""How the house is spoiled, and words of the first problem that is reported; empty where it holds all the same."""


@pytest.mark.parametrize(("spoil", "found"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_records_are_reported(house: Path, tmp_path: Path, spoil: Spoil, found: str) -> None:
    spoil(house)
    dictionary = load_dictionary(house)
    started = time.process_time()
    problems = check(house, dictionary).problems
    assert any(found in problem.found for problem in problems) or not found, problems
    assert all(known_place(problem, house) for problem in problems)
    assert time.process_time() - started < MOST_SECONDS
    if found:
        with pytest.raises(NotBuiltError):
            build(house, dictionary, tmp_path / "ledger.db", "unknown")
        assert not (tmp_path / "ledger.db").exists()


def known_place(problem: Problem, house: Path) -> bool:
    """Whether a problem names a file of the house and is told in one line of bearable length for each part."""
    return (house.parent / problem.file).is_symlink() or (house.parent / problem.file).exists()


def run_limited(arguments: list[str], most_mb: int) -> subprocess.CompletedProcess[str]:
    """Run the command with a bound on its memory; a program beyond it ends with a traceback."""
    bound = most_mb << 20
    return subprocess.run(
        [sys.executable, "-m", "loaders.cli", *arguments], capture_output=True, text=True, timeout=60, cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (bound, bound)), check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [b"name: " + b"a" * 100_000_000, b"[" * 900_000, b"{a: " * 250_000, b"- " * 500_000, b"a: &a [" + b"*a," * 300_000],
    ids=["a long line", "brackets", "braces", "dashes", "aliases"],
)  # fmt: skip
def test_hostile_files_take_bounded_memory(house: Path, data: bytes) -> None:
    (house / DEVICE).write_bytes(data)
    ended = run_limited(["check", "--data", str(house)], most_mb=400)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert "data/devices/acme/acme-a1.yml:1:" in ended.stdout


DICTIONARY = ("metrics.yml", "words.yml", "units.yml")


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"a: &a [*a]", b"[]", b"word", b"a: {b: c}", b"{a: " * 900], ids=range(7)
)
@pytest.mark.parametrize("name", DICTIONARY)
def test_a_hostile_dictionary_is_reported(house: Path, name: str, data: bytes) -> None:
    (house / name).write_bytes(data)
    result = CliRunner().invoke(main, ["check", "--data", str(house)])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert "data/" in result.output


def test_a_file_that_vanishes_while_it_is_read_is_reported(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = list(record_files(house))
    monkeypatch.setattr("loaders.check.run.record_files", lambda _: listed)
    (house / DEVICE).unlink()
    problems = check(house, load_dictionary(house)).problems
    assert [problem.found for problem in problems if problem.file == f"data/{DEVICE}"] == ["the file is gone"]
