"""Figures on record that disagree with the one shown: what an answer would be with each of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.hosting.recorded import Recorded, Row, recorded
from analysis.memory import Answer, Cited, Device, Model

Rivals = Mapping[str, Sequence[Recorded]]
"""Rival figures by the statement that is shown in their place."""


@dataclass(frozen=True, slots=True)
class Other:
    """The model or the device as one rival figure has it, and that figure in words."""

    stated: Cited
    model: Model | None = None
    device: Device | None = None


def by_shown(rows: Iterable[Row]) -> dict[str, list[Recorded]]:
    """Rival figures from rows with the statement `shown` in their place."""
    found: dict[str, list[Recorded]] = {}
    for row in rows:
        found.setdefault(row["shown"], []).append(recorded(row))
    return found


def each_instead(facts: Sequence[Recorded], rivals: Rivals) -> list[tuple[Cited, list[Recorded]]]:
    """The facts once for each different rival figure, with it in the place of the shown one."""
    found = []
    for place, fact in enumerate(facts):
        different = {rival.value: rival for rival in reversed(rivals.get(fact.statement, ()))}
        different.pop(fact.value, None)
        for rival in reversed(different.values()):
            instead = replace(rival, qualifiers=fact.qualifiers)
            found.append((_told(fact, rival), [*facts[:place], instead, *facts[place + 1 :]]))
    return found


def _told(fact: Recorded, rival: Recorded) -> Cited:
    what = fact.metric.replace("_", " ")
    why = f"{what} is disputed: {fact.stated} is taken, {rival.stated} stands beside it"
    return Cited(rival.stated, why, rival.statement)


def widened(answer: Answer, stated: Cited, other: Answer) -> Answer:
    """The answer with its ends as far apart as both figures put them, and what the other one would change in words."""
    lows, highs = (answer.low_gib, other.low_gib), (answer.high_gib, other.high_gib)
    return replace(
        answer,
        low_gib=min((low for low in lows if low is not None), default=None),
        high_gib=max((high for high in highs if high is not None), default=None),
        assumptions=(*answer.assumptions, replace(stated, why=f"{stated.why}; {_change(answer, other)}")),
    )


def _change(answer: Answer, other: Answer) -> str:
    changes = []
    if other.total_gib is None:
        changes.append("there would be no total")
    elif answer.total_gib is not None and abs(other.total_gib - answer.total_gib) >= TOLD_GIB:
        changes.append(f"{other.total_gib:,.2f} GiB instead of {answer.total_gib:,.2f}")
    if other.devices_needed != answer.devices_needed:
        changes.append(f"{_count(other.devices_needed)} devices needed instead of {_count(answer.devices_needed)}")
    if other.fits != answer.fits and answer.fits is not None and other.fits is not None:
        changes.append("it would fit" if other.fits else "it would not fit")
    return "with it " + ", ".join(changes) if changes else "it changes neither the total nor the devices"


TOLD_GIB = 0.005
"""The least difference of totals that is worth a word: half of the last digit that answers print."""


def _count(devices: int | None) -> str:
    return "no number of" if devices is None else str(devices)
