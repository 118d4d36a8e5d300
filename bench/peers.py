"""What a team writes first, on the same records: it checks no reference and reads no figure."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlite_utils
import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from loaders.ddl import INDEXES

COLUMNS = (
    "source",
    "at",
    "precision",
    "sparsity",
    "per",
    "edition",
    "stage",
    "basis",
    "rank",
    "cause",
    "reason",
    "note",
)
TABLES = {
    "entities": ("id", "name", "kind", "aliases"),
    "statements": ("id", "entity", "metric", "stated", "value", "value_text", *COLUMNS, "qualifiers"),
    "statement_entities": ("statement", "entity", "role"),
    "search": ("id", "ref", "title", "names"),
}


class Plain(BaseModel):
    """A record as far as a short script types it."""

    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)

    name: str
    kind: str
    aliases: list[str] = []
    statements: list[dict[str, Any]]


def records(data_root: Path) -> Iterator[Path]:
    """Files of devices and models."""
    yield from (path for kind in ("devices", "models") for path in sorted((data_root / kind).rglob("*.yml")))


def typed(data_root: Path, out: Path) -> None:
    """CSafeLoader, pydantic and sqlite-utils: the tables that hold most of our rows, their indexes and search."""
    check, database = TypeAdapter(Plain), sqlite_utils.Database(out)
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    for path in records(data_root):
        record = check.validate_python(yaml.load(path.read_bytes(), yaml.CSafeLoader))
        rows["entities"].append({"id": path.stem, "name": record.name, "kind": record.kind, "aliases": record.aliases})
        rows["search"].append({"id": path.stem, "ref": path.stem, "title": record.name, "names": str(record.aliases)})
        for place, said in enumerate(record.statements):
            statement = _statement(path.stem, place, said)
            rows["statements"].append(statement)
            rows["statement_entities"].append({"statement": statement["id"], "entity": path.stem, "role": "subject"})
    for name, columns in TABLES.items():
        database.table(name).insert_all(rows[name], pk="id" if name != "statement_entities" else None)
        for group in INDEXES[name]:
            known = [column for column in group.split(", ") if column in columns]
            if known:
                database.table(name).create_index(known, if_not_exists=True)
    database.table("statements").enable_fts(["entity", "metric", "stated", "value_text", "note", "reason"])
    database.table("search").enable_fts(["title", "names"])


def _statement(entity: str, place: int, said: dict[str, Any]) -> dict[str, Any]:
    metric, stated = next(iter(said.items()))
    number = re.match(r"[\d.]+", str(stated))
    rest = {key: str(value) for key, value in said.items() if key not in (metric, *COLUMNS)}
    known = {column: said.get(column) for column in COLUMNS}
    figure = {"value": float(number[0]) if number else None, "value_text": None if number else str(stated)}
    return {
        "id": f"{entity}/{place}", "entity": entity, "metric": metric, "stated": str(stated), **figure, **known,
        "qualifiers": rest,
    }  # fmt: skip


def untyped(data_root: Path, out: Path) -> None:
    """As yaml-to-sqlite does it: the pure-Python loader, one wide table, nested values as JSON, no search."""
    database = sqlite_utils.Database(out)
    read = ({"id": path.stem, **yaml.safe_load(path.read_text())} for path in records(data_root))
    database.table("records").insert_all(read, pk="id", alter=True)
