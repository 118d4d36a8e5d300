"""Facts of one entity, looked up by metric and qualifiers; each answer remembers the statement it came from."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

ABSENCES = frozenset({"not_published", "not_supported", "not_applicable", "not_announced"})


class Fact(Protocol):
    """One row of `facts`: the statement shown for a metric and a set of qualifiers. `value` is in the metric's unit."""

    @property
    def metric(self) -> str: ...
    @property
    def qualifiers(self) -> Mapping[str, str]: ...
    @property
    def value(self) -> float | None: ...
    @property
    def value_max(self) -> float | None: ...
    @property
    def value_text(self) -> str | None: ...
    @property
    def statement(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def stated(self) -> str: ...


class FactBook:
    """The facts of one entity. Reading one by `name` notes its statement in `origins` under that name."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.by_metric: dict[str, list[Fact]] = {}
        for fact in facts:
            self.by_metric.setdefault(fact.metric, []).append(fact)
        self.origins: dict[str, str] = {}

    def all(self, metric: str) -> list[Fact]:
        """Every fact of the metric that says something, in the order given."""
        return [fact for fact in self.by_metric.get(metric, ()) if fact.value is not None or _says(fact.value_text)]

    def find(self, metric: str, **qualifiers: str) -> Fact | None:
        """The fact that holds for `qualifiers`: one that names them, else one that names none of these keys."""
        facts = self.all(metric)
        for fact in facts:
            if all(fact.qualifiers.get(key) == value for key, value in qualifiers.items()):
                return fact
        return next((fact for fact in facts if not fact.qualifiers.keys() & qualifiers.keys()), None)

    def note(self, name: str, fact: Fact) -> None:
        """Remember that the field `name` came from this fact."""
        self.origins[name] = fact.statement

    def number(self, metric: str, name: str = "", **qualifiers: str) -> float | None:
        """The figure in the metric's unit, or None where nobody says it."""
        fact = self.find(metric, **qualifiers)
        if fact is None or fact.value is None:
            return None
        self.note(name or metric, fact)
        return fact.value

    def whole(self, metric: str, name: str = "", **qualifiers: str) -> int | None:
        """The figure as a whole number, or None."""
        value = self.number(metric, name, **qualifiers)
        return None if value is None else round(value)

    def word(self, metric: str, **qualifiers: str) -> str | None:
        """The word stated, or None."""
        fact = self.find(metric, **qualifiers)
        if fact is None or fact.value_text is None:
            return None
        self.note(metric, fact)
        return fact.value_text


def _says(words: str | None) -> bool:
    """Whether a text says what is, not that there is nothing to say."""
    return bool(words) and words not in ABSENCES


def tokens(written: str | None) -> int | None:
    """Whole tokens of a qualifier such as `128 tokens`; None where it is absent or no plain number."""
    match = re.fullmatch(r"(\d+)(?: tokens)?", written or "")
    return int(match[1]) if match else None


def words(written: str | None) -> frozenset[str]:
    """The words of a statement that holds several."""
    return frozenset(re.findall(r"[a-z0-9_]+", (written or "").lower()))
