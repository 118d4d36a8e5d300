"""Table `fits`: every model whose memory can be computed on every device, once all facts are in their table.

What is written and why not more: docs/decisions/0007-matrix-of-fits.md.
"""

import csv
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from analysis.hosting import queries
from analysis.hosting.devices import devices
from analysis.hosting.formats import default_engine, hypothetical_formats, is_released, released_formats, word_for
from analysis.hosting.question import KV
from analysis.hosting.recorded import Recorded, by_entity, recorded
from analysis.hosting.shelf import CONTEXTS
from analysis.memory import (
    Device,
    EngineName,
    FitTerms,
    Geometry,
    Park,
    Request,
    Validated,
    fit_all,
    from_facts,
    validated_from_rows,
)
from analysis.memory.parallel import NODE
from loaders.among import Only, among, merged
from loaders.ddl import insert, select
from loaders.kept import same, unchanged

Row = tuple[Any, ...]
Point = tuple[int, int]
POINTS: tuple[Point, ...] = (
    (8_192, 1), (32_768, 16), (131_072, 64), (8_192, 16), (32_768, 1), (131_072, 1), (8_192, 64), (32_768, 64),
    (131_072, 16),
)  # fmt: skip
"""Tokens of each user and users at once, those that go last first when a ledger has grown too large for all."""
BUDGET = 1_000_000
"""Pairs of model and device times points that a build takes on: about ten seconds and 150 MB."""
COLUMNS = ("entity", "metric", "qualifiers", "value", "value_max", "value_text", "statement", "source", "stated")
FACTS = f"SELECT {', '.join(COLUMNS)} FROM facts WHERE entity_kind = ? AND setup IS NULL"  # noqa: S608 - our own columns
ORDER = "entity, rowid"
DEVICES = f"SELECT * FROM ({queries.DEVICES}) WHERE TRUE"  # noqa: S608 - a query of our own
SEEN = f"SELECT * FROM ({queries.SEEN}) WHERE TRUE"  # noqa: S608 - a query of our own
IN_ORDER = f"{FACTS} ORDER BY {ORDER}"
OLD_ANSWERS = """DELETE FROM fits WHERE model IN (SELECT value FROM json_each(?))
    OR device IN (SELECT value FROM json_each(?))"""
OF_MODEL = f"{select('fits')} WHERE model = ? ORDER BY rowid"
COUNT = "SELECT count(*) FROM models WHERE estimable"
VALIDATED = Path("validated_runs.csv")


@dataclass(slots=True)
class Hardware:
    """Devices of known memory, grouped by the engine and the formats that they are asked about."""

    devices: dict[str, Device]
    validated: Validated
    by_engine: dict[EngineName, Park] = field(default_factory=dict)
    by_format: dict[tuple[EngineName, str], Park] = field(default_factory=dict)

    @classmethod
    def of(cls, known: Iterable[Device], validated: Validated) -> "Hardware":
        """The devices among `known` whose memory somebody has stated."""
        found = cls({device.id: device for device in known if device.visible is not None}, validated)
        engines: dict[EngineName, list[Device]] = {}
        formats: dict[tuple[EngineName, str], list[Device]] = {}
        for device in found.devices.values():
            engine = default_engine(device)
            engines.setdefault(engine, []).append(device)
            for name in hypothetical_formats(device, []):
                formats.setdefault((engine, name), []).append(device)
        found.by_engine = {engine: Park(group) for engine, group in engines.items()}
        found.by_format = {key: Park(group) for key, group in formats.items()}
        return found


