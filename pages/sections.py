"""The two views of a thing's figures: the sheet of those shown, and every statement of each metric side by side."""

from collections.abc import Iterable

from pages.catalogue import Catalogue
from pages.rivals import EXPLAINING, groups, order_key
from pages.rows import Row
from pages.words import Words

HEADLINE = {
    "device": (
        "memory_capacity", "memory_type", "memory_bandwidth", "peak_compute", "scaleup_bandwidth", "power", "form_factor",
        "cooling", "architecture_name", "process_node", "announced", "released", "status", "price",
    ),
    "system": (
        "device_count", "memory_capacity", "memory_bandwidth", "host_memory", "peak_compute", "scaleup_bandwidth",
        "scaleup_domain", "power", "cooling", "announced", "released", "status", "price", "rent",
    ),
    "model": (
        "params_total", "params_active", "context_length", "layers", "attention_layers", "experts_total",
        "experts_active", "checkpoint_size", "checkpoint_precision", "modality", "open_weights", "licence",
        "announced", "released", "weights_released", "predecessor",
    ),
    "software": ("version_latest", "licence", "default_runtime", "supported_models_count"),
}  # fmt: skip
"""Metrics of the sheet that opens a page, by kind of entity."""


def sheet(facts: Iterable[Row], metrics: Iterable[str], words: Words) -> list[Row]:
    """One line for each of `metrics` that has facts, with every figure shown for it."""
    by_metric: dict[str, list[Row]] = {}
    for fact in facts:
        by_metric.setdefault(fact["metric"], []).append(fact)
    return [
        {"metric": name, "facts": sorted(by_metric[name], key=lambda row: order_key(row, words))}
        for name in metrics
        if name in by_metric
    ]


def sheets(body: Row, catalogue: Catalogue) -> Row:
    """The headline sheet of an entity and the sheet of all its other facts."""
    words = catalogue.words
    first = HEADLINE.get(body["kind"], ())
    others = [name for name in words.metrics if name not in first]
    return {"headline": sheet(body["facts"], first, words), "others": sheet(body["facts"], others, words)}


def sections(body: Row, catalogue: Catalogue) -> list[Row]:
    """One section for each metric with statements, in the order of the sheets."""
    first = HEADLINE.get(body["kind"], ())
    others = [name for name in catalogue.words.metrics if name not in first]
    made = (_section(name, body, catalogue.words) for name in (*first, *others))
    return [section for section in made if section["groups"]]


def _section(metric: str, body: Row, words: Words) -> Row:
    statements = [row for row in body["statements"] if row["metric"] == metric]
    shown = {fact["statement"] for fact in body["facts"]}
    found = groups(statements, shown, words)
    return {
        "metric": metric,
        "groups": [{"holds_for": words.holds_for(_identity_only(rows[0])), "statements": rows} for rows in found],
        "shown": shown,
        "disagreements": [row for row in body["disagreements"] if row["metric"] == metric],
    }


def _identity_only(row: Row) -> Row:
    return {**row, "qualifiers": {k: v for k, v in row["qualifiers"].items() if k not in EXPLAINING}}


def explaining_only(row: Row) -> Row:
    """A statement without the qualifiers that its group's heading names already."""
    return {
        "entity": row["entity"],
        "qualifiers": {name: value for name, value in row["qualifiers"].items() if name in EXPLAINING},
    }
