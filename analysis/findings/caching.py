"""Prefix caches: hits counted as throughput, and baselines without a cache that would have helped them."""

from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.view import ClaimView, Said, amount, contrast

USELESS = Decimal(5)
"""A baseline with fewer hits than this, in per cent, has no cache to speak of."""
REUSE = frozenset({"kv_transfer", "cache_hit", "prefix_caching"})
"""Conditions that say a gain comes from keeping or moving a cache."""


@check(
    "cache-hits-counted",
    "Does a rate of prompt tokens count those found in a cache?",
    "misleading", "question",
)  # fmt: skip
def cache_hits_counted(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("prefill_throughput", "total_throughput"):
        hit = amount(said.setup.cache_hit)
        if hit:
            yield _computed(view, said, hit)
        elif said.setup.cache_hit is None and _served(said):
            message = f"{said.stated} of a service does not say how many prompt tokens came from a cache"
            yield finding("question", said, message)


def _served(said: Said) -> bool:
    """Whether real traffic was served, which repeats itself: a workload without a fixed length of prompts."""
    setup = said.setup
    return bool(setup.workload) and not (setup.isl or setup.context or setup.batch or setup.prefix_caching)


def _computed(view: ClaimView, said: Said, hit: Decimal) -> Finding:
    rest = said.low * (1 - hit / 100)
    rivals = [*view.by_metric(said.metric), *view.elsewhere(said.setup.model, said.metric)]
    without = [
        r for r in rivals if amount(r.setup.cache_hit) == 0 and r.like(said, "per") and r.devices == said.devices
    ]
    beside = f"; without hits {without[0].stated} is on record" if without else ""
    sum_ = f"{plain(said.low, 6)} x (1 - {plain(hit)} %) = {plain(rest)} {said.unit} computed"
    message = f"{said.stated} counts {plain(hit)} % found in a cache as if computed{beside}"
    return finding("misleading", said, message, sum_, without[0] if without else None)


@check(
    "no-cache-in-baseline",
    "Was prefix caching off or useless where a gain from keeping or moving caches is measured?",
    "misleading",
)  # fmt: skip
def no_cache_in_baseline(view: ClaimView) -> Iterator[Finding]:
    for ratio in view.by_metric("ratio", "change"):
        if ratio.baseline in (None, "undeclared") or not contrast(ratio.setup, ratio.over) & REUSE:
            continue
        hits = amount(ratio.over.cache_hit)
        if hits is not None and hits < USELESS and ratio.setup.cache_hit != ratio.over.cache_hit:
            message = f"{ratio.stated} is over a baseline whose cache was hit for {plain(hits)} % of the prompt tokens"
            yield finding("misleading", ratio, message, f"{ratio.setup.cache_hit} against {ratio.over.cache_hit}")
        elif ratio.over.prefix_caching == "off":
            yield from _switched_off(view, ratio)


def _switched_off(view: ClaimView, ratio: Said) -> Iterator[Finding]:
    on = [other for other in view.by_metric("ratio", "change") if _same_gain(other, ratio)]
    if any(other.source == ratio.source for other in on):
        return  # the source shows both
    told = f"with it on, {on[0].source} states {on[0].stated}" if on else "no figure with it on is on record"
    message = f"{ratio.stated} was measured with prefix caching off; {told}"
    yield finding("misleading", ratio, message, None, on[0] if on else None)


def _same_gain(other: Said, ratio: Said) -> bool:
    caching = other.over.prefix_caching == "on" and other.says("ratio_of") == ratio.says("ratio_of")
    return caching and contrast(other.setup, other.over) == contrast(ratio.setup, ratio.over)
