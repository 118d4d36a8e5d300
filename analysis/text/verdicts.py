"""The parts of an answer: how a statement stands to a figure, one reading of it, the verdict."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from analysis.text.agreeing import Relation
from analysis.text.bound import Aim, Subject
from analysis.text.fitting import Gap
from analysis.text.ledger import Recorded
from schema.quantity import Figure

VerdictWord = Literal["supported", "only_repeated", "contradicted", "misleading", "unsure", "not_in_ledger"]


@dataclass(frozen=True, slots=True)
class Options:
    """`excluded` holds ids of sources that may not bear witness; `as_of` a date after which nothing is known."""

    excluded: frozenset[str] = frozenset()
    as_of: str = ""


class Match:
    """A statement beside the figure: how they stand to one another, and where they part, found when it is asked."""

    __slots__ = ("_find_gaps", "_gaps", "recorded", "relation")

    def __init__(self, recorded: Recorded, relation: Relation, find_gaps: Callable[[], Sequence[Gap]] = tuple) -> None:
        self.recorded, self.relation = recorded, relation
        self._find_gaps = find_gaps
        self._gaps: tuple[Gap, ...] | None = None

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Points where statement and text part; none means that they speak of the same."""
        if self._gaps is None:
            self._gaps = tuple(self._find_gaps())
        return self._gaps


@dataclass(frozen=True)
class Reading:
    """One way to understand a figure: metric and subject; the statements that speak of it are found when asked for."""

    aim: Aim
    subject: Subject
    figure: Figure
    find: Callable[[], Sequence[Match]]

    @cached_property
    def matches(self) -> Sequence[Match]:
        """All statements of that metric and subject beside the figure."""
        return self.find()


@dataclass(slots=True)
class Verdict:
    """The answer for one figure. `rule` names what decided; `detail` is what the explanation is made of."""

    word: VerdictWord
    rule: str
    reading: Reading | None = None
    shown: tuple[Recorded, ...] = ()
    detail: dict[str, str] = field(default_factory=dict)
    disputed: bool = False
