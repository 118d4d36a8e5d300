"""Which statement of a group is shown: never an average, always somebody's figure."""

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.disagreements import settled
from analysis.lines import Group, Key, Line, outcome
from schema.dates import first_day
from schema.dictionary import Dictionary, Trust

STAGES = ("shipped", "withdrawn", "sampling", "announced")
"""What is sold is shown before what was withdrawn, and both before what was only promised."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The line shown for a group, the independent origins that agree with it, and whether somebody else differs."""

    group: Group
    shown: Line
    n_origins: int
    disputed: bool


def facts(groups: Iterable[Group], dictionary: Dictionary) -> list[Fact]:
    """Facts of an entity or setup: of groups that differ in their stage alone, the latest stage."""
    best: dict[tuple[str, Key], Fact] = {}
    for group in groups:
        found = fact(group, dictionary)
        thing = group.metric, frozenset(pair for pair in group.key if pair[0] != "stage")
        if found and (thing not in best or _stage(found.shown) < _stage(best[thing].shown)):
            best[thing] = found
    return list(best.values())


def _stage(line: Line) -> int:
    return STAGES.index(line.statement.qualifiers.get("stage", "shipped"))


def fact(group: Group, dictionary: Dictionary) -> Fact | None:
    """The fact of a group; None where everything is set aside or absent."""
    lines = [line for line in group.lines if not line.deprecated and line.statement.reading.absence is None]
    if not lines:
        return None
    trust = dictionary.trust[dictionary.metrics[group.metric].trust]
    shown = min(lines, key=lambda line: _order(line, trust))
    return Fact(group, shown, _origins(shown, lines, dictionary), _disputed(shown, [*lines, *group.rivals], dictionary))


def _order(line: Line, trust: Trust) -> tuple[int, int, tuple[int, ...], str]:
    """Sort key: preferred, stage, the family's order of trust, newest, id."""
    book = line.statement.book
    age = -first_day(line.published).toordinal() if line.published else 0
    kind = trust.order.index(line.source_kind) if line.source_kind in trust.order else len(trust.order)
    basis = trust.basis_first.index(book.basis) if book.basis in trust.basis_first else len(trust.basis_first)
    order = (age, kind) if trust.newest_first else (basis, kind, age)
    return (not line.preferred, _stage(line), order, line.id)


def _origins(shown: Line, lines: list[Line], dictionary: Dictionary) -> int:
    metric = dictionary.metrics[shown.statement.metric]
    agreeing = {
        line.origin for line in lines if outcome(shown, line, metric, dictionary) in ("agree", "coarse", "close")
    }
    return len(agreeing | {shown.origin})


def _disputed(shown: Line, lines: list[Line], dictionary: Dictionary) -> bool:
    """Whether another line differs for a reason that no qualifier explains; a preferred figure stays disputed."""
    metric = dictionary.metrics[shown.statement.metric]
    rivals = [line for line in lines if outcome(shown, line, metric, dictionary) == "differ"]
    return any(line.preferred or shown.preferred or not settled((shown, line), dictionary) for line in rivals)


def origin(source: str, repeats: dict[str, str | None], publishers: dict[str, str], asserted_by: str | None) -> str:
    """Organization that said it first: who asserts it, else the publisher of the source that all copies lead to."""
    if asserted_by:
        return asserted_by
    seen = set()
    while (parent := repeats.get(source)) and source not in seen:
        seen.add(source)
        source = parent
    return publishers.get(source, source)
