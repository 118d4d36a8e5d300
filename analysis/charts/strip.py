"""Where one thing stands among its kind: a stroke for each on a logarithmic line, the one of interest marked."""

from collections.abc import Iterable

from analysis.charts.scales import Scale, scale
from analysis.charts.svg import element, image

WIDTH, HEIGHT = 300.0, 22.0


def strokes(values: Iterable[float]) -> tuple[Scale, str]:
    """The line and one path with a stroke for each value; the same for all things of a kind."""
    known = list(values)
    line = scale(known, 4, WIDTH - 4, log=True)
    places = dict.fromkeys(f"{line.at(value):.1f}" for value in sorted(known))
    return line, "".join(f"M{place},9V19" for place in places)


def draw(own: float, line: Scale, drawn: str, title: str) -> str:
    """The picture of one thing; the title says what a reader without eyes needs."""
    x = line.at(own)
    return image(
        WIDTH,
        HEIGHT,
        title,
        [
            element("path", d=drawn, class_="stroke"),
            element("path", d=f"M{x:.1f},8V20M{x - 4:.1f},1H{x + 4:.1f}L{x:.1f},8Z", class_="own"),
        ],
        "strip",
    )
