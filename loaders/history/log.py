"""The repository's log: which version of which record file followed which, and their texts."""

import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from loaders.files import ENDINGS, FOLDERS

MARK = "@"
NOTHING = "0" * 40
"""What git writes for a file that is not there."""


class NoHistoryError(Exception):
    """There is no log to read, or only a part of it."""


@dataclass(frozen=True)
class Edit:
    """One commit's change to one record file: blobs before and after, None where there was or is no file."""

    commit: str
    day: str
    """Day of the commit: 2026-12-01."""
    subject: str
    file: str
    """Path below the repository, as tables name it: data/devices/acme/acme-a1.yml."""
    before: str | None
    after: str | None
    former: str | None = None
    """Path before, where the file was renamed."""


FORM = f"--format={MARK}%H %cs %s"
RAW = ("--find-renames", "--raw", "--no-abbrev")


def edits(data: Path) -> list[Edit]:
    """Every edit of a record below `data`, the oldest first. Raises NoHistoryError with the reason."""
    if _git(data, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise NoHistoryError("the repository is a shallow copy: `git fetch --unshallow` brings the rest of its log")
    top, prefix = _place(data)
    return list(_read(_git(top, "log", "--reverse", *RAW, FORM, "--", *_folders(prefix)), prefix))


def edits_between(data: Path, revision: str, later: str) -> list[Edit]:
    """One edit for each record that is another at the later revision. Raises NoHistoryError, as for unknown ones."""
    top, prefix = _place(data)
    first, last = (
        _git(top, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").strip()
        for name in (revision, later)
    )
    head = _git(top, "log", "-1", FORM, last)
    return list(_read(head + _git(top, "diff", *RAW, first, last, "--", *_folders(prefix)), prefix))


def _place(data: Path) -> tuple[Path, str]:
    """Top of the repository, and the path of `data` below it with a slash behind."""
    top = Path(_git(data, "rev-parse", "--show-toplevel").strip())
    below = data.resolve().relative_to(top.resolve()).as_posix()
    return top, "" if below == "." else f"{below}/"


def _folders(prefix: str) -> list[str]:
    return [prefix + folder for folder in FOLDERS]


def _read(text: str, prefix: str) -> Iterator[Edit]:
    commit = day = subject = ""
    for line in text.splitlines():
        if line.startswith(MARK):
            commit, day, subject = line[1:].split(" ", 2)
        elif line.startswith(":"):
            state, *paths = line.split("\t")
            _, _, before, after, _ = state.split()
            if paths[-1].endswith(ENDINGS):
                *former, file = ("data/" + path.removeprefix(prefix) for path in paths)
                yield Edit(commit, day, subject, file, _blob(before), _blob(after), *former)


def _blob(name: str) -> str | None:
    return None if name == NOTHING else name


def texts(data: Path, blobs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Text of each blob, read by one process."""
    wanted = list(dict.fromkeys(blobs))
    command = ["git", "-C", str(data), "cat-file", "--batch"]
    asked = "".join(f"{name}\n" for name in wanted).encode()
    answer = subprocess.run(command, input=asked, capture_output=True, check=True).stdout
    place = 0
    for name in wanted:
        end = answer.index(b"\n", place)
        size = int(answer[place:end].split()[2])
        yield name, answer[end + 1 : end + 1 + size].decode("utf-8", "replace")
        place = end + size + 2


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "core.quotepath=off", *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        raise NoHistoryError("git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise NoHistoryError(f"git says: {error.stderr.strip().removeprefix('fatal: ')}") from None
