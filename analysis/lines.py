"""A statement with what its source adds to it, and the groups of statements that speak of the same thing."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from schema.agreement import Outcome, compare
from schema.dates import first_day, last_day
from schema.dictionary import Dictionary, Metric
from schema.statement import Statement

Key = frozenset[tuple[str, str]]
"""Declared identity qualifiers of a group."""
_NOTHING: Key = frozenset()
FITTING: frozenset[Outcome] = frozenset({"agree", "coarse", "close", "not_comparable"})


@dataclass(frozen=True, slots=True)
class Line:
    """A statement as the analysis sees it.

    `origin` is the organization that said it first; `published` the date of the figure, else of its source.
    """

    id: str
    statement: Statement
    source_kind: str
    origin: str
    published: str | None

    @property
    def deprecated(self) -> bool:
        """Whether somebody set it aside."""
        return self.statement.book.rank == "deprecated"

    @property
    def preferred(self) -> bool:
        """Whether somebody put it first."""
        return self.statement.book.rank == "preferred"


@dataclass(slots=True)
class Group:
    """Statements of the same thing: one metric under one set of identity qualifiers.

    `rivals` leave a qualifier undeclared and have a group of their own; they stand here because they fit no reading.
    `pairs` is kept by analysis.disagreements.
    """

    metric: str
    key: Key
    lines: list[Line] = field(default_factory=list)
    rivals: list[Line] = field(default_factory=list)
    pairs: list[tuple[Line, Line]] | None = None

    @property
    def members(self) -> list[Line]:
        """All lines that are compared with one another."""
        return self.lines + self.rivals

    @property
    def qualifiers(self) -> dict[str, str]:
        """What all lines hold for, by name."""
        return dict(sorted(self.key))


def outcome(one: Line, other: Line, metric: Metric, dictionary: Dictionary) -> Outcome:
    """Agreement of two lines of one group; figures that held at different times are not compared."""
    if one is other and one.statement.figure is not None:
        return "agree"
    if _apart_in_time(one, other, dictionary.trust[metric.trust].newest_first):
        return "not_comparable"
    return compare(one.statement.reading, other.statement.reading, metric)


def _apart_in_time(one: Line, other: Line, newest_first: bool) -> bool:
    mine, theirs = _span(one, newest_first), _span(other, newest_first)
    if mine == theirs == (None, None):
        return False
    starts, ends = [span[0] for span in (mine, theirs)], [span[1] for span in (mine, theirs)]
    late_start, early_end = max(filter(None, starts), default=None), min(filter(None, ends), default=None)
    return late_start is not None and early_end is not None and first_day(late_start) > last_day(early_end)


def _span(line: Line, newest_first: bool) -> tuple[str | None, str | None]:
    """First and last date for which a line holds; an offer without dates holds on the day it was seen."""
    book = line.statement.book
    if newest_first and not (book.valid_from or book.valid_to):
        return line.published, line.published
    return book.valid_from, book.valid_to


def identity(statement: Statement, dictionary: Dictionary, default_per: str | None) -> Key:
    """Declared identity qualifiers; `per` and `stage` as they are understood when nobody writes them."""
    if not statement.qualifiers and not statement.book.over:
        return _NOTHING
    declared = {name: value for name, value in statement.qualifiers.items() if name not in dictionary.explaining}
    if default_per and declared.get("per") == default_per:
        del declared["per"]
    if declared.get("stage") == "shipped":
        del declared["stage"]
    if statement.book.over:
        declared["over"] = statement.book.over
    return frozenset(declared.items())


def groups(lines: Iterable[Line], dictionary: Dictionary, default_per: str | None = None) -> list[Group]:
    """Groups of the lines of one entity or setup.

    A line that leaves a qualifier undeclared, or leaves out one whose absence fits any value, is compared with every
    group it may belong to. It joins the one it agrees with; one that agrees with none joins the nearest, as a rival.
    An explicit `undeclared` stays a thing of its own as well, so that it can be shown as such.
    """
    by_metric: dict[str, dict[Key, list[Line]]] = {}
    for line in lines:
        key = identity(line.statement, dictionary, default_per)
        by_metric.setdefault(line.statement.metric, {}).setdefault(key, []).append(line)
    return [group for metric, by_key in by_metric.items() for group in _of_metric(metric, by_key, dictionary)]


def _of_metric(metric: str, by_key: dict[Key, list[Line]], dictionary: Dictionary) -> list[Group]:
    if len(by_key) == 1:
        return [Group(metric, key, lines) for key, lines in by_key.items()]
    found: list[Group] = []
    for key in sorted(by_key, key=lambda key: (-len(_declared(key)), sorted(key))):
        hosts = [group for group in found if _may_be(key, group.key, dictionary)]
        undeclared = any(value == "undeclared" for _, value in key)
        if not hosts or undeclared:
            found.append(Group(metric, key, list(by_key[key])))
        for line in by_key[key] if hosts else ():
            (_compare if undeclared else _join)(line, hosts, dictionary)
    return found


def _declared(key: Key) -> Key:
    return frozenset(pair for pair in key if pair[1] != "undeclared")


def _may_be(general: Key, special: Key, dictionary: Dictionary) -> bool:
    """Whether a line under `general` may speak of the thing under `special`."""
    mine, theirs = dict(general), dict(special)
    for name in mine.keys() | theirs.keys():
        if mine.get(name) == theirs.get(name) or mine.get(name) == "undeclared":
            continue
        if name in mine or name not in dictionary.fits_any_when_absent:
            return False
    return not any(value == "undeclared" for value in theirs.values())


def _join(line: Line, hosts: list[Group], dictionary: Dictionary) -> None:
    """Put a line into the group it agrees with, else into the nearest."""
    fits = _fitting(line, hosts, dictionary)
    nearest = min(hosts, key=lambda group: _gap(line, group))
    (fits[0] if fits else nearest).lines.append(line)


def _compare(line: Line, hosts: list[Group], dictionary: Dictionary) -> None:
    """Note a line that has a group of its own as a rival in the nearest group when it fits none."""
    if not line.deprecated and not _fitting(line, hosts, dictionary):
        min(hosts, key=lambda group: _gap(line, group)).rivals.append(line)


def _fitting(line: Line, hosts: list[Group], dictionary: Dictionary) -> list[Group]:
    metric = dictionary.metrics[line.statement.metric]
    return [group for group in hosts if any(outcome(line, o, metric, dictionary) in FITTING for o in group.lines)]


def _gap(line: Line, group: Group) -> float:
    """How far a line is from the nearest member of a group; words are equally far from everything."""
    figures = [other.statement.figure for other in group.lines if other.statement.figure is not None]
    mine = line.statement.figure
    if mine is None or not figures:
        return float("inf")
    return min(abs(float(mine.low.values[0] - other.low.values[0])) for other in figures)
