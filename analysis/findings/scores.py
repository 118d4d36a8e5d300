"""Scores of models: unstated conditions, moving scales, noise, and percent where points are meant."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from analysis.findings.arithmetic import sides
from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.noise import benchmark_of, noise
from analysis.findings.numbers import compared, falls, printed
from analysis.findings.view import ClaimView, Said, conditions, contrast

SHARES = ("benchmark_score", "acceptance_rate", "cache_hit_rate", "share")
"""Metrics given in per cent, so that their differences are points."""
CONDITIONS = ("harness", "tools", "effort", "pass_at", "method")
MARKER = "marker_on_the_page"
"""Free condition of a setup: a mark that its source does not explain, and that so explains nothing."""


@check(
    "unstated-harness",
    "Does a score say with which tools, effort, attempts or harness it was reached?",
    "question",
)  # fmt: skip
def unstated_harness(view: ClaimView) -> Iterator[Finding]:
    for score in view.by_metric("benchmark_score"):
        stated = any(score.says(name) for name in CONDITIONS) or score.setup.harness
        if benchmark_of(view, score).kind == "quality" and not stated:
            rival = next((o for o in _rivals(view, score) if o.low != score.low), None)
            beside = f"; {rival.stated} is on record as well" if rival else ""
            message = f"{score.stated} on {score.says('benchmark')} names no tools, effort, attempts or harness{beside}"
            sum_ = _difference(score, rival) if rival else None
            yield finding("question", score, message, sum_, rival)


def _rivals(view: ClaimView, score: Said) -> Iterator[Said]:
    """Other scores of the same model on the same benchmark."""
    for rival in (*view.by_metric("benchmark_score"), *view.elsewhere(score.setup.model, "benchmark_score")):
        same = rival.like(score, "benchmark", "subset") and rival.setup.model == score.setup.model
        if same and rival.id != score.id and _served_alike(rival, score):
            yield rival


def _served_alike(one: Said, other: Said) -> bool:
    """Whether no condition that both state, or one of one source states alone, tells the two runs apart."""
    mine, theirs = conditions(one.setup), conditions(other.setup)
    if one.source == other.source:
        return contrast(one.setup, other.setup) <= {MARKER}
    return all(mine[name] == theirs[name] for name in mine.keys() & theirs.keys())


@check(
    "index-version",
    "Does the score of an index say which version of the index it belongs to?",
    "question",
)  # fmt: skip
def index_version(view: ClaimView) -> Iterator[Finding]:
    for score in view.by_metric("benchmark_score"):
        if benchmark_of(view, score).kind != "index" or _version(score):
            continue
        yield finding("question", score, f"{score.stated} on {score.says('benchmark')} names no version of the index")
        for other in _lower_in_family(view, score):
            message = f"{score.stated} against {other.stated} in its family is a difference only within one version"
            yield finding("question", score, message, _difference(score, other), other)


def _lower_in_family(view: ClaimView, score: Said) -> Iterator[Said]:
    """Lower scores of models of the same family, on the same index and without a version too."""
    own = score.setup.model or view.about
    family = view.ledger.families.get(own)
    relatives = [model for model, name in view.ledger.families.items() if name == family and model != own]
    for other in (said for model in relatives for said in view.elsewhere(model, "benchmark_score")):
        if other.like(score, "benchmark", "subset") and not _version(other) and other.low < score.low:
            yield other


def _version(score: Said) -> bool:
    return (score.says("index_version") or "undeclared") != "undeclared"


def _difference(one: Said, other: Said) -> str:
    low, high = sorted((one.low, other.low))
    return f"{plain(high, 6)} - {plain(low, 6)} = {plain(high - low)} points"


@check(
    "within-noise",
    "Is a difference between two scores larger than the benchmark's own noise?",
    "question",
)  # fmt: skip
def within_noise(view: ClaimView) -> Iterator[Finding]:
    for one, other in combinations(view.by_metric("benchmark_score"), 2):
        if one.low == other.low or not one.like(other, "benchmark", "subset", *CONDITIONS):
            continue
        chance, away = noise(view, one, other), abs(one.low - other.low)
        alike = one.setup.model == other.setup.model and one.source == other.source
        if alike and chance and away < chance.least:
            problems = benchmark_of(view, one).problems
            message = f"{one.stated} and {other.stated} on {problems} problems lie within the benchmark's noise"
            yield finding("question", one, message, f"{chance.points(away)} apart; {chance}", other)


@check(
    "percent-or-points",
    "Is a difference between two shares given in points, or is it a percentage of one of them?",
    "error", "question",
)  # fmt: skip
def percent_or_points(view: ClaimView) -> Iterator[Finding]:
    for change in view.by_metric("change"):
        if change.says("ratio_of") in SHARES and change.unit == "%":
            pairs = list(sides(view, change))
            yield from (_in_points(change, top, bottom) for top, bottom in pairs[:1] if _points(change, top, bottom))
            if not pairs:
                message = f"{change.stated} of a share may be per cent or points; both scores are needed"
                yield finding("question", change, message)


def _points(change: Said, top: Said, bottom: Said) -> bool:
    """Whether the stated per cent are the difference in points and not the relative one."""
    own = printed(change.quantity)
    return own.low <= _gap(change, top, bottom) <= own.high and not compared(change, top, bottom)[0].meets(own)


def _gap(change: Said, top: Said, bottom: Said) -> Decimal:
    """Difference of two scores, with the sign that the change is written with."""
    return bottom.low - top.low if falls(change) and change.low > 0 else top.low - bottom.low


def _in_points(change: Said, top: Said, bottom: Said) -> Finding:
    _, relative = compared(change, top, bottom)
    high, low = sorted((top, bottom), key=lambda score: -score.low)
    points = f"{plain(high.low, 6)} - {plain(low.low, 6)} = {plain(high.low - low.low)} points"
    message = f"{change.stated} is a difference in points written as per cent"
    return finding("error", change, message, f"{points}; {relative}", top)
