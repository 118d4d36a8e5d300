"""What an exported table looks like: its columns with types and meanings, taken from the row types."""

import types
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from loaders.generate import column_types
from schema.base import Strict
from schema.tables import TABLES, FactRow, Json, Key, Ref

Kind = Literal["text", "integer", "number", "json"]


@dataclass(frozen=True)
class Column:
    """A column: what its cells are, what it means, and the table whose `id` it holds."""

    name: str
    kind: Kind
    meaning: str
    optional: bool
    unit: str = ""
    key: bool = False
    refers: str | None = None


@dataclass(frozen=True)
class Table:
    """A table of the export: its columns in order, and the query that gives its rows in the order they are kept in."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    sql: str
    path: str
    """Path of its files below the export's folder, without the ending."""

    @property
    def names(self) -> list[str]:
        """Names of its columns."""
        return [column.name for column in self.columns]


class WideFactRow(FactRow):
    """One row for each figure shown, with its source, address, kind and scope beside it: all that a table needs."""

    entity_name: str
    """Full name of what it is about."""
    metric_label: str
    """What pages print for the metric."""
    at: str | None
    """Place in the source."""
    source_title: str
    """Title of the source as printed."""
    source_publisher: str
    """Organization that published it."""
    source_url: str | None
    """Address of the source."""
    source_archived: str | None
    """Address of a kept copy of it."""
    source_published: str | None
    """Date of its publication, as precise as it says."""
    source_accessed: str | None
    """Date it was last read for this ledger."""
    source_repeats: str | None
    """Source whose figures it copies."""
    setup_model: str | None
    """Model that was run, for figures of runs."""
    setup_device: str | None
    """First kind of device that it ran on."""
    setup_device_count: int | None
    """Devices that it ran on."""
    setup_engine: str | None
    """Software that served it."""
    setup_precision: str | None
    """Number format of the weights in that run."""


WIDE_ORDER = (
    "entity", "entity_name", "entity_kind", "metric", "metric_label", "stated", "comparator", "value", "value_max",
    "value_text", "unit", "precision", "sparsity", "per", "edition", "stage", "qualifiers", "source", "source_title",
    "source_kind", "source_publisher", "source_url", "at", "source_published", "source_accessed", "source_archived",
    "source_repeats", "basis", "published", "rank", "reason", "n_origins", "n_statements", "disputed", "claim", "setup",
    "setup_model", "setup_device", "setup_device_count", "setup_engine", "setup_precision", "statement",
)  # fmt: skip
"""Columns of the wide table: what is said, what it holds for, who says so, how it stands."""
FROM_ELSEWHERE = {
    "entity_name": "entities.name", "metric_label": "metrics.label", "at": "statements.at",
    "source_title": "sources.title", "source_publisher": "sources.publisher", "source_url": "sources.url",
    "source_archived": "sources.archived", "source_published": "sources.published",
    "source_accessed": "sources.accessed", "source_repeats": "sources.repeats", "setup_model": "setups.model",
    "setup_device": "setups.device", "setup_device_count": "setups.device_count", "setup_engine": "setups.engine",
    "setup_precision": "setups.precision",
}  # fmt: skip
WIDE_JOINS = """FROM facts
  JOIN entities ON entities.id = facts.entity JOIN metrics ON metrics.id = facts.metric
  JOIN statements ON statements.id = facts.statement JOIN sources ON sources.id = facts.source
  LEFT JOIN setups ON setups.id = facts.setup
  ORDER BY facts.entity, facts.metric, facts.statement"""


def tables() -> list[Table]:
    """The wide table of facts, then every table of the ledger."""
    return [_wide(), *(_plain(name, row) for name, row in TABLES.items())]


def _plain(name: str, row: type[Strict]) -> Table:
    columns = _columns(row, row.model_fields)
    listed = ", ".join(f"[{column.name}]" for column in columns)
    sql = f"SELECT {listed} FROM [{name}] ORDER BY rowid"  # noqa: S608 - names of our own
    return Table(name, row.__doc__ or "", columns, sql, f"tables/{name}")


def _wide() -> Table:
    listed = ", ".join(f"{FROM_ELSEWHERE.get(name, f'facts.{name}')} AS {name}" for name in WIDE_ORDER)
    sql = f"SELECT {listed} {WIDE_JOINS}"
    return Table("facts_wide", WideFactRow.__doc__ or "", _columns(WideFactRow, WIDE_ORDER), sql, "facts")


def _columns(row: type[Strict], names: Iterable[str]) -> tuple[Column, ...]:
    units = column_types(row.model_fields)
    return tuple(_column(name, row.model_fields[name], units.get(name)) for name in names)


def _column(name: str, field: FieldInfo, shown_as: Any) -> Column:
    marks = [*field.metadata, *(mark for part in get_args(field.annotation) for mark in get_args(part)[1:])]
    refers = next((mark.table for mark in marks if isinstance(mark, Ref)), None)
    base, optional = _base(field.annotation)
    kind: Kind = "json" if any(isinstance(mark, Json) for mark in marks) else base
    unit = shown_as["config"]["unit"] if isinstance(shown_as, dict) else ""
    key = any(isinstance(mark, Key) for mark in marks)
    return Column(name, kind, field.description or "", optional, unit, key, refers)


def _base(annotation: Any) -> tuple[Kind, bool]:
    """Kind of a field, and whether it may be empty."""
    if get_origin(annotation) in (Union, types.UnionType):
        return _base(next(part for part in get_args(annotation) if part is not type(None)))[0], True
    if get_origin(annotation) is Literal:
        return _base(type(get_args(annotation)[0]))
    kinds: dict[type, Kind] = {str: "text", int: "integer", float: "number"}
    return kinds[annotation], False