def write_fits(connection: sqlite3.Connection, data_root: Path, old: sqlite3.Connection | None = None) -> None:
    """Fill table `fits` from the facts, which must all be written; `build_info` says what was asked and checked.

    Answers about a model of which, as of all devices, nothing has changed since `old` was built are taken from there.
    """
    runs = validated_runs(data_root)
    n_devices = _count_known(connection)
    points = _points(connection, n_devices)
    notes = {"fits_points": json.dumps(points), "validated_runs": json.dumps(runs), "fits_devices": str(n_devices)}
    if points:
        known = _answered(connection, old, notes) if old else frozenset()
        found = Hardware.of(_devices(connection), validated_from_rows(runs))
        connection.executemany(insert("fits"), _rows(_facts(connection, "model"), found, points, old, known))
    connection.executemany(insert("build_info").replace("INSERT", "INSERT OR REPLACE", 1), notes.items())


def revise_fits(
    connection: sqlite3.Connection, old: sqlite3.Connection, data_root: Path, things: Collection[str]
) -> None:
    """Answers of a ledger in which the facts of some things are others: anew for models among them, and for devices.

    Devices of one architecture may share what they are rated for, so that all are compared with those of `old`.
    """
    noted = dict(old.execute("SELECT key, value FROM build_info"))
    n_devices = int(noted["fits_devices"]) - _count_known(old, things) + _count_known(connection, things)
    connection.execute("UPDATE build_info SET value = ? WHERE key = 'fits_devices'", (str(n_devices),))
    points = _points(connection, n_devices)
    if not points and noted["fits_points"] == "[]":
        return
    now, before = ({device.id: device for device in _devices(ledger)} for ledger in (connection, old))
    others = {id_ for id_ in now.keys() | before.keys() if now.get(id_) != before.get(id_)}
    found = Hardware.of(now.values(), validated_from_rows(validated_runs(data_root)))
    if json.dumps(points) != noted["fits_points"]:
        connection.execute("DELETE FROM fits")
        write_fits(connection, data_root)
        return
    connection.execute(OLD_ANSWERS, [json.dumps(sorted(ids)) for ids in (things, others)])
    changed = Hardware.of((now[id_] for id_ in others & now.keys()), found.validated)
    for id_, rows in groupby(_facts(connection, "model", None if others else things), key=lambda row: row["entity"]):
        park = found if id_ in things else changed
        connection.executemany(insert("fits"), _asked(id_, rows, park, points))


def _devices(connection: sqlite3.Connection, only: Only = None) -> list[Device]:
    rows = among(connection, DEVICES, "id", only)
    seen = _named(among(connection, SEEN, "entity", only))
    return devices(_named(rows), by_entity(chain(_facts(connection, "device", only), seen)))


def _count_known(connection: sqlite3.Connection, only: Only = None) -> int:
    """Devices whose memory somebody has stated, all or those among some things; they may be too many to hold."""
    rows = _named(among(connection, DEVICES, "id", only, order="id"))
    ids = (id_ for (id_,) in among(connection, "SELECT id FROM devices WHERE TRUE", "id", only, order="id"))
    facts = merged(ids, among(connection, FACTS, "entity", only, "device", order=ORDER))
    known = (devices([row], {id_: _recorded(said)})[0] for row, (id_, said) in zip(rows, facts, strict=True))
    return sum(device.visible is not None for device in known)


def _recorded(rows: Iterable[Row]) -> list[Recorded]:
    return [recorded(dict(zip(COLUMNS, row, strict=True))) for row in rows]


