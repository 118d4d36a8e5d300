"""Rows of the dictionary: metrics, words and what texts call them."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Json, Key


class MetricRow(Strict):
    """The dictionary: what can be said of an entity."""

    id: Annotated[str, Key()]
    """Name of the metric in records and tables."""
    label: str
    """What pages print."""
    meaning: str
    """What is measured."""
    type: str
    """quantity, word, words, date, flag or text."""
    unit: str
    """Unit of value and value_max."""
    higher_is: str
    """better, worse or neither."""
    trust: str
    """Family whose order of trust picks the figure shown."""
    about: Annotated[str, Json()]
    """Kinds of entity it can be said of."""
    qualifiers: Annotated[str, Json()]
    """Qualifiers it takes."""


class WordRow(Strict):
    """The closed vocabularies."""

    id: Annotated[str, Key()]
    """Vocabulary and word."""
    vocabulary: str
    """Name of the vocabulary."""
    word: str
    """The word."""
    label: str
    """What pages print."""
    meaning: str
    """What it means."""


class LexiconRow(Strict):
    """What text is checked with: dictionary, units and the words of each language."""

    id: Annotated[str, Key()]
    """Where the value belongs, such as languages/by_code/tr/metrics."""
    value: Annotated[str, Json()]
    """The part of the dictionary or language, as JSON."""
