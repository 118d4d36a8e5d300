"""What points, bars and legends share: things to draw, and the shape and colour of each group."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

GROUPS = 7
"""Groups with a colour and a shape of their own; all others share the last."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing to draw: its short name, what a reader hears of it, its address, its group and its values."""

    id: str
    name: str
    told: str
    address: str
    group: str
    y: float
    x: float | None = None


def ranked_groups(marks: Iterable[Mark]) -> list[str]:
    """The groups that are told apart, the largest first."""
    counted = Counter(mark.group for mark in marks)
    return [group for group, _ in sorted(counted.items(), key=lambda item: (-item[1], item[0]))][:GROUPS]


def place_of(group: str, told_apart: Sequence[str]) -> int:
    """Number of a group's colour and shape."""
    return told_apart.index(group) if group in told_apart else GROUPS


def shape(number: int, x: float, y: float, size: float) -> str:
    """Path of a group's shape: circle, square, triangle, diamond, cross, star, hexagon; a small circle for the rest."""
    if number not in _CORNERS:
        return _circle(x, y, size if number == 0 else size * 0.7)
    corners = _CORNERS[number]
    return "M" + "L".join(f"{x + size * across:.1f},{y + size * down:.1f}" for across, down in corners) + "Z"


def _circle(x: float, y: float, radius: float) -> str:
    half = f"a{radius:.1f},{radius:.1f} 0 1 0"
    return f"M{x - radius:.1f},{y:.1f}{half} {2 * radius:.1f},0{half} {-2 * radius:.1f},0Z"


def _polygon(sides: int, turn: float, inner: float = 0.0) -> list[tuple[float, float]]:
    steps = sides * 2 if inner else sides
    radii = (1.15, inner) if inner else (1.15, 1.15)
    angles = [turn + 2 * pi * step / steps for step in range(steps)]
    return [(radii[step % 2] * cos(angle), radii[step % 2] * sin(angle)) for step, angle in enumerate(angles)]


_CROSS = [(-1, -0.35), (-0.35, -0.35), (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35)]
_CORNERS = {
    1: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    2: _polygon(3, -pi / 2),
    3: _polygon(4, 0.0),
    4: [*_CROSS, *[(-across, -down) for across, down in _CROSS]],
    5: _polygon(5, -pi / 2, 0.5),
    6: _polygon(6, 0.0),
}
