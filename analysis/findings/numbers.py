"""Sums over printed figures that never claim more than their digits: every figure is the interval it may stand for."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from analysis.findings.check import plain
from analysis.findings.view import Said
from schema.quantity import End, Figure, last_significant_step

TIMES = frozenset({"ttft", "tpot", "latency", "decode_time", "kernel_time", "transfer_time"})
"""Metrics that are times."""
FALLING = TIMES | {"token_cost", "price", "rent", "token_price"}
"""Metrics of which less is better: `3 x` of them means a third, unless a direction says otherwise."""


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from `low` to `high`."""

    low: Decimal
    high: Decimal

    def meets(self, other: "Interval") -> bool:
        """Whether the two have a value in common."""
        return self.low <= other.high and other.low <= self.high


def printed(figure: Figure) -> Interval:
    """What the printed digits may stand for, in the metric's unit; a range from end to end."""
    approx = figure.comparator == "approx"
    first = _around(figure.low, figure.value, approx)
    last = first if figure.high is None else _around(figure.high, figure.value_max or figure.value, approx)
    return Interval(first.low, last.high)


def _around(end: End, value: Decimal, approx: bool) -> Interval:
    step = last_significant_step(end, 0) if approx else end.steps[0]
    half = abs(step / 2 * value / end.values[0]) if end.values[0] else step / 2
    return Interval(value - half, value + half)


def falls(ratio: Said) -> bool:
    """Whether a ratio or change counts how much less there is."""
    direction = ratio.says("direction")
    return direction == "decrease" or (direction != "increase" and ratio.says("ratio_of") in FALLING)


def compared(ratio: Said, top: Said, bottom: Said) -> tuple[Interval, str]:
    """Ratio or change that two lines give, in the unit of `ratio`, with the sum in words."""
    if ratio.unit == "x":
        return times(bottom, top) if falls(ratio) else times(top, bottom)
    return _percent(ratio, top, bottom) if ratio.unit == "%" else _points(ratio, top, bottom)


def times(top: Said, bottom: Said) -> tuple[Interval, str]:
    """One line over the other, with the sum in words."""
    quotient = _over(top, bottom, lambda a, b: a / b)
    return quotient, f"{plain(top.low, 6)} / {plain(bottom.low, 6)} = {plain(top.low / bottom.low)} x"


def _percent(ratio: Said, top: Said, bottom: Said) -> tuple[Interval, str]:
    sign = -1 if falls(ratio) and ratio.low > 0 else 1
    change = _over(top, bottom, lambda a, b: sign * (a / b - 1) * 100)
    exact = sign * (top.low / bottom.low - 1) * 100
    words = "1 - {a} / {b}" if sign < 0 else "{a} / {b} - 1"
    return change, f"{words.format(a=plain(top.low, 6), b=plain(bottom.low, 6))} = {plain(exact)} %"


def _points(ratio: Said, top: Said, bottom: Said) -> tuple[Interval, str]:
    high, low = (bottom, top) if falls(ratio) and ratio.low > 0 else (top, bottom)
    change = _over(high, low, lambda a, b: a - b)
    return change, f"{plain(high.low, 6)} - {plain(low.low, 6)} = {plain(high.low - low.low)} {ratio.unit}"


def _over(top: Said, bottom: Said, sum_: Callable[[Decimal, Decimal], Decimal]) -> Interval:
    """Smallest and largest outcome over the ends of both intervals; the sums used here rise or fall throughout."""
    one, other = printed(top.quantity), printed(bottom.quantity)
    outcomes = [sum_(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
    return Interval(min(outcomes), max(outcomes))
