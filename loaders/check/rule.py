"""What a rule is: a name, a sentence for the documentation, and a look at one record."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

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
    kinds: frozenset[str]
    """Kinds of record that it concerns; all where there are none."""
    keys: frozenset[str]
    """Keys of a statement without which there is nothing to look at; it looks in any case where there are none."""

    def concerns(self, kind: str, bundled: bool) -> bool:
        """Whether it has anything to say of records of a kind."""
        return (self.bundled or not bundled) and (not self.kinds or kind in self.kinds)


RULES: list[Rule] = []


def rule(
    name: str, meaning: str, bundled: bool = False, kinds: Iterable[str] = (), keys: Iterable[str] = ()
) -> Callable[[Look], Look]:
    """Enter a function as a rule."""

    def enter(look: Look) -> Look:
        RULES.append(Rule(name, meaning, look, bundled, frozenset(kinds), frozenset(keys)))
        return look

    return enter


@cache
def rules_for(kind: str, bundled: bool) -> tuple[Rule, ...]:
    """Rules that concern records of a kind, once all rules are entered."""
    return tuple(rule for rule in RULES if rule.concerns(kind, bundled))


def faults(record: Record, catalogue: Catalogue) -> list[Fault]:
    """What the rules find in a record, each fault under its rule's name."""
    return [
        fault._replace(rule=rule.name)
        for rule in rules_for(record.kind, record.file.is_bundle)
        if not rule.keys or not rule.keys.isdisjoint(record.keys)
        for fault in rule.look(record, catalogue)
    ]
