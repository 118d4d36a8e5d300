"""Counts that do not count the same thing: accelerators in a name and in fields, layers by kind, units of one entry."""

import re
from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.view import ClaimView, Said, amount, device_count
from schema.agreement import relative_distance

NAMED = "accelerators_named"
"""Condition of a setup: accelerators as the name of the system or the accelerator gives them."""
COUNTED = "accelerators_counted"
"""Condition of a setup: nodes times accelerators per node, or the stated total."""
_APART = Decimal("0.01")
_WIDTH = re.compile(r"\btp(\d+)\b", re.IGNORECASE)


@check(
    "counts-add-up",
    "Do the counts that a source gives of one system agree with one another?",
    "question",
)  # fmt: skip
def counts_add_up(view: ClaimView) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for said in view.said:
        named, counted = amount(said.setup.other.get(NAMED)), amount(said.setup.other.get(COUNTED))
        system = (said.setup.other.get("entry", said.of or ""), str(named))
        if named and counted and relative_distance(named, counted) > _APART and system not in seen:
            seen.add(system)
            sum_ = f"{named} named, {counted} counted from nodes and accelerators per node"
            message = f"the system of {said.stated} is named with {named} accelerators, and its fields give {counted}"
            yield finding("question", said, message, sum_)
        yield from _width(said)


def _width(said: Said) -> Iterator[Finding]:
    """Tensor parallelism over more devices than there are."""
    match, count = _WIDTH.search(said.setup.parallelism or ""), device_count(said.setup)
    if match and count and int(match[1]) > count:
        message = f"{said.stated} was run with {match[0]} on {count} devices"
        yield finding("question", said, message, f"{match[1]} > {count}")


@check(
    "units-of-one-entry",
    "Are all results of one entry given in one unit?",
    "question",
)  # fmt: skip
def units_of_one_entry(view: ClaimView) -> Iterator[Finding]:
    entries: dict[tuple[str, str], list[Said]] = {}
    for said in view.by_metric("throughput", "request_throughput"):
        if "entry" in said.setup.other and said.says("per") == "system":
            entries.setdefault((said.setup.other["entry"], said.setup.other.get("benchmark", "")), []).append(said)
    for (entry, _), lines in entries.items():
        odd = [said for said in lines if said.metric == "request_throughput"]
        rest = [said for said in lines if said.metric == "throughput"]
        for said in odd if rest else ():
            message = f"{said.stated} of entry {entry} stands among results in {rest[0].unit}"
            yield finding("question", said, message, f"{said.stated} beside {rest[0].stated}", rest[0])


@check(
    "layers-add-up",
    "Do the layers of every kind add up to the layers of the model?",
    "question", "consistent",
)  # fmt: skip
def layers_add_up(view: ClaimView) -> Iterator[Finding]:
    kinds = view.by_metric("attention_layers")
    for layers in view.by_metric("layers"):
        own = [said for said in kinds if said.source == layers.source]
        in_parallel = all(said.low == layers.low for said in own)
        if len(own) > 1 and not layers.says("counts") and not in_parallel:
            total = sum(said.low for said in own)
            sum_ = f"{' + '.join(plain(said.low) for said in own)} = {plain(total)}"
            if total == layers.low:
                yield finding("consistent", layers, f"the layers by kind add up to {layers.stated}", sum_, own[0])
            else:
                yield finding("question", layers, f"the layers by kind do not add up to {layers.stated}", sum_, own[0])
