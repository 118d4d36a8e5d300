"""Records to the lines that the analysis groups: subject, id, origin and date of each statement."""

from collections.abc import Iterator

from analysis.lines import Line
from loaders.catalogue import Catalogue
from loaders.records import Record
from schema.records import DEFAULT_PER, Claim
from schema.statement import Statement, statement_id


def subject_of(record: Record, statement: Statement) -> str:
    """What a statement is about: the entity, or the setup it was obtained with."""
    if not isinstance(record.head, Claim):
        return record.id
    return f"{record.id}/{statement.book.of}" if statement.book.of else record.head.about


def id_of(record: Record, statement: Statement, catalogue: Catalogue) -> str:
    """Address of a statement."""
    return statement_id(subject_of(record, statement), statement, catalogue.dictionary.explaining)


def line_of(record: Record, statement: Statement, catalogue: Catalogue) -> Line:
    """The statement with what its source adds."""
    source = catalogue.sources.get(statement.book.source)
    origin = statement.book.asserted_by or catalogue.origin(statement.book.source)
    published = statement.book.published or (source.published if source else None)
    return Line(id_of(record, statement, catalogue), statement, source.kind if source else "", origin, published)


def lines_by_subject(record: Record, catalogue: Catalogue) -> Iterator[tuple[str, list[Line]]]:
    """Lines of a record, those of each entity or setup together."""
    found: dict[str, list[Line]] = {}
    for statement in record.statements:
        found.setdefault(subject_of(record, statement), []).append(line_of(record, statement, catalogue))
    yield from found.items()


def default_per(record: Record) -> str | None:
    """What one figure of the record's entity counts when nobody writes `per`."""
    return DEFAULT_PER.get(getattr(record.head, "kind", "")) if record.kind in ("device", "system") else None
