"""Pages of devices, systems, models, software, benchmarks and organizations."""

import json
import sqlite3
from urllib.parse import urlencode

from pages import cite, compare_view, linked_data, queries, related
from pages.catalogue import Catalogue
from pages.rows import Row, fetch, fetch_one
from pages.sections import sections, sheets
from pages.site import Site

LISTED = 50
"""Claims, sources or figures listed of one kind; their whole number is always named."""


def read(conn: sqlite3.Connection, catalogue: Catalogue, kind: str, ref: str) -> Row | None:
    """All that the ledger holds of an entity; None when there is none of that kind and id."""
    entity = catalogue.entities.get(ref)
    if entity is None or entity["kind"] != kind:
        return None
    figures, use = _figures(conn, ref), _use(conn, ref)
    return {
        "kind": kind,
        "id": ref,
        "entity": entity,
        **_head(conn, kind, ref),
        **figures,
        **related.read(conn, catalogue, kind, ref, figures),
        **use,
        "sources": catalogue.cited(figures["statements"] + use["named_in"]["rows"]),
    }


def _head(conn: sqlite3.Connection, kind: str, ref: str) -> Row:
    return {
        "record": fetch_one(conn, queries.RECORD[kind], id=ref),
        "identifiers": fetch(conn, queries.IDENTIFIERS, id=ref),
        "configurations": fetch(conn, queries.CONFIGURATIONS, id=ref),
        "successors": [row["id"] for row in fetch(conn, queries.SUCCESSORS, id=ref)],
        "variants": [row["id"] for row in fetch(conn, queries.VARIANTS, id=ref)],
        "made": fetch(conn, queries.MADE_BY, id=ref) if kind == "organization" else [],
    }


def _figures(conn: sqlite3.Connection, ref: str) -> Row:
    return {
        "facts": fetch(conn, queries.FACTS, id=ref),
        "statements": fetch(conn, queries.STATEMENTS, id=ref),
        "absences": fetch(conn, queries.ABSENCES, id=ref),
        "disagreements": fetch(conn, queries.DISAGREEMENTS_OF, id=ref),
        "findings": fetch(conn, queries.FINDINGS_OF, id=ref),
    }


def _use(conn: sqlite3.Connection, ref: str) -> Row:
    return {
        "systems": fetch(conn, queries.SYSTEMS_WITH, id=ref),
        "claims": _listed(conn, queries.CLAIMS_WITH, ref),
        "named_in": _listed(conn, queries.NAMED_IN, ref),
        "claims_made": fetch(conn, queries.CLAIMS_BY, id=ref, limit=LISTED),
        "sources_published": fetch(conn, queries.SOURCES_BY, id=ref, limit=LISTED),
    }


def _listed(conn: sqlite3.Connection, sql: str, ref: str) -> Row:
    """The first rows of a list, and how many there are."""
    rows = fetch(conn, sql, id=ref, limit=LISTED)
    totals = [row.pop("total") for row in rows]
    return {"total": totals[0] if totals else 0, "rows": rows}


def view(body: Row, catalogue: Catalogue, site: Site) -> Row:
    """What the template prints beside the body."""
    record = body["record"] or {}
    maker = record.get("vendor") or record.get("developer") or record.get("maker")
    return {
        **sheets(body, catalogue),
        "sections": sections(body, catalogue),
        "maker": maker,
        "record_kind": catalogue.words.label(f"{body['kind']}_kind", record.get("kind")),
        "title": catalogue.name(body["id"]),
        "strips": related.strips(body, catalogue),
        "changed": [compare_view.in_words(line, catalogue) for line in body["changes"]],
        "against": "/compare?" + urlencode({"ids": ",".join([body["id"], *body["rivals"]])}, safe=","),
        "linked_data": linked_data.dataset(body, catalogue, site),
        "subjects": cite.subjects(body["statements"], [], catalogue),
        "through": _through(body["id"]),
        "edit": site.edit(body["entity"]),
        "report": site.report(catalogue.name(body["id"]), f"/{body['kind']}/{body['id']}"),
    }


def _through(ref: str) -> str:
    """Address of the table of all statements in which an entity has a part."""
    join = {"table": "statement_entities", "column": "entity", "value": ref}
    return f"/ledger/statements?{urlencode({'_through': json.dumps(join)})}"
