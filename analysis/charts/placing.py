"""Places for the names of points, so that none lies on another name, on a point or outside the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH_OF_LETTER = 6.3
"""Width of a letter of a label; narrow ones leave room, wide ones are rare in names."""
HEIGHT = 13.0
GAP = 8.0
"""From the middle of a point to its label."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its left upper corner to its right lower one."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether two rectangles share a place."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def inside(self, other: "Box") -> bool:
        """Whether a rectangle lies within another."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True, slots=True)
class Label:
    """A name at a place: `x` is where the text starts, or ends for the anchor `end`; `y` is its base line."""

    name: str
    x: float
    y: float
    anchor: str
    box: Box


def labels(named: Sequence[tuple[str, float, float]], frame: Box, radius: float = 5.0) -> list[Label | None]:
    """A place for each name beside its point, in the order of importance; None for those that find none."""
    taken = [Box(x - radius, y - radius, x + radius, y + radius) for _, x, y in named]
    found: list[Label | None] = []
    for name, x, y in named:
        fitting = (label for label in _candidates(name, x, y) if label.box.inside(frame))
        label = next((label for label in fitting if not any(map(label.box.meets, taken))), None)
        found.append(label)
        taken += [label.box] if label else []
    return found


def _candidates(name: str, x: float, y: float) -> list[Label]:
    """Right, left, above and below on both sides."""
    width = len(name) * WIDTH_OF_LETTER
    places = [("start", x + GAP, y + 4), ("end", x - GAP, y + 4)]
    places += [(side, x + shift, y + rise) for rise in (-9.0, 18.0) for side, shift in (("start", -4.0), ("end", 4.0))]
    return [Label(name, place, base, side, _box(side, place, base, width)) for side, place, base in places]


def _box(anchor: str, x: float, base: float, width: float) -> Box:
    left = x if anchor == "start" else x - width
    return Box(left, base - HEIGHT + 3, left + width, base + 3)
