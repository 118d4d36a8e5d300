"""Shapes of models and devices for the memory tests, written as the facts that a record would hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.memory import Cited, Device, Geometry, Model, from_facts


@dataclass(frozen=True)
class Fact:
    """A fact of a record; its statement is named after its metric and qualifiers."""

    metric: str
    value: float | None = None
    value_text: str | None = None
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    value_max: float | None = None
    source: str = "model-card"
    stated: str = ""

    @property
    def statement(self) -> str:
        return " ".join((self.metric, *self.qualifiers.values()))


def facts(*layers: Fact, **sizes: float | str) -> list[Fact]:
    """Facts of a model: layers by kind, and sizes by metric; words where a size is a word."""
    plain = [
        Fact(metric, value_text=value) if isinstance(value, str) else Fact(metric, value)
        for metric, value in sizes.items()
    ]
    return [*layers, *plain]


def layers(count: int, attention: str, **qualifiers: str) -> Fact:
    """So many layers of one kind."""
    return Fact("attention_layers", count, qualifiers={"attention": attention, **qualifiers})


def size(metric: str, value: float, **qualifiers: str) -> Fact:
    """A size that holds under qualifiers."""
    return Fact(metric, value, qualifiers=qualifiers)


def geometry(*facts_: Fact) -> Geometry:
    """The geometry of facts that suffice."""
    found: Model = from_facts("a-model", facts_)
    assert isinstance(found, Geometry), found.missing
    return found


def dense(count: int, kv_heads: int, head: int, **sizes: float | str) -> Geometry:
    """Full attention throughout; 7B parameters, 32 heads and a vocabulary of 32,000 unless said otherwise."""
    shape = {"layers": count, "kv_heads": kv_heads, "head_dim": head}
    usual = {"params_total": 7, "vocabulary_size": 32_000, "hidden_size": 4096, "attention_heads": 32}
    return geometry(*facts(layers(count, "full"), **{**usual, **shape, **sizes}))


def latent(count: int, kind: str = "mla", **sizes: float | str) -> Geometry:
    """Latent attention of rank 512 with 64 rotary values."""
    shape = {"layers": count, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "params_total": 671, "attention_heads": 128}
    index = [size("index_layers", count, cache="own")] if kind == "sparse_mla" else []
    return geometry(*facts(layers(count, kind), *index, **{**shape, **sizes}))


LING = (
    *facts(
        layers(63, "kda"),
        layers(9, "mla"),
        layers=72,
        dense_layers=4,
        hidden_size=4096,
        attention_heads=64,
        vocabulary_size=157_184,
        experts_total=512,
        experts_active=8,
        expert_width=1280,
        kv_lora_rank=512,
        qk_rope_head_dim=64,
        linear_key_heads=64,
        linear_value_heads=64,
        linear_key_head_dim=128,
        linear_value_head_dim=128,
        conv_width=4,
    ),
    size("params_total", 560, counts="main_model"),
    size("params_total", 572.12, counts="with_mtp"),
)
"""The shape on the card of Ling-3.1-flash, with the head sizes of its class."""


def device(gib: float, name: str = "card", **more: object) -> Device:
    """A device whose driver reports so many GiB."""
    known = {"name": name, "vendor": "nvidia", "architecture": "", "visible": Cited(gib, "driver", "a-statement")}
    return Device(name, **{**known, **more})  # type: ignore[arg-type]
