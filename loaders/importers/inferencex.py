"""Result rows of InferenceX into figures with what was run, one line for each figure.

The rows are those of its aggregates (a flat object for each configuration) and of its published interface (figures
below `metrics`, the device under `hardware`), as its repository describes them. Only figures that the rows carry are
read; nothing is worked out but the number of GPUs: tp x pp x pcp_size on one node, the sum of both pools on several.
Where prefill and decode have pools of their own, output is divided by the decode GPUs and input by the prefill GPUs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from loaders.importers.results import read_objects

PERCENTILES = ("mean", "median", "p90", "p95", "p99", "p99.9")
FIGURES = {
    "tput_per_gpu": ("total_throughput", "gpu", "", "tok/s"),
    "output_tput_per_gpu": ("throughput", "gpu", "", "tok/s"),
    "input_tput_per_gpu": ("prefill_throughput", "gpu", "", "tok/s"),
    **{f"{part}_ttft": ("ttft", "", part, "s") for part in PERCENTILES},
    **{f"{part}_tpot": ("tpot", "", part, "s") for part in PERCENTILES},
    **{f"{part}_e2el": ("latency", "", part, "s") for part in PERCENTILES},
}
"""Metric, what one figure counts, its part and its unit, for each field of a row that the ledger has a metric for."""
POOLS = {"output_tput_per_gpu": "num_decode_gpu", "input_tput_per_gpu": "num_prefill_gpu"}
"""Field with the GPUs that a figure is divided by in a divided setup."""
_NEEDED = ("model", "framework", "precision")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure with what was run. Empty fields were absent; numbers keep the digits of the file."""

    run: str
    attempt: str
    date: str
    image: str
    device: str
    gpus: str
    model: str
    framework: str
    precision: str
    spec_decoding: str
    disaggregated: str
    isl: str
    osl: str
    concurrency: str
    metric: str
    per: str
    gpus_counted: str
    metric_part: str
    value: str
    unit: str
    basis: str


COLUMNS = tuple(field.name for field in fields(Row))


def read_results(path: Path) -> Iterator[Row]:
    """Every figure of a file of rows. Raises NotResultsError, or OSError when the file cannot be read."""
    for result in read_objects(path, "agg_bmk.json of InferenceX", _NEEDED):
        yield from _figures(result)


def _figures(result: dict[str, Any]) -> Iterator[Row]:
    told = {**result, **result.get("metrics", {})}
    if told.get("num_requests_successful") == "0":
        return  # a server that never started measured nothing
    run = _run(told)
    for key, (metric, per, part, unit) in FIGURES.items():
        if told.get(key) is not None:
            pool = told.get(POOLS.get(key, ""), "0")
            counted = "" if not per else run["gpus"] if pool == "0" else str(pool)
            figure = {"metric": metric, "per": per, "metric_part": part, "value": str(told[key]), "unit": unit}
            yield Row(**run, **figure, gpus_counted=counted, basis="measured")


def _run(told: dict[str, Any]) -> dict[str, str]:
    """What was run, as text."""
    names = {
        "run": ("github_run_id", "run_id", "run_url"), "attempt": ("run_attempt",), "date": ("date",),
        "image": ("image",), "device": ("hw", "hardware"), "model": ("model",), "framework": ("framework",),
        "precision": ("precision",), "spec_decoding": ("spec_decoding", "spec_method"), "disaggregated": ("disagg",),
        "isl": ("isl",), "osl": ("osl",), "concurrency": ("conc",),
    }  # fmt: skip
    found = {
        name: next((_text(told[key]) for key in keys if told.get(key) is not None), "") for name, keys in names.items()
    }
    return {**found, "gpus": _gpus(told)}


def _text(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _gpus(told: dict[str, Any]) -> str:
    """Physical GPUs: the stated number, both pools, or the product of the degrees that multiply devices."""
    if told.get("num_gpus"):
        return str(told["num_gpus"])
    if told.get("num_prefill_gpu") and told.get("num_decode_gpu"):
        return str(int(told["num_prefill_gpu"]) + int(told["num_decode_gpu"]))
    if not told.get("tp"):
        return ""
    return str(int(told["tp"]) * int(told.get("pp") or 1) * int(told.get("pcp_size") or 1))
