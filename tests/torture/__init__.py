"""What is thrown at the ledger to break it: a short form in every test run, all of it by `make torture`."""

import os

FULL = os.environ.get("TORTURE") == "full"
"""Whether this is `make torture`."""


def scaled(short: int, full: int) -> int:
    """How often something is tried: `short` in a test run, `full` in `make torture`."""
    return full if FULL else short
