"""Records to the lines that the analysis groups: subject, id, origin and date of each statement."""

from dataclasses import dataclass

from analysis.lines import Group, Line, groups
from loaders.catalogue import Catalogue
from loaders.records import Record
from schema.records import DEFAULT_PER, Claim
from schema.statement import Statement, statement_id


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says of one entity or setup, with the groups of what speaks of the same thing."""

    subject: str
    lines: list[Line]
    groups: list[Group]


def subject_of(record: Record, statement: Statement) -> str:
    """What a statement is about: the entity, or the setup it was obtained with."""
    if not isinstance(record.head, Claim):
        return record.id
    return f"{record.id}/{statement.book.of}" if statement.book.of else record.head.about


def lines_of(record: Record, catalogue: Catalogue) -> list[Line]:
    """The record's statements in their order, each with what its source adds; worked out once."""
    if record.lines is None:
        record.lines = [_line(record, statement, catalogue) for statement in record.statements]
    return record.lines


def _line(record: Record, statement: Statement, catalogue: Catalogue) -> Line:
    book, source = statement.book, catalogue.sources.get(statement.book.source)
    id_ = statement_id(subject_of(record, statement), statement, catalogue.dictionary.explaining)
    published = book.published or (source.published if source else None)
    return Line(
        id_, statement, source.kind if source else "", catalogue.origin(book.source, book.asserted_by), published
    )


def told(record: Record, catalogue: Catalogue) -> list[Told]:
    """What the record says, by entity and setup; worked out once."""
    if record.told is None:
        by_subject: dict[str, list[Line]] = {}
        for line in lines_of(record, catalogue):
            by_subject.setdefault(subject_of(record, line.statement), []).append(line)
        per = default_per(record)
        record.told = [
            Told(subject, lines, groups(lines, catalogue.dictionary, per)) for subject, lines in by_subject.items()
        ]
    return record.told


def default_per(record: Record) -> str | None:
    """What one figure of the record's entity counts when nobody writes `per`."""
    return DEFAULT_PER.get(getattr(record.head, "kind", "")) if record.kind in ("device", "system") else None
