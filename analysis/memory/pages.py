"""vLLM's pages: groups of layers that share one size of block, padded where their kinds differ.

Read in `v1/core/kv_cache_utils.py` (groups, blocks, tokens) and `model_executor/models/config.py` (blocks of hybrids).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.memory.cache import layer_token_bytes, window_of
from analysis.memory.formats import entry_bytes
from analysis.memory.geometry import CompressedLayers, Geometry, Group, IndexLayers, LatentLayers, StateLayers
from analysis.memory.parallel import Split
from analysis.memory.states import layer_bytes

BLOCK = 16
LATENT_BLOCK = 64
BATCHED_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class Kind:
    """Layers with the same cache: `tokens` per page (None: pages of a fixed size), their window, their groups.

    Without layers it stands for pages that every request holds beside them.
    """

    layers: int
    groups: int
    tokens: int | None
    window: int | None


@dataclass(frozen=True, slots=True)
class Pages:
    """`page` bytes hold one block of `together` layers on one rank; `block` tokens is the block of the full layers."""

    page: float
    together: int
    block: int
    kinds: tuple[Kind, ...]
    outside: float
    """Bytes per token that stand beside the pages, such as index keys of sparse attention."""

    @property
    def groups(self) -> int:
        """Groups that draw from the same pages."""
        return sum(kind.groups for kind in self.kinds if kind.layers)

    def request_pages(self, context: int, batched: int = BATCHED_TOKENS) -> tuple[int, int]:
        """Pages of one request: of its cache, and of its states."""
        cache = states = 0
        for kind in self.kinds:
            if kind.tokens is None:
                states += kind.groups
            elif kind.window is None:
                cache += kind.groups * -(-context // kind.tokens)
            else:
                kept = min(kind.window - 1 + batched, context)
                cache += kind.groups * (-(-kept // kind.tokens) + 1)
        return cache, states

    def blocks(self, pool: float) -> int:
        """Pages that `pool` bytes hold."""
        return int(pool // (self.page + self.outside * self.block))

    def tokens(self, pool: float) -> int:
        """Tokens that vLLM up to 0.19 prints for a pool: every group counted as if it held the whole context."""
        return self.blocks(pool) // self.groups * self.block

    def tokens_by_concurrency(self, pool: float, context: int) -> int:
        """Tokens that newer versions print: requests of the full context that fit, times the context."""
        return int(self.blocks(pool) / sum(self.request_pages(context)) * context)


def pages(model: Geometry, kv: str, split: Split) -> Pages:
    """How vLLM lays out the cache of one rank."""
    growing = [group for group in model.groups if not isinstance(group, StateLayers | IndexLayers)]
    states = [group for group in model.groups if isinstance(group, StateLayers)]
    beside = sum(g.layers * layer_token_bytes(g, kv) for g in model.groups if isinstance(g, IndexLayers))
    if any(isinstance(group, CompressedLayers) for group in growing):
        return _compressed(growing, kv, beside)
    if not states and all(window_of(group) is None for group in growing):
        each = sum(group.layers * layer_token_bytes(group, kv, split.tp) for group in growing)
        layers = sum(group.layers for group in growing)
        return Pages((each + beside) * BLOCK / split.dcp, layers, BLOCK, (Kind(layers, 1, BLOCK, None),), 0.0)
    return _hybrid(model, growing, states, kv, split, beside)


def _hybrid(
    model: Geometry, growing: Sequence[Group], states: list[StateLayers], kv: str, split: Split, beside: float
) -> Pages:
    each = {group: layer_token_bytes(group, kv, split.tp) for group in growing}
    largest_state = max((layer_bytes(model, group, "vllm", split.tp) for group in states), default=0.0)
    widest = max(each.values(), default=0.0)
    block = _block(largest_state, widest, any(isinstance(group, LatentLayers) for group in growing))
    layer_page = max(block * widest, largest_state)
    together = _together([group.layers for group in (*growing, *states)])
    kinds = [_kind(group, together, int(layer_page // each[group]), window_of(group)) for group in growing]
    kinds += [_kind(group, together, None, None) for group in states]
    return Pages(layer_page * together / split.dcp, together, block, tuple(kinds), beside)


def _kind(group: Group, together: int, tokens: int | None, window: int | None) -> Kind:
    return Kind(group.layers, -(-group.layers // together), tokens, window)


def _block(state: float, token: float, latent: bool) -> int:
    """Tokens in a block: enough that a layer's block is no smaller than a state, in steps of the attention kernel."""
    if not state or not token:
        return BLOCK
    step = LATENT_BLOCK if latent else BLOCK
    return step * -int(-state // (step * token))


def _together(layers: list[int]) -> int:
    """Layers in a group: the smallest kind's, unless the largest kind is less than half as large again."""
    smallest, largest = min(layers), max(layers)
    return largest if largest < 1.5 * smallest else smallest


def _compressed(growing: Sequence[Group], kv: str, beside: float) -> Pages:
    """Compressed entries have pages of their own sizes: counted as bytes per token, and windows beside them."""
    layers = [group for group in growing if isinstance(group, CompressedLayers)]
    page = (sum(group.layers * layer_token_bytes(group, kv) for group in layers) + beside) * BLOCK
    window_token = sum(group.layers * entry_bytes(group.size, group.rope, kv) for group in layers)
    count = sum(group.layers for group in layers)
    windows = Kind(0, 1, max(1, int(page // window_token)), max(group.window for group in layers))
    return Pages(page, count, BLOCK, (Kind(count, 1, BLOCK, None), windows), 0.0)
