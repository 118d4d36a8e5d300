"""What the hardware allows: decode against memory bandwidth, prefill against peak compute, shares above the whole."""

from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, Level, check, finding, plain
from analysis.findings.view import ClaimView, Said, amount, device_count

BYTES = {
    "fp32": Decimal(4), "bf16": Decimal(2), "fp16": Decimal(2), "fp8": Decimal(1), "fp8_block": Decimal(1),
    "mxfp8": Decimal(1), "int8": Decimal(1), "w8a8": Decimal(1), "q8_0": Decimal(1), "mlx8": Decimal(1),
    "fp4": Decimal("0.5"), "nvfp4": Decimal("0.5"), "mxfp4": Decimal("0.5"), "int4": Decimal("0.5"),
    "awq": Decimal("0.5"), "gptq": Decimal("0.5"), "w4a16": Decimal("0.5"), "mlx4": Decimal("0.5"),
    "q4_0": Decimal("0.5"), "q4_k_m": Decimal("0.5"),
}  # fmt: skip
"""Least bytes of one weight, scales left out, so that the bound is never too low."""
PEAK_OF = {
    "nvfp4": "fp4",
    "mxfp4": "fp4",
    "fp4": "fp4",
    "fp8": "fp8",
    "mxfp8": "fp8",
    "fp8_block": "fp8",
    "bf16": "bf16",
}


@check(
    "decode-bound",
    "Can one user be served this fast, if every active weight is read once for each step?",
    "error", "question", "consistent",
)  # fmt: skip
def decode_bound(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("decode_throughput"):
        bound = _decode_bound(view, said) if _single(said) else None
        if bound is None:
            continue
        most, sum_ = bound
        share = f"{plain(said.high / most * 100)} % of it"
        if said.low > most:
            level: Level = "error" if said.setup.spec_decode else "question"
            message = f"{said.stated} is more than the memory bandwidth allows ({plain(most)} tok/s)"
            yield finding(level, said, message, f"{sum_}; {share}")
        else:
            message = f"{said.stated} lies below what the memory bandwidth allows ({plain(most)} tok/s)"
            yield finding("consistent", said, message, f"{sum_}; {share}")


def _single(said: Said) -> bool:
    load = (said.setup.concurrency, said.setup.users, said.setup.batch)
    return said.says("per") in ("user", "system") and "1" in load


def _decode_bound(view: ClaimView, said: Said) -> tuple[Decimal, str] | None:
    """Tokens per second = bandwidth / bytes of active weights x tokens per step. None where a term is unknown."""
    steps = _tokens_per_step(said)
    bandwidth = _total(view, said)
    active = view.ledger.active_params.get(said.setup.model or "")
    size = BYTES.get(said.says("precision") or said.setup.precision or "")
    if not (steps and bandwidth and active and size):
        return None
    read = Decimal(active) * size
    most = bandwidth / read * steps
    tokens = f" x {plain(steps)} tokens per step" if steps != 1 else ""
    return most, f"{plain(bandwidth)} GB/s / {plain(read)} GB{tokens} = {plain(most)} tok/s"


def _tokens_per_step(said: Said) -> Decimal | None:
    """1 without speculation; else the acceptance length, or all draft tokens and one."""
    if said.setup.spec_decode in (None, "none"):
        return Decimal(1) if said.setup.acceptance_length is None else amount(said.setup.acceptance_length)
    drafts = amount(said.setup.draft_tokens)
    return amount(said.setup.acceptance_length) or (drafts + 1 if drafts else None)


def _total(view: ClaimView, said: Said) -> Decimal | None:
    """Bandwidth of all devices together, in GB/s."""
    total = Decimal(0)
    for part in said.setup.devices:
        facts = view.ledger.devices.get(part.device)
        if facts is None or facts.bandwidth is None or not part.count:
            return None
        total += Decimal(facts.bandwidth) * int(part.count)
    return total or None


@check(
    "prefill-bound",
    "Can prompts be read this fast, at two operations for each active weight and token?",
    "error", "consistent",
)  # fmt: skip
def prefill_bound(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("prefill_throughput"):
        peak = _peak(view, said)
        active = view.ledger.active_params.get(said.setup.model or "")
        hit = amount(said.setup.cache_hit)
        if peak and active and not hit:
            most = peak * 1000 / (2 * Decimal(active))
            sum_ = f"{plain(peak)} TFLOP/s / (2 x {plain(active)}B) = {plain(most)} tok/s"
            share = f"{sum_}; {plain(said.high / most * 100)} % of it"
            if said.low > most:
                message = f"{said.stated} is more than the dense peak allows ({plain(most)} tok/s)"
                yield finding("error", said, message, share)
            else:
                message = f"{said.stated} lies below what the dense peak allows ({plain(most)} tok/s)"
                yield finding("consistent", said, message, share)


def _peak(view: ClaimView, said: Said) -> Decimal | None:
    """Dense peak of whatever one figure counts, in TFLOP/s."""
    kinds = list(said.devices)
    facts = view.ledger.devices.get(kinds[0]) if len(kinds) == 1 else None
    peak = facts.peaks.get(PEAK_OF.get(said.setup.precision or "", "")) if facts else None
    count = (
        1 if said.says("per") in ("gpu", "chip") else device_count(said.setup) if said.says("per") == "system" else None
    )
    return Decimal(peak) * count if peak and count else None


@check(
    "above-the-whole",
    "Is a share of peak compute or bandwidth above 100 %?",
    "error",
)  # fmt: skip
def above_the_whole(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("share", "compute_utilization", "bandwidth_utilization"):
        if said.high > 100:
            yield finding("error", said, f"{said.stated} is more than the whole", f"{plain(said.high)} % > 100 %")
