"""Runs all that must hold, one step after the other whatever fails, and sums it in one last line.

Two runs of pytest, because Playwright's synchronous API leaves an event loop running and pytest-asyncio
cannot start one after it in the same process.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests import axe, chromium

BIN = Path(sys.executable).parent
CHECKS = {
    "records": ["specledger", "check"],
    "ledger": ["specledger", "build"],
    "generated files": ["specledger", "generate", "--check"],
    "style": ["ruff", "check", "."],
    "layout": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
}
TESTS = {
    "tests": ["tests/unit", "tests/data", "tests/pages", "tests/torture"],
    "browser tests": ["tests/browser"],
}
CLOSING_LINE = re.compile(r"^=*\s*((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [\d.]+s.*$")
COUNTED_AS = {"error": "failed", "errors": "failed", "xpassed": "failed", "xfailed": "passed"}


def holds(name: str, command: list[str]) -> bool:
    """Run one check with its output shown; whether it ended with 0."""
    print(f"--- {name}: {' '.join(command)}", flush=True)
    try:
        return subprocess.run([BIN / command[0], *command[1:]]).returncode == 0
    except FileNotFoundError:
        print(f"{command[0]} is not installed in {BIN}: `make environment` installs it", flush=True)
        return False


def pytest(paths: list[str]) -> tuple[int, str]:
    """Run pytest with its output shown; its exit code and last line."""
    command = [sys.executable, "-m", "pytest", *paths]
    last = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        for line in run.stdout or ():
            print(line, end="", flush=True)
            last = line.rstrip() or last
    return run.returncode, last


def counts(code: int, closing: str) -> Counter[str]:
    """Tests by outcome from pytest's closing line; a run that ended badly without one counts as one failure."""
    found: Counter[str] = Counter()
    if CLOSING_LINE.match(closing):
        for number, outcome in re.findall(r"(\d+) ([a-z]+)", closing.split(" in ")[0]):
            found[COUNTED_AS.get(outcome, outcome)] += int(number)
    if code != 0 and not found["failed"]:
        found["failed"] = 1
    return found


def main() -> int:
    """Run every step; 0 when all hold, else 1."""
    failed = [name for name, command in CHECKS.items() if not holds(name, command)]
    total = Counter(failed=len(failed))
    closings = []
    for name, paths in TESTS.items():
        print(f"--- {name}: {' '.join(paths)}", flush=True)
        code, closing = pytest(paths)
        total += counts(code, closing)
        closings.append(f"{name}: {closing.strip('= ')}")
    print("\n--- sum")
    if failed:
        print(f"failed before the tests: {', '.join(failed)}")
    if chromium.find() is None:
        print(f"the browser tests were skipped: {chromium.MISSING}")
    if axe.find() is None:
        print(f"pages were not checked for access: {axe.MISSING}")
    print(*closings, sep="\n")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
