"""Whether two figures of the same thing agree. One function, used by checks, pages and everything that judges."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from typing import Literal

from schema.dates import may_be_same
from schema.dictionary import Metric
from schema.quantity import End, Figure, last_significant_step
from schema.reading import Reading

Outcome = Literal["agree", "coarse", "close", "differ", "not_comparable"]

COARSE_FROM = Decimal("0.01")
"""Figures that only rounding joins are called coarse from this relative distance on."""
COARSE_TO = Decimal("0.10")
"""Beyond this relative distance rounding no longer excuses a figure."""
_RANK: dict[Outcome, int] = {"agree": 0, "coarse": 1, "close": 2, "differ": 3, "not_comparable": 4}


def compare(one: Reading, other: Reading, metric: Metric) -> Outcome:
    """Compare what two statements of one metric say: figures by their digits, dates by their precision, words as words.

    Absences are never compared. Texts that are the same agree; of others nobody can say, for one may only be longer.
    """
    if one.figure is not None and other.figure is not None:
        return agreement(one.figure, other.figure)
    if one.text is None or other.text is None or one.absence or other.absence:
        return "not_comparable"
    if metric.type == "text":
        return "agree" if one.text.casefold().split() == other.text.casefold().split() else "not_comparable"
    if metric.type == "date":
        return "agree" if may_be_same(one.text, other.text) else "differ"
    mine, theirs = set(one.text.split(", ")), set(other.text.split(", "))
    if mine == theirs:
        return "agree"
    return "not_comparable" if metric.type == "words" and (mine < theirs or theirs < mine) else "differ"


def agreement(one: Figure, other: Figure) -> Outcome:
    """Compare two figures by their printed digits.

    agree: one lies in the other's half-open rounding interval, less than 1 % away; coarse: so, but 1 to 10 % away;
    close: outside, within 1 %; differ: further; not_comparable: other dimension, or a value below a maximum, about
    which neither figure says anything.
    """
    if one.dimension != other.dimension:
        return "not_comparable"
    if one.comparator in ("up_to", "at_least") or other.comparator in ("up_to", "at_least"):
        return _with_bound(one, other)
    if one.high is not None and other.high is not None:
        return max(_ends(one.low, other.low), _ends(one.high, other.high), key=_RANK.__getitem__)
    if one.high is not None or other.high is not None:
        return _membership(one, other) if one.high is not None else _membership(other, one)
    return _ends(one.low, other.low, one.comparator == "approx", other.comparator == "approx")


def distance(one: Figure, other: Figure) -> Decimal:
    """Ratio of the larger to the smaller of two figures' main values, at least 1; infinite across zero."""
    low, high = sorted((_main(one).values[0], _main(other).values[0]))
    return high / low if low > 0 else Decimal("Infinity") if high > low else Decimal(1)


def _main(figure: Figure) -> End:
    return figure.high if figure.high is not None else figure.low


def _with_bound(one: Figure, other: Figure) -> Outcome:
    """A maximum is compared with maxima and contradicted by a value above it; a minimum mirrored."""
    bound, figure = (one, other) if one.comparator in ("up_to", "at_least") else (other, one)
    if figure.comparator in ("up_to", "at_least") and figure.comparator != bound.comparator:
        return "not_comparable"
    upper = bound.comparator == "up_to"
    end = _main(figure) if upper else figure.low
    outcome = _ends(bound.low, end, other_is_approx=figure.comparator == "approx")
    beyond = end.values[0] > bound.low.values[0] if upper else end.values[0] < bound.low.values[0]
    if outcome in ("agree", "coarse") or beyond or figure.comparator == bound.comparator:
        return outcome
    return "not_comparable"


def _membership(span: Figure, point: Figure) -> Outcome:
    """A point agrees with a range that holds it, else it is compared with the nearer end."""
    assert span.high is not None
    if span.low.values[0] <= point.low.values[0] <= span.high.values[0]:
        return "agree"
    approx = point.comparator == "approx"
    return min((_ends(end, point.low, other_is_approx=approx) for end in span.ends), key=_RANK.__getitem__)


def _ends(one: End, other: End, one_is_approx: bool = False, other_is_approx: bool = False) -> Outcome:
    """Best outcome over all readings of two printed numbers."""
    pairs = product(_readings(one, one_is_approx), _readings(other, other_is_approx))
    return min((_values(a, step_a, b, step_b) for (a, step_a), (b, step_b) in pairs), key=_RANK.__getitem__)


def _readings(end: End, approx: bool) -> Iterator[tuple[Decimal, Decimal]]:
    for reading, value in enumerate(end.values):
        yield value, last_significant_step(end, reading) if approx else end.steps[reading]


def _values(one: Decimal, step: Decimal, other: Decimal, other_step: Decimal) -> Outcome:
    away = relative_distance(one, other)
    if _rounds_to(other, one, step) or _rounds_to(one, other, other_step):
        return "agree" if away < COARSE_FROM else "coarse" if away <= COARSE_TO else "differ"
    return "close" if away <= COARSE_FROM else "differ"


def _rounds_to(value: Decimal, printed: Decimal, step: Decimal) -> bool:
    """Whether `value` lies in the half-open interval that `printed` stands for."""
    return printed - step / 2 <= value < printed + step / 2


def relative_distance(one: Decimal, other: Decimal) -> Decimal:
    """Distance over the larger magnitude; 0 for two zeros."""
    largest = max(abs(one), abs(other))
    return abs(one - other) / largest if largest else Decimal(0)
