"""Axes of charts: one value for each thing, under one metric and one set of conditions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from math import log

from analysis.compare import UNDECLARED, Figure, Key, held_by_metric, rows_of
from schema.dates import first_day

FEWEST = 3
"""Things with a value below which an axis says nothing."""


@dataclass(frozen=True, slots=True)
class Point:
    """The value of one thing, in the unit of its axis, and the statement it stands in."""

    value: float
    statement: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Values by thing; `id` is the metric with its conditions: `peak_compute:precision=fp8,sparsity=dense`."""

    id: str
    metric: str
    unit: str
    key: Key
    points: Mapping[str, Point]

    def rank(self, thing: str) -> int:
        """How many things have a lower value."""
        own = self.points[thing].value
        return sum(point.value < own for point in self.points.values())


def axes(figures: Iterable[Figure], headline: Mapping[str, str]) -> dict[str, Axis]:
    """Axes with values of at least FEWEST things, by id; what leaves a condition undeclared makes none."""
    found: dict[str, Axis] = {}
    for (metric, unit), held in held_by_metric(figures, headline).items():
        for key, row in rows_of(held).items():
            points = {thing: Point(figure.value, figure.statement) for thing, figure in row.items() if figure.value}
            axis = Axis(axis_id(metric, key), metric, unit, key, points)
            declared = UNDECLARED not in dict(key).values()
            if declared and len(points) >= max(FEWEST, len(found[axis.id].points) if axis.id in found else 0):
                found[axis.id] = axis
    return found


def axis_id(metric: str, key: Key) -> str:
    """Name of an axis, the same for the same conditions."""
    conditions = ",".join(f"{name}={value}" for name, value in sorted(key))
    return f"{metric}:{conditions}" if conditions else metric


def dates(days: Iterable[tuple[str, str, str]]) -> Axis:
    """Axis of time in years, of things with the date on which they came out and its statement."""
    points = {thing: Point(year_of(first_day(day)), statement) for thing, day, statement in days}
    return Axis("released", "released", "", frozenset(), points)


def year_of(day: date) -> float:
    """A day as a year with its fraction: 1 July 2024 is 2024.5."""
    start = date(day.year, 1, 1)
    return day.year + (day - start).days / (date(day.year + 1, 1, 1) - start).days


def nearest(thing: str, candidates: Iterable[str], measures: Iterable[Axis], count: int) -> list[str]:
    """The `count` candidates most like a thing: by the ratios of their values, all measures weighing the same.

    What lacks one of the measures that the thing has is no candidate; without any measure there are none.
    """
    own = [axis for axis in measures if thing in axis.points]
    fitting = [other for other in candidates if other != thing and all(other in axis.points for axis in own)]
    near = sorted(fitting, key=lambda other: (_distance(thing, other, own), other))
    return near[:count] if own else []


def _distance(one: str, other: str, measures: Iterable[Axis]) -> float:
    """Euclidean distance of the logarithms of two things' values."""
    return sum(log(axis.points[one].value / axis.points[other].value) ** 2 for axis in measures)
