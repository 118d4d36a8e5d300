"""How to cite what the ledger shows: as text, BibTeX and CSL-JSON, with commit, content hash and as-of date."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

AUTHOR = "Specledger contributors"
LEDGER = "Specledger"
UNKNOWN = "unknown"
SHORT = 16
"""Digits of a commit or content hash that a printed citation names."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", **{letter: f"\\{letter}" for letter in "{}$&#_%"},
}  # fmt: skip
_KEY = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(frozen=True)
class Edition:
    """The ledger that is cited: commit of its records, hash of their content, day of its build (2026-12-01)."""

    commit: str
    content_hash: str
    day: str
    address: str
    """Where it stands, without a slash at its end; empty when it stands nowhere yet."""


@dataclass(frozen=True)
class Citable:
    """One thing to cite: a statement, claim, entity, comparison, fit or the whole ledger."""

    kind: str
    id: str
    title: str
    path: str
    """Its address below the ledger's, as in /statement/0123456789abcdef."""
    sources: tuple[str, ...] = ()
    """What it rests on, each as one line."""


def edition_of(build: Mapping[str, str], address: str) -> Edition:
    """The edition that the rows of `build_info` describe; what they do not name is `unknown`."""
    day = build.get("built_at", UNKNOWN)[:10]
    return Edition(build.get("commit", UNKNOWN), build.get("content_hash", UNKNOWN), day, address.rstrip("/"))


def text(thing: Citable, edition: Edition) -> str:
    """One line: what is cited, what it rests on, which ledger says so."""
    parts = [thing.title.rstrip("."), _sources(thing), f"{LEDGER} as of {edition.day}, {_version(edition)}"]
    return ". ".join(part for part in parts if part) + f", {edition.address}{thing.path}"


def bibtex(thing: Citable, edition: Edition) -> str:
    """A @misc entry with the fields that both BibTeX and biblatex read."""
    year, month = _year_and_month(edition.day)
    fields = {
        "author": f"{{{AUTHOR}}}",
        "title": f"{{{_latex(thing.title)}}}",
        "year": year,
        "howpublished": _latex(f"{LEDGER} as of {edition.day}"),
        "version": _latex(_version(edition)),
        "url": f"{edition.address}{thing.path}",
        "urldate": edition.day,
        "note": _latex(_sources(thing)),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value and value != UNKNOWN]
    if month:
        lines.insert(3, f"  month = {month}")
    return f"@misc{{{_key(thing)},\n" + ",\n".join(lines) + "\n}\n"


def csl_json(thing: Citable, edition: Edition) -> list[dict[str, Any]]:
    """A list of one item of type `dataset`, as reference managers import it."""
    item: dict[str, Any] = {
        "id": _key(thing),
        "type": "dataset",
        "title": thing.title,
        "author": [{"literal": AUTHOR}],
        "publisher": LEDGER,
        "version": f"commit {edition.commit}, content {edition.content_hash}",
        "URL": f"{edition.address}{thing.path}",
    }
    if date := _date_parts(edition.day):
        item |= {"issued": {"date-parts": [date]}, "accessed": {"date-parts": [date]}}
    return [item | ({"note": note} if (note := _sources(thing)) else {})]


def _sources(thing: Citable) -> str:
    if not thing.sources:
        return ""
    return ("Source: " if len(thing.sources) == 1 else "Sources: ") + "; ".join(thing.sources)


def _version(edition: Edition) -> str:
    plus = "+" if edition.commit.endswith("+") and len(edition.commit) > SHORT else ""
    return f"commit {edition.commit[:SHORT]}{plus}, content {edition.content_hash[:SHORT]}"


def _key(thing: Citable) -> str:
    return _KEY.sub("-", f"{LEDGER.lower()}-{thing.kind}-{thing.id}").strip("-")


def _date_parts(day: str) -> list[int]:
    """Year, month and day as numbers; empty for a date that is not known."""
    parts = day.split("-")
    return [int(part) for part in parts] if all(part.isdigit() for part in parts) else []


def _year_and_month(day: str) -> tuple[str, str]:
    parts = _date_parts(day)
    return (str(parts[0]), MONTHS[parts[1] - 1] if len(parts) > 1 else "") if parts else ("", "")


def _latex(plain: str) -> str:
    """The text with the letters that TeX reads as commands written out."""
    return "".join(_LATEX.get(letter, letter) for letter in plain)
