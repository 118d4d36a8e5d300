"""Models of the built ledger, as tests about them ask for them."""

import json
import sqlite3
from typing import Any

from analysis.hosting.recorded import recorded
from analysis.memory import Geometry, Incomplete, from_facts

FACTS = """SELECT metric, qualifiers, value, value_max, value_text, statement, source, stated FROM facts
    WHERE entity = ? AND setup IS NULL ORDER BY rowid"""
SAID = """SELECT stated, qualifiers, rank, cause FROM statements WHERE entity = ? AND metric = ? AND claim IS NULL
    ORDER BY rowid"""
GB = 1e9


def geometry(ledger: sqlite3.Connection, model: str) -> Geometry:
    """Geometry of a model that must be estimable."""
    found = from_facts(model, [recorded(row) for row in ledger.execute(FACTS, (model,))])
    assert not isinstance(found, Incomplete), found.missing
    return found


def said(ledger: sqlite3.Connection, model: str, metric: str) -> set[tuple[Any, ...]]:
    """Each figure of a metric with what it counts, its rank and the cause where it is set aside."""
    return {
        (row["stated"], json.loads(row["qualifiers"]).get("counts"), row["rank"], row["cause"])
        for row in ledger.execute(SAID, (model, metric))
    }


def kept(ledger: sqlite3.Connection, model: str, metric: str) -> set[str]:
    """Figures of a metric that nobody set aside."""
    return {stated for stated, _, rank, _ in said(ledger, model, metric) if rank != "deprecated"}


def set_aside(ledger: sqlite3.Connection, model: str, metric: str) -> dict[str, str | None]:
    """Figures of a metric that were set aside, each with the cause."""
    return {stated: cause for stated, _, rank, cause in said(ledger, model, metric) if rank == "deprecated"}


def layers(ledger: sqlite3.Connection, model: str) -> dict[str, int]:
    """Layers shown of each kind, windows, compression and use of the cache written behind it."""
    sql = "SELECT value, qualifiers FROM facts WHERE entity = ? AND metric = 'attention_layers' AND setup IS NULL"
    found: dict[str, int] = {}
    for row in ledger.execute(sql, (model,)):
        parts = json.loads(row["qualifiers"])
        more = [parts[name] for name in ("window", "compression", "cache") if name in parts]
        found[" ".join([parts["attention"], *more])] = round(row["value"])
    return found
