"""Pages of claims: who said it, what exactly, compared with what, under which conditions, who else measured it."""

import sqlite3
from collections import Counter

from pages import cite, linked_data, others, queries
from pages.catalogue import Catalogue
from pages.rows import Row, fetch, fetch_one
from pages.setups import Conditions, conditions, devices
from pages.site import Site

LEVELS = ("error", "misleading", "question", "consistent")
FEW = 3
"""Findings of one check that are open on a page."""
IN_BRIEF = ("model", "devices", "system", "engine")


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
    stated = {setup["id"]: conditions(setup, catalogue) for setup in body["setups"]}
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
            row["statement"]["id"]: devices(row, catalogue) for group in body["others"] for row in group["rows"]
        },
        "title": body["claim"]["claim"],
        "subjects": cite.subjects(body["statements"], body["setups"], catalogue),
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
