"""What a rule is: a name, a sentence for the documentation, and a look at one record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from loaders.catalogue import Catalogue
from loaders.records import Record
from schema.faults import Fault

Look = Callable[[Record, Catalogue], Iterable[Fault]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule over one record, with everything that can be referred to at hand."""

    name: str
    meaning: str
    look: Look
    bundled: bool
    """Whether it looks at sources, organizations and benchmarks as well, which have no statements."""

    def faults(self, record: Record, catalogue: Catalogue) -> Iterable[Fault]:
        """What the rule finds in a record, under its own name."""
        return (fault._replace(rule=self.name) for fault in self.look(record, catalogue))


RULES: list[Rule] = []


def rule(name: str, meaning: str, bundled: bool = False) -> Callable[[Look], Look]:
    """Enter a function as a rule."""

    def enter(look: Look) -> Look:
        RULES.append(Rule(name, meaning, look, bundled))
        return look

    return enter
