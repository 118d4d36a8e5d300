"""Table `coverage`: what is known of the figures that readers ask for first, so that a hole is a row like any other."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from analysis.coverage import ASKED, Asked, Word, covered
from loaders.among import Only, among, merged
from loaders.ddl import insert
from schema.dictionary import Dictionary

Row = tuple[Any, ...]
Words = dict[str, list[Word]]
ENTITIES = "SELECT id FROM entities WHERE kind = ?"
ORDER = "entity, absence"
# Figures of parts, such as one core, say nothing of the whole: only what counts the thing itself covers it.
SAID = """SELECT entity, metric, qualifiers, absence, n_origins, source_kind FROM (
        SELECT entity, entity_kind, metric, qualifiers, 0 AS absence, n_origins, source_kind FROM facts
        WHERE setup IS NULL AND json_extract(qualifiers, '$.per') IS NULL
        UNION ALL
        SELECT a.entity, s.entity_kind, a.metric, a.qualifiers, 1, 0, 'none' FROM absences a
        JOIN statements s ON s.id = a.statement WHERE s.rank <> 'deprecated'
    ) WHERE entity_kind = ?"""


def write_coverage(connection: sqlite3.Connection, dictionary: Dictionary, only: Only = None) -> None:
    """Fill table `coverage`, or its rows of some entities; facts and absences must be written already."""
    for kind in sorted({asked.kind for asked in ASKED}):
        connection.executemany(insert("coverage"), _rows(connection, kind, dictionary, only))


def _rows(connection: sqlite3.Connection, kind: str, dictionary: Dictionary, only: Only) -> Iterator[Row]:
    ids = (id_ for (id_,) in among(connection, ENTITIES, "id", only, kind, order="id"))
    for entity, said in merged(ids, among(connection, SAID, "entity", only, kind, order=ORDER)):
        words = _words(said)
        for asked in ASKED:
            if asked.kind == kind:
                yield _row(entity, asked, words, dictionary)


def _row(entity: str, asked: Asked, words: Words, dictionary: Dictionary) -> Row:
    trust = dictionary.trust[dictionary.metrics[asked.metric].trust].order
    known = covered(words[asked.metric], asked.part, trust)
    address = f"{entity}/{asked.metric}/{asked.part}"
    about = (address, entity, asked.kind, asked.metric, asked.part, int(asked.needed))
    return (*about, known.state, known.n_origins, known.best_source_kind)


def _words(said: Iterable[Row]) -> Words:
    """Facts and absences of one entity by metric."""
    found: Words = defaultdict(list)
    for _, metric, qualifiers, absence, n_origins, source_kind in said:
        kinds = frozenset() if absence else frozenset({source_kind})
        found[metric].append(Word(json.loads(qualifiers), bool(absence), n_origins, kinds))
    return found
