"""Where axe-core is, which finds what keeps people from using a page."""

from pathlib import Path

FILE = Path(__file__).parents[1] / "node_modules/axe-core/axe.min.js"
MISSING = "axe-core is not installed (npm ci in the project's folder; Debian: apt-get install npm)"


def find() -> Path | None:
    """Path of axe-core; None where it is not installed."""
    return FILE if FILE.is_file() else None
