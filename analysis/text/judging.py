"""The verdict on one figure, in the order of search: on record, derived, true of something else, contradicted."""

from collections.abc import Mapping, Sequence

from analysis.text.accusing import contradicted
from analysis.text.bound import Bound
from analysis.text.derived import quotient, summed, whole
from analysis.text.fitting import is_run
from analysis.text.ledger import Recorded
from analysis.text.siblings import misleading
from analysis.text.verdicts import Match, Reading, Verdict
from analysis.text.witnesses import Witnesses


def judge(witnesses: Witnesses, bound: Bound) -> Verdict:
    """The verdict on one figure."""
    readings = witnesses.readings(bound)
    if not readings:
        return Verdict("not_in_ledger", "no_subject" if not bound.subjects else "no_metric")
    return (
        _supported(witnesses, bound, readings)
        or summed(witnesses, bound, readings)
        or whole(witnesses, bound, readings)
        or quotient(witnesses, bound, readings)
        or (Verdict("not_in_ledger", "name") if bound.names else None)
        or (None if bound.promised else _only_promised(witnesses, _meant(readings)))
        or _counts_devices(bound, readings)
        or misleading(witnesses, bound, _meant(readings))
        or contradicted(witnesses, bound, _meant(readings))
        or _unknown(_meant(readings))
    )


