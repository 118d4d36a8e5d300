"""Measured runs of a model on a device beside the speed bound for the same number of devices."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from analysis.hosting.question import Question
from analysis.hosting.recorded import Row
from analysis.hosting.reply import answered
from analysis.hosting.shelf import Known
from analysis.memory import Device, FormatError

SHOWN = 8
PER_DEVICE = ("gpu", "chip", "apu")


def compared(known: Known, device: Device, question: Question, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Up to eight runs, the fastest per device first: tokens per second of all devices, bound and ratio.

    Of the figures of one setup the first counts: rows come with what was derived last. A run that states its batch
    and its context is held against the bandwidth, one that does not against the dense compute of its devices, which
    no batch can pass. The bound is None where facts for it are missing.
    """
    first: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        if row["device_count"]:
            first.setdefault((row["setup"], row["metric"]), dict(row))
    runs = sorted(first.values(), key=_per_device, reverse=True)
    return [_beside(known, device, question, run) for run in runs[:SHOWN]]


def _per_device(run: dict[str, Any]) -> float:
    return float(run["value"]) / (1 if run["per"] in PER_DEVICE else run["device_count"])


def _beside(known: Known, device: Device, question: Question, run: dict[str, Any]) -> dict[str, Any]:
    count = int(run["device_count"])
    own = replace(
        question,
        devices=count,
        precision=run["precision"] or question.precision,
        context=_number(run["context"]) or question.context,
    )
    users = _number(run["batch"])
    measured = _per_device(run) * count if run["per"] != "user" else float(run["value"]) * (users or 1)
    whole = users is not None and run["context"] is not None
    bound = _decode_bound(known, device, own, users or 1) if whole else _compute_bound(known, device, count)
    return {
        **{name: run[name] for name in ("statement", "stated", "per", "basis", "source", "published", "claim")},
        **{name: run[name] for name in ("precision", "engine", "batch", "context")},
        "devices": count,
        "measured": measured,
        "bound": bound,
        "bound_by": "bandwidth" if whole else "compute",
        "ratio": measured / bound if bound else None,
    }


def _decode_bound(known: Known, device: Device, own: Question, users: int) -> float | None:
    try:
        answer = answered(known.model, device, replace(own, users=users), known.released)
    except FormatError:
        return None
    return answer.speed.decode if answer.speed else None


def _compute_bound(known: Known, device: Device, count: int) -> float | None:
    """Tokens per second at the highest dense peak on record: two operations for each active weight and token."""
    totals = known.model.totals
    active = totals.params_active or (None if totals.experts else totals.params)
    peak = max((float(peak.value) for peak in device.compute.values()), default=None)
    return None if active is None or peak is None else count * peak * 1e12 / (2 * active)


def _number(written: str | None) -> int | None:
    """The largest whole number of a stated batch or context: `1..64` is 64."""
    return max((int(found) for found in re.findall(r"\d+", written or "")), default=None)


def reached(runs: Iterable[dict[str, Any]]) -> float | None:
    """The least part of the bandwidth bound that a run reached; None where no run states what it takes to compare."""
    ratios = (run["ratio"] for run in runs if run["bound_by"] == "bandwidth" and run["ratio"])
    return min((ratio for ratio in ratios if ratio <= 1), default=None)
