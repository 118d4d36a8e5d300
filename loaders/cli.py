"""The command `specledger`. Each command imports what it needs when it runs, so that the quick ones stay quick."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from loaders.lazy import LazyGroup

if TYPE_CHECKING:
    from loaders.check.run import Checked
    from loaders.stamp import Stamp

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
OUT = Path("build/ledger.db")
DISK_ERRORS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


ELSEWHERE = {
    "check-text": "loaders.check_text:check_text",
    "export": "loaders.export.command:export",
    "fit": "loaders.fit_command:fit",
    "generate": "loaders.generate:generate",
    "import": "loaders.importers.command:import_",
    "history": "loaders.history.command:history",
    "release": "loaders.release.command:release",
    "rename": "loaders.rename:command",
    "serve": "loaders.serve:serve",
    "stale": "loaders.stale:stale",
}
"""Commands that live in modules of their own."""


@click.group(cls=LazyGroup, elsewhere=ELSEWHERE)
@click.version_option(package_name="specledger")
def main() -> None:
    """A ledger of figures about AI hardware and open-weight models."""


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
def check(paths: tuple[Path, ...], as_json: bool, data: Path) -> None:
    """Check all records and report every problem at its file, line and column.

    With PATHS, report on those files and folders alone. Exit code 1 when there is a problem.
    """
    from loaders.check.run import check as run
    from loaders.problems import report

    checked = run(data.resolve(), _dictionary(data.resolve()), paths)
    if as_json:
        problems = [problem.as_dict() for problem in sorted(checked.problems)]
        click.echo(json.dumps({"problems": problems, "files_checked": checked.n_files}, ensure_ascii=False, indent=1))
    else:
        shown = {problem.file for problem in checked.problems}
        for name in sorted(checked.differences.keys() & shown):
            click.echo(checked.differences[name])
        click.echo(report(checked.problems, checked.n_files))
    sys.exit(1 if checked.problems else 0)


@main.command("format")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
def format_(paths: tuple[Path, ...], data: Path) -> None:
    """Write records in their canonical layout, comments kept; with PATHS, those files and folders alone."""
    from loaders.layout import untidy

    chosen = tuple(path.resolve() for path in paths)
    for file, _, wanted in list(untidy(data.resolve(), _dictionary(data.resolve()))):
        if not chosen or any(file.path.is_relative_to(path) for path in chosen):
            file.path.write_bytes(wanted)
            click.echo(f"laid out {file.name}")


@main.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=OUT, show_default=True)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
@click.option("--force", is_flag=True, help="Build from nothing, whatever has changed.")
def build(out: Path, data: Path, force: bool) -> None:
    """Check all records and build the database. A failed build leaves the old database as it was."""
    from loaders import stamp

    data = data.resolve()
    now = stamp.state(data, ROOT)
    known = None if force else stamp.read_stamp(out)
    changed = known.changed(now) if known else set()
    if known and not changed:
        click.echo(f"{out} is up to date")
        return
    revised = _revise(data, out, known, changed) if known else None
    checked = revised or _build(data, out)
    stamp.remember(out, now, checked.digests)
    what = f"revised {out} after" if revised else f"built {out} from"
    click.echo(f"{what} {checked.n_files} {'file' if checked.n_files == 1 else 'files'}")


def _dictionary(data: Path) -> Any:
    """The dictionary below `data`; one that cannot be used ends the command with what is wrong with it."""
    from loaders.dictionary import UnusableDictionaryError, load_dictionary

    try:
        return load_dictionary(data)
    except UnusableDictionaryError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def _revise(data: Path, out: Path, known: "Stamp", changed: set[str]) -> "Checked | None":
    """The ledger at `out` after a few records were edited; None where a whole build has to be made."""
    from loaders.revise.run import revise

    with _writing(out):
        return revise(data, _dictionary(data), out, _commit(data), known, changed)


def _build(data: Path, out: Path) -> "Checked":
    from loaders.build import NotBuiltError
    from loaders.build import build as run
    from loaders.problems import report
    from loaders.progress import progress_bar

    try:
        with _writing(out), progress_bar() as progress:
            return run(data, _dictionary(data), out, _commit(data), progress)
    except NotBuiltError as error:
        click.echo(report(error.problems, error.n_files), err=True)
        click.echo(_kept(out), err=True)
        sys.exit(1)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """What the disk refuses ends the command with a sentence."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        click.echo(f"{out} cannot be written: {_reason(error)}. {_kept(out)}", err=True)
        sys.exit(1)


def _kept(out: Path) -> str:
    return f"{out} stands as it was." if out.exists() else "Nothing was built."


def _reason(error: OSError | sqlite3.OperationalError) -> str:
    """What the disk says; a fault of our own SQL is none of the disk's and is raised again."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if error.sqlite_errorcode & 0xFF not in DISK_ERRORS:
        raise error
    return str(error)


def _commit(data: Path) -> str:
    """Commit of the records, with a plus sign when the tree holds more than it; unknown outside a repository."""
    try:
        git = ["git", "-C", str(data)]
        head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
        dirty = subprocess.run([*git, "status", "--porcelain", "--", "."], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head.stdout.strip() + ("+" if dirty.stdout.strip() else "")


if __name__ == "__main__":
    main()
