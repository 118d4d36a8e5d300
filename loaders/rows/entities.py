"""Rows of the things themselves, of their identifiers and of what the search finds them by."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from loaders.records import Record
from schema.dictionary import Dictionary
from schema.records import Benchmark, Claim, Described, Entity, Organization, Software, Source

Row = tuple[Any, ...]
Named = tuple[str, Row]


def entity_rows(record: Record) -> Iterator[Named]:
    """Rows that follow from a record's head alone, each with the name of its table."""
    head = record.head
    if isinstance(head, Entity):
        aliases = json.dumps(list(head.aliases), ensure_ascii=False)
        line = (head.predecessor, head.variant_of) if isinstance(head, Described) else (None, None)
        yield "entities", (record.id, record.kind, head.name, aliases, record.file.name, *line)
        yield from (("identifiers", (record.id, scheme, id_)) for scheme, id_ in sorted(head.identifiers.items()))
        yield from (("renamed", (old, record.id)) for old in head.former_ids)
    if isinstance(head, Organization):
        yield "organizations", (record.id, head.name, head.kind, head.country or "unknown", head.homepage)
    if isinstance(head, Benchmark):
        problems = int(head.problems) if head.problems else None
        yield "benchmarks", (record.id, head.name, head.kind, head.maker, head.homepage, problems)
    if isinstance(head, Software):
        n = len(record.statements)
        yield "software", (record.id, head.name, head.maker, head.kind, head.homepage, head.repository, n)


def source_row(record: Record, n_statements: int) -> Row:
    """Row of table `sources`."""
    source = record.head
    assert isinstance(source, Source)
    return (
        record.id, source.title, source.kind, source.publisher, source.url, source.archived, source.published,
        source.accessed, source.language or "en", source.licence, source.repeats, source.note, n_statements,
    )  # fmt: skip


def search_row(record: Record) -> Row:
    """Row of table `search`: title, names and everything else a record can be found by."""
    head, ref = record.head, record.id
    if isinstance(head, Claim):
        text = " ".join(filter(None, (head.about, head.claimant, head.review.because if head.review else "")))
        return (f"claim:{ref}", "claim", ref, head.claim, ref, text)
    if isinstance(head, Source):
        return (f"source:{ref}", "source", ref, head.title, ref, " ".join(filter(None, (head.publisher, head.note))))
    assert isinstance(head, Entity)
    names = " · ".join((ref, *head.aliases, *head.identifiers.values()))
    told = [getattr(head, key) for key in _searched(type(head))]
    return (f"{record.kind}:{ref}", record.kind, ref, head.name, names, " ".join(filter(None, told)))


@cache
def _searched(kind: type[Entity]) -> list[str]:
    """Keys of a kind's head whose words find it; asking each head for a key that it cannot have is slow."""
    keys = ("vendor", "developer", "maker", "kind", "architecture", "family")
    return [key for key in keys if key in kind.model_fields]


def dictionary_rows(dictionary: Dictionary) -> Iterator[Named]:
    """Rows of tables `metrics` and `words`."""
    for name, metric in dictionary.metrics.items():
        about, qualifiers = json.dumps(metric.about), json.dumps(sorted(metric.allowed - {"over"}))
        told = (metric.label, metric.meaning, metric.type, metric.unit, metric.higher_is, metric.trust)
        yield "metrics", (name, *told, about, qualifiers)
    for vocabulary, words in dictionary.words.items():
        for word, item in words.items():
            yield "words", (f"{vocabulary}/{word}", vocabulary, word, item.label, item.meaning)
