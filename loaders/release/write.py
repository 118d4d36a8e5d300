"""A release in a folder of its own: the export, what changed since the release before, and the sums of all files."""

import csv
import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from loaders.export.edition import Edition, read_edition
from loaders.export.run import LEDGER, export
from loaders.export.sums import SUMS, write_sums
from loaders.release.compare import COLUMNS, Changelog, compare

LOG = "CHANGES.md"
TABLE = "changes-of-figures"
MOST_LISTED = 60
"""Figures that are listed one by one; the table beside holds all."""


class NotReleasedError(Exception):
    """Why there is no release, in a sentence."""


def release(database: Path, folder: Path, previous: Path | None = None, address: str = "") -> tuple[Edition, Path, str]:
    """Write a release below `folder` and return its edition, its place and the changelog's section.

    `previous` is a ledger, or the folder of an export or release; without it the newest release below `folder` is
    taken. Raises NotReleasedError.
    """
    with closing(_opened(database)) as connection:
        edition = _numbered(read_edition(connection, address), folder)
        before = previous or newest(folder)
        log = _changelog(before, connection) if before else None
    place = folder / edition.version
    counts = export(database, place, address, edition)
    section = describe(edition, counts, log, before)
    (place / LOG).write_text(f"# What changed\n\n{section}", encoding="utf-8")
    if log:
        _write_table(place, log)
    write_sums(place)
    return edition, place, section


def _opened(database: Path) -> sqlite3.Connection:
    if not database.is_file():
        raise NotReleasedError(f"{database} is not there: build it first, as in `make build` or `specledger build`")
    return sqlite3.connect(f"file:{database.resolve()}?mode=ro", uri=True)


def newest(folder: Path) -> Path | None:
    """The last release below a folder."""
    found = [path for path in folder.iterdir() if (path / SUMS).is_file()] if folder.is_dir() else []
    return max(found, key=lambda path: [int(part) for part in path.name.split(".") if part.isdigit()], default=None)


def _numbered(edition: Edition, folder: Path) -> Edition:
    """The edition with the next number of its day."""
    taken = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    number = next(number for number in range(len(taken) + 1) if replace(edition, number=number).version not in taken)
    return replace(edition, number=number)


def _changelog(before: Path, after: sqlite3.Connection) -> Changelog:
    ledger = before / LEDGER if before.is_dir() else before
    with closing(_opened(ledger)) as old:
        try:
            return compare(old, after)
        except sqlite3.Error as error:
            raise NotReleasedError(f"{ledger} cannot be read as a ledger ({error})") from None


def describe(edition: Edition, counts: dict[str, int], log: Changelog | None, before: Path | None) -> str:
    """The section of the changelog: version, day, schema, what is in it, and the figures that changed."""
    known = ", ".join(f"{counts[name]:,} {name}" for name in ("devices", "systems", "models", "claims", "statements"))
    lines = [
        f"## {edition.version}, {edition.day}",
        f"Schema {edition.schema_version}, commit `{edition.commit}`, content `{edition.content_hash}`: {known}.",
    ]
    if log is None or before is None:
        return "\n\n".join([*lines, "The first release: everything in it is new."]) + "\n"
    told = ", ".join(f"{log.counts[what]:,} {what}" for what in ("added", "corrected", "ranked", "withdrawn"))
    lines.append(f"Statements since {before.name}: {told}; all of them stand in `{TABLE}.csv`.")
    if log.shown:
        lines.append(_listed(log))
    return "\n\n".join(lines) + "\n"


def _listed(log: Changelog) -> str:
    """Figures that pages show otherwise than before."""
    rows = [
        f"| {entity} | {metric} | {_cell(qualifiers)} | {old} | {new} |"
        for (entity, metric, qualifiers, _), old, new in log.shown[:MOST_LISTED]
    ]
    more = [f"\n{len(log.shown) - MOST_LISTED} more in the table."] if len(log.shown) > MOST_LISTED else []
    head = [
        "Figures shown that are others than before:\n",
        "| of | metric | scope | before | now |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, *more])


def _cell(qualifiers: str) -> str:
    return ", ".join(f"{name} {value}" for name, value in json.loads(qualifiers).items()).replace("|", "/")


def _write_table(place: Path, log: Changelog) -> None:
    with (place / f"{TABLE}.csv").open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(COLUMNS)
        table.writerows(item.row for item in log.differences)
    rows = [dict(zip(COLUMNS, item.row, strict=True)) for item in log.differences]
    (place / f"{TABLE}.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def enter(log: Path, section: str) -> None:
    """Put a section on top of the changelog, below its title."""
    title = "# Changelog\n\nReleases of the figures, the newest first. `specledger release` writes them.\n"
    text = log.read_text(encoding="utf-8") if log.exists() else title
    head, mark, rest = text.partition("\n## ")
    written = f"{head.rstrip()}\n\n{section}" + (f"\n{mark.strip()} {rest}" if mark else "")
    beside = log.with_name(f".{log.name}.{os.getpid()}")
    beside.write_text(written, encoding="utf-8")
    shutil.move(beside, log)
