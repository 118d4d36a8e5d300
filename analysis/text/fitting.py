"""Whether a statement on record speaks of what a figure of the text speaks of, and where the two part."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from analysis.text.bound import Aim, Bound
from analysis.text.ledger import Ledger, Recorded
from analysis.text.lexicon import UNDECLARED

FAMILIES = (
    frozenset({"fp4", "nvfp4", "mxfp4"}), frozenset({"fp8", "mxfp8", "fp8_block"}), frozenset({"int8", "w8a8"}),
    frozenset({"int4", "awq", "gptq", "w4a16", "mlx4", "q4_k_m", "q4_0"}),
)  # fmt: skip
"""Number formats that a text may call by one another's name."""
ONE_DEVICE = frozenset({"gpu", "chip", "board"})
ONE_MACHINE = frozenset({"server", "system", "instance", "board"})
CHANGES = frozenset({"increase", "decrease"})
"""Directions that a text words in many ways: nothing is held against it."""
RUN_KINDS = ("model", "device", "software", "system", "benchmark")
_STATED_ONLY = ("sparsity", "precision", "direction", "unit_kind", "attention", "edition", "path", "phase")


@dataclass(frozen=True, slots=True)
class Gap:
    """A point where text and record part. `silent`: the text does not say; `open`: the record does not say."""

    name: str
    asked: str
    recorded: str
    silent: bool = False
    open: bool = False


def gaps(bound: Bound, aim: Aim, recorded: Recorded, ledger: Ledger) -> list[Gap]:
    """All points where they part; none means that they speak of the same."""
    return [
        *_qualifier_gaps(bound, recorded),
        *_ratio_gap(aim, recorded, ledger),
        *_condition_gaps(bound, recorded),
        *_entity_gaps(bound, recorded, ledger),
        *_silent_gaps(bound, recorded),
    ]


def is_run(metric: str, ledger: Ledger) -> bool:
    """Whether a metric's figures hold under conditions only."""
    item = ledger.dictionary.metrics[metric]
    return item.run or item.trust == "result" or metric in ("recipe_devices", "setting_default")


def _qualifier_gaps(bound: Bound, recorded: Recorded) -> Iterator[Gap]:
    for name in _STATED_ONLY:
        asked = bound.qualifiers.get(name)
        theirs = recorded.qualifiers.get(name) or recorded.conditions.get(name)
        if asked in (None, UNDECLARED) or theirs is None or _same(name, asked, theirs):
            continue
        yield Gap(name, asked, theirs, open=theirs == UNDECLARED)
    asked, theirs = bound.qualifiers.get("per"), recorded.qualifiers.get("per")
    alike = {asked, theirs} <= ONE_DEVICE or {asked, theirs} <= ONE_MACHINE
    if asked and theirs and theirs != UNDECLARED and asked != theirs and not alike:
        yield Gap("per", asked, theirs)
    if bound.qualifiers.get("spec_decode") == "none" and recorded.conditions.get("spec_decode", "none") != "none":
        yield Gap("spec_decode", "none", recorded.conditions["spec_decode"])


def _same(name: str, asked: str, theirs: str) -> bool:
    if asked == theirs or (name == "edition" and asked == theirs.replace("-", " ").replace("_", " ")):
        return True
    if name == "precision":
        return any({asked, theirs} <= family for family in FAMILIES) or asked in theirs.split()
    return name == "direction" and bool({asked, theirs} & CHANGES)


def _ratio_gap(aim: Aim, recorded: Recorded, ledger: Ledger) -> Iterator[Gap]:
    theirs = recorded.qualifiers.get("ratio_of")
    if not aim.ratio_of or not theirs or theirs == aim.ratio_of:
        return
    alike = ledger.languages.shared.alike
    if theirs not in alike.get(aim.ratio_of, ()) and aim.ratio_of not in alike.get(theirs, ()):
        yield Gap("ratio_of", aim.ratio_of, theirs)


def _condition_gaps(bound: Bound, recorded: Recorded) -> Iterator[Gap]:
    asked, theirs = bound.conditions.get("parallelism"), recorded.conditions.get("parallelism", "").lower()
    if asked and theirs and asked not in re.split(r"[^a-z0-9]+|(?<=\d)(?=[a-z])", theirs):
        yield Gap("parallelism", asked.upper(), theirs.upper())
    asked, theirs = bound.conditions.get("batch"), recorded.conditions.get("batch", "")
    if asked and theirs and not _within(int(asked), theirs):
        yield Gap("batch", asked, theirs)


def _within(asked: int, theirs: str) -> bool:
    numbers = [int(number) for number in re.findall(r"\d+", theirs)]
    return bool(numbers) and (asked in numbers or (len(numbers) == 2 and numbers[0] <= asked <= numbers[1]))


def _entity_gaps(bound: Bound, recorded: Recorded, ledger: Ledger) -> Iterator[Gap]:
    """Of a run, every kind of thing that the sentence names must be in it, and its model must be named somewhere."""
    if not is_run(recorded.metric, ledger):
        return
    for kind in RUN_KINDS:
        theirs, mine = recorded.parties.get(kind), bound.named_by_kind.get(kind)
        if not theirs:
            continue
        if mine and not mine & theirs:
            yield Gap(kind, _names(mine, ledger), _names(theirs, ledger))
        elif not mine and kind == "model":
            yield from _unnamed_model(theirs, bound.around_by_kind.get(kind), ledger)


def _unnamed_model(theirs: frozenset[str], around: frozenset[str] | None, ledger: Ledger) -> Iterator[Gap]:
    if not around:
        yield Gap("model", "", _names(theirs, ledger), silent=True)
    elif not around & theirs:
        yield Gap("model", _names(around, ledger), _names(theirs, ledger))


def _names(ids: frozenset[str], ledger: Ledger) -> str:
    return ", ".join(sorted(ledger.name(id_) for id_ in ids))


def _silent_gaps(bound: Bound, recorded: Recorded) -> Iterator[Gap]:
    """What a reader would take otherwise when the text does not say it."""
    if "sparsity" not in bound.qualifiers and recorded.qualifiers.get("sparsity") == "sparse":
        yield Gap("sparsity", "", "sparse", silent=True)
    told_as_maximum = bound.found.comparator in ("up_to", "below")
    bounded = recorded.figure is not None and recorded.figure.comparator == "up_to"
    if "edition" not in bound.qualifiers and not recorded.headline and bounded and not told_as_maximum:
        yield Gap("edition", "", recorded.qualifiers.get("edition", ""), silent=True)
