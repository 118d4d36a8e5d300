"""Truths that follow from the record: eight times 141 GB, one figure over another, the difference in per cent."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations

from analysis.text.bound import Aim, Bound
from analysis.text.ledger import Recorded
from analysis.text.verdicts import Match, Reading, Verdict, VerdictWord
from analysis.text.witnesses import Witnesses
from schema.quantity import Figure

Interval = tuple[Decimal, Decimal]
MOST_PAIRS = 60
FACTOR_SAYS = Decimal("0.05")
"""`twice` is taken as said of 1.9 to 2.1, whatever its digits would allow."""


def interval(figure: Figure) -> Interval:
    """What a printed figure stands for: half a step of its last digit either way."""
    value, step = figure.low.values[0], figure.low.steps[0]
    return value - step / 2, value + step / 2


def multiplied(recorded: Recorded, count: Decimal, asked: Figure) -> bool:
    """Whether a figure is so many times one on record, both within their printed digits and within 2 per cent."""
    if recorded.figure is None or recorded.figure.dimension != asked.dimension:
        return False
    product, value = recorded.figure.low.values[0] * count, asked.low.values[0]
    low, high = (end * count for end in interval(recorded.figure))
    own_low, own_high = interval(asked)
    within = own_low <= product <= own_high or low <= value <= high
    return within and abs(product - value) <= product * Decimal("0.02")


def summed(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """A sum over as many devices as the text counts: `an 8-GPU node has 1,128 GB`."""
    for reading in readings:
        if (
            reading.aim.metric not in witnesses.shared.sums
            or witnesses.ledger.things[reading.subject.id].kind != "device"
        ):
            continue
        for count, devices in bound.counts:
            if devices and reading.subject.id not in devices:
                continue
            hits = [m.recorded for m in reading.matches if _adds_up(witnesses, m, count, reading.figure)]
            if hits and count > 1 and bound.qualifiers.get("per") not in ("gpu",):
                verdict = witnesses.supported(reading, hits, "sum_of_devices")
                verdict.detail["sum"] = f"{count} × {hits[0].stated}"
                return verdict
    return None


def _adds_up(witnesses: Witnesses, match: Match, count: int, asked: Figure) -> bool:
    """Whether a statement of one device, so many times, is the figure; that it speaks of one is no difference."""
    figure = match.recorded.figure
    if figure is None or figure.high is not None or not witnesses.holds(match.recorded):
        return False
    alike = all(gap.name == "per" or gap.open for gap in match.gaps)
    return alike and multiplied(match.recorded, Decimal(count), asked)


def whole(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """A sum over the devices of a system that has no figure of its own on record: two GPUs of 288 GB make 576."""
    for reading in readings:
        thing = witnesses.ledger.things[reading.subject.id]
        if reading.aim.metric not in witnesses.shared.sums or thing.count < 2 or not thing.device:
            continue
        if any(match.recorded.figure for match in reading.matches):
            continue
        parts = [
            item for item in witnesses.statements(reading.aim.metric, thing.device) if _usable(witnesses, bound, item)
        ]
        hits = [item for item in parts if item.headline and multiplied(item, Decimal(thing.count), reading.figure)]
        if hits:
            verdict = witnesses.supported(reading, hits, "sum_of_devices")
            verdict.detail["sum"] = f"{thing.count} × {hits[0].stated}"
            return verdict
    return None


def quotient(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """One figure over another of two things that the sentence names: `1.76 times the memory of the H100`."""
    aim = next((aim for aim in bound.aims if aim.metric in ("ratio", "change") and aim.ratio_of), None)
    devices = [
        s
        for s in bound.subjects
        if s.link != "before" and witnesses.ledger.things[s.id].kind in ("device", "system", "model")
    ]
    if aim is None or len(devices) < 2 or not readings:
        return None
    for name in dict.fromkeys(aim.ratio_of for aim in bound.aims if aim.ratio_of):
        for one, two in permutations(devices[:3], 2):
            pair = _pair(witnesses, bound, name, one.id, two.id, aim)
            if pair:
                verdict = witnesses.supported(readings[0], pair, "quotient")
                verdict.detail["quotient"] = f"{pair[0].stated} / {pair[1].stated}"
                return verdict
    return None


def _pair(
    witnesses: Witnesses, bound: Bound, metric: str, one: str, two: str, aim: Aim
) -> tuple[Recorded, Recorded] | None:
    wanted = _wanted(bound, aim)
    tops = [item for item in witnesses.statements(metric, one) if _usable(witnesses, bound, item)]
    bottoms = [item for item in witnesses.statements(metric, two) if _usable(witnesses, bound, item)]
    pairs = [(top, bottom) for top in tops for bottom in bottoms if _alike(top, bottom)][:MOST_PAIRS]
    return next((pair for pair in pairs if _is_quotient(*pair, wanted)), None)


def _wanted(bound: Bound, aim: Aim) -> Interval:
    figure = bound.found.figure(aim.unit, bound.text)
    value = figure.low.values[0]
    low, high = (
        max(value * (1 - FACTOR_SAYS), end) if end < value else min(value * (1 + FACTOR_SAYS), end)
        for end in interval(figure)
    )
    if aim.metric == "ratio":
        return low, high
    sign = -1 if bound.qualifiers.get("direction") == "decrease" else 1
    ends = sorted((1 + sign * low / 100, 1 + sign * high / 100))
    return ends[0], ends[1]


def _usable(witnesses: Witnesses, bound: Bound, item: Recorded) -> bool:
    asked = {name: bound.qualifiers[name] for name in ("precision", "sparsity") if name in bound.qualifiers}
    fits = all(item.qualifiers.get(name, value) == value for name, value in asked.items())
    return item.figure is not None and item.figure.high is None and witnesses.holds(item) and fits


def _alike(one: Recorded, other: Recorded) -> bool:
    """Whether two figures may be divided: same format, sparsity and scope."""
    return all(
        one.qualifiers.get(name) == other.qualifiers.get(name)
        for name in ("precision", "sparsity", "per", "path", "direction")
    )


def _is_quotient(top: Recorded, bottom: Recorded, wanted: Interval) -> bool:
    assert top.figure is not None
    assert bottom.figure is not None
    value, base = top.figure.low.values[0], bottom.figure.low.values[0]
    return base > 0 and top.figure.dimension == bottom.figure.dimension and wanted[0] <= value / base <= wanted[1]


def another_quotient(bound: Bound, own: Verdict, verdicts: Sequence[Verdict]) -> bool:
    """Whether a factor told beside just two figures of one kind, both on record, is neither quotient of them.

    A ratio that its own claim gives beside both values may be measured otherwise.
    """
    aim = next((aim for aim in bound.aims if aim.unit.token in ("x", "%")), None)
    known = [(v, v.reading) for v in verdicts if v.reading and _is_plain(v.word, v.reading)]
    if aim is None or len(known) != 2 or known[0][1].aim.metric != known[1][1].aim.metric:
        return False
    claims = {item.claim for item in own.shown} - {""}
    if any(item.claim in claims for verdict, _ in known for item in verdict.shown):
        return False
    one, two = (reading.figure.low.values[0] for _, reading in known)
    low, high = _wanted(bound, aim)
    return bool(one and two) and not any(low <= share <= high for share in (one / two, two / one))


def _is_plain(word: str, reading: Reading) -> bool:
    """Whether a figure is on record and is one number, no ratio itself."""
    relative = reading.aim.metric in ("ratio", "change")
    return word in ("supported", "only_repeated") and reading.figure.high is None and not relative


def follows_from(bound: Bound, verdicts: Sequence[Verdict]) -> Verdict | None:
    """A factor or a change that is the quotient of two other figures of the sentence that are on record."""
    aim = next((aim for aim in bound.aims if aim.metric in ("ratio", "change")), None)
    known = [
        (v.reading, v.shown[0].metric)
        for v in verdicts
        if v.word in ("supported", "only_repeated") and v.reading and v.shown and v.reading.figure.high is None
    ]
    if aim is None:
        return None
    for (one, metric), (two, other) in permutations(known[:6], 2):
        alike = metric == other and one.figure.dimension == two.figure.dimension
        low, high = _wanted(bound, aim)
        if alike and two.figure.low.values[0] and low <= one.figure.low.values[0] / two.figure.low.values[0] <= high:
            shown = tuple(
                m.recorded for reading in (one, two) for m in reading.matches if m.relation == "agree" and not m.gaps
            )
            word: VerdictWord = "supported" if any(item.primary for item in shown) else "only_repeated"
            return Verdict(word, "quotient_of_text", one, shown, {"quotient": f"{one.figure.text} / {two.figure.text}"})
    return None
