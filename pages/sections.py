"""The two views of a thing's figures: the sheet of those shown, and every statement of each metric side by side."""

from collections import Counter
from collections.abc import Iterable

from pages.catalogue import Catalogue
from pages.rivals import EXPLAINING, groups, identity, order_key
from pages.rows import Row
from pages.words import Words

HEADLINE = {
    "device": (
        "memory_capacity", "memory_type", "memory_bandwidth", "peak_compute", "scaleup_bandwidth", "power",
        "form_factor", "cooling", "architecture_name", "process_node", "announced", "released", "status", "price",
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


def sheet(figures: Iterable[Row], metrics: Iterable[str], words: Words, per: str | None) -> list[Row]:
    """One line for each of `metrics` that has facts or absences, with all of them.

    The scope `per`, which most figures of the page have, is left out of their words.
    """
    by_metric: dict[str, list[Row]] = {}
    for row in sorted(figures, key=lambda row: order_key(row, words)):
        figure = {**row, "holds_for": words.holds_for(_without(per, row))}
        by_metric.setdefault(row["metric"], []).append(figure)
    return [{"metric": name, "figures": by_metric[name]} for name in metrics if name in by_metric]


def with_states(facts: list[Row], disagreements: list[Row]) -> list[Row]:
    """Facts with the `state` of the disagreement that each stands in; None for those that nobody contradicts."""
    return [{**fact, "state": _state(fact, disagreements)} for fact in facts]


def _state(fact: Row, disagreements: list[Row]) -> str | None:
    if fact["disputed"]:
        return "open"
    held = dict(identity(fact))
    about = (row for row in disagreements if row["metric"] == fact["metric"])
    fitting = (row for row in about if all(held.get(name) == value for name, value in row["qualifiers"].items()))
    return next((str(row["state"]) for row in fitting), None)


def sheets(body: Row, catalogue: Catalogue) -> Row:
    """The headline sheet of an entity, the sheet of all its others, and the scope that most figures have."""
    words = catalogue.words
    scopes = Counter(fact["per"] for fact in body["facts"] if fact["per"])
    per = scopes.most_common(1)[0][0] if scopes else None
    first = HEADLINE.get(body["kind"], ())
    others = [name for name in words.metrics if name not in first]
    figures = with_states(body["facts"], body["disagreements"]) + body["absences"]
    return {
        "headline": sheet(figures, first, words, per),
        "others": sheet(figures, others, words, per),
        "usual_per": per,
    }


def _without(per: str | None, row: Row) -> Row:
    """A figure without its scope where that is the usual one of its page."""
    if (row.get("per") or row["qualifiers"].get("per")) != per:
        return row
    return {**row, "per": None, "qualifiers": {k: v for k, v in row["qualifiers"].items() if k != "per"}}


def sections(body: Row, catalogue: Catalogue) -> list[Row]:
    """One section for each metric with statements, in the order of the sheets."""
    first = HEADLINE.get(body["kind"], ())
    others = [name for name in catalogue.words.metrics if name not in first]
    by_metric: dict[str, list[Row]] = {}
    for row in body["statements"]:
        by_metric.setdefault(row["metric"], []).append(row)
    return [_section(name, by_metric[name], body, catalogue.words) for name in (*first, *others) if name in by_metric]


def _section(metric: str, statements: list[Row], body: Row, words: Words) -> Row:
    shown = {fact["statement"] for fact in body["facts"]}
    found = groups(statements, shown, words)
    held = [words.holds_for(_identity_only(rows[0])) for rows in found]
    common = [part for part in held[0] if all(part in parts for parts in held)]
    return {
        "metric": metric,
        "common": common,
        "groups": [
            {"holds_for": [part for part in parts if part not in common], "statements": rows}
            for parts, rows in zip(held, found, strict=True)
        ],
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
