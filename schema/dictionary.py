"""The dictionary: what metrics and qualifiers there are, in which words and units they are given."""

from functools import cached_property
from typing import Literal

from pydantic import Field, model_validator

from schema.base import Strict
from schema.bookkeeping import BOOKKEEPING
from schema.quantity import UnitChoice
from schema.units import Unit, Units

ENTITY_KINDS = ("device", "system", "model", "software", "benchmark", "organization")
COMMON_QUALIFIERS = frozenset({"per", "stage"})
RUN_QUALIFIERS = frozenset(
    {"engine", "device", "devices_used", "precision", "kv_precision", "context", "users", "kernels"}
)


class Word(Strict):
    """One word of a closed vocabulary."""

    label: str
    """What a page prints for it."""
    meaning: str
    """One sentence that says what it means."""


class Qualifier(Strict):
    """A key that narrows what a figure holds for."""

    role: Literal["identity", "explaining"]
    """identity: another value makes it another thing; explaining: it says why two figures of one thing differ."""
    meaning: str
    """One sentence that says what it narrows."""
    type: Literal["words", "text", "quantity", "edition", "refers"] = "text"
    """How its value is written."""
    words: str = ""
    """Vocabulary of its values."""
    unit: str = ""
    """Unit of its values."""
    refers: str = ""
    """Kind of entity (or `metric`) that its values name."""
    absent: Literal["other", "any"] = "other"
    """What a figure without it is: another thing, or one that fits every value."""

    @model_validator(mode="before")
    @classmethod
    def _type_follows(cls, raw: dict[str, str]) -> dict[str, str]:
        """`words: precision` and `refers: device` say the type already."""
        implied = "words" if "words" in raw else "refers" if "refers" in raw else raw.get("type", "text")
        return {**raw, "type": implied}


class Metric(Strict):
    """What can be said of an entity."""

    label: str
    """What a page prints for it."""
    meaning: str
    """One sentence that says what is measured."""
    type: Literal["quantity", "word", "words", "date", "flag", "text"]
    """How its figures are written."""
    trust: str
    """Family whose order of trust picks the figure to show."""
    unit: str = ""
    """Unit of `value` and `value_max`."""
    also: tuple[str, ...] = ()
    """Other unit tokens whose figures keep their own unit."""
    words: str = ""
    """Vocabulary of its words."""
    refers: str = ""
    """Kind of entity that its values name."""
    higher_is: Literal["better", "worse", "neither"] = "neither"
    """Which end is the good one."""
    about: tuple[str, ...] = ENTITY_KINDS
    """Kinds of entity it can be said of."""
    needs: tuple[str, ...] = ()
    """Qualifiers that must be named, if only as `undeclared`."""
    qualifiers: tuple[str, ...] = ()
    """Further qualifiers that may be named."""
    run: bool = False
    """Whether it is said of a setup rather than of a thing."""

    @cached_property
    def allowed(self) -> frozenset[str]:
        """Every qualifier that may stand beside this metric."""
        extra = RUN_QUALIFIERS if self.run else frozenset[str]()
        return COMMON_QUALIFIERS | extra | frozenset(self.needs) | frozenset(self.qualifiers)


class Trust(Strict):
    """Order in which sources are believed when nobody is preferred."""

    order: tuple[str, ...]
    """Kinds of source, most trusted first."""
    basis_first: tuple[str, ...] = ()
    """Bases, most trusted first, that go before the kind of source."""
    newest_first: bool = False
    """Whether the date goes before the kind of source."""
    look_again_days: int = Field(default=365, ge=1)
    """Days after which somebody should look at the source again."""


class Dictionary(Strict):
    """Metrics, qualifiers, vocabularies and units in one place."""

    trust: dict[str, Trust]
    qualifiers: dict[str, Qualifier]
    metrics: dict[str, Metric] = Field(min_length=1)
    words: dict[str, dict[str, Word]]
    units: Units

    @model_validator(mode="after")
    def _hangs_together(self) -> "Dictionary":
        """A dictionary that contradicts itself must not be used at all."""
        faults = [*self._clashes(), *self._unknown_names()]
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def _clashes(self) -> list[str]:
        both = sorted(self.metrics.keys() & self.qualifiers.keys())
        return [f"{name} is both a metric and a qualifier" for name in both]

    def _unknown_names(self) -> list[str]:
        faults = []
        for name, metric in self.metrics.items():
            unknown = sorted(metric.allowed - self.qualifiers.keys() - {"over"})
            faults += [f"metric {name}: no qualifier is called {key}" for key in unknown]
            tokens = {metric.unit, *metric.also} if metric.type == "quantity" else set()
            faults += [
                f"metric {name}: no unit is called {token}" for token in sorted(tokens - self.units.by_token.keys())
            ]
            if metric.trust not in self.trust:
                faults.append(f"metric {name}: no order of trust is called {metric.trust}")
        used = {item.words for item in self.metrics.values()} | {item.words for item in self.qualifiers.values()}
        return faults + [f"no vocabulary is called {name}" for name in sorted(used - self.words.keys() - {""})]

    def unit(self, token: str) -> Unit:
        """Unit of a token. Raises KeyError for a token that units.yml does not hold."""
        return self.units.by_token[token]

    @cached_property
    def unit_choices(self) -> dict[str, UnitChoice]:
        """Units that each quantity may be stated in."""
        return {name: self._choice(item) for name, item in self.metrics.items() if item.type == "quantity"}

    def _choice(self, metric: Metric) -> UnitChoice:
        targets = {self.unit(token).dimension: self.unit(token) for token in (*reversed(metric.also), metric.unit)}
        own_first = tuple(reversed(targets.values()))
        tokens = [self.units.by_dimension[target.dimension] for target in own_first]
        return UnitChoice(own_first, {token: unit for group in tokens for token, unit in group.items()})

    @cached_property
    def qualifier_choices(self) -> dict[str, UnitChoice]:
        """Units of the qualifiers that are quantities: a bare number is in its own."""
        own = {name: self.unit(item.unit) for name, item in self.qualifiers.items() if item.type == "quantity"}
        return {
            name: UnitChoice((unit,), {**self.units.by_dimension[unit.dimension], "": unit})
            for name, unit in own.items()
        }

    @cached_property
    def statement_keys(self) -> frozenset[str]:
        """Every key that may stand in a statement."""
        return frozenset(self.metrics) | frozenset(self.qualifiers) | frozenset(BOOKKEEPING)

    @cached_property
    def referring(self) -> dict[str, str]:
        """Qualifiers whose values name something, with the kind of it."""
        return {name: item.refers for name, item in self.qualifiers.items() if item.refers}

    @cached_property
    def fits_any_when_absent(self) -> frozenset[str]:
        """Qualifiers whose absence, like `undeclared`, is compared with every value."""
        return frozenset(name for name, item in self.qualifiers.items() if item.absent == "any")

    @cached_property
    def explaining(self) -> frozenset[str]:
        """Names of the explaining qualifiers."""
        return frozenset(name for name, item in self.qualifiers.items() if item.role == "explaining")

    def label(self, vocabulary: str, word: str) -> str:
        """What a page prints for a word; the word itself when it is not in the vocabulary."""
        found = self.words.get(vocabulary, {}).get(word)
        return found.label if found else word
