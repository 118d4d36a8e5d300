"""Tables, indexes and full-text search of the ledger. The only place where their SQL is written."""

import types
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from schema.base import Strict
from schema.tables import TABLES, YEARS, Json, Key, Ref

INDEXES = {
    "entities": ("kind",),
    "devices": ("vendor", "kind", "architecture", "status", "memory_type", "year"),
    "systems": ("vendor", "kind", "device", "year"),
    "models": ("developer", "kind", "family", "open_weights", "attention", "estimable", "year"),
    "sources": ("publisher", "kind", "repeats", "year"),
    "claims": ("about", "claimant", "rating", "year"),
    "setups": ("claim", "model", "engine", "system", "device"),
    "statements": (
        "entity, metric", "metric, value", "source", "claim", "setup", "basis", "rank", "entity_kind", "precision",
        "sparsity", "year", "published",
        "entity_kind, metric, basis, rank, precision, sparsity",
    ),
    "statement_entities": ("entity, role", "statement"),
    "facts": (
        "entity, metric", "metric, value", "source", "source_kind", "claim", "setup", "entity_kind",
        "disputed", "n_origins",
        "entity_kind, metric, source_kind, disputed, n_origins",
    ),
    "absences": ("entity", "metric", "why"),
    "coverage": ("entity, metric", "state, needed, metric", "entity_kind, metric, part, state, best_source_kind"),
    "disagreements": ("entity", "metric", "state", "cause", "entity_kind"),
    "configurations": ("device",),
    "identifiers": ("entity", "scheme, id"),
    "prices": ("entity", "seller", "metric"),
    "findings": ("claim", "statement", "entity", "rule", "level"),
    "fits": ("model, device", "device", "precision", "devices_needed", "format"),
    "changes": ("entity", "claim", "statement", "kind", "date", "metric"),
    "search": ("ref",),
}  # fmt: skip
"""Columns of each index; the long ones cover the facets of a filtered table."""

SEARCHED = {
    "devices": ("name", "aliases"),
    "systems": ("name", "aliases"),
    "models": ("name", "aliases", "family"),
    "software": ("name",),
    "organizations": ("name",),
    "claims": ("claim", "rating_reason"),
    "sources": ("title", "note"),
    "statements": ("entity", "metric", "stated", "value_text", "note", "reason"),
    "search": ("title", "names", "text"),
}
"""Columns of each table's full-text index."""


@cache
def columns(table: str) -> tuple[str, ...]:
    """Columns of a table that are written, in order."""
    fields = TABLES[table].model_fields
    return tuple(name for name, field in fields.items() if "generated" not in field.metadata)


def create_tables() -> Iterator[str]:
    """A CREATE TABLE statement for each table, in an order in which references lead back."""
    for name, row in TABLES.items():
        yield create_table(name, row)


def create_table(name: str, row: type[Strict]) -> str:
    """CREATE TABLE of one row type: STRICT, with its keys, references and checks."""
    parts = [_column(name, column, field) for column, field in row.model_fields.items()]
    for column, field in row.model_fields.items():
        for mark in field.metadata:
            if isinstance(mark, Ref):
                parts.append(f"FOREIGN KEY ([{column}]) REFERENCES [{mark.table}] ([id])")
    body = ",\n  ".join(parts)
    return f"CREATE TABLE [{name}] (\n  {body}\n) STRICT"


def _column(table: str, name: str, field: FieldInfo) -> str:
    kind, optional = _kind(field.annotation)
    if "generated" in field.metadata:
        year = f"CAST(substr({YEARS[table]}, 1, 4) AS INTEGER)"
        return f"[{name}] INTEGER GENERATED ALWAYS AS ({year}) VIRTUAL"
    key = " PRIMARY KEY" if any(isinstance(mark, Key) for mark in field.metadata) else ""
    needed = "" if optional or key else " NOT NULL"
    check = f" CHECK (json_valid([{name}]))" if any(isinstance(mark, Json) for mark in field.metadata) else ""
    return f"[{name}] {kind}{key}{needed}{check}"


def _kind(annotation: Any) -> tuple[str, bool]:
    """SQLite type of a field, and whether it may be NULL."""
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [part for part in get_args(annotation) if part is not type(None)]
        return _kind(inner[0])[0], True
    if get_origin(annotation) is Literal:
        return _kind(type(get_args(annotation)[0]))
    return {str: "TEXT", int: "INTEGER", float: "REAL"}[annotation], False


def create_indexes() -> Iterator[str]:
    """A CREATE INDEX statement for each index."""
    for table, groups in INDEXES.items():
        for group in groups:
            name = f"{table}_{group.replace(', ', '_')}"
            yield f"CREATE INDEX [{name}] ON [{table}] ({group})"


def create_search() -> Iterator[str]:
    """Full-text tables in the spelling that Datasette detects, filled from their content tables."""
    for table, names in SEARCHED.items():
        listed = ", ".join(f"[{name}]" for name in names)
        tokens = "tokenize='unicode61 remove_diacritics 2'"
        yield f'CREATE VIRTUAL TABLE [{table}_fts] USING FTS5 ({listed}, {tokens}, content="{table}")'
        yield f"INSERT INTO [{table}_fts] ([{table}_fts]) VALUES ('rebuild')"


def insert(table: str) -> str:
    """INSERT of one row of a table."""
    names = columns(table)
    return f"INSERT INTO [{table}] ({', '.join(f'[{n}]' for n in names)}) VALUES ({', '.join('?' * len(names))})"


def select(table: str) -> str:
    """SELECT of what `insert` writes, in the same order."""
    return f"SELECT {', '.join(f'[{name}]' for name in columns(table))} FROM [{table}]"
