"""How a model may be cut over devices, and what cutting does not divide."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.memory.geometry import Geometry, KeyValueLayers

POWERS = (1, 2, 4, 8, 16, 32, 64)
MOST_DEVICES = 64
NODE = 8
"""Devices of one server: pipelines are laid over servers of this many."""


@dataclass(frozen=True, slots=True)
class Split:
    """Tensor, pipeline and attention-data parallel ranks, and ranks that share one sequence's cache while decoding."""

    tp: int = 1
    pp: int = 1
    dp: int = 1
    dcp: int = 1

    @property
    def devices(self) -> int:
        """Devices in all; ranks of decode context parallel are among those of tensor parallel."""
        return self.tp * self.pp * self.dp

    def __str__(self) -> str:
        parts = (("tp", self.tp), ("pp", self.pp), ("dp", self.dp), ("dcp", self.dcp))
        return "+".join(f"{name}{count}" for name, count in parts if count > 1) or "tp1"


def tensor_ranks(model: Geometry) -> tuple[int, ...]:
    """Powers of two that divide the attention heads; KV heads are cut or else copied evenly."""
    heads = model.attention_heads
    kv = [group.kv_heads for group in model.groups if isinstance(group, KeyValueLayers)]
    return tuple(
        ranks
        for ranks in POWERS
        if (heads is None or heads % ranks == 0) and all(h % ranks == 0 or ranks % h == 0 for h in kv)
    )


def splits(model: Geometry, engine: str, domain: int = NODE) -> tuple[Split, ...]:
    """Legal splits by number of devices, the fewest first; of equal numbers the one that cuts tensors most.

    `domain` is how many devices the scale-up network joins. llama.cpp and MLX cut by layers and take any number.
    """
    best: dict[int, Split] = {}
    for split in _candidates(model, engine, domain):
        known = best.get(split.devices)
        if split.devices <= MOST_DEVICES and (known is None or split.tp > known.tp):
            best[split.devices] = split
    return tuple(best[count] for count in sorted(best))


def _candidates(model: Geometry, engine: str, domain: int) -> Iterator[Split]:
    layers = model.totals.layers or MOST_DEVICES
    if engine in ("llamacpp", "mlx"):
        yield from (Split(pp=stages) for stages in range(1, min(layers, MOST_DEVICES) + 1))
        return
    ranks = [count for count in tensor_ranks(model) if count <= max(domain, NODE)]
    yield from (Split(tp=count) for count in ranks)
    most = max(count for count in ranks if count <= NODE)
    yield from (Split(tp=most, pp=stages) for stages in range(2, min(layers, MOST_DEVICES // most) + 1))


def kv_heads_on_rank(kv_heads: int, tp: int) -> int:
    """KV heads on one rank: cut while there are enough, then one copy each."""
    return max(-(-kv_heads // tp), 1)
