"""Whether a figure of a text agrees with one on record: the ledger's own agreement, and what a sentence adds to it."""

from decimal import Decimal
from typing import Literal

from analysis.text.figures import Found
from schema.agreement import agreement, distance
from schema.quantity import End, Figure

Relation = Literal["agree", "near", "inside", "beside", "differ", "not_comparable"]
"""agree; near: so little apart that neither is called wrong; inside: within a range, which proves nothing;
beside: on the open side of a maximum or minimum, which proves nothing either."""
BOUND_SAYS = Decimal("1.5")
"""`more than 800` is taken as said of 819 and not of 2,000."""
PLAIN = ("exact", "approx")
FAR = 1.5
"""Figures of which one is larger by this factor differ, whatever their digits."""
NARROW = Decimal("1.1")
"""A range no wider than this, lowest to highest, is taken as a figure."""


def relation(found: Found, asked: Figure, recorded: Figure) -> Relation:
    """How a figure of the text stands to one on record."""
    if asked.dimension != recorded.dimension:
        return "not_comparable"
    if recorded.high is not None and asked.high is None:
        return _with_range(asked, recorded)
    if asked.high is not None and recorded.high is None:
        return _range_with(asked, recorded) if recorded.comparator in ("exact", "approx") else "beside"
    if _far_apart(asked, recorded):
        return "differ"
    outcome = agreement(asked, recorded)
    if outcome == "coarse":
        return "agree" if _text_is_coarser(asked, recorded) else "near"
    if outcome == "not_comparable":
        return _beside_bound(found, asked, recorded)
    return "near" if outcome == "close" else outcome


def _far_apart(asked: Figure, recorded: Figure) -> bool:
    """Whether two plain figures are so far apart that no rounding need be looked at; most are."""
    if asked.comparator not in PLAIN or recorded.comparator not in PLAIN or len(asked.low.values) > 1:
        return False
    one, other = float(asked.low.values[0]), float(recorded.low.values[0])
    return one > FAR * other or other > FAR * one


def _with_range(asked: Figure, recorded: Figure) -> Relation:
    """A point told of a range is right at its ends; within it nobody can say."""
    ends = [_exact(asked, recorded, end) for end in recorded.ends]
    if "agree" in [agreement(_plain(asked), end) for end in ends]:
        return "agree"
    assert recorded.high is not None
    value = asked.low.values[0]
    return "inside" if recorded.low.values[0] < value < recorded.high.values[0] else "differ"


def _range_with(asked: Figure, recorded: Figure) -> Relation:
    assert asked.high is not None
    low, high = asked.low.values[0], asked.high.values[0]
    value = recorded.low.values[0]
    if low <= value <= high:
        return "agree" if low and high / low <= NARROW else "inside"
    return "differ"


def _exact(like: Figure, recorded: Figure, end: End) -> Figure:
    return Figure(recorded.text, "exact", recorded.unit, like.dimension, recorded.value, None, end, None)


def _plain(asked: Figure) -> Figure:
    """The figure without `up to`: an end of a range is told with or without it."""
    kept = asked.comparator if asked.comparator == "approx" else "exact"
    return Figure(asked.text, kept, asked.unit, asked.dimension, asked.value, None, asked.low, None)


def _text_is_coarser(asked: Figure, recorded: Figure) -> bool:
    """`8 TB/s` may be said of 7.7; `4.5` may not be said of a record that prints 5."""
    value, step = asked.low.values[0], asked.low.steps[0]
    return abs(recorded.low.values[0] - value) <= step / 2


def _beside_bound(found: Found, asked: Figure, recorded: Figure) -> Relation:
    """`more than 800` holds of 819; a figure below a recorded maximum is neither right nor wrong."""
    if recorded.comparator in ("up_to", "at_least") and asked.comparator != recorded.comparator:
        return "beside"
    close = distance(asked, recorded) <= BOUND_SAYS
    if found.comparator in ("at_least", "below"):
        return "agree" if close else "beside"
    return "beside"


def same_digits(asked: Figure, recorded: Figure) -> int | None:
    """Power of ten between two figures of equal digits; None where the digits differ."""
    one, other = asked.low.values[0], (recorded.high or recorded.low).values[0]
    if not one or not other:
        return None
    ratio = one / other
    power = ratio.adjusted() if ratio == Decimal(1).scaleb(ratio.adjusted()) else None
    return power if power else None


def swapped_digits(asked: Figure, recorded: Figure) -> bool:
    """Whether two neighbouring digits changed places."""
    one, other = _digits(asked), _digits(recorded)
    if len(one) != len(other) or sorted(one) != sorted(other):
        return False
    places = [i for i in range(len(one)) if one[i] != other[i]]
    return len(places) == 2 and places[1] == places[0] + 1


def _digits(figure: Figure) -> str:
    return "".join(map(str, figure.low.values[0].normalize().as_tuple().digits))
