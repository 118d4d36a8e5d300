"""Pages of statements: the whole row, its rivals, how to cite it and where to correct it."""

import sqlite3

from pages import queries
from pages.catalogue import Catalogue
from pages.entity import cited
from pages.rivals import same_thing
from pages.rows import Row, fetch, fetch_one
from pages.site import Site


def read(conn: sqlite3.Connection, catalogue: Catalogue, _: str, ref: str) -> Row | None:
    """All that the ledger holds of a statement; None when there is none of that id."""
    row = fetch_one(conn, queries.STATEMENT, id=ref)
    if row is None:
        return None
    shown = {fact["statement"] for fact in fetch(conn, queries.SHOWN, entity=row["entity"], metric=row["metric"])}
    others = fetch(conn, queries.SAME_SUBJECT, **{name: row[name] for name in ("entity", "metric", "setup", "id")})
    rivals = [other for other in others if same_thing(row, other)]
    return {
        "kind": "statement",
        "id": ref,
        "statement": row,
        "fact": fetch_one(conn, queries.FACT_OF, id=ref),
        "shown": [found["id"] for found in (row, *rivals) if found["id"] in shown],
        "entities": fetch(conn, queries.STATEMENT_ENTITIES, id=ref),
        "rivals": rivals,
        "findings": fetch(conn, queries.STATEMENT_FINDINGS, id=ref),
        "sources": cited([row, *rivals], catalogue),
    }


def view(body: Row, catalogue: Catalogue, site: Site) -> Row:
    """What the template prints beside the body."""
    row = body["statement"]
    title = f"{catalogue.words.about(row)} of {catalogue.name(row['entity'])}: {catalogue.words.stated(row)}"
    path = f"/statement/{body['id']}"
    return {
        "title": title,
        "citation": citation(row, catalogue, site, title),
        "permalink": site.address + path,
        "edit": site.edit(row),
        "report": site.report(f"Statement {body['id']}: {title}", path),
    }


def citation(row: Row, catalogue: Catalogue, site: Site, title: str) -> str:
    """One line to cite a statement by: figure, source, ledger with date and content hash, address."""
    build = catalogue.build
    day, content = build.get("built_at", "an unknown date")[:10], build.get("content_hash", "unknown")[:16]
    qualifiers = "; ".join(catalogue.words.holds_for(row))
    figure = f"{title} ({qualifiers})" if qualifiers else title
    ledger = f"Specledger of {day}, content {content}, {site.address}/statement/{row['id']}"
    return f"{figure}. Source: {_source(row, catalogue)}. {ledger}"


def _source(row: Row, catalogue: Catalogue) -> str:
    source = catalogue.sources.get(row["source"])
    if source is None:
        return str(row["source"])
    dated = f" ({source['published']})" if source["published"] else ""
    place = f", {row['at']}" if row["at"] else ""
    return f"{catalogue.name(source['publisher'])}, {source['title']}{dated}{place}"
