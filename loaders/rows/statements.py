"""Rows of statements, of what they are tied to, of absences and prices."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from analysis.lines import Line
from loaders.catalogue import Catalogue
from loaders.records import Record
from loaders.rows.setups import whole_setup
from schema.dictionary import Dictionary
from schema.records import Claim
from schema.statement import Statement

Row = tuple[Any, ...]
COLUMN_QUALIFIERS = ("precision", "sparsity", "per", "edition")


@dataclass(frozen=True, slots=True)
class Place:
    """What a statement's row takes from its record."""

    entity: str
    entity_kind: str
    default_per: str | None
    claim: str | None
    file: str


def number(value: Any) -> float | None:
    """A Decimal as the nearest float; None stays None."""
    return None if value is None else float(value)


def words_of(qualifiers: Mapping[str, str]) -> str:
    """Qualifiers as a JSON object with sorted keys."""
    return _json(tuple(sorted(qualifiers.items()))) if qualifiers else "{}"


@lru_cache(maxsize=65536)
def _json(pairs: tuple[tuple[str, str], ...]) -> str:
    return json.dumps(dict(pairs), ensure_ascii=False)


def figure_columns(statement: Statement, place: Place) -> Row:
    """What a statement and a fact have in common, in the order of the columns."""
    figure, get = statement.figure, statement.qualifiers.get
    comparator = figure.comparator if figure else "absent" if statement.reading.absence else "words"
    return (
        place.entity, place.entity_kind, statement.metric, statement.stated, comparator,
        number(figure.value) if figure else None, number(figure.value_max) if figure else None,
        statement.reading.text, figure.unit if figure else "", get("precision"), get("sparsity"),
        get("per", place.default_per), get("edition"), get("stage", "shipped"), words_of(statement.qualifiers),
        statement.book.source,
    )  # fmt: skip


def statement_row(line: Line, place: Place) -> Row:
    """Row of table `statements`."""
    statement, book = line.statement, line.statement.book
    return (
        line.id, *figure_columns(statement, place), book.printed, book.at, book.basis or "vendor_stated",
        book.asserted_by, book.rank or "normal", book.cause, book.reason, book.unresolved, book.note, place.claim,
        setup_of(book.of, place.claim), setup_of(book.over, place.claim), line.published, book.valid_from,
        book.valid_to, place.file, statement.line or None,
    )  # fmt: skip


def setup_of(name: str | None, claim: str | None) -> str | None:
    """Id of a setup, or `undeclared`."""
    return name if name in (None, "undeclared") or claim is None else f"{claim}/{name}"


def tie_rows(line: Line, place: Place, record: Record, catalogue: Catalogue) -> list[Row]:
    """Rows of `statement_entities`: everything the statement involves, with its role."""
    ties = {(place.entity, "subject"), *_qualifier_ties(line.statement, catalogue.dictionary)}
    if isinstance(record.head, Claim):
        ties |= {*_setup_ties(record.head, line.statement.book.of, "")}
        ties |= {*_setup_ties(record.head, line.statement.book.over, "baseline")}
    if line.statement.book.asserted_by:
        ties.add((line.statement.book.asserted_by, "asserted_by"))
    return [(line.id, entity, role) for entity, role in sorted(ties)]


def _qualifier_ties(statement: Statement, dictionary: Dictionary) -> Iterator[tuple[str, str]]:
    for name, value in statement.qualifiers.items():
        refers = dictionary.qualifiers[name].refers
        if refers and refers != "metric" and value != "undeclared":
            yield value, name
    if dictionary.metrics[statement.metric].refers and not statement.reading.absence:
        yield statement.stated, statement.metric


def _setup_ties(claim: Claim, name: str | None, role: str) -> Iterator[tuple[str, str]]:
    if name is None or name not in claim.setups:
        return
    setup = whole_setup(claim, name)
    for key in ("model", "engine", "system"):
        value = getattr(setup, key)
        if value:
            yield value, role or key
    yield from ((part.device, role or "device") for part in setup.devices)


def absence_row(line: Line, place: Place) -> Row:
    """Row of table `absences`."""
    statement = line.statement
    words = words_of(statement.qualifiers)
    return (line.id, place.entity, statement.metric, words, statement.reading.absence, statement.book.source)


def price_row(line: Line, place: Place) -> Row:
    """Row of table `prices`."""
    statement, figure = line.statement, line.statement.figure
    assert figure is not None, "prices are quantities"
    get = statement.qualifiers.get
    per = get("per", place.default_per)
    terms = get("terms") or get("token_kind")
    return (
        line.id, place.entity, statement.metric, float(figure.value), figure.unit, per, get("seller"), get("region"),
        terms, statement.book.valid_from or line.published, statement.book.source,
    )  # fmt: skip
