"""JSON Schema of statements: metrics with the form of their figures, qualifiers with their words.

That a statement has exactly one metric, and which qualifiers a metric takes, is left to the check: as `oneOf` an editor
would only say that several schemas match.
"""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from schema import patterns
from schema.bookkeeping import Basis, Bookkeeping, Cause, Rank
from schema.dates import DATE_FORMS, PARTIAL_DATE
from schema.dictionary import Dictionary, Metric, Qualifier, Word
from schema.quantity import UnitChoice

JsonSchema = dict[str, Any]
TEXT: JsonSchema = {"type": ["string", "number", "boolean"], "minLength": 1}
"""Any scalar: an editor reads an unquoted 3.10 as a number, the ledger as the text that was written."""
UNDECLARED = "undeclared"
_DATE_SENTENCE = f"A date as precise as its source: {DATE_FORMS}."
_DATES = ("published", "valid_from", "valid_to")
_WORDS: dict[str, Any] = {"basis": Basis, "rank": Rank, "cause": Cause}
_REFERENCES = {"source": "source", "asserted_by": "organization"}


def statement_definitions(kind: str, dictionary: Dictionary) -> dict[str, JsonSchema]:
    """Schema `statement` of records of `kind` (device, system, model, software, claim), and those it refers to."""
    metrics = {name: item for name, item in dictionary.metrics.items() if kind == "claim" or kind in item.about}
    quantities = [name for name, item in metrics.items() if item.type == "quantity"]
    vocabularies = sorted({item.words for item in dictionary.qualifiers.values() if item.words})
    choices = [dictionary.unit_choices[name] for name in quantities]
    units = sorted({item.unit for item in dictionary.qualifiers.values() if item.type == "quantity"})
    return {
        "statement": _statement(metrics, dictionary),
        **{_figure_name(choice): _figure(choice, dictionary.words["absence"]) for choice in choices},
        **{_size_name(unit, dictionary): _figure(_size(unit, dictionary), [UNDECLARED]) for unit in units},
        **{f"words_{name}": enumeration(dictionary.words[name]) for name in vocabularies},
    }


def reference(kind: str) -> JsonSchema:
    """Reference to the ids of a kind of entity or source, or of `entity`."""
    return {"$ref": f"ids.json#/$defs/{kind}"}


def enumeration(vocabulary: Mapping[str, Word]) -> JsonSchema:
    """Closed list of words with their meanings."""
    return {**closed(vocabulary), "enumDescriptions": [word.meaning for word in vocabulary.values()]}


def closed(words: Iterable[str]) -> JsonSchema:
    """Closed list of words; one that an editor takes for a boolean or a number stands there as such too."""
    listed = list(words)
    typed = [flag for flag in (True, False) if str(flag).lower() in listed]
    return {"enum": [*listed, *typed, *(int(word) for word in listed if word.isdecimal())]}


def dated(*others: str) -> JsonSchema:
    """A date of any precision, or one of the patterns; a bare year is a number to an editor."""
    return {**_form(_DATE_SENTENCE, PARTIAL_DATE, *others), "type": ["string", "number"]}


def _form(sentence: str, *forms: str) -> JsonSchema:
    return {"pattern": patterns.anchored(*forms), "patternErrorMessage": sentence, "errorMessage": sentence}


def _statement(metrics: Mapping[str, Metric], dictionary: Dictionary) -> JsonSchema:
    return {
        "type": "object",
        "description": "One metric with its figure, then qualifiers, source, place and rank.",
        "properties": {
            **{name: _metric(name, item, dictionary) for name, item in metrics.items()},
            **{name: _qualifier(item, dictionary) for name, item in dictionary.qualifiers.items()},
            **{name: _bookkeeping(name, dictionary) for name in Bookkeeping.model_fields},
        },
        "required": ["source"],
        "dependentRequired": {
            **{name: list(item.needs) for name, item in metrics.items() if item.needs},
            "rank": ["reason"],
        },
        "additionalProperties": False,
    }


def _metric(name: str, metric: Metric, dictionary: Dictionary) -> JsonSchema:
    unit = f" Unit: {metric.unit}." if metric.unit else ""
    needs = f" Needs {', '.join(metric.needs)}." if metric.needs else ""
    takes = ", ".join(sorted(metric.allowed - set(metric.needs)))
    description = f"{metric.meaning}{unit}{needs} May take {takes}."
    return {"description": description, **_stated(name, metric, dictionary)}


def _stated(name: str, metric: Metric, dictionary: Dictionary) -> JsonSchema:
    """Form of what is stated of a metric, sourced absences included."""
    absences = dictionary.words["absence"]
    vocabulary = dictionary.words.get(metric.words, {})
    match metric.type:
        case "quantity":
            return {"$ref": f"#/$defs/{_figure_name(dictionary.unit_choices[name])}"}
        case "date":
            return dated(patterns.one_of(absences))
        case "flag":
            return closed(["yes", "no", *absences])
        case "word":
            return enumeration({**vocabulary, **absences})
        case "words":
            return {**_several(metric.words, vocabulary, absences), "examples": list(vocabulary)}
    return {"anyOf": [reference(metric.refers), closed(absences)]} if metric.refers else TEXT


def _several(name: str, vocabulary: Iterable[str], absences: Iterable[str]) -> JsonSchema:
    sentence = f"Words of {name}, with commas between them: {', '.join(vocabulary)}."
    return {"type": "string", **_form(sentence, patterns.words(vocabulary), patterns.one_of(absences))}


def _figure_name(choice: UnitChoice) -> str:
    return f"figure_{'_'.join(unit.dimension for unit in choice.targets)}"


def _size_name(token: str, dictionary: Dictionary) -> str:
    return f"size_{dictionary.unit(token).dimension}"


def _size(token: str, dictionary: Dictionary) -> UnitChoice:
    """Units of a qualifier that is a quantity: a bare number is in its own."""
    unit = dictionary.unit(token)
    return UnitChoice((unit,), {**dictionary.units.by_dimension[unit.dimension], "": unit})


def _figure(choice: UnitChoice, others: Iterable[str]) -> JsonSchema:
    """A figure or one of the other words; only where a bare number is allowed may an editor see a number."""
    form = _form(patterns.figure_sentence(choice), patterns.figure(choice), patterns.one_of(others))
    return {"type": ["string", "number"] if "" in choice.by_token else "string", **form}


def _qualifier(qualifier: Qualifier, dictionary: Dictionary) -> JsonSchema:
    role = " Explains a difference." if qualifier.role == "explaining" else ""
    return {"description": qualifier.meaning + role, **_qualifier_value(qualifier, dictionary)}


def _qualifier_value(qualifier: Qualifier, dictionary: Dictionary) -> JsonSchema:
    if qualifier.type == "words":
        return {"$ref": f"#/$defs/words_{qualifier.words}"}
    if qualifier.type == "quantity":
        return {"$ref": f"#/$defs/{_size_name(qualifier.unit, dictionary)}"}
    if qualifier.refers == "metric":
        return closed([*dictionary.metrics, UNDECLARED])
    if qualifier.type == "refers":
        return {"anyOf": [reference(qualifier.refers), {"const": UNDECLARED}]}
    return TEXT


def _bookkeeping(name: str, dictionary: Dictionary) -> JsonSchema:
    described: JsonSchema = {"description": Bookkeeping.model_fields[name].description}
    if name in _REFERENCES:
        return described | reference(_REFERENCES[name])
    if name in _WORDS:
        vocabulary = dictionary.words[name]
        return described | enumeration({word: vocabulary[word] for word in get_args(_WORDS[name])})
    return described | (dated() if name in _DATES else TEXT)
