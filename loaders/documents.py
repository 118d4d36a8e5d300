"""Reference documents in Markdown, made from the types of the tables and the dictionary."""

from collections.abc import Iterable, Iterator, Sequence
from types import NoneType
from typing import Any, get_args

from loaders.check.rule import Rule
from schema.base import Strict
from schema.bookkeeping import Bookkeeping
from schema.dictionary import Dictionary, Metric, Qualifier, Trust
from schema.tables import TABLES, Json, Key, Ref
from schema.units import Dimension

_BOOKKEEPING = Bookkeeping.model_fields
_SQL_TYPES = {str: "TEXT", int: "INTEGER", float: "REAL"}


def tables_document() -> str:
    """Every table with its columns, their types, keys and meanings."""
    parts = ["## All tables", _table(("table", "one row is"), _overview())]
    for name, row in TABLES.items():
        parts += [f"## {name}", str(row.__doc__), _table(("column", "type", "meaning"), _columns(row))]
    return "\n\n".join(parts)


def terms_document(dictionary: Dictionary) -> str:
    """Metrics, qualifiers, keys, vocabularies, units and orders of trust."""
    metrics = (_metric(name, item) for name, item in dictionary.metrics.items())
    qualifiers = (_qualifier(name, item) for name, item in dictionary.qualifiers.items())
    parts = [
        "## Metrics",
        _table(("metric", "figure", "said of", "must name", "may name", "meaning"), metrics),
        "Beside these every metric may name `per` and `stage`, and a figure of a run what it was run on.",
        "## Qualifiers",
        _table(("qualifier", "role", "value", "meaning"), qualifiers),
        "## Other keys of a statement",
        _table(("key", "meaning"), ((f"`{name}`", field.description) for name, field in _BOOKKEEPING.items())),
        "## Whose word goes first",
        _table(("family", "order of trust"), (_trust(name, item) for name, item in dictionary.trust.items())),
        "## Units",
        _table(("dimension", "tokens and factors"), (_units(*item) for item in dictionary.units.dimensions.items())),
        *_vocabularies(dictionary),
    ]
    return "\n\n".join(parts)


def rules_document(rules: Iterable[Rule]) -> str:
    """Every rule of the check by its name."""
    return _table(("rule", "what must hold"), ((f"`{item.name}`", item.meaning) for item in rules))


def _overview() -> Iterator[tuple[str, str]]:
    return ((f"[{name}](#{name})", str(row.__doc__)) for name, row in TABLES.items())


def _columns(row: type[Strict]) -> Iterator[tuple[str, str, str]]:
    for name, field in row.model_fields.items():
        yield f"`{name}`", _type(field.annotation), f"{field.description}{_marks(field.metadata)}"


def _type(annotation: Any) -> str:
    """SQL type of a column, with `or NULL` where it may be empty."""
    kinds = get_args(annotation) or (annotation,)
    if NoneType in kinds:
        return f"{_type(kinds[0])} or NULL"
    return _SQL_TYPES[kinds[0] if isinstance(kinds[0], type) else type(kinds[0])]


def _marks(marks: Sequence[Any]) -> str:
    """What a column is besides: primary key, reference, JSON."""
    said = ["primary key" for mark in marks if isinstance(mark, Key)]
    said += [f"refers to [{mark.table}](#{mark.table})" for mark in marks if isinstance(mark, Ref)]
    said += ["JSON" for mark in marks if isinstance(mark, Json)]
    return f" *({'; '.join(said)})*" if said else ""


def _metric(name: str, metric: Metric) -> tuple[str, ...]:
    needs = _codes(metric.needs)
    return f"`{name}`", _figure(metric), ", ".join(metric.about), needs, _codes(metric.qualifiers), metric.meaning


def _figure(metric: Metric) -> str:
    units = [token for token in (metric.unit, *metric.also) if token]
    if metric.type == "quantity":
        return _codes(units) or "number"
    return f"{metric.type} of [{metric.words}](#{metric.words})" if metric.words else metric.type


def _qualifier(name: str, qualifier: Qualifier) -> tuple[str, ...]:
    value = qualifier.unit or qualifier.type
    if qualifier.words:
        value = f"[{qualifier.words}](#{qualifier.words})"
    elif qualifier.refers:
        value = f"id of a {qualifier.refers}"
    return f"`{name}`", qualifier.role, value, qualifier.meaning


def _trust(name: str, trust: Trust) -> tuple[str, str]:
    first = [f"basis ({', '.join(trust.basis_first)})"] if trust.basis_first else []
    first += ["the newest"] if trust.newest_first else []
    return f"`{name}`", "; then ".join([*first, ", ".join(trust.order)])


def _units(name: str, dimension: Dimension) -> tuple[str, str]:
    tokens = (f"`{token or 'no unit'}` {factor:f}" for token, factor in dimension.units.items())
    return name.replace("_", " "), ", ".join(tokens)


def _vocabularies(dictionary: Dictionary) -> Iterator[str]:
    yield "## Vocabularies"
    for name, words in dictionary.words.items():
        rows = ((f"`{word}`", item.label, item.meaning) for word, item in words.items())
        yield from (f"### {name}", _table(("word", "printed as", "meaning"), rows))


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str | None]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join((cell or '').replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
