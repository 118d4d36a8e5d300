"""A stated figure: `up to 480 GB`, `1.62 .. 1.92 x`, `about 1T params`, read without losing its last printed digit."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Literal

from schema.units import BINARY_SCALES, SCALES, Unit

Comparator = Literal["exact", "approx", "up_to", "at_least", "range"]
COMPARATOR_WORDS: dict[str, Comparator] = {"about": "approx", "up to": "up_to", "at least": "at_least"}

_NUMBER = r"-?\d{1,30}(?:\.\d{1,30})?"
_FIGURE = re.compile(
    rf"(?:(?P<word>about|up to|at least) )?(?P<low>{_NUMBER})(?P<low_scale>[kKMBT])?"
    rf"(?: \.\. (?P<high>{_NUMBER})(?P<high_scale>[kKMBT])?)?(?: ?(?P<unit>[^\W\d_].{{0,20}}|%))?",
)


class NotAFigure(ValueError):  # noqa: N818 - it says what the text is not
    """Text that cannot be read as a figure; `allowed` says what would be."""

    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(found)
        self.found = found
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class End:
    """One printed number in the base unit of its dimension.

    `values` holds every reading (a K of tokens is 1,000 and 1,024), the decimal one first; `steps` the worth of the
    last printed digit under each reading.
    """

    values: tuple[Decimal, ...]
    steps: tuple[Decimal, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A stated figure. `value` and `value_max` are in `unit`, the ends in the base of `dimension`."""

    text: str
    comparator: Comparator
    unit: str
    dimension: str
    value: Decimal
    value_max: Decimal | None
    low: End
    high: End | None

    @property
    def ends(self) -> tuple[End, ...]:
        """The one printed number, or both ends of a range."""
        return (self.low,) if self.high is None else (self.low, self.high)


@dataclass(frozen=True, eq=False)
class UnitChoice:
    """Units in which a metric's figures may be stated; each choice is a thing of its own.

    `targets` gives the unit of `value` for each dimension, the metric's own first; `by_token` every token that may
    be printed.
    """

    targets: tuple[Unit, ...]
    by_token: dict[str, Unit]

    def target(self, unit: Unit) -> Unit:
        """Unit in which a figure printed in `unit` is kept."""
        return next(target for target in self.targets if target.dimension == unit.dimension)

    @cached_property
    def counted(self) -> Unit | None:
        """Unit that a bare scale letter stands for: `1T` of parameters, `3.8k` of GPUs."""
        own = self.targets[0]
        return next((u for u in self.by_token.values() if u.dimension == own.dimension and u.scaled), None)


def parse_figure(text: str, choice: UnitChoice) -> Figure:
    """Read `text` as a figure in one of the units of `choice`. Raises NotAFigure."""
    match = _FIGURE.fullmatch(text)
    if match is None:
        raise NotAFigure(
            f"`{text}` is not a figure", "[about|up to|at least] NUMBER[ .. NUMBER] UNIT, such as `3.35 TB/s`"
        )
    scale, unit = _unit_of(match, choice)
    low = _end(match["low"], scale and (match["low_scale"] or scale), unit)
    high = _end(match["high"], scale, unit) if match["high"] else None
    target = choice.target(unit)
    value_max = high.values[0] / target.factor if high else None
    value = low.values[0] / target.factor
    return Figure(text, _comparator(match, low, high), target.token, unit.compared_as, value, value_max, low, high)


def _comparator(match: re.Match[str], low: End, high: End | None) -> Comparator:
    if high is None:
        return COMPARATOR_WORDS.get(match["word"], "exact")
    if match["word"]:
        raise NotAFigure(
            f"`{match[0]}` is a range with a comparator", "either a range or one of about, up to, at least"
        )
    if high.values[0] <= low.values[0]:
        raise NotAFigure(f"`{match[0]}` is a range whose end is not above its start", "the smaller number first")
    return "range"


def _unit_of(match: re.Match[str], choice: UnitChoice) -> tuple[str, Unit]:
    """Scale letter and unit of the printed figure. Raises NotAFigure with the units that would do."""
    scale = match["high_scale"] or match["low_scale"] or ""
    printed = match["unit"] or ""
    whole = choice.by_token.get(scale + printed)
    if whole is not None and not (match["high_scale"] and match["low_scale"]):
        return "", whole
    counted = choice.by_token.get(printed) if printed else choice.counted
    if scale and counted is not None and counted.scaled:
        return scale, counted
    found = f"the unit `{scale}{printed}`" if scale or printed else "no unit"
    allowed = ", ".join(f"`{token}`" for token in choice.by_token if token) or "a bare number"
    raise NotAFigure(f"`{match[0]}` has {found}", f"one of {allowed}")


def _end(number: str, scale: str, unit: Unit) -> End:
    digits = Decimal(number)
    step = _step(len(number.partition(".")[2]))
    if not scale:
        return End((digits * unit.factor,), (step * unit.factor,))
    scales = [SCALES[scale or ""]]
    if unit.binary_too and scale in BINARY_SCALES:
        scales.append(BINARY_SCALES[scale])
    return End(tuple(digits * s * unit.factor for s in scales), tuple(step * s * unit.factor for s in scales))


@lru_cache
def _step(decimals: int) -> Decimal:
    """Worth of the last of so many decimals."""
    return Decimal(1).scaleb(-decimals)


def last_significant_step(end: End, reading: int) -> Decimal:
    """Worth of the last digit that is not zero: `about 4000` is given to the thousand."""
    value, step = end.values[reading], end.steps[reading]
    digits = value / step
    while digits and digits % 10 == 0:
        digits /= 10
        step *= 10
    return step