def _counts_devices(bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    """How many devices a run used is a condition: no size of a system may accuse it, unless a word points to one."""
    if bound.found.device is None or readings[0].aim.sure:
        return None
    return _unknown(_meant(readings))


def _meant(readings: Sequence[Reading]) -> list[Reading]:
    """Readings of the metric that is meant first of all: other metrics may support a figure, but not accuse it."""
    return [reading for reading in readings if reading.aim.metric == readings[0].aim.metric]


def _supported(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    primary = readings[0]
    for reading in readings:
        good = _good(witnesses, bound, reading)
        if good and _better_known_as_set_aside(bound, reading, good):
            return None
        if not good or not _may_speak(reading, primary, witnesses.shared.mixed_up):
            continue
        if bound.stranger and reading.subject.link != "near":
            continue
        first = next(r for r in readings if r.aim.metric == reading.aim.metric)
        verdict = _by_subject(witnesses, bound, reading, first, good)
        if verdict:
            return verdict
    return None


def _good(witnesses: Witnesses, bound: Bound, reading: Reading) -> list[Match]:
    """Statements that agree and part in nothing.

    One that leaves the sparsity open says nothing where another calls the figure sparse.
    """
    agreeing = [m for m in reading.matches if m.relation == "agree" and witnesses.holds(m.recorded)]
    if _exactly_otherwise(witnesses, reading):
        exact = reading.figure.comparator == "exact"
        agreeing = [m for m in agreeing if not (exact and _is_minimum(m.recorded))]
        agreeing = [m for m in agreeing if bound.promised or not _is_promise(m.recorded)]
    sparse = any(gap.name == "sparsity" for m in agreeing for gap in m.gaps)
    return [
        m for m in agreeing if not m.gaps and not (sparse and m.recorded.qualifiers.get("sparsity") == "undeclared")
    ]


def _better_known_as_set_aside(bound: Bound, reading: Reading, good: Sequence[Match]) -> bool:
    """Whether the figure is on record as set aside, digit for digit, and no primary source prints it of the thing.

    A figure of the configuration that the text names is not the one that was set aside for the thing.
    """
    named = "edition" in bound.qualifiers and any("edition" in m.recorded.qualifiers for m in good)
    if named or reading.figure.comparator == "approx":
        return False
    alike = [m for m in reading.matches if _printed_so(reading, m) and not m.gaps]
    return any(m.recorded.rank == "deprecated" for m in alike) and not any(
        m.recorded.primary for m in alike if m in good
    )


def _printed_so(reading: Reading, match: Match) -> bool:
    """Whether a statement prints the figure of the text, digit for digit, whatever its comparator."""
    figure = match.recorded.figure
    if figure is None or (figure.high is None) != (reading.figure.high is None):
        return False
    return all(one.values[0] == other.values[0] for one, other in zip(reading.figure.ends, figure.ends, strict=True))


def _exactly_otherwise(witnesses: Witnesses, reading: Reading) -> bool:
    """Whether exact figures that stand on firm ground differ: then `more than 800` on record is no word for 800."""
    held = _held_otherwise(witnesses, reading)
    return any(item.primary for item in held) or len({item.origin for item in held}) > 1


def _held_otherwise(witnesses: Witnesses, reading: Reading) -> list[Recorded]:
    """Exact figures of the thing as sold that differ."""
    differing = [m.recorded for m in reading.matches if m.relation == "differ" and not m.gaps]
    exact = [item for item in differing if item.figure and item.figure.comparator == "exact"]
    return [item for item in exact if witnesses.holds(item) and not _is_promise(item)]


def _is_minimum(recorded: Recorded) -> bool:
    return recorded.figure is not None and recorded.figure.comparator == "at_least"


def _is_promise(recorded: Recorded) -> bool:
    """Whether a figure was told of a thing before it could be had."""
    return recorded.qualifiers.get("stage") == "announced"


def _only_promised(witnesses: Witnesses, readings: Sequence[Reading]) -> Verdict | None:
    """A figure that was announced and is not that of the thing as sold."""
    for reading in readings:
        agreeing = [m.recorded for m in reading.matches if m.relation == "agree" and witnesses.holds(m.recorded)]
        promised = tuple(item for item in agreeing if _is_promise(item))
        if promised and _exactly_otherwise(witnesses, reading):
            today = _held_otherwise(witnesses, reading)[0].stated
            return Verdict("misleading", "promised", reading, promised, {"today": today})
    return None


def _may_speak(reading: Reading, primary: Reading, mixed_up: Mapping[str, Sequence[str]]) -> bool:
    """Another metric than the one meant speaks where that has nothing on record, or where a word points to it as well.

    Of two that people mix up only the one meant speaks.
    """
    if reading.aim.metric == primary.aim.metric or not primary.aim.sure or not _comparable(primary):
        return True
    return reading.aim.sure and reading.aim.metric not in mixed_up.get(primary.aim.metric, ())


def _comparable(reading: Reading) -> bool:
    return any(match.recorded.figure is not None for match in reading.matches)


def _by_subject(
    witnesses: Witnesses, bound: Bound, reading: Reading, primary: Reading, good: list[Match]
) -> Verdict | None:
    """Support for the subject meant; for another thing of the sentence it is only a hint."""
    run, known = is_run(reading.aim.metric, witnesses.ledger), _comparable(primary)
    if reading.subject.link == "before" and not run and reading.subject.id != primary.subject.id and known:
        return None
    other = reading.subject.mention is not primary.subject.mention and not run
    rival = other and _kind(witnesses, reading) == _kind(witnesses, primary) and known
    if rival or (other and bound.stranger):
        return Verdict("unsure", "other_subject", reading, tuple(m.recorded for m in good))
    told_as_rule = bound.every and bound.found.comparator not in ("up_to", "below")
    if told_as_rule and _only_a_maximum(good):
        return Verdict("misleading", "maximum", reading, tuple(m.recorded for m in good if _is_maximum(m.recorded)))
    return witnesses.supported(reading, [match.recorded for match in good])


def _only_a_maximum(good: Sequence[Match]) -> bool:
    """Whether a figure is on record as the most there is, and nowhere as what everybody gets."""
    rule = any(m.recorded.headline and not _is_maximum(m.recorded) for m in good)
    return not rule and any(_is_maximum(m.recorded) for m in good)


def _is_maximum(recorded: Recorded) -> bool:
    return recorded.figure is not None and recorded.figure.comparator in ("up_to", "range")


def _kind(witnesses: Witnesses, reading: Reading) -> str:
    return witnesses.ledger.things[reading.subject.id].kind


def _unknown(readings: Sequence[Reading]) -> Verdict:
    """Nothing on record speaks of it, or only a word that there is no figure."""
    for reading in readings:
        silent = [match.recorded for match in reading.matches if match.recorded.absence]
        if silent and not _comparable(reading):
            return Verdict("not_in_ledger", "absent", reading, tuple(silent))
    return Verdict("not_in_ledger", "other_conditions" if _comparable(readings[0]) else "nothing", readings[0])
