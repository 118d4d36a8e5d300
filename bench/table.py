"""Every figure of the benches as one line: what was measured, against what, the goal, and whether it is met."""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import build_speed, fit_matrix, serve_speed
from bench.million import make

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Line:
    """One figure. `met` is None where there is no goal, or one for a million statements and these are fewer."""

    what: str
    ours: str
    against: str = ""
    goal: str = ""
    met: bool | None = None

    def __str__(self) -> str:
        word = {True: "met", False: "MISSED", None: ""}[self.met]
        return f"{self.what:60}{self.ours:>18}  {self.against:54}{self.goal:20}{word}".rstrip()


HEAD = Line("what", "ours", "against, in the same run", "goal")


@dataclass(frozen=True)
class Size:
    """How large the things are that are measured, and for how long."""

    records: tuple[int, ...]
    statements: int
    rounds: int
    soak_minutes: float
    older: str | None = None


SHORT = Size((10_000,), 100_000, 2, 0.5)
FULL = Size((10_000, 100_000), 1_000_000, 5, 10)


def lines(size: Size) -> Iterator[Line]:
    """All figures, each as soon as it is known."""
    for records in size.records:
        yield from _build(records)
    yield from _serve(size)
    yield from _answers()
    yield from _soak(size.soak_minutes)
    yield _torture()


def _build(records: int) -> Iterator[Line]:
    seconds = build_speed.measure(records, 1)
    floor, large = seconds["read"] + seconds["rows"], records >= 100_000
    told = f"floor {floor:.2f} s"

    def ratio(what: str, key: str, goal: float) -> Line:
        share = seconds[key] / floor
        return Line(f"{what}, {records:,} records", f"{share:.2f} x floor", told, f"at most {goal:g} x", share <= goal)

    yield ratio("loading: read, typed, checked, written", "load", 3 if large else 3.5)
    yield Line(f"whole build without fits, {records:,} records", f"{seconds['derive']:.2f} s", told)
    yield ratio("one record edited, with start-up", "edit", 0.2 if large else 0.7)
    yield ratio("nothing changed, with start-up", "unchanged", 0.2)
    faster = seconds["typed"] / seconds["load"]
    peer = f"CSafeLoader, pydantic, sqlite-utils {seconds['typed']:.2f} s"
    yield Line(f"loading, {records:,} records", f"{faster:.2f} x as fast", peer, "at least 2.5 x", faster >= 2.5)
    if "untyped" in seconds:
        slower = seconds["untyped"] / seconds["load"]
        script = f"pure-Python loader, one table {seconds['untyped']:.2f} s"
        yield Line(f"loading, {records:,} records", f"{slower:.2f} x as fast", script, "at least 10 x", slower >= 10)
    most = seconds["build_mb"]
    yield Line(f"most memory of a build, {records:,} records", f"{most:.0f} MB", "", "at most 210 MB", most <= 210)


def _serve(size: Size) -> Iterator[Line]:
    large = size.statements >= 1_000_000
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ledger = Path(folder) / "ledger.db"
        held = make(ledger, size.statements, ROOT / "data")
        for cost in serve_speed.measured(ledger, size.rounds, size.older):
            yield _served(cost, f"{cost.name}, {held:,} statements", large)


GOALS = {
    "device page": 15.0, "model page": 15.0, "search": 50.0, "search for nothing": 50.0, "fit, one pair by SQL": 15.0
}  # fmt: skip
"""Most milliseconds at a million statements."""


def _served(cost: serve_speed.Cost, what: str, large: bool) -> Line:
    if "rows" in cost.name:
        stock = f"stock {cost.stock:,.0f}" if cost.stock else ""
        return Line(what, f"{cost.ours:,.0f}", stock, "at least 100,000", cost.ours >= 100_000 if large else None)
    known = {"SQL": cost.sql, "stock": cost.stock, "before 1.0": cost.older}
    against = ", ".join(f"{name} {value:.1f} ms" for name, value in known.items() if value is not None)
    if "facets" in cost.name and cost.ratio is not None:
        met = cost.ratio <= 1.5 if large else None
        return Line(what, f"{cost.ours:.1f} ms, {cost.ratio:.2f} x", against, "at most 1.5 x SQL", met)
    goal = GOALS.get(cost.name)
    met = cost.ours <= goal if goal and large else None
    return Line(what, f"{cost.ours:.1f} ms", against, f"at most {goal:g} ms" if goal else "", met)


def _answers() -> Iterator[Line]:
    seconds, answers = fit_matrix.measured(400, 130)
    made = f"{answers:,} answers"
    yield Line("400 models x 130 devices x 6 precisions", f"{seconds:.2f} s", made, "below 1 s", seconds < 1)
    from analysis.text.checking import Checker
    from loaders.ledger_reader import read_ledger
    from tests.text_cases import DIGEST

    checker, text = Checker(read_ledger(ROOT / "build" / "ledger.db")), DIGEST.read_text(encoding="utf-8")
    spent = statistics.median(_processor(lambda: checker.check(text)) for _ in range(5))
    yield Line("text check, 1,000 words", f"{spent / len(text.split()) * 1_000_000:.0f} ms", "the digest")


def _processor(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _soak(minutes: float) -> Iterator[Line]:
    command = [sys.executable, "-m", "bench.soak", "--minutes", str(minutes)]
    command += ["--rebuild-seconds", "12", "--records", "100"] if minutes < 1 else []
    told = json.loads(subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout)
    answers = sum(count for status, count in told["answers"].items() if status.isdigit())
    what = f"{minutes:g} minutes of full load, rebuilds, restarts"
    seen, errors = f"{answers:,} answers, {told['servers']} servers", len(told["errors"])
    yield Line(what, f"{errors} errors", seen, "no error", errors == 0)
    most = told["most_mb"]
    yield Line("most memory of a server meanwhile", f"{most:.0f} MB", "", "below 300 MB", most < 300)
    if told["growth_mb"] is not None:
        yield Line("its growth after the first answers", f"{told['growth_mb']:.0f} MB", "", "none to speak of")


def _torture() -> Line:
    """Hostile SQL, requests, records and builds, in the short form of `make test`."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "tests/torture"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout
    passed, failed = (re.search(rf"(\d+) {word}", told) for word in ("passed", "failed"))
    broken = int(failed[1]) if failed else 0 if passed else 1
    held = f"{passed[1] if passed else 0} tests held"
    return Line("hostile SQL, requests, records; killed builds", held, "long form: make torture", "all", broken == 0)
