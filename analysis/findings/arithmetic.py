"""Arithmetic of stated ratios and differences: do the values of both sides give what is printed?"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from analysis.findings.check import Finding, check, finding
from analysis.findings.numbers import TIMES, Interval, compared, printed, times
from analysis.findings.view import ClaimView, Said, contrast
from schema.agreement import relative_distance

FAR = Decimal("0.02")
"""A ratio this far from what the values give is no slip of rounding."""


@check(
    "ratio-arithmetic",
    "Do the values of both sides give the ratio or change that is stated?",
    "error", "question", "consistent",
)  # fmt: skip
def ratio_arithmetic(view: ClaimView) -> Iterator[Finding]:
    for ratio in view.by_metric("ratio", "change"):
        for top, bottom in sides(view, ratio):
            yield _judged(ratio, top, bottom)


def sides(view: ClaimView, ratio: Said) -> Iterator[tuple[Said, Said]]:
    """Lines of the compared metric for the two setups of a ratio, alike in everything else and from one source.

    Where the source of the ratio gives both, no other source is asked: a report's figures are not the maker's.
    """
    if ratio.of is None or ratio.baseline in (None, "undeclared"):
        return
    pairs = list(_pairs(view, ratio))
    own = [pair for pair in pairs if pair[0].source == ratio.source]
    yield from own or pairs


def _pairs(view: ClaimView, ratio: Said) -> Iterator[tuple[Said, Said]]:
    lines = [
        said for said in view.by_metric(ratio.says("ratio_of") or "") if said.comparator in ("exact", "approx", "up_to")
    ]
    for top in (said for said in lines if said.of == ratio.of):
        for bottom in (said for said in lines if said.of == ratio.baseline):
            if top.line.statement.qualifiers == bottom.line.statement.qualifiers and top.source == bottom.source:
                yield top, bottom


def _judged(ratio: Said, top: Said, bottom: Said) -> Finding:
    given, sum_ = compared(ratio, top, bottom)
    if given.meets(_claimed(ratio, given)):
        return finding("consistent", ratio, f"{ratio.stated} follows from {top.stated} and {bottom.stated}", sum_, top)
    middle = (given.low + given.high) / 2
    far = min(relative_distance(middle, ratio.low), relative_distance(middle, ratio.high)) > FAR
    message = f"{ratio.stated} is stated, but {top.stated} and {bottom.stated} give another figure"
    return finding("error" if far else "question", ratio, message, sum_, top)


def _claimed(ratio: Said, given: Interval) -> Interval:
    """What a ratio claims: a maximum everything below it, a minimum everything above it."""
    own = printed(ratio.quantity)
    low = min(own.low, given.low) if ratio.comparator == "up_to" else own.low
    high = max(own.high, given.high) if ratio.comparator == "at_least" else own.high
    return Interval(low, high)


SPEED_OF = {"decode_time": "decode_throughput", "tpot": "decode_throughput"}
"""Times that are the inverse of a speed."""


@check(
    "implied-ratio",
    "What do two runs that differ in one condition give, where a headline speaks of their ratio and no line does?",
    "question", "consistent",
)  # fmt: skip
def implied_ratio(view: ClaimView) -> Iterator[Finding]:
    stated = {(ratio.of, ratio.baseline) for ratio in view.by_metric("ratio", "change")}
    headlines = [ratio for ratio in view.by_metric("ratio") if ratio.comparator == "up_to"]
    runs = [said for said in view.said if said.figure and said.of and said.comparator in ("exact", "approx")]
    runs = runs if headlines else []
    for one, other in combinations(runs, 2):
        untold = (one.of, other.of) not in stated and (other.of, one.of) not in stated
        if untold and _one_condition_apart(one, other):
            speed = SPEED_OF.get(one.metric, one.metric)
            yield from (_implied(ratio, one, other) for ratio in headlines if _speaks_of(ratio, speed, one, other))


def _one_condition_apart(one: Said, other: Said) -> bool:
    same = one.metric == other.metric and one.line.statement.qualifiers == other.line.statement.qualifiers
    return same and one.source == other.source and len(contrast(one.setup, other.setup)) == 1


def _speaks_of(ratio: Said, speed: str, one: Said, other: Said) -> bool:
    """Whether a headline is about this speed, this condition and this source."""
    about = contrast(ratio.setup, ratio.over) == contrast(one.setup, other.setup)
    return about and ratio.says("ratio_of") == speed and ratio.source == one.source


def _implied(ratio: Said, one: Said, other: Said) -> Finding:
    low, high = sorted((one, other), key=lambda said: said.low)
    gain, sum_ = times(high, low)
    better, worse = (low, high) if one.metric in TIMES else (high, low)
    words = f"{better.stated} against {worse.stated} ({better.of})"
    if gain.meets(_claimed(ratio, gain)):
        return finding("consistent", better, f"{words} lies within the {ratio.stated} of the headline", sum_, worse)
    return finding("question", better, f"{words} exceeds the {ratio.stated} of the headline", sum_, worse)
