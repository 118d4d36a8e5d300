"""Table `recomputed`: parameters that sources state beside those that the geometry gives, once all facts are in."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from analysis.hosting.recorded import recorded
from analysis.parameters import Counted, Stated, count, recomputed
from loaders.among import Only, among, merged
from loaders.ddl import insert
from schema.dictionary import Dictionary
from schema.quantity import last_significant_step, parse_figure

Row = tuple[Any, ...]
FACTS = """SELECT entity, metric, qualifiers, value, value_max, value_text, statement, source, stated FROM facts
    WHERE entity_kind = 'model' AND setup IS NULL"""
STATED = """SELECT entity, id, metric, stated, json_extract(qualifiers, '$.counts') FROM statements
    WHERE entity_kind = 'model' AND claim IS NULL AND rank <> 'deprecated' AND value IS NOT NULL
    AND metric IN ('params_total', 'params_active')"""
ORDER = "entity, rowid"


def write_recomputed(connection: sqlite3.Connection, dictionary: Dictionary, only: Only = None) -> None:
    """Fill table `recomputed`, or its rows of some models; statements and facts must be written already."""
    connection.executemany(insert("recomputed"), _rows(connection, dictionary, only))


def _rows(connection: sqlite3.Connection, dictionary: Dictionary, only: Only) -> Iterator[Row]:
    seeing = {model for (model,) in connection.execute("SELECT id FROM models WHERE kind = 'multimodal'")}
    rows = among(connection, STATED, "entity", only, order=ORDER)
    stated = {model: list(said) for model, said in groupby(rows, key=lambda row: str(row[0]))}
    cursor = among(connection, FACTS, "entity", only, order=ORDER)
    names = [column[0] for column in cursor.description]
    for model, known in merged(stated, cursor):
        facts = [recorded(dict(zip(names, row, strict=True))) for row in known]
        counted = count(facts)
        if isinstance(counted, Counted):
            figures = [_stated(row, dictionary) for row in stated[model]]
            for item in recomputed(model, counted, facts, figures, model in seeing):
                billions = (item.stated / 1e9, item.computed / 1e9, item.difference)
                yield (item.statement, model, item.metric, *billions, item.outcome, item.explanation)


def _stated(row: Row, dictionary: Dictionary) -> Stated:
    """A statement with the interval that its last printed digit, zeros left out, stands for."""
    _, statement, metric, text, counts = row
    figure = parse_figure(text, dictionary.unit_choices[metric])
    half = float(last_significant_step(figure.low, 0)) / 2
    value = float(figure.low.values[0])
    return Stated(statement, metric, value, value - half, value + half, counts)
