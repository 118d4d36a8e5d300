"""Claims of the ledger as their pages tell them, with the numbers that their runs were made with."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Row = Mapping[str, Any]
COUNTS = {
    "isl": "tokens", "osl": "tokens", "context": "tokens", "draft_tokens": "tokens", "acceptance_length": "tokens",
    "batch": "requests", "concurrency": "requests", "users": "requests", "devices_used": "devices", "nodes": "nodes",
    "power_limit": "watts", "cache_hit": "percent",
}  # fmt: skip
"""Conditions of a run that are numbers, with what they count."""
_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?) ?([A-Za-z%][\w/%]*)")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)([kKM]?)(?![\w.])")
_SCALES = {"": 1, "k": 1000, "K": 1000, "M": 1_000_000}


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a run was made with; `counts` is what it counts, or a unit; `device` where devices are counted."""

    counts: str
    value: Decimal
    device: str = ""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim: its sentence, its rating with the reason, what takes part in its runs, and how they were made."""

    id: str
    sentence: str
    rating: str
    reason: str
    things: frozenset[str]
    settings: frozenset[Setting]


def assertions(claims: Iterable[Row], setups: Iterable[Row]) -> dict[str, Assertion]:
    """All claims of a ledger by id, from rows of its tables."""
    runs: dict[str, list[Row]] = defaultdict(list)
    for row in setups:
        runs[row["claim"]].append(json.loads(row["conditions"]))
    return {
        row["id"]: Assertion(
            row["id"], row["claim"], row["rating"], row["rating_reason"] or "",
            frozenset({row["about"], *_things(runs[row["id"]])}),
            frozenset(setting for run in runs[row["id"]] for setting in settings(run)),
        )
        for row in claims
    }  # fmt: skip


def _things(runs: Iterable[Row]) -> Iterator[str]:
    for run in runs:
        yield from (run[name] for name in ("model", "system", "engine") if name in run)
        yield from (part["device"] for part in run.get("devices", ()))


def settings(run: Row) -> Iterator[Setting]:
    """Numbers among the conditions of a run: `isl: 8k`, `batch: 1..64`, eight of a device."""
    for part in run.get("devices", ()):
        if str(part.get("count", "")).isdigit():
            yield Setting("devices", Decimal(part["count"]), part["device"])
    for name, counts in COUNTS.items():
        for number, scale in _NUMBER.findall(str(run.get(name, ""))):
            yield Setting(counts, Decimal(number) * _SCALES[scale])
    for text in run.get("other", {}).values():
        yield from (Setting(unit, Decimal(number)) for number, unit in _WITH_UNIT.findall(str(text)))
