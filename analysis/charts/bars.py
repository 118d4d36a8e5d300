"""Bars beside names, the longest first, in one panel or two."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.marks import Mark, place_of, ranked_groups
from analysis.charts.scales import scale, tick_label
from analysis.charts.scatter import legend
from analysis.charts.svg import element, picture, text

MOST = 40
"""Bars that one picture holds."""
WIDTH = 960.0
TOP, ROW, THICK = 66.0, 22.0, 14.0
NAMES = 230.0
"""Room for the names."""
ROOM_FOR_VALUE = 76.0


@dataclass(frozen=True, slots=True)
class Bars:
    """What is drawn: marks with one value or two, and words for the whole and for the panels."""

    marks: Sequence[Mark]
    title: str
    description: str
    labels: tuple[str, ...]
    groups: dict[str, str]


def longest(marks: Sequence[Mark]) -> list[Mark]:
    """The marks that are drawn, the longest bar first."""
    return sorted(marks, key=lambda mark: (-mark.y, mark.id))[:MOST]


def draw(chart: Bars) -> str:
    """The picture. Bars begin at zero, since their lengths are compared."""
    shown = longest(chart.marks)
    told_apart = ranked_groups(shown)
    width = (WIDTH - NAMES) / len(chart.labels)
    parts = legend(chart.groups, told_apart, shown, NAMES, 18)
    for number, label in enumerate(chart.labels):
        start = NAMES + number * width
        parts += [text(label, start, TOP - 18, class_="axis")]
        parts += _panel([(mark.y, mark.x or 0)[number] for mark in shown], shown, told_apart, start, width)
    parts += [_name(mark, row) for row, mark in enumerate(shown)]
    return picture(WIDTH, TOP + ROW * len(shown) + 12, chart.title, chart.description, parts, "chart")


def _panel(
    values: Sequence[float], marks: Sequence[Mark], told_apart: Sequence[str], start: float, width: float
) -> list[str]:
    across = scale(values, start, start + width - ROOM_FOR_VALUE, log=False)
    drawn = []
    for row, (value, mark) in enumerate(zip(values, marks, strict=True)):
        top = TOP + row * ROW
        css = f"bar g{place_of(mark.group, told_apart)}"
        drawn.append(element("rect", x=start, y=top, width=across.at(value) - start, height=THICK, class_=css))
        drawn.append(text(tick_label(float(f"{value:.4g}")), across.at(value) + 5, top + 11.5, class_="tick"))
    return drawn


def _name(mark: Mark, row: int) -> str:
    name = text(mark.name, NAMES - 8, TOP + row * ROW + 11.5, class_="name end")
    return element("a", name, href=mark.address, aria_label=mark.told)
