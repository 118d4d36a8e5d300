"""Rows of models: their facts side by side, and what a memory estimate can make of their geometry."""

from typing import Any

from analysis.wide import UNKNOWN, Facts
from loaders.geometry import Estimate
from schema.records import Model


def model_row(id_: str, head: Model, facts: Facts, estimate: Estimate, aliases: str) -> tuple[Any, ...]:
    """Row of table `models`."""
    released = facts.text("weights_released") or facts.text("released")
    kinds = {dict(fact.group.key)["attention"] for fact in facts.by_metric.get("attention_layers", [])}
    return (
        id_, head.name, head.developer, head.kind, head.family or UNKNOWN, facts.word("open_weights"),
        facts.word("licence"), facts.text("announced"), released, facts.value("params_total"),
        facts.value("params_active"), _whole(facts.value("context_length")), _whole(facts.value("layers")),
        "+".join(sorted(kinds)) or UNKNOWN, estimate.kv_bytes_per_token, estimate.state_bytes,
        _whole(facts.value("experts_total")), _whole(facts.value("experts_active")), facts.word("modality"), aliases,
        len(facts.origins), facts.disputed, estimate.estimable, estimate.missing,
    )  # fmt: skip


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
