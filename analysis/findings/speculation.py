"""Speculative decoding: acceptance set by hand, and runs with a perfect draft beside real ones."""

from collections.abc import Iterator
from decimal import Decimal
from statistics import median

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.view import ClaimView, Said, amount

SPEEDS = ("decode_throughput", "throughput", "total_throughput")
TOO_LONG = Decimal("1.15")
"""A synthetic acceptance length this much above the measured median is no longer close to it."""


@check(
    "synthetic-acceptance",
    "Was the acceptance length of speculative decoding set by hand, and is it longer than measured ones?",
    "misleading", "question", "consistent",
)  # fmt: skip
def synthetic_acceptance(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric(*SPEEDS):
        length = amount(said.setup.acceptance_length)
        if length is not None and (said.setup.acceptance == "synthetic" or _unsourced(said)):
            yield _judged(said, length, _measured(view, said))


def _unsourced(said: Said) -> bool:
    """Whether an acceptance length stands there with neither the text it was measured on nor a word on how."""
    return not (said.setup.acceptance or said.setup.dataset or said.setup.workload)


def _measured(view: ClaimView, said: Said) -> list[Said]:
    """Acceptance lengths of the same model, method and number of draft tokens that somebody measured."""
    own = [other for other in view.by_metric("acceptance_length") if other.setup.model == said.setup.model]
    rivals = [*own, *view.elsewhere(said.setup.model, "acceptance_length")]
    return sorted((rival for rival in rivals if _comparable(rival, said)), key=lambda rival: rival.low)


def _comparable(rival: Said, said: Said) -> bool:
    real = rival.line.statement.book.basis != "simulated" and rival.setup.acceptance != "synthetic"
    methods = {rival.setup.spec_decode, said.setup.spec_decode} - {None}
    drafts = {rival.setup.draft_tokens, said.setup.draft_tokens} - {None}
    return real and len(methods) <= 1 and len(drafts) <= 1


def _judged(said: Said, length: Decimal, measured: list[Said]) -> Finding:
    kind = "synthetic" if said.setup.acceptance == "synthetic" else "unexplained"
    if not measured:
        message = f"{said.stated} rests on a {kind} acceptance length of {length}; no measured one is on record"
        return finding("question", said, message)
    middle = Decimal(median(rival.low for rival in measured))
    span = f"{plain(measured[0].low)} to {plain(measured[-1].high)}, median {plain(middle)}"
    sum_ = f"{plain(said.low, 6)} x {plain(middle)} / {length} = {plain(said.low * middle / length)} {said.unit}"
    if length <= middle * TOO_LONG:
        message = f"acceptance length {length} is {kind}, but within 15 % of those measured ({span})"
        return finding("consistent", said, message, sum_, measured[0])
    message = f"{said.stated} rests on a {kind} acceptance length of {length}; measured ones are {span}"
    return finding("misleading", said, message, sum_, measured[-1])


@check(
    "mixed-acceptance",
    "Does one source show runs with synthetic or perfect acceptance beside real ones?",
    "misleading",
)  # fmt: skip
def mixed_acceptance(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric(*SPEEDS):
        if not _staged(said):
            continue
        real = [other for other in view.by_metric(said.metric) if other.source == said.source and not _staged(other)]
        alike = [other for other in real if other.like(said, "per")]
        best = max(alike, key=lambda other: (other.setup.model == said.setup.model, other.high), default=None)
        if best:
            yield _beside(said, best)


def _beside(said: Said, best: Said) -> Finding:
    how = said.setup.acceptance or "simulated"
    of = "" if best.setup.model == said.setup.model else f" of {best.setup.model}"
    message = f"{said.stated} was run with {how} acceptance; {best.stated}{of} beside it was not"
    return finding("misleading", said, message, f"{said.stated} and {best.stated} are not to be ranked", best)


def _staged(said: Said) -> bool:
    return said.setup.acceptance == "synthetic" or said.line.statement.book.basis == "simulated"
