"""What a length makes of a figure: the longest prompt only, prompt tokens counted as output, prefill left out."""

from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.headline import NOTABLE
from analysis.findings.view import ClaimView, Said, amount, contrast, device_count


def prompt(said: Said) -> Decimal | None:
    """Prompt tokens of a run: its input length, else its context."""
    return amount(said.setup.isl) or amount(said.setup.context)


@check(
    "longest-prompt",
    "Is a gain that grows with the prompt told without its length?",
    "misleading",
)  # fmt: skip
def longest_prompt(view: ClaimView) -> Iterator[Finding]:
    for headline in view.by_metric("ratio", "change"):
        cases = [said for said in view.by_metric(headline.metric) if _case(said, headline)]
        cases.sort(key=lambda said: prompt(said) or 0)
        if prompt(headline) is None and len(cases) > 1:
            yield from _slope(headline, cases[0], cases[-1])


def _case(said: Said, headline: Said) -> bool:
    same = said.like(headline, "ratio_of", "direction", "level", "phase") and said.setup.model == headline.setup.model
    return (
        same and prompt(said) is not None and contrast(headline.setup, headline.over) <= contrast(said.setup, said.over)
    )


def _slope(headline: Said, short: Said, long: Said) -> Iterator[Finding]:
    if short.low > 0 and long.low / short.low > NOTABLE and headline.high > short.high * NOTABLE:
        sum_ = f"{plain(long.low)} at {prompt(long)} tokens, {plain(short.low)} at {prompt(short)}"
        cases = f"{long.stated} for the longest, {short.stated} for the shortest"
        message = f"{headline.stated} names no length of the prompt; it is {cases}"
        yield finding("misleading", headline, message, sum_, short)


@check(
    "total-tokens",
    "Does a total of prompt and output tokens stand without the output alone?",
    "question",
)  # fmt: skip
def total_tokens(view: ClaimView) -> Iterator[Finding]:
    for total in view.by_metric("total_throughput"):
        isl, osl = amount(total.setup.isl), amount(total.setup.osl)
        told = any(said.of == total.of for said in view.by_metric("throughput", "decode_throughput"))
        if isl and osl and not told:
            output = total.low * osl / (isl + osl)
            sum_ = f"{plain(total.low, 6)} x {osl} / ({isl} + {osl}) = {plain(output)} {total.unit} of output"
            message = (
                f"{total.stated} counts prompt and output together; output alone is {plain(osl / (isl + osl) * 100)} %"
            )
            yield finding("question", total, message, sum_)


@check(
    "decode-or-end-to-end",
    "Does a decode rate without prefill stand beside a rate of whole requests?",
    "question",
)  # fmt: skip
def decode_or_end_to_end(view: ClaimView) -> Iterator[Finding]:
    for decode in view.by_metric("decode_throughput"):
        if _alone(decode):
            whole = [*view.by_metric("throughput"), *view.elsewhere(decode.setup.model, "throughput")]
            yield from (_both(view, decode, other) for other in whole if _alone(other) and _same_run(decode, other))


def _alone(said: Said) -> bool:
    """Whether one request was served at a time."""
    load = (said.setup.concurrency, said.setup.users, said.setup.batch)
    return said.says("per") in ("user", "system") and "1" in load


def _same_run(decode: Said, whole: Said) -> bool:
    """Whether two runs are alike in everything that is stated of both but the chips' generation."""
    width = (
        device_count(decode.setup) == device_count(whole.setup) and decode.setup.parallelism == whole.setup.parallelism
    )
    return width and decode.setup.spec_decode == whole.setup.spec_decode and decode.low > whole.low * NOTABLE


def _both(view: ClaimView, decode: Said, whole: Said) -> Finding:
    message = (
        f"{decode.stated} leaves prefill out, {whole.stated} ({whole.setup.isl} in, {whole.setup.osl} out) counts it"
    )
    return finding("question", decode, message, _recomputed(view, whole), whole)


def _recomputed(view: ClaimView, whole: Said) -> str | None:
    """Decode rate of the whole request where its output length and TTFT are known: osl / (osl / rate - ttft)."""
    lines = [*view.by_metric("ttft"), *view.elsewhere(whole.setup.model, "ttft")]
    first = next((said for said in lines if (said.claim, said.of) == (whole.claim, whole.of)), None)
    osl = amount(whole.setup.osl)
    if first is None or not osl:
        return None
    seconds = osl / whole.low - first.low / 1000
    sum_ = f"{osl} / ({osl} / {plain(whole.low, 6)} - {plain(first.low / 1000)} s)"
    return f"{sum_} = {plain(osl / seconds)} tok/s after the first token" if seconds > 0 else None
