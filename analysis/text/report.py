"""Answers as data: for JSON, for a table, and as stretches of the marked-up text."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.text.checking import Answer, Report
from analysis.text.ledger import Ledger, Recorded

COLUMNS = (
    "text", "start", "end", "verdict", "why", "entity", "metric", "value", "value_max", "unit", "fact", "sources",
    "disputed",
)  # fmt: skip
"""Columns of the verdicts as a table."""
VERDICTS = ("supported", "only_repeated", "misleading", "contradicted", "unsure", "not_in_ledger")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_dict(report: Report, ledger: Ledger) -> dict[str, Any]:
    """The whole report."""
    return {
        "language": report.language,
        "counts": {word: sum(answer.verdict == word for answer in report.answers) for word in VERDICTS},
        "figures": [answer_as_dict(answer, ledger) for answer in report.answers],
        "unjudged": report.cut,
    }


def answer_as_dict(answer: Answer, ledger: Ledger) -> dict[str, Any]:
    """One answer: the figure as understood, the verdict, what is on record, and who says it."""
    return {
        "text": answer.text,
        "start": answer.start,
        "end": answer.end,
        "entity": answer.entity,
        "metric": answer.metric,
        "value": answer.value,
        "value_max": answer.value_max,
        "unit": answer.unit,
        "qualifiers": answer.qualifiers,
        "verdict": answer.verdict,
        "why": answer.why,
        "rule": answer.rule,
        "disputed": answer.disputed,
        "fact": answer.statements[0].stated if answer.statements else None,
        "statements": [_statement(item, ledger) for item in answer.statements],
        "sources": [_source(item, ledger) for item in _by_source(answer)],
        "findings": list(answer.findings),
        "language": answer.language,
    }


def _statement(item: Recorded, ledger: Ledger) -> dict[str, Any]:
    return {
        "id": item.id,
        "entity": item.entity,
        "metric": item.metric,
        "stated": item.stated,
        "qualifiers": dict(item.qualifiers),
        "conditions": dict(item.conditions),
        "source": item.source.id,
        "origin": item.origin,
        "origin_name": ledger.name(item.origin),
        "rank": item.rank,
        "reason": item.reason or None,
    }


def _by_source(answer: Answer) -> list[Recorded]:
    return list({item.source.id: item for item in answer.statements}.values())


def _source(item: Recorded, ledger: Ledger) -> dict[str, Any]:
    source = item.source
    return {
        "id": source.id,
        "title": source.title,
        "kind": source.kind,
        "publisher": ledger.name(source.publisher),
        "published": source.published or None,
        "url": source.url or None,
    }


def table(report: Report, ledger: Ledger) -> Iterator[tuple[Any, ...]]:
    """Rows under COLUMNS. A cell that a spreadsheet would take for a formula gets an apostrophe."""
    for answer in report.answers:
        row: Mapping[str, Any] = answer_as_dict(answer, ledger)
        told = {**row, "sources": " | ".join(source["url"] or source["title"] for source in row["sources"])}
        yield tuple(_harmless(told[name]) for name in COLUMNS)


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def stretches(text: str, report: Report) -> Iterator[tuple[str, int | None]]:
    """The text cut at its figures: each stretch with the number of its answer, counted from 1, or None."""
    place = 0
    for number, answer in enumerate(report.answers, 1):
        if answer.start < place:
            continue
        if answer.start > place:
            yield text[place : answer.start], None
        yield text[answer.start : answer.end], number
        place = answer.end
    if place < len(text):
        yield text[place:], None
