"""Number formats: different ones on the two sides of a ratio, and peaks that do not say dense or sparse."""

from collections.abc import Iterator

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.numbers import times
from analysis.findings.view import ClaimView, Said, devices


@check(
    "precision-of-sides",
    "Do both sides of a ratio run at the same precision?",
    "misleading", "question",
)  # fmt: skip
def precision_of_sides(view: ClaimView) -> Iterator[Finding]:
    for ratio in view.by_metric("ratio", "change"):
        mine, theirs = ratio.setup.precision, ratio.over.precision
        if ratio.baseline in (None, "undeclared") or ratio.says("ratio_of") == "benchmark_score" or mine == theirs:
            continue
        if mine and theirs and devices(ratio.setup) != devices(ratio.over):
            yield _different(view, ratio, mine, theirs)
        elif (mine is None) != (theirs is None) and devices(ratio.setup) != devices(ratio.over):
            side = "the baseline" if mine else "the subject"
            message = f"{ratio.stated} compares {mine or theirs} with an unstated precision of {side}"
            yield finding("question", ratio, message)


def _different(view: ClaimView, ratio: Said, mine: str, theirs: str) -> Finding:
    fair = [
        other
        for other in view.by_metric(ratio.metric)
        if other.setup.precision and other.setup.precision == other.over.precision
        and other.like(ratio, "ratio_of", "phase") and other.setup.model == ratio.setup.model
        and (other.devices, devices(other.over)) == (ratio.devices, devices(ratio.over))
    ]  # fmt: skip
    told = f"at equal precision it is {fair[0].stated}" if fair else "none at equal precision is given for it"
    message = f"{ratio.stated} compares {mine} with {theirs}; {told}"
    sum_ = times(ratio, fair[0])[1] if fair else None
    return finding("misleading", ratio, message, sum_, fair[0] if fair else None)


@check(
    "undeclared-sparsity",
    "Does a peak say whether it is dense or sparse?",
    "question",
)  # fmt: skip
def undeclared_sparsity(view: ClaimView) -> Iterator[Finding]:
    for peak in view.by_metric("peak_compute"):
        if peak.says("sparsity") == "undeclared" and _may_be_sparse(peak):
            message = f"{peak.stated} does not say whether it is dense or sparse"
            half = f"{plain(peak.high, 6)} / 2 = {plain(peak.high / 2)} {peak.unit} dense, if it counts 2:4 sparsity"
            yield finding("question", peak, message, half)


def _may_be_sparse(peak: Said) -> bool:
    """Whether structured sparsity can be meant: it belongs to matrix units, and none has it at 32 or 64 bits."""
    return peak.says("path") != "vector" and peak.says("precision") not in ("fp32", "fp64")
