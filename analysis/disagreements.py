"""Which statements of the same thing differ, whether somebody settled it, and why."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from analysis.lines import Group, Line, outcome
from schema.agreement import distance
from schema.dictionary import Dictionary

Pair = tuple[Line, Line]
UNIT_SLIPS = tuple(
    Decimal(text) for text in ("1.024", "1.048576", "1.073741824", "1.099511627776", "8", "1000", "1024")
)
"""Ratios of decimal to binary prefixes, bits to bytes, and neighbouring prefixes."""
_NEARLY = Decimal("0.002")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A group of which some pair differs; `lowest` and `highest` are the farthest pair that does."""

    group: Group
    lowest: Line
    highest: Line
    ratio: float | None
    state: str
    cause: str
    explanation: str | None


def differing_pairs(group: Group, dictionary: Dictionary) -> list[Pair]:
    """All pairs of a group that differ; worked out once."""
    if group.pairs is None:
        metric = dictionary.metrics[group.metric]
        pairs = combinations(group.members, 2)
        group.pairs = [pair for pair in pairs if outcome(*pair, metric, dictionary) == "differ"]
    return group.pairs


def disagreement(group: Group, dictionary: Dictionary) -> Disagreement | None:
    """The disagreement within a group, or None where all agree."""
    pairs = differing_pairs(group, dictionary)
    if not pairs:
        return None
    lowest, highest, ratio = _farthest(pairs)
    unsettled = [pair for pair in pairs if not settled(pair, dictionary)]
    explained = all(explains(pair, dictionary) for pair in pairs)
    state = "open" if unsettled else "explained" if explained else "ranked"
    members = _unique(line for pair in pairs for line in pair)
    cause = _cause(members, ratio, state)
    return Disagreement(group, lowest, highest, ratio, state, cause, _explanation(members))


def settled(pair: Pair, dictionary: Dictionary) -> bool:
    """Whether one of two differing lines is preferred or set aside, or a qualifier explains both."""
    return any(line.deprecated or line.preferred for line in pair) or explains(pair, dictionary)


def explains(pair: Pair, dictionary: Dictionary) -> bool:
    """Whether an explaining qualifier tells two lines apart."""
    one, other = (line.statement.qualifiers for line in pair)
    return any(one.get(name) != other.get(name) for name in dictionary.explaining & (one.keys() | other.keys()))


def _farthest(pairs: list[Pair]) -> tuple[Line, Line, float | None]:
    measured = [pair for pair in pairs if all(line.statement.figure for line in pair)]
    if not measured:
        return (*pairs[0], None)
    pair = max(measured, key=_distance)
    lowest, highest = sorted(pair, key=_height)
    ratio = _distance(pair)
    return lowest, highest, float(ratio) if ratio.is_finite() else None


def _distance(pair: Pair) -> Decimal:
    one, other = (line.statement.figure for line in pair)
    assert one is not None
    assert other is not None
    return distance(one, other)


def _height(line: Line) -> Decimal:
    figure = line.statement.figure
    assert figure is not None
    return (figure.high or figure.low).values[0]


def _cause(members: list[Line], ratio: float | None, state: str) -> str:
    """The cause somebody wrote; else what the qualifiers, the bases or the ratio show; else unexplained."""
    written = [line.statement.book.cause for line in members if line.statement.book.cause]
    if written:
        return str(written[0])
    if state == "explained":
        return "what_is_counted"
    bases = {line.statement.book.basis == "estimated" for line in members}
    if bases == {True, False}:
        return "estimate_as_fact"
    if ratio and any(abs(Decimal(ratio) / slip - 1) < _NEARLY for slip in UNIT_SLIPS):
        return "unit"
    return "unexplained"


def _explanation(members: Iterable[Line]) -> str | None:
    """Everything that somebody wrote to settle it, each sentence once."""
    texts = []
    for line in members:
        book = line.statement.book
        told = book.reason or book.unresolved or book.note
        if told:
            texts.append(f"{line.statement.stated}: {told}")
    return " · ".join(dict.fromkeys(texts)) or None


def _unique(lines: Iterable[Line]) -> list[Line]:
    return list({line.id: line for line in lines}.values())


def disagreements(groups: Iterable[Group], dictionary: Dictionary) -> Iterator[Disagreement]:
    """The disagreements among groups, in their order."""
    for group in groups:
        if len(group.members) > 1 and (found := disagreement(group, dictionary)):
            yield found
