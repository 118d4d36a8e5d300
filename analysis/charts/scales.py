"""From values to places: linear and logarithmic scales with round ticks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

FEW_DECADES = 2.5
"""Decades up to which a logarithmic scale has ticks at 2 and 5 too."""
STEPS = (1, 2, 2.5, 5, 10)
WANTED = 6
"""Ticks that a linear scale aims at."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Places of values from `low` to `high` between `start` and `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False
    whole: bool = False
    """Whether ticks are whole numbers."""

    def at(self, value: float) -> float:
        """Place of a value."""
        low, high, value = map(log10, (self.low, self.high, value)) if self.log else (self.low, self.high, value)
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        """Round values on the scale."""
        return _decades(self.low, self.high) if self.log else _steps(self.low, self.high, self.whole)


def scale(values: Sequence[float], start: float, end: float, log: bool, whole: bool = False) -> Scale:
    """A scale with a little room around positive values; with `whole` it spans whole numbers, as years do."""
    low, high = min(values), max(values)
    if whole:
        return Scale(floor(low), ceil(high + 0.01), start, end, whole=True)
    if log:
        return Scale(low / 1.25, high * 1.25, start, end, log=True)
    return Scale(0, high * 1.06, start, end)


def _decades(low: float, high: float) -> list[float]:
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    factors = (1, 2, 5) if log10(high / low) <= FEW_DECADES else (1,)
    found = [factor * 10.0**power for power in powers for factor in factors]
    return [value for value in found if low <= value <= high]


def _steps(low: float, high: float, whole: bool) -> list[float]:
    rough = max((high - low) / WANTED, 1 if whole else 0)
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in STEPS if factor * power >= rough)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def tick_label(value: float) -> str:
    """A tick as it is printed: `10,000`, `0.5`."""
    return f"{value:,.6g}" if value < 1e6 else _large(value)


def _large(value: float) -> str:
    for size, name in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if value >= size:
            return f"{value / size:,.6g} {name}"
    return f"{value:,.6g}"


def year_label(value: float) -> str:
    """A year as it is printed."""
    return f"{value:.0f}"
