"""The stages that bench.build_speed times, each with its imports done before the clock starts."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

Stage = Callable[[], object]


def prepared(stage: str, work: Path) -> Stage:
    """The stage as a function without arguments; whatever it writes it writes anew."""
    for name in ("out.db", "out.db.stamp"):
        (work / name).unlink(missing_ok=True)
    return _STAGES[stage](work / "data", work)


def _rows(_: Path, work: Path) -> Stage:
    from bench.loading import ready_rows, write_ready

    rows = ready_rows(work / "ready.db")
    return lambda: write_ready(rows, work / "out.db")


def _load(data: Path, work: Path) -> Stage:
    from bench.loading import load

    return lambda: load(data, work / "out.db")


def _build(data: Path, work: Path) -> Stage:
    from loaders.build import build
    from loaders.dictionary import load_dictionary

    return lambda: build(data, load_dictionary(data), work / "out.db", "unknown")


def _derive(data: Path, work: Path) -> Stage:
    """A whole build but for the table of fits, whose size is bounded and does not grow with the records."""
    patch("loaders.build.write_fits").start()
    return _build(data, work)


def _typed(data: Path, work: Path) -> Stage:
    from bench.peers import typed

    return lambda: typed(data, work / "out.db")


def _untyped(data: Path, work: Path) -> Stage:
    from bench.peers import untyped

    return lambda: untyped(data, work / "out.db")


def _events(data: Path, _: Path) -> Stage:
    """Reading and PyYAML's events in C, unused."""
    from yaml import CSafeLoader, parse

    return lambda: [sum(1 for _ in parse(path.read_bytes(), CSafeLoader)) for path in data.rglob("*.yml")]


_STAGES: dict[str, Callable[[Path, Path], Stage]] = {
    "rows": _rows, "load": _load, "derive": _derive, "build": _build, "typed": _typed,
    "untyped": _untyped, "events": _events,
}  # fmt: skip
