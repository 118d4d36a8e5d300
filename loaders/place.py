"""A place beside a file that replaces it when everything is written."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def beside(out: Path) -> Iterator[Path]:
    """A path beside `out` that replaces it when the block ends well, and vanishes when it does not."""
    _tidy(out)
    temporary = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(out)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def _tidy(out: Path) -> None:
    """Delete what builds left that were killed: files that carry the number of a process which is no more."""
    left = re.compile(rf"\.{re.escape(out.name)}\.(\d+)(?:-journal)?")
    for path in list(out.parent.iterdir()):
        match = left.fullmatch(path.name)
        if match and not _lives(int(match[1])):
            path.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return process != os.getpid()
