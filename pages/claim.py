"""Pages of claims: who said it, what exactly, compared with what, under which conditions, who else measured it."""

import json
import sqlite3
from collections import Counter

from pages import linked_data, others, queries
from pages.catalogue import Catalogue
from pages.rows import Row, fetch, fetch_one
from pages.site import Site

Conditions = dict[str, str]
"""Conditions of a setup as printed, by name."""
LEVELS = ("error", "misleading", "question", "consistent")
FEW = 3
"""Findings of one check that are open on a page."""
IN_BRIEF = ("model", "devices", "system", "engine")
COLUMNS_OF_SETUP = (
    "model", "engine", "engine_version", "system", "precision", "parallelism", "batch", "context", "spec_decode",
    "acceptance",
)  # fmt: skip


def read(conn: sqlite3.Connection, catalogue: Catalogue, _: str, ref: str) -> Row | None:
    """All that the ledger holds of a claim; None when there is none of that id."""
    claim = fetch_one(conn, queries.CLAIM, id=ref)
    if claim is None:
        return None
    statements = fetch(conn, queries.CLAIM_STATEMENTS, id=ref)
    return {
        "kind": "claim",
        "id": ref,
        "claim": claim,
        "setups": fetch(conn, queries.SETUPS, id=ref),
        "statements": statements,
        "findings": fetch(conn, queries.CLAIM_FINDINGS, id=ref),
        "others": others.read(conn, claim),
        "sources": catalogue.cited(statements),
    }


def view(body: Row, catalogue: Catalogue, site: Site) -> Row:
    """What the template prints beside the body."""
    stated = {setup["id"]: _conditions(setup, catalogue) for setup in body["setups"]}
    return {
        **setup_table(body["setups"], stated),
        "findings_by_level": by_level(body["findings"]),
        "tally": tally(body["findings"]),
        "reports": reports(body),
        "figures": sorted(body["statements"], key=lambda row: not row["baseline"]),
        "compared": [row for row in body["statements"] if row["baseline"]],
        "audited": any(source["kind"] == "audited_submission" for source in body["sources"].values()),
        "setup_names": {row["id"]: row["name"] for row in body["setups"]},
        "briefs": briefs(stated),
        "things": things(body["setups"]),
        "differences": {
            row["id"]: difference(stated[row["setup"]], stated[row["baseline"]])
            for row in body["statements"]
            if row["setup"] in stated and row["baseline"] in stated
        },
        "ran_on": {
            row["statement"]["id"]: _devices(row, catalogue) for group in body["others"] for row in group["rows"]
        },
        "title": body["claim"]["claim"],
        "linked_data": linked_data.review(body, catalogue, site),
        "edit": site.edit(body["claim"]),
        "report": site.report(body["claim"]["claim"], f"/claim/{body['id']}"),
    }


def by_level(findings: list[Row]) -> dict[str, list[tuple[list[Row], list[Row]]]]:
    """Findings by level, the gravest first, then by check: the first few of each, and the rest."""
    found: dict[str, list[tuple[list[Row], list[Row]]]] = {}
    for level in LEVELS:
        rules = dict.fromkeys(row["rule"] for row in findings if row["level"] == level)
        for rule in rules:
            rows = [row for row in findings if (row["level"], row["rule"]) == (level, rule)]
            found.setdefault(level, []).append((rows[:FEW], rows[FEW:]))
    return found


def tally(findings: list[Row]) -> list[tuple[str, int]]:
    """How many findings there are of each level, the gravest first."""
    counted = Counter(row["level"] for row in findings)
    return [(level, counted[level]) for level in LEVELS if counted[level]]


def reports(body: Row) -> list[str]:
    """Sources of the figures other than the one that the claim was first seen in."""
    return [ref for ref in body["sources"] if ref != body["claim"]["first_appearance"]]


def things(setups: list[Row]) -> list[str]:
    """Ids of the models, engines, systems and devices of setups, each once."""
    named = [setup[name] for setup in setups for name in ("model", "engine", "system", "device") if setup[name]]
    parts = [part["device"] for setup in setups for part in setup["devices"]]
    return list(dict.fromkeys((*named, *parts)))


def briefs(stated: dict[str, Conditions]) -> dict[str, str]:
    """What each setup runs on which devices, as far as the setups differ in it."""
    differing = [name for name in IN_BRIEF if len({row.get(name) for row in stated.values()}) > 1]
    return {ref: ", ".join(row[name] for name in differing if name in row) for ref, row in stated.items()}


def difference(ours: Conditions, theirs: Conditions) -> list[tuple[str, str | None, str | None]]:
    """Conditions in which a setup differs from its baseline: name, ours, theirs; None where one does not state it."""
    names = dict.fromkeys((*ours, *theirs))
    return [(name, ours.get(name), theirs.get(name)) for name in names if ours.get(name) != theirs.get(name)]


def setup_table(setups: list[Row], stated: dict[str, Conditions]) -> Row:
    """Conditions of setups: `common` ones once, and a table of those in which the setups differ.

    In each column of the table the cells that are not as in most setups are marked.
    """
    rows = [stated[setup["id"]] for setup in setups]
    names = list(dict.fromkeys(name for row in rows for name in row))
    differing = [name for name in names if len({row.get(name) for row in rows}) > 1]
    usual = {name: Counter(row.get(name) for row in rows).most_common(1)[0][0] for name in differing}
    return {
        "common": [(name, rows[0][name]) for name in names if name not in differing],
        "differing": differing,
        "setup_rows": [
            {"name": setup["name"], "cells": [(row.get(name), row.get(name) != usual[name]) for name in differing]}
            for setup, row in zip(setups, rows, strict=True)
        ],
    }


def _conditions(setup: Row, catalogue: Catalogue) -> Conditions:
    """Every condition of a setup as printed, devices first, those without a name of the ledger's own last."""
    found = {"devices": _devices(setup, catalogue)}
    found |= {name: _printed(name, setup[name], catalogue) for name in COLUMNS_OF_SETUP if setup[name]}
    skipped = {"devices", "like", "other", *COLUMNS_OF_SETUP}
    stated = {name: value for name, value in setup["conditions"].items() if name not in skipped}
    free = setup["conditions"].get("other", {})
    found |= {name: _printed(name, value, catalogue) for name, value in (*stated.items(), *free.items())}
    return {name: value for name, value in found.items() if value}


def _devices(setup: Row, catalogue: Catalogue) -> str:
    return " + ".join(_part(part, catalogue) for part in setup["devices"])


def _part(part: Row, catalogue: Catalogue) -> str:
    name = catalogue.name(part["device"])
    count = f"{part['count']} × " if part.get("count") else ""
    role = f" ({catalogue.words.label('role', part['role'])})" if part.get("role") else ""
    return f"{count}{name}{role}"


def _printed(name: str, value: object, catalogue: Catalogue) -> str:
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    if name in ("model", "engine", "system"):
        return catalogue.name(value)
    return catalogue.words.phrase(name, value) if name in ("precision", "acceptance") else value
