"""Points over two scales, each a link, with names where they find a place."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.charts.marks import Mark, place_of, ranked_groups, shape
from analysis.charts.placing import Box, Label, labels
from analysis.charts.scales import Scale, scale, tick_label, year_label
from analysis.charts.svg import element, picture, text

WIDTH, HEIGHT = 960.0, 600.0
FRAME = Box(78, 44, 944, 540)
SIZE = 4.6
"""Radius of a point."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """What is drawn: points, words for the whole and for both scales, and lines from each thing to what follows it."""

    marks: Sequence[Mark]
    title: str
    description: str
    x_label: str
    y_label: str
    groups: dict[str, str]
    """Names of the groups by their ids."""
    log: bool = True
    years: bool = False
    """Whether the scale across is one of years."""
    follows: Sequence[tuple[str, str]] = field(default_factory=tuple)


def draw(chart: Scatter) -> str:
    """The picture. At least one mark is needed; values are positive."""
    across = scale([mark.x or 0 for mark in chart.marks], FRAME.left + 8, FRAME.right - 8, chart.log, chart.years)
    upward = scale([mark.y for mark in chart.marks], FRAME.bottom - 8, FRAME.top + 8, chart.log)
    places = {mark.id: (across.at(mark.x or 0), upward.at(mark.y)) for mark in chart.marks}
    told_apart = ranked_groups(chart.marks)
    parts = [
        *_grid(across, upward, chart),
        _lines(chart, places),
        *(_point(mark, places[mark.id], told_apart) for mark in chart.marks),
        *_names(chart.marks, places),
        *legend(chart.groups, told_apart, chart.marks, FRAME.left, 18),
    ]
    return picture(WIDTH, HEIGHT, chart.title, chart.description, parts, "chart")


def _grid(across: Scale, upward: Scale, chart: Scatter) -> list[str]:
    name = year_label if chart.years else tick_label
    down = "".join(f"M{across.at(value):.1f},{FRAME.top}V{FRAME.bottom}" for value in across.ticks)
    along = "".join(f"M{FRAME.left},{upward.at(value):.1f}H{FRAME.right}" for value in upward.ticks)
    return [
        element("path", class_="grid", d=down + along),
        *(text(name(value), across.at(value), FRAME.bottom + 17, class_="tick middle") for value in across.ticks),
        *(text(tick_label(value), FRAME.left - 7, upward.at(value) + 4, class_="tick end") for value in upward.ticks),
        text(chart.x_label, FRAME.right, FRAME.bottom + 42, class_="axis end"),
        text(chart.y_label, 8, FRAME.top - 8, class_="axis"),
    ]


def _lines(chart: Scatter, places: dict[str, tuple[float, float]]) -> str:
    ends = [(places[old], places[new]) for old, new in chart.follows if old in places and new in places]
    drawn = "".join(f"M{x:.1f},{y:.1f}L{to_x:.1f},{to_y:.1f}" for (x, y), (to_x, to_y) in ends)
    return element("path", class_="line", d=drawn) if drawn else ""


def _point(mark: Mark, place: tuple[float, float], told_apart: Sequence[str]) -> str:
    number = place_of(mark.group, told_apart)
    drawn = element(
        "path", element("title", _escaped(mark.told)), d=shape(number, *place, SIZE), class_=f"mark g{number}"
    )
    return element("a", drawn, href=mark.address, aria_label=mark.told)


def _names(marks: Sequence[Mark], places: dict[str, tuple[float, float]]) -> list[str]:
    ordered = importance(marks)
    found = labels([(mark.name, *places[mark.id]) for mark in ordered], FRAME)
    return [_name(label) for label in found if label]


def _name(label: Label) -> str:
    return text(label.name, label.x, label.y, class_=f"name {label.anchor}", aria_hidden="true")


def importance(marks: Sequence[Mark]) -> list[Mark]:
    """Marks that no other beats in both values first, then the highest."""
    highest = sorted(marks, key=lambda mark: (-(mark.x or 0), -mark.y))
    best, top = set(), float("-inf")
    for mark in highest:
        if mark.y > top:
            best.add(mark.id)
            top = mark.y
    return sorted(marks, key=lambda mark: (mark.id not in best, -mark.y, mark.id))


def legend(names: dict[str, str], told_apart: Sequence[str], marks: Sequence[Mark], x: float, y: float) -> list[str]:
    """Shape, colour and name of each group; the rest is called others."""
    entries = [names.get(group, group) for group in told_apart]
    if {mark.group for mark in marks} - set(told_apart):
        entries.append("others")
    drawn = []
    for number, name in enumerate(entries):
        drawn += [element("path", d=shape(number, x + 6, y - 4, SIZE), class_=f"mark g{number}")]
        drawn += [text(name, x + 16, y, class_="name")]
        x += 34 + len(name) * 6.6
    return drawn


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
