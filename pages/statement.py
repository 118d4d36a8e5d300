"""Pages of statements: the whole row, its rivals, how to cite it and where to correct it."""

import sqlite3

from analysis import citation
from pages import cite, corrections, queries
from pages.catalogue import Catalogue
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
        "setups": fetch(conn, queries.SETUPS_OF_STATEMENT, setup=row["setup"], baseline=row["baseline"]),
        "rivals": rivals,
        "findings": fetch(conn, queries.STATEMENT_FINDINGS, id=ref),
        "changes": fetch(conn, queries.CHANGES_OF_STATEMENT, id=ref),
        "as_of": None,
        "sources": catalogue.cited([row, *rivals]),
    }


def view(body: Row, catalogue: Catalogue, site: Site) -> Row:
    """What the template prints beside the body."""
    row = body["statement"]
    title = f"{cite.subject(row, body['setups'], catalogue)}: {catalogue.words.stated(row)}"
    path = f"/statement/{body['id']}"
    return {
        "title": title,
        "heading": cite.subject(row, body["setups"], catalogue),
        "subjects": cite.subjects([row, *body["rivals"]], body["setups"], catalogue),
        "kinds_of_change": corrections.KINDS,
        "citation": citation.text(cite.citable(body, catalogue), cite.edition(catalogue, site)),
        "permalink": site.address + path,
        "edit": site.edit(row),
        "report": site.report(f"Statement {body['id']}: {title}", path),
    }
