"""Which figures of several things may stand in one row, which of them is best, and why the others stay out.

Figures are compared under the same metric, unit, scope, precision and sparsity, and under every other condition that
makes a figure another thing. What a thing calls its own (edition, stage, repository, file) is no such condition.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

EXPLAINING = frozenset({"counts", "seen_by", "clock", "method"})
"""Qualifiers that say why two figures of one thing differ."""
OWN = frozenset({"edition", "stage", "repo", "file"})
"""Qualifiers that name a part of the thing itself: no two things share them."""
FITS_ANY = frozenset({"path", "accumulate", "cooled_by", "platform", "version"})
"""Qualifiers without which a figure may stand for any of their values."""
UNDECLARED = "undeclared"
Key = frozenset[tuple[str, str]]
"""Conditions under which figures are compared."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A fact, or with `absence` a sourced word that there is none. `value` is None for words, dates and ranges."""

    statement: str
    entity: str
    metric: str
    qualifiers: Mapping[str, str]
    value: float | None = None
    unit: str = ""
    absence: str = ""

    @property
    def key(self) -> Key:
        """What it is compared under."""
        held = {name: value for name, value in self.qualifiers.items() if name not in EXPLAINING | OWN}
        return frozenset(held.items())


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing in one row: its figure, or `why` there is none.

    `why` is `not_on_record`, `absent` (then `other` is the word that says so), or the qualifier that makes `other`
    another thing: `sparsity`, `per`, `edition` … `left_open` are conditions of the row that the figure does not name.
    `ratio` is to the chosen thing.
    """

    entity: str
    figure: Figure | None = None
    why: str = ""
    other: Figure | None = None
    left_open: tuple[str, ...] = ()
    best: bool = False
    ratio: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One row. Without `compared` it leaves a condition undeclared, and no figure is measured against another.

    It is `doubled` where each thing in it has a figure with that condition declared as well.
    """

    metric: str
    unit: str
    key: Key
    compared: bool
    cells: tuple[Cell, ...]
    doubled: bool = False


@dataclass(slots=True)
class Held:
    """Figures of one metric and unit: `chosen` for each thing and key, `elsewhere` those of other editions."""

    chosen: dict[str, dict[Key, Figure]] = field(default_factory=dict)
    elsewhere: list[Figure] = field(default_factory=list)
    absences: list[Figure] = field(default_factory=list)


def compare(
    things: Sequence[str],
    figures: Iterable[Figure],
    headline: Mapping[str, str],
    higher_is: Mapping[str, str],
    to: str | None = None,
) -> list[Line]:
    """Rows for `things`, in the order in which figures come.

    `headline` names the edition of a thing that stands for it; `higher_is` says for a metric whether `better` or
    `worse`; `to` is the thing that ratios are taken to.
    """
    held = held_by_metric(figures, headline)
    found = []
    for (metric, unit), group in held.items():
        placed = rows_of(group)
        for key, by_entity in placed.items():
            cells = tuple(_cell(entity, key, by_entity, group) for entity in things)
            compared = UNDECLARED not in dict(key).values()
            line = Line(metric, unit, key, compared, cells, not compared and _doubled(key, by_entity, group))
            found.append(_judged(line, higher_is.get(metric, "neither"), to))
    return found


def held_by_metric(figures: Iterable[Figure], headline: Mapping[str, str]) -> dict[tuple[str, str], Held]:
    """Figures by metric and unit, with the one of each thing that stands for it under each key."""
    held: dict[tuple[str, str], Held] = {}
    missing = []
    for figure in sorted(figures, key=lambda figure: "edition" not in figure.qualifiers):
        if figure.absence:
            missing.append(figure)
            continue
        group = held.setdefault((figure.metric, figure.unit), Held())
        if figure.qualifiers.get("edition") in (None, headline.get(figure.entity)):
            group.chosen.setdefault(figure.entity, {}).setdefault(figure.key, figure)
        else:
            group.elsewhere.append(figure)
    for figure in missing:
        for (metric, _), group in held.items():
            group.absences += [figure] if metric == figure.metric else []
    return held


def rows_of(group: Held) -> dict[Key, dict[str, Figure]]:
    """Figures by row: a figure that leaves a condition out joins the only row that it fits, if there is just one."""
    keys = list(dict.fromkeys(key for by_key in group.chosen.values() for key in by_key))
    rows: dict[Key, dict[str, Figure]] = {key: {} for key in keys}
    for entity, by_key in group.chosen.items():
        for key, figure in by_key.items():
            fitting = [row for row in keys if row > key and {name for name, _ in row - key} <= FITS_ANY]
            free = [row for row in fitting if row not in by_key]
            rows[free[0] if len(fitting) == len(free) == 1 else key][entity] = figure
    return {key: row for key, row in rows.items() if row}


def _cell(entity: str, key: Key, row: Mapping[str, Figure], group: Held) -> Cell:
    if found := row.get(entity):
        return Cell(entity, found, left_open=tuple(sorted(name for name, _ in key - found.key)))
    for absence in group.absences:
        if absence.entity == entity and absence.key <= key:
            return Cell(entity, why="absent", other=absence)
    return _stays_out(entity, key, group)


def _stays_out(entity: str, key: Key, group: Held) -> Cell:
    """The reason why the nearest figure of a thing is another thing; another precision is no near one."""
    for figure in group.chosen.get(entity, {}).values():
        names = {name for name, _ in figure.key ^ key}
        if len(names) == 1 and names != {"precision"}:
            return Cell(entity, why=names.pop(), other=figure)
    for figure in group.elsewhere:
        if figure.entity == entity and figure.key == key:
            return Cell(entity, why="edition", other=figure)
    return Cell(entity, why="not_on_record")


def _doubled(key: Key, row: Iterable[str], group: Held) -> bool:
    declared = frozenset(pair for pair in key if pair[1] != UNDECLARED)
    return all(any(_declares(other, key, declared) for other in group.chosen[entity]) for entity in row)


def _declares(other: Key, key: Key, declared: Key) -> bool:
    """Whether `other` names all that `key` leaves undeclared, and is the same else."""
    return other != key and other >= declared and dict(other).keys() == dict(key).keys()


def _judged(line: Line, higher_is: str, to: str | None) -> Line:
    """The row with its best value marked and ratios to the chosen thing, where its figures can be compared."""
    values = {cell.entity: cell.figure.value for cell in line.cells if cell.figure and cell.figure.value is not None}
    if not line.compared or len(values) < 2:
        return line
    best = {"better": max, "worse": min}[higher_is](values.values()) if higher_is in ("better", "worse") else None
    if len(set(values.values())) == 1:
        best = None
    base = values.get(to or "")
    return replace(line, cells=tuple(_marked(cell, values.get(cell.entity), best, base) for cell in line.cells))


def _marked(cell: Cell, value: float | None, best: float | None, base: float | None) -> Cell:
    if value is None:
        return cell
    return replace(cell, best=value == best, ratio=value / base if base else None)
