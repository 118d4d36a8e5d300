"""Atom feeds (RFC 4287): new claims, what checks noticed, changed figures; for the whole ledger and for each thing."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from pages import queries
from pages.catalogue import Catalogue
from pages.corrections import KINDS as KINDS_OF_CHANGE
from pages.rows import Row, fetch

NAMESPACE = "http://www.w3.org/2005/Atom"
LONGEST = 100
"""Entries of a feed, the newest."""
MONTHS_OF = {"Q": 3, "H": 6}
"""Months of a quarter and of a half-year: dates may be 2026-Q4 or 2026-H2."""
DATED = "An entry is dated by the day on which it came on record, as the log of the records tells."
UNDATED = "This ledger was built without the log of its records: an entry is dated by what it is about."
CONTENT_TYPE = "application/atom+xml; charset=utf-8"


@dataclass(frozen=True)
class Entry:
    """One piece of news: `path` below the ledger's address is its identity, dates are as precise as they are known."""

    path: str
    title: str
    date: str
    """When it was said, where that is known."""
    summary: str
    recorded: str | None = None
    """Day on which it came on record or was changed last; None for a ledger without history."""
    author: str = "Specledger"


def moment(date: str) -> str:
    """A date as RFC 3339 wants it: the first second of a year, quarter, month or day; a moment as it is."""
    if "T" in date:
        return date
    if date[5:6] in MONTHS_OF:
        date = f"{date[:4]}-{(int(date[6]) - 1) * MONTHS_OF[date[5]] + 1:02}"
    return f"{date}{'-01' * ((10 - len(date)) // 3)}T00:00:00Z"


def atom(address: str, path: str, title: str, entries: Iterable[Entry], built: str) -> str:
    """The feed at `path`, the newest on record first. An entry without a date has that of the build."""
    dated = [(moment(entry.recorded or entry.date or built), entry) for entry in entries]
    dated.sort(key=lambda pair: (pair[0], pair[1].date), reverse=True)
    feed = ElementTree.Element("feed", {"xmlns": NAMESPACE, "xml:lang": "en"})
    _add(feed, "id", address + path)
    _add(feed, "title", title)
    _add(feed, "subtitle", DATED if any(entry.recorded for _, entry in dated) else UNDATED)
    _add(feed, "updated", dated[0][0] if dated else moment(built))
    _add(feed, "link", rel="self", type="application/atom+xml", href=address + path)
    _add(feed, "link", rel="alternate", type="text/html", href=address + "/")
    _add(feed, "rights", "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/")
    for when, entry in dated[:LONGEST]:
        _enter(feed, address, when, entry)
    ElementTree.indent(feed, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(feed, "unicode") + "\n"


def _enter(feed: ElementTree.Element, address: str, when: str, entry: Entry) -> None:
    element = ElementTree.SubElement(feed, "entry")
    _add(element, "id", address + entry.path)
    _add(element, "title", entry.title)
    _add(element, "updated", when)
    if entry.recorded and entry.date:
        _add(element, "published", moment(entry.date))
    _add(element, "link", rel="alternate", type="text/html", href=address + entry.path)
    _add(ElementTree.SubElement(element, "author"), "name", entry.author)
    if entry.summary:
        _add(element, "summary", entry.summary)


def _add(parent: ElementTree.Element, tag: str, text: str | None = None, **attributes: str) -> None:
    ElementTree.SubElement(parent, tag, attributes).text = text


def claims(conn: sqlite3.Connection, catalogue: Catalogue, entity: str | None) -> list[Entry]:
    """The newest claims, of all or about one thing."""
    return [_claim(row, catalogue) for row in fetch(conn, queries.CLAIMS_FOR_FEED, entity=entity, limit=LONGEST)]


def _claim(row: Row, catalogue: Catalogue) -> Entry:
    rated = catalogue.words.label("rating", row["rating"])
    reason = f": {row['rating_reason']}" if row["rating_reason"] else ""
    summary = f"Claimed by {catalogue.name(row['claimant'])}. Rated {rated}{reason}"
    return Entry(f"/claim/{row['id']}", row["claim"], row["made"] or "", summary, row["recorded"])


def findings(conn: sqlite3.Connection, catalogue: Catalogue, entity: str | None) -> list[Entry]:
    """What checks noticed; none is older than the last change of the figure or claim that it is about."""
    return [_finding(row, catalogue) for row in fetch(conn, queries.FINDINGS_FOR_FEED, entity=entity, limit=LONGEST)]


def _finding(row: Row, catalogue: Catalogue) -> Entry:
    level = catalogue.words.label("level", row["level"])
    page = f"/statement/{row['statement']}" if row["statement"] else catalogue.path(row["claim"] or row["entity"] or "")
    path, title = f"{page or '/'}#finding-{row['id']}", f"{level}: {row['message']}"
    return Entry(path, title, row["date"] or "", row["computed"] or "", row["recorded"])


def changes(conn: sqlite3.Connection, catalogue: Catalogue, entity: str | None) -> list[Entry]:
    """Figures that are others than before."""
    chosen = {"kinds": "correction/source_revised/world_changed", "entity": entity}
    return [_change(row, catalogue) for row in fetch(conn, queries.CHANGES, **chosen, limit=LONGEST, offset=0)]


def _change(row: Row, catalogue: Catalogue) -> Entry:
    thing = catalogue.name(row["entity"]) if row["entity"] else row["file"]
    title = f"{catalogue.words.metric(row['metric'])} of {thing}: {row['new']}, before that {row['old']}"
    page = f"/statement/{row['statement']}" if row["statement"] else "/corrections"
    summary = f"{KINDS_OF_CHANGE[row['kind']]}: {row['subject']}"
    return Entry(f"{page}#change-{row['id']}", title, "", summary, row["date"])


FEEDS = {
    "claims": ("Specledger: new claims", claims),
    "findings": ("Specledger: what checks noticed", findings),
    "changes": ("Specledger: changed figures", changes),
}


def whole(conn: sqlite3.Connection, catalogue: Catalogue, address: str, name: str) -> str:
    """A feed of the whole ledger."""
    title, read = FEEDS[name]
    return atom(address, f"/feeds/{name}.atom", title, read(conn, catalogue, None), catalogue.build["built_at"])


def of_thing(conn: sqlite3.Connection, catalogue: Catalogue, address: str, ref: str) -> str:
    """The feed of one thing: claims, findings and changes about it."""
    entries = [entry for _, read in FEEDS.values() for entry in read(conn, catalogue, ref)]
    path = f"{catalogue.path(ref)}.atom"
    return atom(address, path, f"Specledger: {catalogue.name(ref)}", entries, catalogue.build["built_at"])
