"""The verdict on one figure: supported, misleading, contradicted, unsure or not in the ledger, in this order of search."""

from collections.abc import Sequence

from analysis.text.accusing import contradicted
from analysis.text.binding import Bound
from analysis.text.derived import quotient, summed
from analysis.text.fitting import is_run
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
        or quotient(witnesses, bound, readings)
        or misleading(witnesses, bound, readings)
        or contradicted(witnesses, bound, readings)
        or _unknown(readings)
    )


def _supported(witnesses: Witnesses, bound: Bound, readings: Sequence[Reading]) -> Verdict | None:
    primary = readings[0]
    for reading in readings:
        good = _good(witnesses, reading)
        if not good or not _may_speak(bound, reading, primary):
            continue
        if bound.stranger and reading.subject.link != "near":
            continue
        verdict = _by_subject(witnesses, bound, reading, primary, good)
        if verdict:
            return verdict
    return None


def _good(witnesses: Witnesses, reading: Reading) -> list[Match]:
    """Statements that agree and part in nothing; one that leaves the sparsity open says nothing where another calls it sparse."""
    agreeing = [m for m in reading.matches if m.relation == "agree" and witnesses.holds(m.recorded)]
    sparse = any(gap.name == "sparsity" for m in agreeing for gap in m.gaps)
    return [m for m in agreeing if not m.gaps and not (sparse and m.recorded.qualifiers.get("sparsity") == "undeclared")]


def _may_speak(bound: Bound, reading: Reading, primary: Reading) -> bool:
    """A metric that no word points to speaks only where the one that is pointed to has nothing on record."""
    if reading.aim.sure or not primary.aim.sure:
        return True
    return not any(_comparable(r) for r in (primary,))


def _comparable(reading: Reading) -> bool:
    return any(match.recorded.figure is not None for match in reading.matches)


def _by_subject(
    witnesses: Witnesses, bound: Bound, reading: Reading, primary: Reading, good: list[Match]
) -> Verdict | None:
    """Support for the subject meant; for another thing of the sentence it is only a hint."""
    run = is_run(reading.aim.metric, witnesses.ledger)
    if reading.subject.link == "before" and not run and reading.subject.id != primary.subject.id and _comparable(primary):
        return None
    other = reading.subject.mention is not primary.subject.mention and not run
    rival = other and _kind(witnesses, reading) == _kind(witnesses, primary) and _comparable(primary)
    if rival or (other and bound.stranger):
        return Verdict("unsure", "other_subject", reading, tuple(m.recorded for m in good))
    if bound.every and any((m.recorded.figure and m.recorded.figure.comparator == "up_to") for m in good):
        if not any(m.recorded.figure and m.recorded.figure.comparator == "exact" for m in good):
            return Verdict("misleading", "maximum", reading, tuple(m.recorded for m in good))
    return witnesses.supported(reading, [match.recorded for match in good])


def _kind(witnesses: Witnesses, reading: Reading) -> str:
    return witnesses.ledger.things[reading.subject.id].kind


def _unknown(readings: Sequence[Reading]) -> Verdict:
    """Nothing on record speaks of it, or only a word that there is no figure."""
    for reading in readings:
        silent = [match.recorded for match in reading.matches if match.recorded.absence]
        if silent and not _comparable(reading):
            return Verdict("not_in_ledger", "absent", reading, tuple(silent))
    others = next((r for r in readings if _comparable(r)), readings[0])
    return Verdict("not_in_ledger", "other_conditions" if _comparable(others) else "nothing", others)
