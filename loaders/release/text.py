"""What a release says of itself: the section of the changelog, and the table of all differences."""

import csv
import json
import re
from dataclasses import dataclass
from pathlib import Path

from loaders.export.edition import Edition
from loaders.place import beside
from loaders.release.compare import COLUMNS, Changelog

TABLE = "changes-of-figures"
MOST_LISTED = 60
"""Figures that are listed one by one; the table beside holds all."""


@dataclass(frozen=True)
class Former:
    """What a release is compared with: a ledger or the folder of an export, or else a revision of the records."""

    place: Path | None = None
    revision: str | None = None

    @property
    def name(self) -> str:
        """What the changelog calls it."""
        return self.place.name if self.place else str(self.revision)


def describe(edition: Edition, counts: dict[str, int], log: Changelog | None, former: Former) -> str:
    """The section of the changelog: version, day, schema, what is in it, and the figures that changed."""
    known = ", ".join(f"{counts[name]:,} {name}" for name in ("devices", "systems", "models", "claims", "statements"))
    lines = [
        f"## {edition.version}, {edition.day}",
        f"Schema {edition.schema_version}, commit `{edition.commit}`, content `{edition.content_hash}`: {known}.",
    ]
    if log is None:
        return "\n\n".join([*lines, "The first release: everything in it is new."]) + "\n"
    told = ", ".join(f"{log.counts[what]:,} {what}" for what in ("added", "corrected", "ranked", "withdrawn"))
    lines.append(f"Statements since {former.name}: {told}; all of them stand in `{TABLE}.csv`.")
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


def write_table(place: Path, log: Changelog) -> None:
    """Write every difference as CSV and JSON."""
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
    with beside(log) as temporary:
        temporary.write_text(written, encoding="utf-8")


def versions(log: Path) -> list[str]:
    """Versions that a changelog names."""
    return re.findall(r"^## (\S+), ", log.read_text(encoding="utf-8"), re.MULTILINE) if log.is_file() else []


def last_commit(log: Path) -> str | None:
    """Commit of the release on top of a changelog."""
    found = re.search(r"commit `([0-9a-f]{40})`", log.read_text(encoding="utf-8")) if log.is_file() else None
    return found[1] if found else None
