"""Bytes of the KV cache per token and for requests, by the rule of each engine."""

import math

from analysis.memory.formats import entry_bytes, index_bytes, latent_bytes, vector_bytes
from analysis.memory.geometry import CompressedLayers, Geometry, Group, IndexLayers, KeyValueLayers, LatentLayers
from analysis.memory.parallel import Split, kv_heads_on_rank
from analysis.memory.states import sequence_bytes
from analysis.memory.terms import (
    LLAMACPP_WINDOW,
    SGLANG_POOL,
    TRTLLM_POOL,
    VLLM_CACHE,
    VLLM_PAGES,
    Cited,
)

SGLANG_WINDOW_RATIO = 0.8
SGLANG_STATE_SLOTS = 3
LLAMACPP_BATCH = 512
LLAMACPP_PAD = 256

RULES = {
    "vllm": Cited(
        "vllm", "pages of equal size for groups of layers; a window keeps what one batch adds to it", VLLM_PAGES
    ),
    "sglang": Cited(
        "sglang", "windows get 0.8 of the full layers' tokens, each running request three state slots", SGLANG_POOL
    ),
    "llamacpp": Cited(
        "llamacpp", "the context asked for; windows keep window and batch, padded to 256", LLAMACPP_WINDOW
    ),
    "mlx": Cited("mlx", "the tokens in use; windows keep exactly the window", LLAMACPP_WINDOW),
    "trtllm": Cited("trtllm", "every layer at full length; windows are not taken off", TRTLLM_POOL),
    "llmscale": Cited("llmscale", "every layer at full length", VLLM_CACHE),
}


def layer_token_bytes(group: Group, kv: str, tp: int = 1) -> float:
    """Bytes that one token adds to one layer of the group on one rank; latent vectors and index keys are not cut."""
    if isinstance(group, KeyValueLayers):
        heads = kv_heads_on_rank(group.kv_heads, tp)
        return heads * (vector_bytes(group.key_size, kv) + vector_bytes(group.value_size, kv))
    if isinstance(group, LatentLayers):
        return latent_bytes(group.rank, group.rope, kv, group.kind == "sparse_mla")
    if isinstance(group, IndexLayers):
        return index_bytes(group.size)
    if isinstance(group, CompressedLayers):
        return entry_bytes(group.size, group.rope, kv) / group.every if group.every else 0.0
    return 0.0


def token_bytes(model: Geometry, kv: str, tp: int = 1, dcp: int = 1) -> float:
    """Bytes per token and rank with every growing layer and window at full length."""
    return sum(group.layers * layer_token_bytes(group, kv, tp) for group in model.groups) / dcp


def growing_token_bytes(model: Geometry, kv: str, tp: int = 1, dcp: int = 1) -> float:
    """Bytes per token and rank of the layers that keep the whole context."""
    groups = (group for group in model.groups if window_of(group) is None)
    return sum(group.layers * layer_token_bytes(group, kv, tp) for group in groups) / dcp


def mtp_token_bytes(model: Geometry, kv: str, tp: int = 1) -> float:
    """Bytes per token and rank of one prediction layer, which caches like the model's full layers."""
    for group in model.groups:
        if isinstance(group, KeyValueLayers | LatentLayers) and window_of(group) is None:
            return layer_token_bytes(group, kv, tp)
    return 0.0


def window_of(group: Group) -> int | None:
    """Window of a group that keeps nothing else."""
    return group.window if isinstance(group, KeyValueLayers) else None


def request_bytes(
    model: Geometry, engine: str, kv: str, context: int, users: int, split: Split, batch: int = LLAMACPP_BATCH
) -> tuple[float, float]:
    """Bytes of cache and of states on one rank for `users` requests of `context` tokens, pages aside.

    vLLM's pages are in `analysis.memory.pages`. `batch` is llama.cpp's physical batch in tokens.
    """
    slots = SGLANG_STATE_SLOTS if engine == "sglang" else 1
    cache = users * sum(
        group.layers * _group_bytes(group, engine, kv, context, split.tp, batch) for group in model.groups
    )
    return cache / split.dcp, users * slots * sequence_bytes(model, engine, split.tp)


def _group_bytes(group: Group, engine: str, kv: str, context: int, tp: int, batch: int) -> float:
    """Bytes of one request in one layer of the group."""
    each = layer_token_bytes(group, kv, tp)
    if isinstance(group, CompressedLayers):
        return _compressed_bytes(group, kv, context)
    window = window_of(group)
    if window is None:
        return context * each
    return _kept(window, engine, context, batch) * each


def _kept(window: int, engine: str, context: int, batch: int) -> float:
    """Tokens that a sliding layer keeps of one request."""
    if engine == "llamacpp":
        return math.ceil(min(context, window + batch) / LLAMACPP_PAD) * LLAMACPP_PAD
    if engine == "sglang":
        return SGLANG_WINDOW_RATIO * context
    return min(context, window) if engine == "mlx" else context


def _compressed_bytes(group: CompressedLayers, kv: str, context: int) -> float:
    entries = context // group.every if group.every else 0
    return (entries + min(group.window, context)) * entry_bytes(group.size, group.rope, kv)