def _points(connection: sqlite3.Connection, n_devices: int) -> tuple[Point, ...]:
    """As many points as a build takes on for so many devices and the models of the ledger."""
    pairs = n_devices * int(connection.execute(COUNT).fetchone()[0])
    return POINTS[: BUDGET // max(pairs, 1)]


def _answered(connection: sqlite3.Connection, old: sqlite3.Connection, notes: dict[str, str]) -> frozenset[str]:
    """Models whose answers in `old` still hold; none where the devices, the points or the runs have changed."""
    noted = dict(old.execute("SELECT key, value FROM build_info"))
    holds = all(noted.get(key) == value for key, value in notes.items())
    holds = holds and all(same(sql, connection, old) for sql in (queries.DEVICES, f"{SEEN} ORDER BY entity, statement"))
    if holds and same(IN_ORDER, connection, old, "device"):
        return unchanged(IN_ORDER, connection, old, "model")
    return frozenset()


def validated_runs(data_root: Path) -> list[dict[str, str]]:
    """Real runs behind the formulas, by engine, device class and attention class; none where nobody counted."""
    path = data_root / VALIDATED
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _named(cursor: sqlite3.Cursor) -> Iterator[Mapping[str, Any]]:
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def _facts(connection: sqlite3.Connection, kind: str, only: Only = None) -> Iterator[Mapping[str, Any]]:
    return _named(among(connection, FACTS, "entity", only, kind, order=ORDER))


def _rows(
    facts: Iterable[Mapping[str, Any]], hardware: Hardware, points: Iterable[Point],
    old: sqlite3.Connection | None, answered: frozenset[str],
) -> Iterator[Row]:  # fmt: skip
    for id_, rows in groupby(facts, key=lambda row: row["entity"]):
        if old and id_ in answered:
            yield from old.execute(OF_MODEL, (id_,))
            continue
        yield from _asked(id_, rows, hardware, points)


def _asked(id_: str, rows: Iterable[Mapping[str, Any]], hardware: Hardware, points: Iterable[Point]) -> Iterator[Row]:
    """Answers about one model from the rows of its facts; none where its memory cannot be computed."""
    known = [recorded(row) for row in rows]
    model = from_facts(id_, known)
    if isinstance(model, Geometry):
        yield from _of_model(model, known, hardware, points)


def _of_model(model: Geometry, known: list[Recorded], hardware: Hardware, points: Iterable[Point]) -> Iterator[Row]:
    """Formats that can be had at every point, those that nobody released at the first."""
    released = released_formats(model)
    longest = max((fact.value or 0 for fact in known if fact.metric in CONTEXTS), default=0) or POINTS[0][0]
    within = [point for point in points if point[0] <= longest]
    for engine, park in hardware.by_engine.items():
        asked = [Request(name, KV, context, users, engine) for name in released for context, users in within]
        yield from _answers(model, park, asked, hardware, "released")
    for (engine, name), park in hardware.by_format.items():
        if not is_released(name, released) and not (released and name == "bf16"):
            asked = [Request(name, KV, context, users, engine) for context, users in within[:1]]
            yield from _answers(model, park, asked, hardware, "hypothetical")


def _answers(
    model: Geometry, park: Park, asked: Iterable[Request], hardware: Hardware, checkpoint: str
) -> Iterator[Row]:
    for request, found in fit_all(model, park, asked, hardware.validated):
        head = (request.precision, request.engine, request.kv_precision, request.context, request.users)
        address = blake2b("\x1f".join(map(str, (model.model, *head, ""))).encode(), digest_size=8)
        words: dict[frozenset[str], str] = {}
        for terms in found:
            device = hardware.devices[terms.device]
            if device.formats not in words:
                words[device.formats] = word_for(request.precision, device, request.engine)
            word = words[device.formats]
            if word != "unsupported" and _within_reach(terms, device):
                own = address.copy()
                own.update(terms.device.encode())
                yield (own.hexdigest(), model.model, checkpoint, *head, terms.device, *_rounded(terms), word, terms[-1])


def _within_reach(terms: FitTerms, device: Device) -> bool:
    """Whether the device holds the model within one server or one scale-up network."""
    return terms.devices_needed is not None and terms.devices_needed <= max(NODE, device.domain)


def _rounded(terms: FitTerms) -> Row:
    """Devices needed, then the terms in GiB to four places."""
    _, _, needed, weights, cache, state, load, total, low, high, _, _ = terms
    return (
        needed, round(weights, 4), round(cache, 4), round(state, 4), round(load, 4), round(total, 4), round(low, 4),
        round(high, 4),
    )  # fmt: skip
