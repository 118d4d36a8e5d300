"""Charts: round ticks, names that never lie on one another, a link for each point, words for who cannot see them."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from analysis.axes import Axis, Point, axes, axis_id, dates, nearest
from analysis.charts import bars, scatter, strip
from analysis.charts.marks import GROUPS, Mark, ranked_groups
from analysis.charts.placing import Box, labels
from analysis.charts.scales import scale, tick_label
from analysis.charts.svg import alone
from analysis.compare import Figure

SVG = "{http://www.w3.org/2000/svg}"
MARKS = [
    Mark(f"d{n}", f"Device {n}", f"Device {n}: {n}", f"/device/d{n}", f"vendor-{n % 9}", float(n * n), float(n))
    for n in range(1, 60)
]


def parsed(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn.encode())  # noqa: S314 - our own picture


@pytest.mark.parametrize(
    ("values", "log", "ticks"),
    [
        ([3, 70], True, [5.0, 10.0, 20.0, 50.0]),
        ([1, 20_000], True, [1.0, 10.0, 100.0, 1000.0, 10_000.0]),
        ([3, 70], False, [0.0, 20.0, 40.0, 60.0]),
        ([0.2, 0.9], False, [0.0, 0.2, 0.4, 0.6000000000000001, 0.8]),
    ],
)
def test_ticks_are_round(values: list[float], log: bool, ticks: list[float]) -> None:
    assert scale(values, 0, 100, log).ticks == ticks


def test_a_scale_of_years_spans_whole_years() -> None:
    assert scale([2020.4, 2021.5], 0, 100, log=True, whole=True).ticks == [2020, 2021, 2022]
    assert scale([2006, 2027.5], 0, 100, log=False, whole=True).ticks == [2010, 2015, 2020, 2025]


def test_a_logarithmic_scale_puts_equal_ratios_equally_far_apart() -> None:
    places = [scale([1, 100], 0, 100, log=True).at(value) for value in (1, 10, 100)]
    assert places[1] - places[0] == pytest.approx(places[2] - places[1])


@pytest.mark.parametrize(("value", "printed"), [(10_000, "10,000"), (0.5, "0.5"), (2e6, "2 M"), (1.5e11, "150 G")])
def test_ticks_read_well(value: float, printed: str) -> None:
    assert tick_label(value) == printed


def test_names_lie_on_no_other_name_and_on_no_point() -> None:
    frame = Box(0, 0, 400, 300)
    points = [(f"Name {n}", 20.0 + 37 * (n % 10), 20.0 + 23 * (n // 10)) for n in range(100)]
    found = [label for label in labels(points, frame) if label]
    assert len(found) > 10
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))
    assert not any(label.box.meets(Box(x - 5, y - 5, x + 5, y + 5)) for label in found for _, x, y in points)
    assert all(label.box.inside(frame) for label in found)


def test_every_point_is_a_link_with_a_name() -> None:
    chart = scatter.Scatter(MARKS, "Power & memory", "59 devices", "x", "y", {"vendor-1": "A <b>"})
    root = parsed(scatter.draw(chart))
    links = root.findall(f"{SVG}a")
    assert [(link.get("href"), link.get("aria-label")) for link in links] == [(m.address, m.told) for m in MARKS]
    assert root.find(f"{SVG}title").text == "Power & memory"  # type: ignore[union-attr]
    assert root.get("aria-labelledby") == "chart-title"
    assert "A <b>" in [text.text for text in root.iter(f"{SVG}text")]


def test_groups_beyond_the_colours_share_the_last() -> None:
    assert len(ranked_groups(MARKS)) == GROUPS
    drawn = scatter.draw(scatter.Scatter(MARKS, "t", "d", "x", "y", {}))
    assert f"mark g{GROUPS}" in drawn
    assert ">others<" in drawn


def test_lines_lead_from_a_thing_to_what_follows_it() -> None:
    followed = scatter.draw(scatter.Scatter(MARKS, "t", "d", "x", "y", {}, follows=[("d1", "d2"), ("d1", "gone")]))
    assert followed.count('class="line"') == 1
    assert 'class="line"' not in scatter.draw(scatter.Scatter(MARKS, "t", "d", "x", "y", {}))


def test_bars_begin_at_zero_and_the_longest_comes_first() -> None:
    root = parsed(bars.draw(bars.Bars(MARKS, "t", "d", ("y", "x"), {})))
    names = [link.get("aria-label") for link in root.findall(f"{SVG}a")]
    assert names[:2] == ["Device 59: 59", "Device 58: 58"]
    assert len(names) == bars.MOST
    first, second = (float(bar.get("width", "")) for bar in root.findall(f"{SVG}rect")[:2])
    assert second / first == pytest.approx(3364 / 3481, abs=0.002)


def test_a_picture_that_stands_alone_brings_its_colours() -> None:
    drawn = alone(scatter.draw(scatter.Scatter(MARKS, "t", "d", "x", "y", {})), ".chart { fill: red }")
    root = parsed(drawn)
    assert [child.text for child in root if child.tag.endswith("style")] == [".chart { fill: red }"]


def test_a_strip_marks_one_among_all() -> None:
    line, drawn = strip.strokes([1, 10, 10, 100])
    picture = strip.draw(10, line, drawn, "more than 1 of 4")
    assert drawn.count("M") == 3
    assert 'aria-label="more than 1 of 4"' in picture
    assert f"M{line.at(10):.1f},8V20" in picture


def peak(thing: str, value: float | None, sparsity: str) -> Figure:
    return Figure(f"{thing}-{sparsity}", thing, "peak_compute", {"sparsity": sparsity}, value, "TFLOP/s")


def test_axes_keep_conditions_apart_and_leave_out_what_is_undeclared() -> None:
    figures = [peak(thing, 1.0, sparsity) for thing in "abc" for sparsity in ("dense", "undeclared")]
    found = axes([*figures, peak("a", 2.0, "sparse"), peak("d", None, "dense")], {})
    assert {name: list(axis.points) for name, axis in found.items()} == {"peak_compute:sparsity=dense": ["a", "b", "c"]}
    assert axis_id("peak_compute", frozenset({("sparsity", "dense"), ("path", "matrix")})) == (
        "peak_compute:path=matrix,sparsity=dense"
    )


def test_dates_become_years() -> None:
    points = dates([("a", "2024", "s1"), ("b", "2024-07-01", "s2")]).points
    assert points["a"] == Point(2024.0, "s1")
    assert points["b"].value == pytest.approx(2024.5, abs=0.01)


def test_the_nearest_are_those_of_the_nearest_ratios() -> None:
    def axis(**values: float) -> Axis:
        return Axis("m", "m", "", frozenset(), {thing: Point(value, thing) for thing, value in values.items()})

    memory, speed = axis(a=100, b=200, c=90, d=100), axis(a=10, b=10, c=10)
    assert nearest("a", "abcd", [memory, speed], 2) == ["c", "b"]
    assert nearest("e", "abcd", [memory, speed], 2) == []
    assert nearest("d", "abcd", [memory, speed], 3) == ["a", "c", "b"]
