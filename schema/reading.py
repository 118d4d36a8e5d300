"""What a metric or a qualifier makes of a written text: a figure, words, a date, a flag, an absence."""

from dataclasses import dataclass
from functools import lru_cache

from schema.dates import DATE_FORMS, is_partial_date
from schema.dictionary import Dictionary, Metric
from schema.faults import Fault
from schema.quantity import Figure, NotAFigure, UnitChoice, parse_figure


@dataclass(frozen=True, slots=True)
class Reading:
    """A stated text understood: a figure, or `text` for words, dates and flags, or the word of an absence."""

    figure: Figure | None = None
    text: str | None = None
    absence: str | None = None


def read_stated(
    stated: object, name: str, metric: Metric, dictionary: Dictionary
) -> tuple[Reading | None, list[Fault]]:
    """Read what is stated of a metric; the reading, or None with the fault."""
    if not isinstance(stated, str):
        return None, [Fault((name,), f"{name} is not one text", "a figure or a word", rule="figure")]
    if stated in dictionary.words["absence"]:
        return Reading(text=stated, absence=stated), []
    return _READERS[metric.type](stated, name, metric, dictionary)


_Read = tuple[Reading | None, list[Fault]]


def _quantity(stated: str, name: str, metric: Metric, dictionary: Dictionary) -> _Read:
    try:
        return _figure(stated, dictionary.unit_choices[name]), []
    except NotAFigure as error:
        return None, [Fault((name,), error.found, error.allowed, rule="figure")]


@lru_cache(maxsize=1 << 16)
def _figure(text: str, choice: UnitChoice) -> Reading:
    """A figure, read once for all records that state it."""
    return Reading(figure=parse_figure(text, choice))


def _words(stated: str, name: str, metric: Metric, dictionary: Dictionary) -> _Read:
    vocabulary = dictionary.words[metric.words]
    words = [stated] if metric.type == "word" else [part for half in stated.split(" .. ") for part in half.split(", ")]
    faults = [_unknown_word(word, (name,), metric.words, vocabulary) for word in words if word not in vocabulary]
    return (None if faults else Reading(text=stated)), faults


def _date(stated: str, name: str, metric: Metric, dictionary: Dictionary) -> _Read:
    if is_partial_date(stated):
        return Reading(text=stated), []
    return None, [Fault((name,), f"`{stated}` is not a date", DATE_FORMS, rule="date")]


def _flag(stated: str, name: str, metric: Metric, dictionary: Dictionary) -> _Read:
    if stated in ("yes", "no"):
        return Reading(text=stated), []
    return None, [Fault((name,), f"`{stated}` is neither yes nor no", "yes or no", rule="flag")]


def _text(stated: str, name: str, metric: Metric, dictionary: Dictionary) -> _Read:
    return Reading(text=stated), []


_READERS = {"quantity": _quantity, "word": _words, "words": _words, "date": _date, "flag": _flag, "text": _text}


def read_qualifier(value: object, name: str, dictionary: Dictionary) -> list[Fault]:
    """Faults of a qualifier's value; references to other records are checked where all records are known."""
    qualifier = dictionary.qualifiers[name]
    if not isinstance(value, str):
        return [Fault((name,), f"{name} is not one text", "one word or text", rule="qualifier")]
    if qualifier.type == "words" and value not in dictionary.words[qualifier.words]:
        return [_unknown_word(value, (name,), qualifier.words, dictionary.words[qualifier.words])]
    if qualifier.type == "quantity" and value != "undeclared":
        return _quantity_fault(value, name, dictionary)
    return []


def _quantity_fault(value: str, name: str, dictionary: Dictionary) -> list[Fault]:
    try:
        _figure(value, dictionary.qualifier_choices[name])
    except NotAFigure as error:
        return [Fault((name,), error.found, error.allowed, rule="qualifier")]
    return []


def _unknown_word(word: str, path: tuple[str, ...], vocabulary: str, words: dict[str, object] | object) -> Fault:
    known = list(words) if isinstance(words, dict) else []
    found = f"`{word}` is not a word of {vocabulary}"
    return Fault(path, found, f"one of {', '.join(known)}", rule="unknown-word", near=(word, known))
