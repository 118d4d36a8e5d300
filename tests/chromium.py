"""Where the browser of the browser tests is."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "Chromium is not installed (Debian: apt-get install chromium; or set CHROMIUM to its path)"


def find() -> str | None:
    """Path of the Chromium to use: the variable CHROMIUM, else the first of NAMES on the path; None without one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
