"""What one figure counts: a GPU or a system, one user or the whole machine, the decode GPUs or all of them."""

from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.view import ClaimView, Said, device_count
from schema.agreement import relative_distance

THROUGHPUTS = ("throughput", "decode_throughput", "prefill_throughput", "total_throughput")
SINGLE = ("gpu", "chip", "die")
WHOLE = ("system", "server", "rack", "pod", "instance")
_EQUAL = Decimal("0.001")


@check(
    "gpu-or-system",
    "Is the figure of one device the figure that another source gives for a whole system?",
    "error",
)  # fmt: skip
def gpu_or_system(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric(*THROUGHPUTS):
        if said.says("per") in SINGLE and said.line.statement.book.basis != "derived":
            rivals = [*view.by_metric(*THROUGHPUTS), *view.elsewhere(said.setup.model, *THROUGHPUTS)]
            whole = [rival for rival in rivals if _whole(said, rival)]
            if whole:
                yield _of_system(said, min(whole, key=lambda rival: relative_distance(said.low, rival.low)))


def _whole(said: Said, rival: Said) -> bool:
    count = device_count(rival.setup)
    several = rival.says("per") in WHOLE and (count is None or count > 1)
    same = bool(said.devices & rival.devices) and relative_distance(said.low, rival.low) <= _EQUAL
    return several and same and rival.source != said.source


def _of_system(said: Said, rival: Said) -> Finding:
    count = device_count(rival.setup)
    share = f"{plain(rival.low, 6)} / {count} = {plain(rival.low / count)} per device" if count else None
    of = f"{count} devices" if count else f"a whole {rival.says('per')}"
    message = f"{said.stated} is told of one device; {rival.source} gives {rival.stated} for {of}"
    return finding("error", said, message, share, rival)


@check(
    "not-simultaneous",
    "Do a figure per GPU and a figure per user of one source belong to the same operating point?",
    "misleading",
)  # fmt: skip
def not_simultaneous(view: ClaimView) -> Iterator[Finding]:
    per_user = [said for said in view.by_metric("throughput", "decode_throughput") if said.says("per") == "user"]
    for whole in view.by_metric("throughput", "decode_throughput", "total_throughput"):
        if whole.says("per") in SINGLE and not _load(whole):
            for single in per_user:
                if single.source == whole.source and _same_thing(single, whole) and not _load(single):
                    yield _two_ends(whole, single)


def _load(said: Said) -> str | None:
    """Whatever the setup says of how many were served at once."""
    return said.setup.concurrency or said.setup.users or said.setup.batch


def _same_thing(one: Said, other: Said) -> bool:
    return one.setup.model == other.setup.model and one.devices == other.devices


def _two_ends(whole: Said, single: Said) -> Finding:
    users = whole.low / single.low
    sum_ = f"{plain(whole.low, 6)} / {plain(single.low, 6)} = {plain(users)} users per GPU, if both held at once"
    message = f"{whole.stated} per GPU and {single.stated} per user name no common load, so they are not simultaneous"
    return finding("misleading", whole, message, sum_, single)


@check(
    "decode-gpus-only",
    "Where prefill and decode run on GPUs of their own, which of them does a figure per GPU count?",
    "misleading", "question",
)  # fmt: skip
def decode_gpus_only(view: ClaimView) -> Iterator[Finding]:
    for said in view.by_metric("throughput", "decode_throughput"):
        split = {part.role for part in said.setup.devices} >= {"prefill", "decode"}
        if said.says("per") in SINGLE and (split or _disaggregated(said)):
            yield _divided(said)


def _disaggregated(said: Said) -> bool:
    """Whether the topology names prefill and decode parts, as in 4P1D, or the phase says decode alone."""
    topology = (said.setup.topology or "").lower()
    return "p" in topology and "d" in topology and any(letter.isdigit() for letter in topology)


def _divided(said: Said) -> Finding:
    prefill, decode = device_count(said.setup, "prefill"), device_count(said.setup, "decode")
    if not prefill or not decode:
        message = f"{said.stated} per GPU of a divided setup does not say how many GPUs prefill and decode have"
        return finding("question", said, message)
    if said.metric != "decode_throughput":
        message = f"{said.stated} per GPU does not say whether the {prefill} GPUs for prefill are counted"
        return finding("question", said, message)
    all_gpus = said.low * decode / (prefill + decode)
    sum_ = f"{plain(said.low, 6)} x {decode} / ({prefill} + {decode}) = {plain(all_gpus)} {said.unit} over all GPUs"
    message = f"{said.stated} counts the {decode} decode GPUs and leaves out {prefill} for prefill"
    return finding("misleading", said, message, sum_)
