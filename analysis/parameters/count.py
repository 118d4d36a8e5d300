"""Parameters of a model from its geometry: the matrices of the published classes, part by part.

The shapes are those of Hugging Face transformers 5.24. Biases, convolutions' offsets and the like, below a thousandth
of a model, are left out; so are encoders of images and sound, whose geometry the ledger does not hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from analysis.memory.facts import Fact, FactBook
from analysis.parameters.attention import attention_params
from analysis.parameters.sizes import LackError, Sizes

TRANSFORMERS = "https://github.com/huggingface/transformers/tree/v5.24.0/src/transformers/models"
GATED = 3
"""Matrices of a feed-forward part with a gate, which is what a class has where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Plain counts of weights; `total` is the main model alone.

    `idle` are routed experts that a token does not visit; `mtp` the layers beside the main model, `mtp_dense` the same
    without experts; `tables` lookup tables other than the embedding and `vision` the encoder of images, as far as a
    source states them; `expert_layer` the experts of one layer. `assumed` names what nobody states and what was counted
    as none.
    """

    embedding: float
    output: float
    tied_known: bool
    attention: float
    feedforward: float
    experts: float
    idle: float
    norms: float
    mtp: float
    mtp_dense: float
    mtp_idle: float
    tables: float
    vision: float
    expert_layer: float
    assumed: tuple[str, ...]

    @property
    def total(self) -> float:
        """The main model with its embedding and output matrices."""
        return self.embedding + self.output + self.attention + self.feedforward + self.experts + self.norms

    @property
    def active(self) -> float:
        """Weights that take part in one token, embedding and output matrices included."""
        return self.total - self.idle

    @property
    def matrices(self) -> float:
        """Embedding and output."""
        return self.embedding + self.output


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A model that cannot be counted; `missing` says in words what it would need."""

    missing: str


Count: TypeAlias = Counted | Uncounted


def count(facts: Iterable[Fact]) -> Count:
    """Parameters of the model that the facts describe, or the first size that nobody states."""
    try:
        return _count(Sizes(FactBook(facts)))
    except LackError as lack:
        return Uncounted(str(lack))


def _count(sizes: Sizes) -> Counted:
    rows = float(sizes.hidden * sizes.need("vocabulary_size"))
    tied = sizes.book.word("tied_embeddings")
    feed = _feedforward(sizes)
    kinds = attention_params(sizes)
    layers = sizes.need("layers")
    return Counted(
        embedding=rows,
        output=0.0 if tied in ("yes", "true") else rows,
        tied_known=tied is not None,
        attention=sum(kinds.values()),
        feedforward=feed.dense + feed.shared,
        experts=feed.experts,
        idle=feed.idle,
        norms=float((2 * layers + 1) * sizes.hidden),
        assumed=_assumed(sizes),
        **_beside(sizes, feed, sum(kinds.values()) / max(layers, 1)),
    )


def _assumed(sizes: Sizes) -> tuple[str, ...]:
    if not sizes.maybe("experts_total"):
        return ()
    silent = {
        "dense_layers": "dense layers", "moe_layers": "dense layers", "experts_shared": "shared experts",
        "shared_expert_width": "shared experts",
    }  # fmt: skip
    said = {name for metric, name in silent.items() if sizes.maybe(metric) is not None}
    return tuple(name for name in dict.fromkeys(silent.values()) if name not in said)


@dataclass(frozen=True, slots=True)
class _Feedforward:
    """All layers' dense parts, what every token visits beside the experts (routers included), experts and those idle;
    `layers` have experts."""

    dense: float
    shared: float
    experts: float
    idle: float
    layers: int


def _feedforward(sizes: Sizes) -> _Feedforward:
    matrices = sizes.maybe("feedforward_matrices") or GATED
    experts, layers = sizes.maybe("experts_total"), sizes.feedforward_layers()
    if not experts:
        return _Feedforward(float(matrices * layers * sizes.hidden * sizes.need("feedforward_width")), 0.0, 0.0, 0.0, 0)
    dense, mixed = _split(sizes, layers)
    plain = float(matrices * dense * sizes.hidden * sizes.need("feedforward_width")) if dense else 0.0
    each = float(matrices * sizes.need("expert_width") * (sizes.maybe("expert_latent_width") or sizes.hidden))
    idle = experts - sizes.need("experts_active")
    shared = mixed * _beside_experts(sizes, experts, matrices)
    return _Feedforward(plain, shared, mixed * experts * each, mixed * idle * each, mixed)


def _split(sizes: Sizes, layers: int) -> tuple[int, int]:
    """Dense layers and layers with experts, from whichever of the two is stated."""
    dense, mixed = sizes.maybe("dense_layers"), sizes.maybe("moe_layers")
    if mixed is None:
        return dense or 0, layers - (dense or 0)
    return layers - mixed if dense is None else dense, mixed


def _beside_experts(sizes: Sizes, experts: int, matrices: int) -> float:
    """What stands beside the routed experts of one layer: shared experts, router, and the way into their latent."""
    shared, wide = sizes.maybe("experts_shared"), sizes.maybe("shared_expert_width")
    inner = wide if wide is not None else (shared or 0) * sizes.need("expert_width")
    latent = sizes.maybe("expert_latent_width")
    bridge = 2 * latent if latent else 0
    return float(sizes.hidden * (matrices * inner + experts + bridge))


def _beside(sizes: Sizes, feed: _Feedforward, attention: float) -> dict[str, float]:
    """Parts beside the main model: MTP layers, each one more decoder layer and a projection of two inputs to one;
    lookup tables and a vision tower as far as sources state them."""
    extra = sizes.maybe("mtp_layers") or 0
    each = feed.experts / feed.layers if feed.layers else 0.0
    plain = float(GATED * sizes.hidden * (sizes.maybe("feedforward_width") or 0))
    mixed = each + feed.shared / feed.layers if feed.layers else plain
    bare = attention + 2.0 * sizes.hidden * sizes.hidden
    return {
        "mtp": extra * (mixed + bare),
        "mtp_dense": extra * (plain + bare),
        "mtp_idle": extra * feed.idle / feed.layers if feed.layers else 0.0,
        "tables": sizes.part("with_tables"),
        "vision": sizes.part("with_vision"),
        "expert_layer": each,
    }
