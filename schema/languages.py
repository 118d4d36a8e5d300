"""What figures in running text are recognised by: the words of each language and the signs that all of them share."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from schema.base import Strict
from schema.dictionary import Dictionary

Words = tuple[str, ...]
_STAR_INSIDE = re.compile(r".\*.")


def _stars_at_the_ends(words: Words) -> Words:
    inside = [word for word in words if _STAR_INSIDE.search(word) and not word.replace("*", " ").strip().count(" ")]
    if inside:
        raise ValueError(f"a star stands at the start or end of a word: {', '.join(inside)}")
    return words


def _numbers(table: dict[str, str]) -> dict[str, str]:
    wrong = [word for word, value in table.items() if not re.fullmatch(r"\d+(\.\d+)?", value)]
    if wrong:
        raise ValueError(f"each word leads to a number written in digits: {', '.join(wrong)}")
    return table


Cues = Annotated[Words, AfterValidator(_stars_at_the_ends)]
Table = dict[str, Cues]
NumberWords = Annotated[dict[str, str], AfterValidator(_numbers)]


class Sides(Strict):
    """Words that qualify a figure from before it or from behind it."""

    before: Words = ()
    """Words that stand before the figure."""
    after: Words = ()
    """Words that stand behind its unit."""


class Ranges(Strict):
    """Words of ranges and of changes from one figure to another."""

    from_: Words = Field(default=(), alias="from")
    """Words before a change: from 130 to 69."""
    between: Words = ()
    """Words before a range: between 96 and 512."""
    to: Words = ()
    """Words between the ends of a range or a change."""
    and_: Words = Field(default=(), alias="and")
    """Words between figures of a list that share a unit."""


class Factors(Strict):
    """Words that make a factor of the number behind them."""

    increase: Words = ()
    """multiplied by."""
    decrease: Words = ()
    """divided by."""


ComparatorWord = Literal["up_to", "approx", "at_least", "below"]


class Cued(Strict):
    """Words that point to a metric, a unit or a qualifier."""

    units: Table = Field(default_factory=dict)
    """Words and signs for each unit of units.yml."""
    per_second: Words = ()
    """What makes a rate of the unit before it."""
    metrics: Table = Field(default_factory=dict)
    """Words that point to each metric."""
    qualifiers: dict[str, Table] = Field(default_factory=dict)
    """Words that point to each value of each qualifier."""
    labels: Words = ()
    """Words behind which a number is a name or a date."""


class Language(Cued):
    """One language. A star in a word stands for any letters."""

    name: str
    """Its English name."""
    decimal: Literal[".", ","]
    """Decimal sign."""
    grouping: Words
    """Signs between groups of three digits."""
    clues: Words
    """Frequent short words by which a sentence of this language is known."""
    abbreviations: Words = ()
    """Short forms whose full stop ends no sentence."""
    numbers: NumberWords
    """Spelled-out numbers."""
    factor_words: NumberWords = Field(default_factory=dict)
    """Words that are a factor by themselves: twice."""
    scales: dict[str, Words]
    """Words for powers of ten behind a number."""
    glue: Words = ()
    """Words between a number and its unit that say nothing."""
    rates_before: Words = ()
    """What makes a rate of a unit from before the number: saniyede, 每秒."""
    factors_before: Factors = Factors()
    """Words that make a factor of the number behind them."""
    range_words: Ranges = Ranges()
    """Words of ranges."""
    pair_words: Words = ()
    """Words between two figures that share a unit without being a range: against."""
    promises: Words = ()
    """Words, or their beginnings, by which a text tells what was announced rather than what is sold."""
    respectively: Words = ()
    """Words by which figures belong to things in the order in which both are named."""
    conditions_before: Words = ()
    """Words before a number of tokens that make it the size of a test rather than what a model can: at, prompts of."""
    comparators: dict[ComparatorWord, Sides]
    """Words for maxima, minima and round figures."""
    every: Words = ()
    """Words that turn a maximum into a rule."""
    doubts: Words = ()
    """Words of denial, rumour and the past, in whose presence nobody is accused."""
    questions: Words = ("?",)
    """Signs of a question."""


class Shared(Cued):
    """What all languages share."""

    money_before: Table = Field(default_factory=dict)
    """Signs of money that stand before the number."""
    parallelism: Words = ()
    """Letters that make a condition of the number glued to them: TP16."""
    defaults: dict[str, Words]
    """Metrics meant where no word says which, by dimension, or dimension and unit."""
    echoes: dict[str, Words] = Field(default_factory=dict)
    """Metrics that the words of another metric point to as well, where the unit allows."""
    alike: dict[str, Words] = Field(default_factory=dict)
    """Metrics that people name alike."""
    mixed_up: dict[str, Words] = Field(default_factory=dict)
    """Metrics that people mix up."""
    counted_differently: Words = ()
    """Metrics of which makers count parts in or out."""
    offers: Words = ()
    """Metrics of which every seller has a figure of its own."""
    maxima: Words = ()
    """Metrics that name a maximum, below which anything may be a condition."""
    sums: Words = ()
    """Metrics whose figures may be added up over devices."""
    variants: Words = ()
    """Words that make another thing of the name before them."""


class Languages(Strict):
    """Everything that text is read by."""

    shared: Shared
    by_code: dict[str, Language]

    def unknown_names(self, dictionary: Dictionary) -> list[str]:
        """Sentences on metrics, units and qualifiers that the dictionary does not hold."""
        faults = _unknown("shared", self.shared, dictionary)
        tables = (self.shared.alike, self.shared.mixed_up, self.shared.echoes)
        named = {name for table in tables for key, names in table.items() for name in (key, *names)}
        named |= (
            {name for names in self.shared.defaults.values() for name in names}
            | set(self.shared.sums)
            | set(self.shared.maxima)
            | set(self.shared.counted_differently)
        )
        faults += [f"shared: no metric is called {name}" for name in sorted(named - dictionary.metrics.keys())]
        for code, language in self.by_code.items():
            faults += _unknown(code, language, dictionary)
        return faults


OUTSIDE_QUALIFIERS = frozenset({"spec_decode"})
"""Conditions of setups that text may name although no statement writes them as a qualifier."""


def _unknown(code: str, cued: Cued, dictionary: Dictionary) -> list[str]:
    known: Mapping[str, object] = dictionary.metrics
    faults = [f"{code}: no metric is called {name}" for name in cued.metrics if name not in known]
    units = dictionary.units.by_token
    faults += [f"{code}: no unit is called {token}" for token in cued.units if token not in units]
    qualifiers = dictionary.qualifiers.keys() | OUTSIDE_QUALIFIERS
    return faults + [f"{code}: no qualifier is called {name}" for name in cued.qualifiers if name not in qualifiers]
