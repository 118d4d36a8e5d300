"""Weights of the layers that mix tokens, by their kind."""

from collections.abc import Callable

from analysis.parameters.sizes import NO_LAYER, LackError, Sizes


def attention_params(sizes: Sizes) -> dict[str, float]:
    """Weights of all layers of each kind, with the index where there is one. Raises LackError."""
    found: dict[str, float] = {}
    for fact in sizes.layers_by_kind():
        kind = fact.qualifiers["attention"]
        if kind == NO_LAYER:
            continue
        if kind not in RULES:
            raise LackError(f"a rule that counts {kind} layers")
        gate = sizes.hidden * (sizes.maybe("attention_gate_size", kind) or 0)
        each = RULES[kind](sizes, kind) + gate
        found[kind] = found.get(kind, 0.0) + (fact.value or 0.0) * each
    return {**found, "index": _index(sizes)}


def _plain(sizes: Sizes, kind: str) -> float:
    """Queries, keys, values and output of H heads, K of them with keys of their own."""
    heads, shared = sizes.need("attention_heads", kind), sizes.need("kv_heads", kind)
    size = sizes.need("head_dim", kind)
    value = sizes.maybe("value_head_dim", kind) or size
    return float(sizes.hidden * (heads + shared) * (size + value))


def _latent(sizes: Sizes, kind: str) -> float:
    """MLA of DeepSeek-V2 (arXiv 2405.04434): narrow queries where they are, a latent for keys and values."""
    heads, rank = sizes.need("attention_heads", kind), sizes.need("kv_lora_rank", kind)
    rope, plain = sizes.need("qk_rope_head_dim", kind), sizes.need("qk_nope_head_dim", kind)
    value, narrow = sizes.need("value_head_dim", kind), sizes.maybe("q_lora_rank", kind)
    wide = heads * (plain + rope)
    queries = sizes.hidden * wide if narrow is None else narrow * (sizes.hidden + wide)
    return float(queries + sizes.hidden * (rank + rope) + rank * heads * (plain + value) + heads * value * sizes.hidden)


def _gdn(sizes: Sizes, kind: str) -> float:
    """Gated DeltaNet of Qwen3-Next: queries, keys, values, gate, two scalars for each value head, output."""
    keys = sizes.need("linear_key_heads", kind) * sizes.need("linear_key_head_dim", kind)
    heads = sizes.need("linear_value_heads", kind)
    values = heads * sizes.need("linear_value_head_dim", kind)
    return float(sizes.hidden * (2 * keys + 3 * values + 2 * heads))


def _kda(sizes: Sizes, kind: str) -> float:
    """Kimi delta attention: four wide projections, two through the width of one head, a scalar for each head."""
    heads, size = sizes.need("linear_key_heads", kind), sizes.need("linear_key_head_dim", kind)
    wide = heads * size
    return float(sizes.hidden * (4 * wide + heads) + 2 * size * (sizes.hidden + wide))


def _mamba2(sizes: Sizes, kind: str) -> float:
    """Mamba-2: gate, input, state in and out for each group, a step for each head; output."""
    heads = sizes.need("mamba_heads")
    inner = heads * sizes.need("mamba_head_dim")
    states = 2 * sizes.need("mamba_groups") * sizes.need("state_size", kind)
    return float(sizes.hidden * (3 * inner + states + heads) + sizes.need("conv_width", kind) * (inner + states))


def _mamba(sizes: Sizes, kind: str) -> float:
    """Mamba-1: gate and input, output, the narrow step of a sixteenth of the hidden size, states."""
    inner, state = sizes.need("mamba_inner_size"), sizes.need("state_size", kind)
    step = -(-sizes.hidden // 16)
    return float(3 * sizes.hidden * inner + inner * (2 * step + 3 * state + sizes.need("conv_width", kind)))


def _conv(sizes: Sizes, _: str) -> float:
    """Gated short convolution of LFM2: three inputs and the output."""
    return 4.0 * sizes.hidden * sizes.hidden


def _lightning(sizes: Sizes, kind: str) -> float:
    """Linear attention with decay: queries, keys, values, gate and output, all as wide as the heads."""
    return 5.0 * sizes.hidden * sizes.need("attention_heads", kind) * sizes.need("head_dim", kind)


RULES: dict[str, Callable[[Sizes, str], float]] = {
    **dict.fromkeys(("full", "sliding", "chunked", "sparse", "encoder"), _plain),
    **dict.fromkeys(("mla", "sparse_mla"), _latent),
    "gdn": _gdn,
    "kda": _kda,
    "mamba2": _mamba2,
    "mamba": _mamba,
    "conv": _conv,
    "lightning": _lightning,
}


def _index(sizes: Sizes) -> float:
    """Index of sparse attention: queries from the narrow ones, one key, a weight for each head."""
    layers, size, heads = (sizes.maybe(name) for name in ("index_layers", "index_head_dim", "index_heads"))
    if not (layers and size and heads):
        return 0.0
    queries = sizes.maybe("q_lora_rank") or sizes.hidden
    return float(layers * (queries * heads * size + sizes.hidden * (size + heads)))
