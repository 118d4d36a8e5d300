"""One XLSX workbook: what it is, what every column means, and a sheet for each table."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from loaders.export.shape import Column, Table
from loaders.export.text import LossyError, Row

BOLD = Font(bold=True)
WRAPPED = Alignment(wrap_text=True, vertical="top")
LONGEST_CELL = 32_767
"""Characters that a cell of Excel holds: https://support.microsoft.com, “Excel specifications and limits”."""
WIDTHS = {"integer": 12, "number": 14, "json": 24, "text": 22}
WIDE = {"meaning": 80, "message": 80, "claim": 60, "stated": 26, "id": 26, "title": 50, "source_title": 50}
COLUMNS_HEADER = ("sheet", "column", "cells hold", "unit", "may be empty", "meaning")
CELLS_HOLD = {"text": "text", "integer": "whole number", "number": "number", "json": "JSON as text"}


def write_workbook(path: Path, about: Iterable[tuple[str, str]], tables: Iterable[tuple[Table, list[Row]]]) -> None:
    """Write the workbook. Texts are text cells, never formulas; numbers are numbers whatever a reader's decimal sign.

    Dates stay text, since many are known to the month only. Raises LossyError for a text too long for a cell.
    """
    gathered = list(tables)
    book = Workbook(write_only=True)
    _sheet(book, "about", [26, 100], ["what", "value"], about)
    explained = (line for table, _ in gathered for line in explanation(table))
    _sheet(book, "columns", [22, 26, 14, 12, 14, 100], COLUMNS_HEADER, explained)
    for table, rows in gathered:
        _sheet(book, sheet_name(table), [_width(column) for column in table.columns], table.names, rows)
    book.save(path)


def sheet_name(table: Table) -> str:
    """Name of a table's sheet: that of its file."""
    return table.path.rpartition("/")[2]


def explanation(table: Table) -> list[tuple[str, ...]]:
    """A row for each column of a table."""
    name = sheet_name(table)
    return [
        (name, column.name, CELLS_HOLD[column.kind], column.unit, "yes" if column.optional else "no", column.meaning)
        for column in table.columns
    ]


def _width(column: Column) -> int:
    return WIDE.get(column.name, WIDTHS[column.kind])


def _sheet(book: Any, name: str, widths: list[int], header: Iterable[str], rows: Iterable[Row]) -> None:
    sheet = book.create_sheet(name)
    sheet.freeze_panes = "A2"
    for place, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    names = list(header)
    sheet.append([_text_cell(sheet, title, BOLD) for title in names])
    count = 1
    for row in rows:
        sheet.append([_cell(sheet, name, value) for value in row])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(names))}{count}"


def _cell(sheet: Any, name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST_CELL:
        raise LossyError(f"{name} holds a text of {len(value)} characters: a cell of a workbook holds {LONGEST_CELL}")
    return _text_cell(sheet, value) if value.startswith("=") else value or None


def _text_cell(sheet: Any, text: str, font: Font | None = None) -> Any:
    """A cell that is text whatever it begins with."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    if font:
        cell.font = font
        cell.alignment = WRAPPED
    return cell
