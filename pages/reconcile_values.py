"""What the reconciliation service knows of a thing: a few words, properties, values, suggestions."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from pages import queries
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.refusals import RefusedError
from pages.rows import Row, fetch, fetch_one
from pages.spelling import squeezed

MOST_AT_ONCE = 100
"""Queries or ids of one request; OpenRefine sends ten at a time."""
MOST_CANDIDATES = 25
MOST_PROPERTIES = 200
SUGGESTED = ("entity", "type", "property")
"""What is suggested while somebody types."""
PREVIEWED = 6
"""Facts on the small page about a thing."""
UNPROPOSED = frozenset({"id", "name", "aliases", "missing"})
"""Columns of a wide table that are no property of a thing."""


def described_kind(kind: str) -> Row:
    """A kind of thing as the specification's type."""
    return {"id": kind, "name": kind.capitalize()}


def record_of(conn: sqlite3.Connection, catalogue: Catalogue, ref: str) -> Row:
    """Row of the wide table that a thing stands in; empty for one that the ledger does not have."""
    entity = catalogue.entities.get(ref)
    return (fetch_one(conn, queries.RECORD[entity["kind"]], id=ref) or {}) if entity else {}


def description(conn: sqlite3.Connection, catalogue: Catalogue, ref: str) -> str:
    """A thing in a few words: what it is, whose, since when."""
    record = record_of(conn, catalogue, ref)
    entity = catalogue.entities[ref]
    label = catalogue.words.label(f"{entity['kind']}_kind", record.get("kind")) or entity["kind"]
    maker = record.get("vendor") or record.get("developer") or record.get("maker")
    by = f" by {catalogue.name(maker)}" if maker else ""
    return f"{label}{by}, {record['year']}" if record.get("year") else f"{label}{by}"


def suggested(conn: sqlite3.Connection, catalogue: Catalogue, what: str, prefix: str) -> Row:
    """Things, kinds or properties whose name begins or sounds like what was typed so far."""
    wanted = squeezed(prefix)
    if what == "type":
        found = [described_kind(kind) for kind in ENTITY_KINDS if squeezed(kind).startswith(wanted)]
        return {"result": found}
    if what == "property":
        every = (row for kind in ENTITY_KINDS for row in properties(conn, catalogue, kind))
        known = {row["id"]: row for row in every if wanted in squeezed(row["name"])}
        return {"result": list(known.values())[:MOST_CANDIDATES]}
    begun = [ref for ref in catalogue.entities if _begins(catalogue, ref, wanted)] if wanted else []
    near = [match.key for match in catalogue.matcher.match(prefix, limit=MOST_CANDIDATES)]
    refs = [*sorted(begun, key=lambda ref: (len(catalogue.name(ref)), ref)), *near]
    return {"result": [_suggestion(conn, catalogue, ref) for ref in list(dict.fromkeys(refs))[:MOST_CANDIDATES]]}


def _begins(catalogue: Catalogue, ref: str, wanted: str) -> bool:
    return any(squeezed(name).startswith(wanted) for name in catalogue.names(ref))


def _suggestion(conn: sqlite3.Connection, catalogue: Catalogue, ref: str) -> Row:
    kind = catalogue.entities[ref]["kind"]
    text = description(conn, catalogue, ref)
    return {"id": ref, "name": catalogue.name(ref), "description": text, "notable": [described_kind(kind)]}


def properties(conn: sqlite3.Connection, catalogue: Catalogue, kind: str) -> list[Row]:
    """What can be had of things of a kind: columns of their table, then metrics that facts are on record for."""
    columns = [column[0] for column in conn.execute(queries.RECORD[kind], {"id": ""}).description]
    own = [name for name in columns if name not in UNPROPOSED]
    metrics = [row["metric"] for row in fetch(conn, queries.METRICS_OF_KIND, kind=kind)]
    named = [{"id": name, "name": name.replace("_", " "), "description": f"column of {kind}s"} for name in own]
    return named + [
        {"id": name, "name": catalogue.words.metric(name), "description": catalogue.words.metric_meaning(name)}
        for name in metrics
        if name not in own
    ]


def proposed(conn: sqlite3.Connection, catalogue: Catalogue, kind: str, limit: int) -> Row:
    """The first properties of things of a kind, as the data extension asks for them."""
    return {"type": kind, "limit": limit, "properties": properties(conn, catalogue, kind)[:limit]}


def extended(conn: sqlite3.Connection, catalogue: Catalogue, wanted: Row) -> Row:
    """Values of properties of things: `wanted` holds `ids` and `properties`. Raises RefusedError (400)."""
    ids, asked = wanted.get("ids"), wanted.get("properties")
    if not isinstance(ids, list) or not isinstance(asked, list):
        raise RefusedError(400, "The parameter “extend” needs a list “ids” and a list “properties”.")
    if len(ids) > MOST_AT_ONCE:
        raise RefusedError(400, f"{len(ids)} ids at once: at most {MOST_AT_ONCE} are answered.")
    names = [str(item["id"]) for item in asked if isinstance(item, dict) and "id" in item]
    meta = [{"id": name, "name": _property_name(catalogue, name)} for name in names]
    return {"meta": meta, "rows": {str(ref): _values(conn, catalogue, str(ref), names) for ref in ids}}


def _property_name(catalogue: Catalogue, name: str) -> str:
    return catalogue.words.metric(name) if name in catalogue.words.metrics else name.replace("_", " ")


def _values(conn: sqlite3.Connection, catalogue: Catalogue, ref: str, names: Iterable[str]) -> Row:
    record = record_of(conn, catalogue, ref)
    return {
        name: _cells(catalogue, record[name]) if name in record else _figures(conn, catalogue, ref, name)
        for name in names
    }


def _cells(catalogue: Catalogue, value: Any) -> list[Row]:
    """A value of a record as the specification types it; nothing for what is not known."""
    if isinstance(value, list):
        return [cell for item in value for cell in _cells(catalogue, item)]
    if value in (None, "unknown"):
        return []
    if isinstance(value, int | float):
        return [{"int": value} if isinstance(value, int) else {"float": value}]
    return [{"id": value, "name": catalogue.name(value)} if value in catalogue.entities else {"str": str(value)}]


def _figures(conn: sqlite3.Connection, catalogue: Catalogue, ref: str, metric: str) -> list[Row]:
    """The figures shown for a metric, each with what it holds for: `989 TFLOP/s (BF16, dense, per GPU)`."""
    rows = fetch(conn, queries.FACTS_OF_METRIC, id=ref, metric=metric)
    return [{"str": _figure(catalogue, row)} for row in rows]


def _figure(catalogue: Catalogue, row: Row) -> str:
    holds = ", ".join(catalogue.words.holds_for(row))
    return f"{catalogue.words.stated(row)} ({holds})" if holds else catalogue.words.stated(row)


def preview(conn: sqlite3.Connection, catalogue: Catalogue, ref: str) -> Row:
    """What the small page about a thing prints. Raises RefusedError (404)."""
    if ref not in catalogue.entities:
        raise RefusedError(404, f"The ledger has nothing called “{ref[:80]}”.")
    facts = fetch(conn, queries.FACTS, id=ref)[:PREVIEWED]
    return {"ref": ref, "description": description(conn, catalogue, ref), "facts": facts}
