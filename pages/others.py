"""Who else measured what a claim is about, and what came out."""

import re
import sqlite3

from pages.rows import Row, fetch

LIKEST = 6
"""Figures of others that are given of each metric and model."""
# A result submitted to MLPerf is its submitter's word, a report the word of whoever it reports.
_TOLD = """
SELECT s.*, coalesce(u.model, CASE s.entity_kind WHEN 'model' THEN s.entity END) AS model, d.id AS device,
  d.memory_type, u.devices, u.conditions,
  coalesce(s.asserted_by, CASE c.about WHEN 'mlperf-inference' THEN c.claimant END, r.publisher) AS by
FROM statements s JOIN sources r ON r.id = s.source LEFT JOIN claims c ON c.id = s.claim
LEFT JOIN setups u ON u.id = s.setup LEFT JOIN devices d ON d.id = coalesce(u.device, s.qualifiers ->> 'device')
WHERE s.value IS NOT NULL AND s.rank <> 'deprecated' AND """
_METRIC_OF_MODEL = """s.metric = :metric
  AND (s.setup IN (SELECT id FROM setups WHERE model = :model) OR s.setup IS NULL AND s.entity = :model)
  ORDER BY c.about IS 'mlperf-inference', s.id"""
OWN = _TOLD + "s.claim = :id"
OF_MODEL = _TOLD + _METRIC_OF_MODEL
NOT_OF_STATEMENTS = ("model", "device", "memory_type", "devices", "conditions", "by")
Thing = tuple[str | None, ...]


def read(conn: sqlite3.Connection, claim: Row) -> list[Row]:
    """What others than the claimant say of what the claim measures, by metric and model.

    Of each `metric` and `model` the number `n` of figures on the same class of device, or of scores on the same
    benchmark, and the likest `rows`: a `statement`, `by` whom, on which `devices`.
    """
    told = fetch(conn, OWN, id=claim["id"])
    own = [row for row in told if row["by"] == claim["claimant"]] or told
    of_models = [row for row in own if row["model"]]
    measured = [row for row in of_models if row["basis"] != "derived"] or of_models
    # a ratio does not say per what the figures are that it divides, so it goes without
    things = {_asked(row) for row in measured} | {_asked(row)[:3] for row in measured if _is_ratio(row)}
    found: list[Row] = []
    for metric, model in sorted({(str(thing[0]), str(thing[1])) for thing in things}):
        rows = [row for row in fetch(conn, OF_MODEL, metric=metric, model=model) if _of_others(row, own)]
        alike = _once([row for row in rows if things & {_thing(row), _thing(row)[:3]}])
        if alike:
            found.append(_group(metric, model, alike, own))
    return found


def _is_ratio(row: Row) -> bool:
    return "ratio_of" in row["qualifiers"]


def _asked(row: Row) -> Thing:
    """What a figure measures; a ratio asks for what it is a ratio of."""
    return (row["qualifiers"].get("ratio_of"), *_thing(row)[1:]) if _is_ratio(row) else _thing(row)


def _thing(row: Row) -> Thing:
    """What a figure is of: metric, model, benchmark or class of device, and per what."""
    benchmark = row["qualifiers"].get("benchmark")
    return row["metric"], row["model"], benchmark or device_class(row), None if benchmark else row["per"]


def device_class(row: Row) -> str | None:
    """What a device has for memory, HBM, GDDR or LPDDR; the device itself where that is not known."""
    letters = re.match("[a-z]+", row["memory_type"] or "unknown")
    return letters[0] if letters and letters[0] != "unknown" else row["device"]


def _of_others(row: Row, own: list[Row]) -> bool:
    """Whether a figure is somebody else's word, and not one that the claimant repeats."""
    words, printed = {mine["by"] for mine in own}, {(mine["source"], mine["value"]) for mine in own}
    return row["by"] not in words and (row["source"], row["value"]) not in printed


def _once(rows: list[Row]) -> list[Row]:
    """One of several figures that a source gives alike: the last, where MLPerf's own stand."""
    return list({(row["source"], row["per"], row["value"]): row for row in rows}.values())


def _group(metric: str, model: str, rows: list[Row], own: list[Row]) -> Row:
    runs, devices = [_conditions(row) for row in own], {row["device"] for row in own}
    likest = sorted(rows, key=lambda row: (row["device"] not in devices, -_shared(row, runs), -row["value"]))[:LIKEST]
    given = [
        {
            "statement": {name: value for name, value in row.items() if name not in NOT_OF_STATEMENTS},
            "by": row["by"],
            "devices": row["devices"] or [],
        }
        for row in likest
    ]
    return {"metric": metric, "model": model, "n": len(rows), "rows": given}


def _shared(row: Row, runs: list[frozenset[str]]) -> int:
    """The most conditions that a figure shares with a run."""
    conditions = _conditions(row)
    return max((len(conditions & run) for run in runs), default=0)


def _conditions(row: Row) -> frozenset[str]:
    return frozenset(f"{name}={value}" for name, value in (row["conditions"] or {}).items())
