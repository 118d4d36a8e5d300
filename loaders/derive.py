"""Rows of one record after another, and of what follows from them; only ids and counts are kept between records."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from analysis.disagreements import disagreements
from analysis.facts import Fact, facts
from analysis.lines import Group, Line, groups
from analysis.wide import Facts, device_columns, system_columns
from loaders.catalogue import Catalogue
from loaders.geometry import estimate, geometry
from loaders.lines import default_per, told
from loaders.records import Record
from loaders.rows.derived import disagreement_row, fact_row
from loaders.rows.entities import entity_rows, search_row, source_row
from loaders.rows.models import model_row
from loaders.rows.setups import claim_row, setup_row
from loaders.rows.statements import Place, absence_row, price_row, statement_row, tie_rows
from schema.records import Claim, Configuration, Device, Model, Source, System

Row = tuple[Any, ...]
Named = tuple[str, Row]
PRICES = frozenset({"price", "rent", "token_price"})


class Deriver:
    """Turns records into rows. Claims come before the entities they speak of, so that what they say of an entity
    itself is grouped with the entity's own statements."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.said_elsewhere: dict[str, list[tuple[Line, Place]]] = {}
        self.per_source: Counter[str] = Counter()
        self.bundled_sources: list[Record] = []

    def rows(self, record: Record) -> Iterator[Named]:
        """All rows of a record, each with the name of its table."""
        yield from entity_rows(record)
        yield "search", search_row(record)
        if isinstance(record.head, Source):
            self.bundled_sources.append(record)
        elif isinstance(record.head, Claim):
            yield from self._claim(record)
        else:
            yield from self._entity(record)

    def closing_rows(self) -> Iterator[Named]:
        """Rows that only the end of all records allows: sources with their counts, and entities said of elsewhere."""
        for record in self.bundled_sources:
            yield "sources", source_row(record, self.per_source[record.id])
        for entity, placed in self.said_elsewhere.items():
            together = groups([line for line, _ in placed], self.catalogue.dictionary)
            yield from self._conclusions(entity, together, {line.id: place for line, place in placed}, None)

    def _claim(self, record: Record) -> Iterator[Named]:
        claim = record.head
        assert isinstance(claim, Claim)
        yield "claims", claim_row(record, len(record.statements))
        yield from (("setups", setup_row(record, name)) for name in claim.setups)
        kind = next(kind for kind in self.catalogue.files if claim.about in self.catalogue.files[kind])
        place = Place(claim.about, kind, None, record.id, record.file.name)
        for part in told(record, self.catalogue):
            yield from self._lines(part.lines, place, record)
            if part.subject == claim.about:
                placed = [(line, place) for line in part.lines]
                self.said_elsewhere.setdefault(part.subject, []).extend(placed)
            else:
                places = {line.id: place for line in part.lines}
                yield from self._conclusions(part.subject, part.groups, places, part.subject)

    def _entity(self, record: Record) -> Iterator[Named]:
        per = default_per(record)
        place = Place(record.id, record.kind, per, None, record.file.name)
        own = [line for part in told(record, self.catalogue) for line in part.lines]
        yield from self._lines(own, place, record)
        elsewhere = self.said_elsewhere.pop(record.id, [])
        places = {line.id: place for line in own} | {line.id: said_in for line, said_in in elsewhere}
        together = [group for part in told(record, self.catalogue) for group in part.groups]
        if elsewhere:
            together = groups([*own, *(line for line, _ in elsewhere)], self.catalogue.dictionary, per)
        found = facts(together, self.catalogue.dictionary)
        yield from self._conclusions(record.id, together, places, None, found)
        yield from self._wide(record, found)

    def _lines(self, lines: list[Line], place: Place, record: Record) -> Iterator[Named]:
        for line in lines:
            self.per_source[line.statement.book.source] += 1
            yield "statements", statement_row(line, place)
            yield from (("statement_entities", row) for row in tie_rows(line, place, record, self.catalogue))
            if line.statement.reading.absence:
                yield "absences", absence_row(line, place)
            elif line.statement.metric in PRICES:
                yield "prices", price_row(line, place)

    def _conclusions(
        self, subject: str, together: list[Group], places: dict[str, Place], setup: str | None,
        found: list[Fact] | None = None,
    ) -> Iterator[Named]:  # fmt: skip
        """Facts and disagreements of one entity or setup."""
        found = facts(together, self.catalogue.dictionary) if found is None else found
        yield from (("facts", fact_row(fact, places[fact.shown.id], setup)) for fact in found)
        for item in disagreements(together, self.catalogue.dictionary):
            yield "disagreements", disagreement_row(item, subject, places[item.lowest.id])

    def _wide(self, record: Record, found: list[Fact]) -> Iterator[Named]:
        """Rows that show a thing's facts side by side."""
        head = record.head
        aliases = json.dumps(list(getattr(head, "aliases", ())), ensure_ascii=False)
        if isinstance(head, Device):
            yield from self._device(record.id, head, found, aliases)
        elif isinstance(head, System):
            wide = Facts(found, _headline(head.configurations))
            columns = system_columns(wide)
            ends = (aliases, len(wide.origins), wide.disputed)
            yield "systems", (record.id, head.name, head.vendor, head.kind, head.device, *columns, *ends)
        elif isinstance(head, Model):
            known = estimate(geometry(record.id, found))
            yield "models", model_row(record.id, head, Facts(found), known, aliases)

    def _device(self, id_: str, head: Device, found: list[Fact], aliases: str) -> Iterator[Named]:
        wide = Facts(found, _headline(head.configurations))
        start = (id_, head.name, head.vendor, head.kind, head.architecture or "unknown")
        yield "devices", (*start, *device_columns(wide), aliases, len(wide.origins), wide.disputed)
        for edition, item in head.configurations.items():
            own = Facts(found, edition)
            shown = [own.value(metric) for metric in ("memory_capacity", "memory_bandwidth", "power")]
            label = item.label or edition.replace("_", " ")
            yield "configurations", (f"{id_}/{edition}", id_, edition, label, int(bool(item.headline)), *shown)


def _headline(configurations: dict[str, Configuration]) -> str | None:
    return next((name for name, item in configurations.items() if item.headline), None)
