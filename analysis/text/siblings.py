"""Figures that are true of something else: another scope, variant, metric, format, condition or prefix of the unit."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.text.agreeing import relation
from analysis.text.bound import Aim, Bound, Subject
from analysis.text.derived import multiplied
from analysis.text.fitting import ONE_DEVICE, Gap
from analysis.text.ledger import Recorded
from analysis.text.verdicts import Match, Reading, Verdict, VerdictWord
from analysis.text.witnesses import SCOPES, Witnesses
from schema.agreement import relative_distance

TWINS = {"KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB", "PB": "PiB"}
TWINS |= {binary: decimal for decimal, binary in list(TWINS.items())}
MISLEADING_GAPS = (
    "sparsity", "precision", "per", "edition", "direction", "attention", "unit_kind", "path", "phase", "parallelism",
    "batch", "model", "device", "spec_decode", "ratio_of",
)  # fmt: skip
"""Points whose difference makes a true figure mislead."""
MOST_MEANT = 6
SILENT_MISLEADS = ("sparsity", "edition")
MISLEADING_CAUSES = frozenset({"sparse_as_dense", "scope", "edition", "unit"})
"""Causes for which a figure was set aside that make it true of something else."""
OPEN_CAUSES = frozenset({"what_is_counted", "announced_and_shipped"})
"""Causes that leave a figure with a truth of its own: it is shown, and nobody is accused."""


def misleading(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """The first way in which the figure is true of something else, or None."""
    for reading in readings[:MOST_MEANT]:
        for find in _WAYS:
            verdict = find(witnesses, bound, reading)
            if verdict:
                return _told_of_first(verdict, readings[0])
    return None


def _told_of_first(verdict: Verdict, first: Reading) -> Verdict:
    """A figure of another model is told of the model that the text names."""
    if verdict.rule.startswith("condition_") and verdict.reading and verdict.reading.aim.metric == first.aim.metric:
        return replace(verdict, reading=replace(verdict.reading, subject=first.subject))
    return verdict


def _other_condition(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """The same thing under another condition that the text excludes or leaves out."""

    near = [m for m in reading.matches if m.relation == "agree" and m.gaps and witnesses.holds(m.recorded)]
    telling = [m for m in near if len(m.gaps) == 1 and _misleads(m.gaps[0]) and _same_run(witnesses, bound, m)]
    if telling and reading.subject.link != "before":
        gap = telling[0].gaps[0]
        same = tuple(m.recorded for m in telling if m.gaps[0].name == gap.name)
        word: VerdictWord = "unsure" if bound.doubt or (gap.name in bound.borrowed and not gap.silent) else "misleading"
        return Verdict(word, f"condition_{gap.name}", reading, same, _told(gap))
    if near:
        return Verdict("unsure", "near_condition", reading, tuple(m.recorded for m in near[:4]), _told(near[0].gaps[0]))
    return None


def _same_run(witnesses: Witnesses, bound: Bound, match: Match) -> bool:
    """Of another model's or device's run only one that shares a participant tells anything; counts never do."""
    name = match.gaps[0].name
    if name not in ("model", "device"):
        return True
    shared = [witnesses.ledger.things[id_].kind for id_ in bound.named & match.recorded.ties]
    counted = match.recorded.figure is not None and match.recorded.figure.dimension == "count"
    return not counted and bool(shared) and (name == "model" or "model" in shared)


def _misleads(gap: Gap) -> bool:
    if gap.open:
        return False
    return gap.name in SILENT_MISLEADS if gap.silent else gap.name in MISLEADING_GAPS


def _told(gap: Gap) -> dict[str, str]:
    return {"qualifier": gap.name, "asked": gap.asked, "recorded": gap.recorded}


def _set_aside(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """A figure on record that was set aside, with the reason."""

    rejected = [
        m.recorded for m in reading.matches if m.relation == "agree" and not m.gaps and not witnesses.holds(m.recorded)
    ]
    if not rejected or reading.subject.link == "before":
        return None
    if any(item.rank != "deprecated" for item in rejected):
        return Verdict("misleading", "outdated", reading, tuple(rejected))
    causes = {item.cause for item in rejected}
    rivals = [m for m in reading.matches if m.relation == "differ" and not m.gaps and witnesses.holds(m.recorded)]
    word: VerdictWord = "contradicted" if _certain(bound, reading, rivals) and not causes & OPEN_CAUSES else "unsure"
    return Verdict("misleading" if causes & MISLEADING_CAUSES else word, "set_aside", reading, tuple(rejected))


def _certain(bound: Bound, reading: Reading, rivals: Sequence[Match]) -> bool:
    return (
        bool(rivals)
        and bound.found.adjacent
        and reading.aim.sure
        and not bound.doubt
        and reading.subject.link == "near"
    )


def _other_prefix(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """The digits of the record with the other kind of prefix: 141 GiB for 141 GB."""
    twin = TWINS.get(reading.aim.unit.token)
    if twin is None:
        return None

    figure = bound.found.figure(witnesses.ledger.dictionary.unit(twin), bound.text)
    hits = [
        m.recorded for m in reading.matches
        if m.recorded.figure and not m.gaps and witnesses.holds(m.recorded) and m.recorded.stated.endswith(twin)
        and relation(bound.found, figure, m.recorded.figure) == "agree"
    ]  # fmt: skip
    if not hits:
        return None
    exact = f"{figure.low.values[0] / reading.aim.unit.factor:.1f} {reading.aim.unit.token}"
    return Verdict("misleading", "prefix", reading, tuple(hits), {"exact": exact, "unit": twin})


def _other_metric(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """The figure of a metric that people mix up with the one meant."""
    for name in witnesses.shared.mixed_up.get(reading.aim.metric, ()):
        if not reading.aim.sure:
            continue
        told = any(aim.metric == name and aim.sure for aim in bound.aims)
        choice = witnesses.ledger.dictionary.unit_choices.get(name)
        if choice is None or reading.aim.unit.dimension not in {target.dimension for target in choice.targets}:
            continue
        other = witnesses.reading(bound, Aim(name, reading.aim.unit, True), reading.subject)
        label = witnesses.ledger.dictionary.metrics[name].label.lower()
        verdict = _as_sibling(witnesses, bound, reading, other, "metric_other", label)
        if verdict:
            return replace(verdict, word="unsure", rule="either_metric") if told else verdict
    return None


def _other_scope(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """The figure of a system that the device is part of, or of a device of the system."""
    thing = witnesses.ledger.things[reading.subject.id]
    related = (
        witnesses.ledger.systems_of.get(thing.id, ())
        if thing.kind == "device"
        else (thing.device,)
        if thing.device
        else ()
    )
    for id_ in related:
        if bound.qualifiers.get("per") and _is_meant(witnesses, bound, id_):
            continue
        other = witnesses.reading(_without_per(bound), reading.aim, Subject(id_, "same", reading.subject.mention))
        verdict = _as_sibling(witnesses, bound, reading, other, "scope", witnesses.ledger.name(id_))
        if verdict:
            return verdict
    return None


def _is_meant(witnesses: Witnesses, bound: Bound, id_: str) -> bool:

    thing, per = witnesses.ledger.things[id_], bound.qualifiers["per"]
    return thing.detail in SCOPES.get(per, ()) or (per in ONE_DEVICE and thing.kind == "device")


def _without_per(bound: Bound) -> Bound:

    return replace(bound, qualifiers={name: value for name, value in bound.qualifiers.items() if name != "per"})


def _other_variant(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """The figure of a variant whose name begins like the one used: H100 NVL for H100."""
    own = witnesses.ledger.things[reading.subject.id]
    found: list[tuple[Decimal, str, Reading]] = []
    for id_ in witnesses.names.variants[reading.subject.mention.alias]:
        thing = witnesses.ledger.things[id_]
        if id_ != own.id and thing.kind == own.kind and id_ not in bound.named:
            other = witnesses.reading(bound, reading.aim, Subject(id_, "same", reading.subject.mention))
            found += [(_distance(reading, m), thing.name, other) for m in other.matches if m.relation == "agree"]
    for _, name, other in sorted(found, key=lambda item: item[:2]):
        verdict = _as_sibling(witnesses, bound, reading, other, "variant", name)
        if verdict:
            return verdict
    return None


def _distance(reading: Reading, match: Match) -> Decimal:
    """How far a statement is from the figure: of several variants the one that prints it exactly is named."""
    assert match.recorded.figure is not None
    return relative_distance(reading.figure.low.values[0], match.recorded.figure.low.values[0])


def _multiple(witnesses: Witnesses, bound: Bound, reading: Reading) -> Verdict | None:
    """A sum over the devices of a system told of one device: 14.4 TB/s for one of eight."""
    if reading.aim.metric not in witnesses.shared.sums or witnesses.ledger.things[reading.subject.id].kind != "device":
        return None
    for id_ in witnesses.ledger.systems_of.get(reading.subject.id, ()):
        count = witnesses.ledger.things[id_].count
        hits = [
            m.recorded
            for m in reading.matches
            if count > 1 and not m.gaps and _times(witnesses, bound, m.recorded, count)
        ]
        if hits and bound.qualifiers.get("per") in (None, "gpu"):
            return _misled(
                witnesses, bound, reading, hits, "sum", f"{count} × {hits[0].stated}, {witnesses.ledger.name(id_)}"
            )
    return None


def _times(witnesses: Witnesses, bound: Bound, recorded: Recorded, count: int) -> bool:
    if recorded.figure is None or recorded.figure.high is not None or not witnesses.holds(recorded):
        return False
    figure = bound.found.figure(witnesses.ledger.dictionary.unit(recorded.figure.unit), bound.text)
    return multiplied(recorded, Decimal(count), figure)


def _as_sibling(
    witnesses: Witnesses, bound: Bound, meant: Reading, other: Reading, rule: str, name: str
) -> Verdict | None:
    hits = [
        m.recorded for m in other.matches if m.relation == "agree" and witnesses.holds(m.recorded) and _only_silent(m)
    ]
    return _misled(witnesses, bound, meant, hits, rule, name) if hits else None


def _only_silent(match: Match) -> bool:
    return all(gap.silent or gap.open for gap in match.gaps)


def _misled(
    witnesses: Witnesses, bound: Bound, meant: Reading, hits: list[Recorded], rule: str, name: str
) -> Verdict | None:
    """misleading where the text is sure to mean the one; else the hint without a verdict."""

    known = any(m.recorded.figure is not None and witnesses.holds(m.recorded) for m in meant.matches)
    firm = (
        meant.subject.link == "near" and not bound.doubt and not bound.stranger and (known or rule in ("scope", "sum"))
    )
    return Verdict("misleading" if firm else "unsure", rule, meant, tuple(hits), {"other": name})


_WAYS: tuple[Callable[[Witnesses, Bound, Reading], Verdict | None], ...] = (
    _other_prefix, _other_condition, _set_aside, _other_metric, _other_scope, _other_variant, _multiple,
)  # fmt: skip
