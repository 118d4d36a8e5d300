"""Which statement of a group is shown: never an average, always somebody's figure."""

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.disagreements import explains
from analysis.lines import Group, Key, Line, outcome
from schema.dates import first_day
from schema.dictionary import Dictionary, Trust

STAGES = ("shipped", "withdrawn", "sampling", "announced")
"""What is sold is shown before what was withdrawn, and both before what was only promised."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The line shown for a group, the independent origins that agree with it, and whether somebody else differs.

    `main` is the figure to show where there is room for one; the others differ from it and are explained.
    """

    group: Group
    shown: Line
    n_origins: int
    disputed: bool
    main: bool = True


def facts(groups: Iterable[Group], dictionary: Dictionary) -> list[Fact]:
    """Facts of an entity or setup: of groups that differ in their stage alone, the latest stage."""
    best: dict[tuple[str, Key], list[Fact]] = {}
    for group in groups:
        found = facts_of(group, dictionary)
        thing = group.metric, frozenset(pair for pair in group.key if pair[0] != "stage") if group.key else group.key
        if found and (thing not in best or _stage(found[0].shown) < _stage(best[thing][0].shown)):
            best[thing] = found
    return [fact for held in best.values() for fact in held]


def _stage(line: Line) -> int:
    return STAGES.index(line.statement.qualifiers.get("stage", "shipped"))


def facts_of(group: Group, dictionary: Dictionary) -> list[Fact]:
    """The fact of a group, then those that differ from it and hold as well since a qualifier explains them.

    Empty where everything is set aside or absent.
    """
    lines = [line for line in group.lines if not line.deprecated and line.statement.reading.absence is None]
    if len(lines) == 1 and not group.rivals:  # as most are: nothing to choose, and nobody to differ
        return [Fact(group, lines[0], 1, False)]
    trust = dictionary.trust[dictionary.metrics[group.metric].trust]
    found: list[Fact] = []
    for shown in sorted(lines, key=lambda line: _order(line, trust)):
        if all(_holds_beside(shown, fact.shown, dictionary) for fact in found):
            disputed = _disputed(shown, [*lines, *group.rivals], dictionary)
            found.append(Fact(group, shown, _origins(shown, lines, dictionary), disputed, not found))
    return found


def _holds_beside(line: Line, shown: Line, dictionary: Dictionary) -> bool:
    """Whether a line says something else than the one shown, and a qualifier explains both."""
    metric = dictionary.metrics[line.statement.metric]
    return outcome(line, shown, metric, dictionary) == "differ" and explains((line, shown), dictionary)


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
    return any(not explains((shown, line), dictionary) for line in rivals)
