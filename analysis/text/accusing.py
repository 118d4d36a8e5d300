"""Contradiction, behind its gate: only where unit, subject, metric and conditions are all beyond doubt."""

from collections.abc import Sequence
from decimal import Decimal

from analysis.text.agreeing import same_digits, swapped_digits
from analysis.text.bound import Bound
from analysis.text.fitting import is_run
from analysis.text.ledger import Recorded
from analysis.text.verdicts import Match, Reading, Verdict, VerdictWord
from analysis.text.witnesses import Witnesses
from schema.agreement import distance, relative_distance

COUNTING_EXPLAINS = Decimal("0.1")
"""Parts counted in or out, and decimal or binary prefixes, make up to a tenth."""
BITS_IN_A_BYTE = 8
NEEDS_NAMED = {"peak_compute": ("precision",), "achieved_compute": ("precision",)}
"""Qualifiers without which a figure of a metric cannot be held against another."""


def contradicted(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """contradicted or unsure where the record says otherwise; None where it is silent."""
    for reading in readings:
        verdict = _against(witnesses, bound, reading, readings)
        if verdict:
            return verdict
    return None


def _against(witnesses: Witnesses, bound: Bound, reading: Reading, readings: Sequence[Reading]) -> Verdict | None:
    valid = [m for m in reading.matches if m.recorded.figure is not None and witnesses.holds(m.recorded)]
    same = [m for m in valid if not m.gaps]
    differing = [m.recorded for m in same if m.relation == "differ"]
    differing += [m.recorded for m in same if m.relation == "beside" and _is_slip(reading, m.recorded)]
    undecided = (
        ("near", "inside")
        if differing or is_run(reading.aim.metric, witnesses.ledger)
        else ("near", "inside", "beside")
    )
    if any(m.relation in undecided for m in same):
        return Verdict("unsure", "near", reading, tuple(m.recorded for m in same if m.relation in undecided))
    if is_run(reading.aim.metric, witnesses.ledger):
        return _slip_of_run(witnesses, bound, reading, differing)
    if not differing:
        return None
    doubts = _doubts(witnesses, bound, reading, readings, differing)
    if doubts:
        return Verdict("unsure", doubts[0], reading, tuple(differing))
    return Verdict("contradicted", "differs", reading, _best_first(differing), _slip(reading, differing))


def _best_first(items: list[Recorded]) -> tuple[Recorded, ...]:
    return tuple(sorted(items, key=lambda item: (item.rank != "preferred", not item.headline, not item.primary)))


def _is_slip(reading: Reading, item: Recorded) -> bool:
    """Whether `up to 757` is a slip for 575, which a mere maximum above the record is not."""
    figure = item.figure
    return figure is not None and (bool(same_digits(reading.figure, figure)) or swapped_digits(reading.figure, figure))


def _slip(reading: Reading, differing: Sequence[Recorded]) -> dict[str, str]:
    """Which slip of the pen would explain it."""
    for item in differing:
        assert item.figure is not None
        power = same_digits(reading.figure, item.figure)
        if power:
            return {"slip": "power_of_ten", "power": str(power)}
    for item in differing:
        assert item.figure is not None
        if swapped_digits(reading.figure, item.figure):
            return {"slip": "swapped_digits"}
        if distance(reading.figure, item.figure) == BITS_IN_A_BYTE:
            return {"slip": "bits_and_bytes"}
    return {}


def _slip_of_run(witnesses: Witnesses, bound: Bound, reading: Reading, differing: Sequence[Recorded]) -> Verdict | None:
    """A figure of a run differs rightly under other conditions: only equal digits at another power of ten accuse."""
    slips = [item for item in differing if item.figure is not None and same_digits(reading.figure, item.figure)]
    conditions = (
        not witnesses.ledger.dictionary.metrics[reading.aim.metric].run
        or bound.conditions
        or {kind for kind in ("model", "device") if kind in _named_kinds(witnesses, bound)} == {"model", "device"}
    )
    if not slips or not conditions or reading.subject.link != "near":
        return None
    word: VerdictWord = "unsure" if bound.doubt or bound.stranger or not bound.found.adjacent else "contradicted"
    return Verdict(word, "differs", reading, tuple(slips), _slip(reading, slips))


def _named_kinds(witnesses: Witnesses, bound: Bound) -> set[str]:
    return {witnesses.ledger.things[id_].kind for id_ in bound.named}


def _doubts(
    witnesses: Witnesses, bound: Bound, reading: Reading, readings: Sequence[Reading], differing: Sequence[Recorded]
) -> list[str]:
    """Every reason not to accuse."""
    subject, metric, shared = reading.subject, reading.aim.metric, witnesses.shared
    named = NEEDS_NAMED.get(metric, ())
    reasons = {
        "unit_apart": not bound.found.adjacent,
        "subject_apart": subject.link != "near" or len(subject.mention.ids) > 1,
        "stranger": bound.stranger,
        "wording": bound.doubt,
        "setting": bound.setting,
        "offer": metric in shared.offers and not _at_another_power(reading, differing),
        "metric_open": not (reading.aim.sure or (len(bound.found.units) == 1 and _only_candidate(reading, readings))),
        "format_open": any(name not in bound.qualifiers or name in bound.borrowed for name in named),
        "maximum_open": metric in shared.maxima and _below(reading, differing),
        "counted_otherwise": metric in shared.counted_differently and _not_far(reading, differing),
        "fits_another": _fits_another(witnesses, bound, reading),
        "fits_metric": _fits_another_metric(witnesses, bound, reading),
    }
    return [reason for reason, holds in reasons.items() if holds]


def _at_another_power(reading: Reading, differing: Sequence[Recorded]) -> bool:
    return any(item.figure and same_digits(reading.figure, item.figure) for item in differing)


def _below(reading: Reading, differing: Sequence[Recorded]) -> bool:
    """Whether a figure is smaller than the largest on record without being one of them at another power of ten."""
    value = reading.figure.low.values[0]
    figures = [item.figure for item in differing if item.figure is not None]
    return any(value < f.low.values[0] for f in figures) and not _at_another_power(reading, differing)


def _not_far(reading: Reading, differing: Sequence[Recorded]) -> bool:
    """Whether a figure is so near to one on record that parts counted in or out may explain it, unless it is a slip."""
    value = reading.figure.low.values[0]
    if any(item.figure and swapped_digits(reading.figure, item.figure) for item in differing):
        return False
    return any(
        item.figure and relative_distance(value, item.figure.low.values[0]) <= COUNTING_EXPLAINS for item in differing
    )


def _only_candidate(reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether the subject has no figure of another metric in that unit; a bare count may be of anything."""
    if reading.aim.unit.dimension == "count":
        return False
    metrics = {
        r.aim.metric
        for r in readings
        if r.subject.id == reading.subject.id and any(m.recorded.figure for m in r.matches)
    }
    return metrics == {reading.aim.metric}


def _fits_another(witnesses: Witnesses, bound: Bound, reading: Reading) -> bool:
    others = [s for s in bound.subjects if s.id != reading.subject.id and s.link != "before"]
    own = witnesses.ledger.things[reading.subject.id].kind
    return any(
        _agrees(witnesses.reading(bound, reading.aim, s).matches)
        for s in others
        if witnesses.ledger.things[s.id].kind == own
    )


def _fits_another_metric(witnesses: Witnesses, bound: Bound, reading: Reading) -> bool:
    """Whether the thing has that figure as another metric: the 16 GB of a machine, of which software sees 11."""
    others = (aim for aim in bound.aims if aim.metric != reading.aim.metric)
    able = (aim for aim in others if reading.subject.id in witnesses.ledger.by_entity)
    return any(
        match.relation in ("agree", "beside") and not match.gaps and witnesses.holds(match.recorded)
        for aim in able
        for match in witnesses.reading(bound, aim, reading.subject).matches
    )


def _agrees(matches: Sequence[Match]) -> bool:
    return any(match.relation == "agree" for match in matches)
