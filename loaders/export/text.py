"""CSV and JSON, and CSV read back.

A spreadsheet runs a cell as a formula when its text begins with one of `RISKY`. Such texts get an apostrophe in
front, and so do those that begin with one already; whoever reads takes one leading apostrophe off: nothing is lost.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from loaders.export.shape import Column, Table

RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
MARK = "'"
Row = tuple[Any, ...]


class LossyError(Exception):
    """Rows that the format would change: an empty text where a missing one could stand looks like it in CSV."""


def guarded(text: str) -> str:
    """The text as no spreadsheet runs it."""
    return MARK + text if text.startswith(RISKY) else text


def unguarded(text: str) -> str:
    """The text that `guarded` was given."""
    return text.removeprefix(MARK)


def write_csv(path: Path, table: Table, rows: Iterable[Row]) -> None:
    """Write UTF-8 with a header and a decimal point; what is missing is empty. Raises LossyError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.names)
        for row in rows:
            writer.writerow([_cell(table, column, value) for column, value in zip(table.columns, row, strict=True)])


def _cell(table: Table, column: Column, value: Any) -> Any:
    if value == "" and column.optional:
        raise LossyError(f"{table.name}.{column.name} holds an empty text: a missing one is NULL in the ledger")
    return guarded(value) if isinstance(value, str) else value


def read_csv(path: Path, table: Table) -> Iterator[Row]:
    """Rows as they were before `write_csv`. Raises ValueError when the header is not the table's."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        header = next(reader)
        if header != table.names:
            raise ValueError(f"{path.name}: the columns are {header}, expected are {table.names}")
        for cells in reader:
            yield tuple(_value(column, cell) for column, cell in zip(table.columns, cells, strict=True))


def _value(column: Column, cell: str) -> Any:
    if cell == "" and column.optional:
        return None
    read = {"integer": int, "number": float}.get(column.kind, unguarded)
    return read(cell)


def write_json(path: Path, table: Table, rows: Iterable[Row]) -> None:
    """Write one list of objects, a line each; columns that hold JSON become lists and objects."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number, row in enumerate(rows):
            file.write(("," if number else "") + "\n" + json.dumps(_object(table, row), ensure_ascii=False))
        file.write("\n]\n")


def _object(table: Table, row: Row) -> dict[str, Any]:
    cells = zip(table.columns, row, strict=True)
    return {column.name: json.loads(value) if column.kind == "json" else value for column, value in cells}
