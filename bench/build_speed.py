"""How fast records become a ledger: against the floor and against what a team writes first, all in one run.

Each stage runs in a process of its own, one after another, again and again; what counts is the least processor time,
since other programs may hold the machine. Start-up and imports are left out, but for the builds after one edit and
after none, which are whole runs of the command.
"""

import argparse
import gc
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGES = ("rows", "load", "derive", "build", "typed", "untyped")
LARGEST_FOR_PYTHON = 2_000
"""Records that the pure-Python loader is given at most: it takes four milliseconds for each."""


def main() -> None:
    """Print one line for each number of records."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, nargs="+", default=[1_000, 10_000])
    options.add_argument("--repeat", type=int, default=3)
    options.add_argument("--json", action="store_true")
    options.add_argument("--stage", help=argparse.SUPPRESS)
    options.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.stage:
        _stage(chosen.stage, chosen.work)
        return
    for count in chosen.records:
        measured = measure(count, chosen.repeat)
        print(json.dumps({"records": count, **measured}) if chosen.json else described(count, measured), flush=True)


def measure(count: int, repeat: int) -> dict[str, float]:
    """Least processor seconds of each stage over `count` made-up records."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        work = Path(folder)
        _prepare(work, count)
        floor = _compiled(work)
        best: dict[str, float] = {"unchanged": min(_whole_process(work) for _ in range(repeat))}
        best["edit"] = min(_after_an_edit(work) for _ in range(repeat))
        for _ in range(repeat):
            for stage in STAGES:
                if stage != "untyped" or count <= LARGEST_FOR_PYTHON:
                    _keep(best, stage, *_run(stage, work))
            _keep(best, "read", _floor_of_reading(floor, work))
        return best


def _keep(best: dict[str, float], stage: str, seconds: float, megabytes: float | None = None) -> None:
    best[stage] = min(seconds, best.get(stage, seconds))
    if megabytes is not None:
        best[f"{stage}_mb"] = megabytes


def _prepare(work: Path, count: int) -> None:
    from bench.loading import load
    from bench.records import write_records

    write_records(work / "data", count, ROOT / "data")
    load(work / "data", work / "ready.db")
    _specledger_build(work)


def _compiled(work: Path) -> Path | None:
    """The floor program, or None where there is no compiler or no libyaml to compile it with."""
    command = ["cc", "-O2", "-o", str(work / "floor"), str(ROOT / "bench" / "floor.c"), "-lyaml"]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        print("no floor in C: it needs a compiler and libyaml's headers; PyYAML's events stand in", file=sys.stderr)
        return None
    return work / "floor"


def _floor_of_reading(floor: Path | None, work: Path) -> float:
    if floor is None:
        return _run("events", work)[0]
    paths = "".join(f"{path}\n" for path in (work / "data").rglob("*.yml"))
    told = subprocess.run([floor, "events"], input=paths, capture_output=True, text=True, check=True).stdout
    return float(told.split()[3])


def _run(stage: str, work: Path) -> tuple[float, float]:
    """Seconds and most megabytes of a stage in a process of its own."""
    command = [sys.executable, "-m", "bench.build_speed", "--stage", stage, "--work", str(work)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    return float(told[0]), float(told[1])


def _after_an_edit(work: Path) -> float:
    """Seconds of the whole process of a build after a device got another power."""
    record = next((work / "data" / "devices").rglob("*.yml"))
    text = record.read_text()
    (power,) = re.findall(r"power: (\d+) W", text)
    record.write_text(text.replace(f"power: {power} W", f"power: {int(power) + 1} W"))
    return _whole_process(work)


def _whole_process(work: Path) -> float:
    """Seconds of the command that builds, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _specledger_build(work)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _specledger_build(work: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "loaders.cli",
        "build",
        "--data",
        str(work / "data"),
        "--out",
        str(work / "whole.db"),
    ]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)


def _stage(stage: str, work: Path) -> None:
    """Run a stage and print its processor seconds and the most megabytes of its process."""
    from bench.stages import prepared

    run = prepared(stage, work)
    gc.disable()
    started = time.process_time()
    run()
    seconds = time.process_time() - started
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6)


def described(count: int, seconds: dict[str, float]) -> str:
    """The figures of one number of records, as ratios to the floor and to the peers."""
    floor = seconds["read"] + seconds["rows"]
    known = {"loading, checked": "load", "and deriving, without fits": "derive", "whole cold build": "build",
             "one record edited, with start-up": "edit", "nothing changed, with start-up": "unchanged"}  # fmt: skip
    peers = {"CSafeLoader, pydantic, sqlite-utils": "typed", "pure-Python loader, one table": "untyped"}
    head = f"{count} records, floor {floor:.2f} s: reading in C {seconds['read']:.2f}, ready rows {seconds['rows']:.2f}"
    ours = [f"  {name:36}{seconds[key]:8.2f} s {seconds[key] / floor:7.2f} x floor" for name, key in known.items()]
    theirs = [
        f"  {name:36}{seconds[key]:8.2f} s {seconds[key] / seconds['load']:7.2f} x loading"
        for name, key in peers.items()
        if key in seconds
    ]
    return "\n".join([head, *ours, *theirs, f"  most memory of the whole build {seconds['build_mb']:.0f} MB"])


if __name__ == "__main__":
    main()
