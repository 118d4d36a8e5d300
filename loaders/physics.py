"""Findings about hardware: recorded figures against the arithmetic that ties them to one another."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any

from analysis.findings.check import Finding
from analysis.physics import Given, named, of_device, of_system
from loaders.among import Only, among, merged
from loaders.ddl import insert
from loaders.findings import finding_row

Row = tuple[Any, ...]
# Single numbers for the whole thing as sold: figures per die or core and ends of ranges stay out.
FACTS = """SELECT entity, statement, metric, stated, value, unit, qualifiers, rank, reason FROM facts
    WHERE entity_kind IN ('device', 'system') AND setup IS NULL AND value IS NOT NULL AND value_max IS NULL
    AND comparator IN ('exact', 'approx', 'up_to') AND json_extract(qualifiers, '$.per') IS NULL
    AND metric IN ('memory_capacity', 'memory_bandwidth', 'memory_bus_width', 'memory_data_rate', 'compute_units',
                   'matrix_engines', 'clock_boost', 'peak_compute', 'device_count')"""
DEVICES = "SELECT id FROM devices WHERE TRUE"
ORDER = "entity, rowid"
SYSTEMS = "SELECT id, device FROM systems WHERE device IS NOT NULL"


def write_physics(connection: sqlite3.Connection, only: Only = None) -> None:
    """Add findings about devices and systems, or some of them, to table `findings`; facts must be written already."""
    connection.executemany(insert("findings"), _rows(connection, only))


def _rows(connection: sqlite3.Connection, only: Only) -> Iterator[Row]:
    built_of = among(connection, SYSTEMS, "id", only, order="id").fetchall()
    facts = _facts(connection, {id_ for pair in built_of for id_ in pair})
    ids = (id_ for (id_,) in among(connection, DEVICES, "id", only, order="id"))
    said = merged(ids, among(connection, FACTS, "entity", only, order=ORDER))
    devices = (of_device(id_, [_given(row) for row in rows]) for id_, rows in said)
    systems = (of_system(id_, facts[id_], facts[device], named(facts[id_], "device_count")) for id_, device in built_of)
    found: dict[str, Finding] = {}
    for item in chain.from_iterable(chain(devices, systems)):
        found.setdefault(finding_row(item)[0], item)
    yield from (finding_row(item) for item in found.values())


def _facts(connection: sqlite3.Connection, only: Only) -> dict[str, list[Given]]:
    """Facts of some things; the reason of a figure counts where somebody put it first."""
    found: dict[str, list[Given]] = defaultdict(list)
    rows = among(connection, FACTS, "entity", only)
    for row in rows:
        found[row[0]].append(_given(row))
    return found


def _given(row: Row) -> Given:
    _, statement, metric, stated, value, unit, qualifiers, rank, reason = row
    return Given(
        statement, metric, stated, value, unit, json.loads(qualifiers), reason if rank == "preferred" else None
    )
