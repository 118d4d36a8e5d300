"""Tables pasted as text: each cell is read as a sentence of its own, made of its row, its column and itself."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

NamesAThing = Callable[[str], bool]
"""Whether a cell is the name of something that the ledger knows."""
MOST_CELLS = 1_000
LONGEST_CELL, LONGEST_LINE = 120, 2_000
_SEPARATORS = (re.compile(r"\|"), re.compile(r"\t"), re.compile(r" {2,}"))
_RULE = re.compile(r"[\s|:+=-]+")
_UNIT = re.compile(r"[(\[]([^)\]]*)[)\]]|, *([^\s,]+) *$|\bin ([^\s]+) *$")
"""The unit of a column: `Memory (GB)`, `Memory, GB`, `Memory in GB`."""
_ENDS_IN_A_NUMBER = re.compile(r"\d\s*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with its place in the whole text."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class CellTold:
    """What a cell says as a sentence: `sentence[at : at + length]` is the text from `start` on."""

    sentence: str
    at: int
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Table:
    """A stretch of the text, and its cells with numbers as sentences."""

    start: int
    end: int
    told: tuple[CellTold, ...]


Line = tuple[int, str]


def tables(text: str, names: NamesAThing) -> list[Table]:
    """Tables that name things of the ledger along one side, with bars, tabs or wide gaps between their cells."""
    if not any(sign in text for sign in ("|", "\t", "   ")):
        return []
    return [table for lines in _blocks(text) for table in [_table(lines, names)] if table]


def _blocks(text: str) -> Iterator[list[Line]]:
    """Runs of lines that stand together."""
    block: list[Line] = []
    start = 0
    for line in text.split("\n"):
        if line.strip() and len(line) <= LONGEST_LINE:
            block.append((start, line))
        elif block:
            yield block
            block = []
        start += len(line) + 1
    if block:
        yield block


def _table(lines: Sequence[Line], names: NamesAThing) -> Table | None:
    for separator in _SEPARATORS:
        rows = _rows(lines, separator)
        sides = _sides(rows, names) if rows else None
        if rows and sides:
            last_start, last = lines[-1]
            told = tuple(_sentences(rows, *sides))[:MOST_CELLS]
            return Table(rows[0][0].start, last_start + len(last), told)
    return None


def _rows(lines: Sequence[Line], separator: re.Pattern[str]) -> list[list[Cell]] | None:
    """Rows of equally many cells from the first line with a separator on; None where they are no table."""
    first = next((i for i, (_, line) in enumerate(lines) if separator.search(line.strip(" |"))), len(lines))
    rows = [_cells(start, line, separator) for start, line in lines[first:] if not _RULE.fullmatch(line)]
    widths = {len(row) for row in rows}
    short = all(len(cell.text) <= LONGEST_CELL for row in rows for cell in row)
    return rows if len(rows) > 1 and len(widths) == 1 and widths.pop() > 1 and short else None


def _cells(start: int, line: str, separator: re.Pattern[str]) -> list[Cell]:
    """The cells of a line; bars around the whole line and spaces around a cell are none of it."""
    lead = len(line) - len(line.lstrip(" |"))
    body = line[lead:].rstrip(" |\r") if separator.pattern == r"\|" else line[lead:].rstrip()
    cells, place = [], 0
    for match in (*separator.finditer(body), None):
        piece = body[place : match.start() if match else len(body)]
        inset = len(piece) - len(piece.lstrip())
        cells.append(Cell(piece.strip(), start + lead + place + inset))
        place = match.end() if match else 0
    return cells


def _sides(rows: Sequence[Sequence[Cell]], names: NamesAThing) -> tuple[bool, int] | None:
    """Whether the things stand in the head, else down a column, and which; None where neither side names any."""
    across = sum(names(cell.text) for cell in rows[0][1:])
    columns = [sum(names(row[place].text) for row in rows[1:]) for place in range(min(2, len(rows[0])))]
    down = max(columns)
    if not across and not down:
        return None
    return (True, 0) if across > down else (False, columns.index(down))


def _sentences(rows: Sequence[Sequence[Cell]], across: bool, column: int) -> Iterator[CellTold]:
    for row in rows[1:]:
        for place, cell in enumerate(row):
            if place != column and any(map(str.isdigit, cell.text)):
                thing, head = (rows[0][place], row[0]) if across else (row[column], rows[0][place])
                yield _told(thing.text, head.text, cell)


def _told(thing: str, head: str, cell: Cell) -> CellTold:
    """`H200: Memory 141 GB`, the unit taken from the head where the cell has none."""
    match = _UNIT.search(head)
    name = _UNIT.sub("", head).strip() if match else head
    unit = next(filter(None, match.groups()), "") if match else head.rpartition(" ")[2]
    before = f"{thing}: {name} "
    after = f" {unit}" if unit and _ENDS_IN_A_NUMBER.search(cell.text) else ""
    return CellTold(f"{before}{cell.text}{after}", len(before), cell.start, len(cell.text))
