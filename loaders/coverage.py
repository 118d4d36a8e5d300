"""Table `coverage`: what is known of the figures that readers ask for first, so that a hole is a row like any other."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from analysis.coverage import ASKED, Asked, Word, covered
from loaders.among import Only, among
from loaders.ddl import insert
from schema.dictionary import Dictionary

Row = tuple[Any, ...]
Words = dict[tuple[str, str], list[Word]]
ENTITIES = "SELECT id FROM entities WHERE kind = ?"
# Figures of parts, such as one core, say nothing of the whole: only what counts the thing itself covers it.
FACTS = """SELECT entity, metric, qualifiers, n_origins, source_kind FROM facts
    WHERE setup IS NULL AND json_extract(qualifiers, '$.per') IS NULL AND entity_kind = ?"""
ABSENCES = """SELECT a.entity, a.metric, a.qualifiers FROM absences a
    JOIN statements s ON s.id = a.statement WHERE s.rank <> 'deprecated' AND s.entity_kind = ?"""


def write_coverage(connection: sqlite3.Connection, dictionary: Dictionary, only: Only = None) -> None:
    """Fill table `coverage`, or its rows of some entities; facts and absences must be written already."""
    for kind in sorted({asked.kind for asked in ASKED}):
        connection.executemany(insert("coverage"), _rows(connection, kind, dictionary, only))


def _rows(connection: sqlite3.Connection, kind: str, dictionary: Dictionary, only: Only) -> Iterator[Row]:
    words = _words(connection, kind, only)
    for (entity,) in among(connection, ENTITIES, "id", only, kind, order="id").fetchall():
        for asked in ASKED:
            if asked.kind == kind:
                yield _row(entity, asked, words, dictionary)


def _row(entity: str, asked: Asked, words: Words, dictionary: Dictionary) -> Row:
    trust = dictionary.trust[dictionary.metrics[asked.metric].trust].order
    known = covered(words[entity, asked.metric], asked.part, trust)
    address = f"{entity}/{asked.metric}/{asked.part}"
    about = (address, entity, asked.kind, asked.metric, asked.part, int(asked.needed))
    return (*about, known.state, known.n_origins, known.best_source_kind)


def _words(connection: sqlite3.Connection, kind: str, only: Only) -> Words:
    """Facts and absences by entity and metric."""
    found: Words = defaultdict(list)
    for entity, metric, qualifiers, n_origins, source_kind in among(connection, FACTS, "entity", only, kind):
        fact = Word(json.loads(qualifiers), False, n_origins, frozenset({source_kind}))
        found[entity, metric].append(fact)
    for entity, metric, qualifiers in among(connection, ABSENCES, "a.entity", only, kind):
        found[entity, metric].append(Word(json.loads(qualifiers), True))
    return found
