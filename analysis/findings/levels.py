"""Kernels told as products, percentages that cannot be, and speed that was paid for with quality."""

from collections.abc import Iterator

from analysis.findings.arithmetic import sides
from analysis.findings.check import Finding, Level, check, finding, plain
from analysis.findings.headline import NOTABLE
from analysis.findings.noise import noise
from analysis.findings.numbers import compared, falls
from analysis.findings.view import ClaimView, Said, contrast, devices

INNER = ("kernel", "layer")
NARROWER = {"nvfp4": 4, "mxfp4": 4, "fp4": 4, "int4": 4, "fp8": 8, "mxfp8": 8, "int8": 8, "bf16": 16, "fp16": 16}
"""Bits of a number format."""


@check(
    "kernel-or-product",
    "Is the gain of a kernel or a layer shown with what it does to the whole?",
    "misleading", "question",
)  # fmt: skip
def kernel_or_product(view: ClaimView) -> Iterator[Finding]:
    gains = view.by_metric("ratio", "change")
    for inner in gains:
        if inner.says("level") not in INNER and inner.says("ratio_of") != "kernel_time":
            continue
        whole = [said for said in gains if said.says("level") in ("engine", "product") and said.source == inner.source]
        same = [said for said in whole if _same_change(said, inner)]
        if not same:
            message = f"{inner.stated} is the gain of a {inner.says('level') or 'kernel'} only"
            yield finding("question", inner, message)
        elif factor(inner) > factor(same[0]) * float(NOTABLE):
            sum_ = f"{plain(factor(inner))} x inside, {plain(factor(same[0]))} x of the whole"
            message = f"{inner.stated} of a {inner.says('level') or 'kernel'} comes to {same[0].stated} for the whole"
            yield finding("misleading", inner, message, sum_, same[0])


def _same_change(whole: Said, inner: Said) -> bool:
    """Whether two gains come from the same kernels put in place of the same others."""
    kernels = (whole.setup.kernels, whole.over.kernels) == (inner.setup.kernels, inner.over.kernels)
    return kernels and contrast(whole.setup, whole.over) == contrast(inner.setup, inner.over)


def factor(gain: Said) -> float:
    """A ratio or change as a factor above 1: 13 % more is 1.13, 20 % less time is 1.25."""
    if gain.unit == "x":
        return float(gain.high)
    share = float(gain.high) / 100
    return 1 / (1 - share) if falls(gain) and share < 1 else 1 + abs(share)


@check(
    "impossible-percent",
    "Is a percentage above 100 told of something that became less, or of a speed-up that may be meant two ways?",
    "error", "question",
)  # fmt: skip
def impossible_percent(view: ClaimView) -> Iterator[Finding]:
    for change in view.by_metric("change"):
        if change.unit != "%" or abs(change.high) < 100:
            continue
        if falls(change):
            sums = [compared(change, top, bottom)[1] for top, bottom in sides(view, change)]
            message = f"nothing becomes more than 100 % less: {change.stated}"
            yield finding("error", change, message, sums[0] if sums else None)
        elif not any(sides(view, change)):
            both = f"{plain(1 + change.high / 100)} or {plain(change.high / 100)} times"
            message = f"{change.stated} more may be meant two ways, and the values of both sides are not given"
            yield finding("question", change, message, both)


@check(
    "speed-for-quality",
    "Was speed won with a looser acceptance or a narrower format, and what became of the scores?",
    "misleading", "question",
)  # fmt: skip
def speed_for_quality(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("ratio", "change", "decode_throughput", "throughput"):
        if said.says("ratio_of") != "benchmark_score" and (how := _looser(said)):
            yield from _scores(view, said, how)


def _looser(said: Said) -> str | None:
    """What was loosened in the setup, or narrowed against the baseline."""
    if said.setup.acceptance in ("relaxed", "synthetic"):
        return f"{said.setup.acceptance} acceptance"
    for name, of in (("precision", ""), ("kv_precision", " for the KV cache")):
        mine, theirs = getattr(said.setup, name), getattr(said.over, name)
        narrower = mine in NARROWER and theirs in NARROWER and NARROWER[mine] < NARROWER[theirs]
        if narrower and devices(said.setup) == devices(said.over):
            return f"{mine} in place of {theirs}{of}"
    return None


def _scores(view: ClaimView, said: Said, how: str) -> Iterator[Finding]:
    """What became of the scores of the same setup, against those of another setup of the same source."""
    scores = [score for score in view.by_metric("benchmark_score") if score.source == said.source]
    own = [score for score in scores if score.of == said.of]
    if not own and said.setup.acceptance != "synthetic":  # acceptance set by hand yields no text to be scored
        yield finding("question", said, f"{said.stated} was reached with {how}, and no score of that setup is given")
    pairs = [(score, other) for score in own for other in scores if _another(score, other)]
    rose = sum(score.low > other.low for score, other in pairs)
    for score, other in pairs:
        chance = noise(view, score, other)
        if other.low - score.low > (chance.least if chance else 0):
            yield _fell("misleading" if chance else "question", said, how, score, other, rose)


def _another(score: Said, other: Said) -> bool:
    return other.of != score.of and other.like(score, "benchmark", "pass_at", "subset")


def _fell(level: Level, said: Said, how: str, score: Said, other: Said, rose: int) -> Finding:
    points = f"{plain(other.low, 6)} - {plain(score.low, 6)} = {plain(other.low - score.low)} points"
    beside = f"; {rose} of the scores rose" if rose else ""
    message = f"{said.stated} was reached with {how}; {score.says('benchmark')} fell to {score.stated}"
    return finding(level, said, message, points + beside, score)
