"""Several baselines in one headline, and reports that changed the number they report."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.view import ClaimView, Said, devices

SLIPS = {
    slip: Decimal(slack) for slip, slack in ((2, "0.001"), (8, "0.001"), (10, "0.01"), (100, "0.01"), (1000, "0.01"))
}
"""Factors by which a figure is misread, a pair, the GPUs of a server and powers of ten, and how near it must be."""
PRIMARY = ("audited_submission", "datasheet", "config", "model_card", "documentation", "paper", "vendor_statement",
           "repository", "press", "database", "digest")  # fmt: skip


@check(
    "mixed-baselines",
    "Does one headline take its figures over different baselines?",
    "misleading",
)  # fmt: skip
def mixed_baselines(view: ClaimView) -> Iterator[Finding]:
    gains = [said for said in view.by_metric("ratio", "change") if said.baseline not in (None, "undeclared")]
    for one, other in combinations(gains, 2):
        if one.source == other.source and one.devices == other.devices and one.setup.model == other.setup.model:
            mine = {_opponent(said) for said in gains if _kind(said) == _kind(one) and said.source == one.source}
            theirs = {_opponent(said) for said in gains if _kind(said) == _kind(other) and said.source == one.source}
            if _kind(one) != _kind(other) and not mine & theirs and _other_thing(one, other):
                both = f"{one.stated} of {_in_words(one)} and {other.stated} of {_in_words(other)}"
                message = f"{both} are over different baselines"
                yield finding("misleading", one, message, f"{one.baseline} and {other.baseline}", other)


def _kind(said: Said) -> str:
    return said.says("ratio_of") or said.metric


def _in_words(said: Said) -> str:
    return _kind(said).replace("_", " ")


def _opponent(said: Said) -> tuple[frozenset[str], str | None]:
    """What a figure is compared with: the baseline's devices and software."""
    return devices(said.over), said.over.engine


def _other_thing(one: Said, other: Said) -> bool:
    """Whether the baselines are other things than the subject, rather than its own earlier states."""
    return _opponent(one)[0] != one.devices and _opponent(other)[0] != other.devices


@check(
    "changed-number",
    "Do two reports of one assertion print different figures, or the same figure of different things?",
    "error",
)  # fmt: skip
def changed_number(view: ClaimView) -> Iterator[Finding]:
    lines = sorted((said for said in view.said if said.figure), key=lambda said: _primary(view, said))
    for index, copy in enumerate(lines):
        earlier = [said for said in lines[:index] if said.line.origin == copy.line.origin]
        found = (_slip(first, copy) for first in earlier if _publisher(view, first) != _publisher(view, copy))
        yield from [slip for slip in found if slip][:1]


def _publisher(view: ClaimView, said: Said) -> str:
    facts = view.ledger.sources.get(said.source)
    return facts.publisher if facts else said.source


def _primary(view: ClaimView, said: Said) -> tuple[int, str]:
    facts = view.ledger.sources.get(said.source)
    kind = facts.kind if facts else said.line.source_kind
    return (PRIMARY.index(kind) if kind in PRIMARY else len(PRIMARY), said.line.published or "9999")


def _slip(first: Said, copy: Said) -> Finding | None:
    """What a copy changed against an earlier or more direct source, if it did."""
    if first.like(copy, "per", "ratio_of", "token_kind", "workload", "phase") and first.of == copy.of:
        low, high = sorted((first.low, copy.low))
        times = high / low if low > 0 else Decimal(0)
        if any(abs(times / slip - 1) <= slack for slip, slack in SLIPS.items()):
            message = f"{copy.source} prints {copy.stated} where {first.source} has {first.stated}"
            return finding("error", copy, message, f"{plain(high, 6)} / {plain(low, 6)} = {plain(times)}", first)
    elif _same_figure_of_another(first, copy):
        message = f"{copy.source} says {copy.stated} of {_in_words(copy)}, {first.source} says it of {_in_words(first)}"
        return finding("error", copy, message, None, first)
    return None


def _same_figure_of_another(first: Said, copy: Said) -> bool:
    """Whether the same range is told of another metric; single figures coincide too easily."""
    ranges = first.comparator == copy.comparator == "range" and (first.low, first.high) == (copy.low, copy.high)
    return ranges and first.unit == copy.unit and _kind(first) != _kind(copy) and first.devices == copy.devices
