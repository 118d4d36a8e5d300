"""The shape of a model as far as memory depends on it. No field is ever filled with a default in place of a fact."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class KeyValueLayers:
    """Layers that cache a key and a value for each KV head; with `window`, of the last tokens only."""

    kind: str
    layers: int
    kv_heads: int
    key_size: int
    value_size: int
    window: int | None = None


@dataclass(frozen=True, slots=True)
class LatentLayers:
    """Latent attention: one vector of `rank` and a rotary part of `rope` values per token, whatever the heads."""

    kind: str
    layers: int
    rank: int
    rope: int


@dataclass(frozen=True, slots=True)
class IndexLayers:
    """Layers that keep one index key of `size` values per token beside their cache."""

    layers: int
    size: int


@dataclass(frozen=True, slots=True)
class CompressedLayers:
    """One entry of `size` values, `rope` of them rotary, for `every` tokens (None: none at all) and for a window."""

    kind: str
    layers: int
    size: int
    rope: int
    every: int | None
    window: int


@dataclass(frozen=True, slots=True)
class StateLayers:
    """Layers with a state of fixed size: `state` values and `channels` that a convolution of `width` tokens reads."""

    kind: str
    layers: int
    state: int
    channels: int
    width: int


Group: TypeAlias = KeyValueLayers | LatentLayers | IndexLayers | CompressedLayers | StateLayers


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Released weights: bytes on disk, number format, repository and the statement that says so."""

    precision: str
    size: float
    repo: str
    statement: str
    source: str


@dataclass(frozen=True, slots=True)
class Experts:
    """Mixture of experts: `inner` and `outer` widths of one. `layers`: how many have one. None where nobody says it."""

    total: int
    active: int
    inner: int | None
    outer: int | None
    layers: int | None

    @property
    def params(self) -> float | None:
        """Weights of all routed experts, each of three matrices; None where a size is unknown."""
        if self.inner is None or self.outer is None or self.layers is None:
            return None
        return 3.0 * self.layers * self.total * self.inner * self.outer


@dataclass(frozen=True, slots=True)
class Totals:
    """What the weights alone depend on. Parameters are plain counts; `params_with_mtp` includes the MTP layers.

    `released` are the formats the weights were published in, with or without their bytes on record;
    `spare` weights are in the files and never loaded; `tables` are large lookup tables.
    """

    params: float | None
    params_with_mtp: float | None
    params_active: float | None
    checkpoints: tuple[Checkpoint, ...]
    hidden_size: int | None
    vocabulary: int | None
    tied: bool | None
    experts: Experts | None
    layers: int | None
    feedforward_width: int | None
    vision: bool
    released: frozenset[str] = frozenset()
    spare: float = 0.0
    tables: float = 0.0
    origins: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def matrix(self) -> float | None:
        """Weights of one matrix of the vocabulary; None where unknown."""
        return float(self.hidden_size * self.vocabulary) if self.hidden_size and self.vocabulary else None

    @property
    def embedding(self) -> float | None:
        """Weights of the embedding and, where it is not the same matrix, of the output; None where unknown."""
        if self.hidden_size is None or self.vocabulary is None or self.tied is None:
            return None
        return float(self.hidden_size * self.vocabulary * (1 if self.tied else 2))


@dataclass(frozen=True, slots=True)
class Geometry:
    """A model whose memory can be computed. `origins` gives the statement behind each field."""

    model: str
    totals: Totals
    groups: tuple[Group, ...]
    attention_heads: int | None
    state_precision: str | None
    mtp_layers: int

    @property
    def attention_class(self) -> str:
        """Kinds of layers that keep something, in alphabetic order: `full`, `kda+mla`."""
        return "+".join(sorted({group.kind for group in self.groups if not isinstance(group, IndexLayers)})) or "none"

    @property
    def latent(self) -> bool:
        """Whether any layer caches a latent vector."""
        return any(isinstance(group, LatentLayers) for group in self.groups)


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A model of which only totals are known; `missing` names in words what an answer would need."""

    model: str
    totals: Totals
    missing: tuple[str, ...]


Model: TypeAlias = Geometry | Incomplete
