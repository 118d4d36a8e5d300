"""Draft statements of a model from the config.json that stands beside its weights.

Only what the file says is stated, each figure with the field it was read from; a default of some library is not a
checkpoint's configuration. What follows from other fields says so (`basis: derived`), such as a head size that is not
written: hidden size over heads, as all classes here have it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from loaders.importers.architectures import Architecture, Config, ConfigError, LayerKind, layer_kinds, need

Statement: TypeAlias = dict[str, str]
"""One line of a record: the metric first, then its qualifiers, `at` and `basis`."""

MLA = ("mla", "sparse_mla")
# The name each size has in the configurations seen so far; the first that is present counts.
SIZES: dict[str, tuple[str, ...]] = {
    "hidden_size": ("hidden_size",),
    "q_lora_rank": ("q_lora_rank",),
    "kv_lora_rank": ("kv_lora_rank",),
    "qk_rope_head_dim": ("qk_rope_head_dim",),
    "qk_nope_head_dim": ("qk_nope_head_dim",),
    "index_heads": ("index_n_heads", "indexer_n_heads", "sparse_num_index_heads"),
    "index_head_dim": ("index_head_dim", "indexer_head_dim", "sparse_index_dim"),
    "experts_total": ("n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts"),
    "experts_active": ("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_k", "top_k_experts"),
    "experts_shared": ("n_shared_experts", "num_shared_experts"),
    "expert_width": ("moe_intermediate_size",),
    "shared_expert_width": (
        "moe_shared_expert_intermediate_size",
        "shared_expert_intermediate_size",
        "shared_intermediate_size",
        "share_expert_dim",
    ),
    "expert_latent_width": ("moe_latent_size", "routed_expert_hidden_size"),
    "feedforward_width": ("intermediate_size",),
    "vocabulary_size": ("vocab_size",),
    "mtp_layers": ("num_nextn_predict_layers", "mtp_num_hidden_layers"),
}
TOKENS: dict[str, tuple[str, ...]] = {
    "index_top_k": ("index_topk", "indexer_budget"),
    "context_configured": ("max_position_embeddings",),
}
# State layers: what a metric is called in the configurations of each kind.
STATES: dict[str, dict[str, tuple[str, ...]]] = {
    "gdn": {
        "linear_key_heads": ("linear_num_key_heads",),
        "linear_value_heads": ("linear_num_value_heads",),
        "linear_key_head_dim": ("linear_key_head_dim",),
        "linear_value_head_dim": ("linear_value_head_dim",),
        "conv_width": ("linear_conv_kernel_dim",),
    },
    "kda": {
        "linear_key_heads": ("linear_num_heads", "num_heads"),
        "linear_value_heads": ("linear_num_heads", "num_heads"),
        "linear_key_head_dim": ("linear_head_dim", "head_dim"),
        "linear_value_head_dim": ("linear_head_dim", "head_dim"),
        "conv_width": ("linear_conv_kernel_dim", "short_conv_kernel_size"),
    },
    "mamba2": {
        "mamba_heads": ("mamba_num_heads", "mamba_n_heads"),
        "mamba_head_dim": ("mamba_head_dim", "mamba_d_head"),
        "mamba_groups": ("n_groups", "mamba_n_groups"),
        "state_size": ("ssm_state_size", "mamba_d_state"),
        "conv_width": ("conv_kernel", "mamba_d_conv"),
    },
    "mamba": {"state_size": ("mamba_d_state",), "conv_width": ("mamba_d_conv",)},
    "conv": {"conv_width": ("conv_L_cache",)},
}
UNQUALIFIED = ("mamba_heads", "mamba_head_dim", "mamba_groups")
PACKED: dict[tuple[Any, Any, Any], str] = {
    ("int", 4, None): "int4",
    ("int", 8, None): "int8",
    ("float", 8, None): "fp8",
    ("float", 4, 16): "nvfp4",
    ("float", 4, 32): "mxfp4",
}
"""Formats of compressed-tensors by kind of number, bits and, where it decides, weights that share a scale."""
_DTYPE = ("dtype", "torch_dtype")
# Some tools say the format of the weights in hf_quant_config.json alone; `dtype` then names that of what is left.
_QUANTISED = re.compile(r"fp8|fp4|int[48]|awq|gptq|w[48]a\d+|\d-?bit")
DTYPES = {"bfloat16": "bf16", "float16": "fp16", "float32": "fp32"}


def draft(config: Config, repo: str, architectures: Mapping[str, Architecture]) -> list[Statement]:
    """Statements that `config`, the parsed config.json of `repo`, bears out. Raises ConfigError.

    `repo` is ORG/NAME, or a plain name where nobody says whose repository it is.
    """
    name = architecture_name(config, architectures)
    inner = {**config, **config.get("text_config", {})}
    inner = {**inner, **inner.get("sparse_attention_config", {})}
    architecture = architectures[name]
    layers, at = layer_kinds(inner, architecture)
    parts: tuple[Callable[[], Iterator[Statement]], ...] = (
        lambda: iter([{"architecture_class": name, "at": "architectures"}]),
        lambda: _layers(inner, layers, at, architecture),
        lambda: _sizes(inner, architecture),
        lambda: _heads(inner, layers),
        lambda: _states(inner, layers),
        lambda: _feedforward(inner, layers),
        lambda: _shapes(inner, layers, architecture),
        lambda: _index(inner, layers),
        lambda: _rest(config, inner, repo),
    )
    return [statement for part in parts for statement in part()]


def architecture_name(config: Config, architectures: Mapping[str, Architecture]) -> str:
    """The class of the checkpoint. Raises ConfigError where data/architectures.yml does not have it."""
    names = config.get("architectures") or []
    for name in names:
        if name in architectures:
            return str(name)
    raise ConfigError(
        f"config.json: architectures is {', '.join(names) or 'missing'}; data/architectures.yml does not know it. "
        "Add the class there with its rule and the place where you read it."
    )


def figure(metric: str, value: object, at: str, **qualifiers: str) -> Statement:
    """One statement with its keys in the order of a record."""
    return {metric: str(value), **qualifiers, "at": at}


def _first(config: Config, fields: Sequence[str]) -> tuple[Any, str] | None:
    return next(((config[field], field) for field in fields if config.get(field) is not None), None)


def _layers(config: Config, layers: list[LayerKind], at: str, architecture: Architecture) -> Iterator[Statement]:
    field = architecture.get("count", "num_hidden_layers")
    counted = Counter(layers)
    blocks = config.get(field) or len(layers)
    if len(counted) == 1 and blocks < len(layers):  # blocks of two attention layers, each with a cache of its own
        yield {**figure("layers", len(layers), f"{len(layers) // blocks} * {field}"), "basis": "derived"}
    else:
        yield figure("layers", blocks, field if config.get(field) else at)
    for kind, count in counted.items():
        window = {"window": f"{kind.window} tokens"} if kind.window else {}
        compression = {"compression": f"{kind.compression} tokens"} if kind.compression else {}
        cache = {"cache": kind.cache} if kind.cache else {}
        yield figure("attention_layers", count, at, attention=kind.attention, **window, **compression, **cache)
    window_field = architecture.get("window", "sliding_window")
    if any(kind.attention in ("sliding", "compressed") for kind in layers):
        yield figure("sliding_window", f"{need(config, window_field)} tokens", window_field)


def _sizes(config: Config, architecture: Architecture) -> Iterator[Statement]:
    renamed = architecture.get("fields", {})
    for metric, fields in {**SIZES, **TOKENS}.items():
        found = _first(config, (renamed[metric],) if metric in renamed else fields)
        if found and isinstance(found[0], int) and (found[0] > 0 or metric == "qk_rope_head_dim"):
            yield figure(metric, f"{found[0]} tokens" if metric in TOKENS else found[0], found[1])


def _heads(config: Config, layers: list[LayerKind]) -> Iterator[Statement]:
    """Heads of the layers that keep keys and values; they may differ between full and sliding layers."""
    kinds = {layer.attention for layer in layers}
    if kinds & {"full", "sparse", "chunked", "sliding", "mla", "sparse_mla", "compressed", "lightning"}:
        yield figure("attention_heads", need(config, "num_attention_heads"), "num_attention_heads")
    if kinds & set(MLA):
        yield from _value_size(config)
        return
    plain, other = _plain_heads(config), _other_heads(config)
    both = bool(other) and "full" in kinds and "sliding" in kinds
    for metric, (value, at) in plain.items():
        if not both or metric not in other or other[metric][1] == value:
            yield _size(metric, value, at)
            continue
        kind, value_other, at_other = other[metric]
        yield _size(metric, value, at, attention="sliding" if kind == "full" else "full")
        yield _size(metric, value_other, at_other, attention=kind)


def _size(metric: str, value: int, at: str, **qualifiers: str) -> Statement:
    basis = {"basis": "derived"} if "/" in at else {}
    return {**figure(metric, value, at, **qualifiers), **basis}


def _plain_heads(config: Config) -> dict[str, tuple[int, str]]:
    heads = need(config, "num_attention_heads")
    sizes: dict[str, tuple[int, str]] = {}
    if isinstance(config.get("num_key_value_heads"), int):
        sizes["kv_heads"] = config["num_key_value_heads"], "num_key_value_heads"
    found = _first(config, ("head_dim", "attention_head_dim"))
    sizes["head_dim"] = found or (need(config, "hidden_size") // heads, "hidden_size / num_attention_heads")
    value = config.get("v_head_dim")
    if value is not None and value != sizes["head_dim"][0]:
        sizes["value_head_dim"] = value, "v_head_dim"
    return sizes


def _other_heads(config: Config) -> dict[str, tuple[str, int, str]]:
    """Sizes of the other kind of layer: Gemma names those of its full layers, MiMo those of its sliding ones."""
    names = {
        "kv_heads": (("full", "num_global_key_value_heads"), ("sliding", "swa_num_key_value_heads")),
        "head_dim": (("full", "global_head_dim"), ("sliding", "swa_head_dim")),
        "value_head_dim": (("sliding", "swa_v_head_dim"),),
    }
    return {
        metric: (kind, config[field], field)
        for metric, fields in names.items()
        for kind, field in fields
        if config.get(field) is not None
    }


def _value_size(config: Config) -> Iterator[Statement]:
    if config.get("v_head_dim") is not None:
        yield figure("value_head_dim", config["v_head_dim"], "v_head_dim")


def _states(config: Config, layers: list[LayerKind]) -> Iterator[Statement]:
    kinds = {layer.attention for layer in layers}
    for kind in sorted(kinds & set(STATES)):
        source = {**config, **config.get("linear_attn_config", {})} if kind == "kda" else config
        for metric, fields in STATES[kind].items():
            if found := _first(source, fields):
                qualifiers = {} if metric in UNQUALIFIED else {"attention": kind}
                yield figure(metric, found[0], found[1], **qualifiers)
    if "mamba" in kinds and config.get("mamba_expand"):
        inner = config["mamba_expand"] * need(config, "hidden_size")
        yield {**figure("mamba_inner_size", inner, "mamba_expand * hidden_size"), "basis": "derived"}
    found = _first(config, ("mamba_ssm_cache_dtype", "mamba_ssm_dtype"))
    if found and found[0] in DTYPES:
        yield figure("state_precision", DTYPES[found[0]], found[1])


def _feedforward(config: Config, layers: list[LayerKind]) -> Iterator[Statement]:
    """Dense layers and layers with experts."""
    found = _first(config, ("mlp_layer_types", "moe_layer_freq"))
    if found and isinstance(found[0], list):
        dense = sum(entry in ("dense", 0) for entry in found[0])
        yield figure("dense_layers", dense, found[1])
        yield figure("moe_layers", len(found[0]) - dense, found[1])
    elif config.get("first_k_dense_replace") is None:
        yield from _every_few_layers(config)
    else:
        dense = config["first_k_dense_replace"]
        yield figure("dense_layers", dense, "first_k_dense_replace")
        yield {**figure("moe_layers", len(layers) - dense, "first_k_dense_replace"), "basis": "derived"}


def _every_few_layers(config: Config) -> Iterator[Statement]:
    """Classes that put experts into every second layer or the like."""
    found = _first(config, ("interleave_moe_layer_step", "expert_layer_period"))
    if found and found[0] > 0:
        layers = need(config, "num_hidden_layers")
        yield {**figure("dense_layers", layers - layers // found[0], found[1]), "basis": "derived"}
        yield {**figure("moe_layers", layers // found[0], found[1]), "basis": "derived"}


def _shapes(config: Config, layers: list[LayerKind], architecture: Architecture) -> Iterator[Statement]:
    """Shapes that no field gives and the class has: matrices of a feed-forward part, the gate behind attention."""
    if matrices := architecture.get("matrices"):
        yield {**figure("feedforward_matrices", matrices, "architectures"), "basis": "derived"}
    size = config.get(architecture.get("gate", ""))
    if size is not None:
        state = {layer.attention for layer in layers} & set(STATES)
        only_full = {"attention": "full"} if state else {}
        at = f"architectures, num_attention_heads * {architecture['gate']}"
        gate = figure("attention_gate_size", need(config, "num_attention_heads") * size, at, **only_full)
        yield {**gate, "basis": "derived"}


def _index(config: Config, layers: list[LayerKind]) -> Iterator[Statement]:
    """Layers that keep index keys, and those that use another layer's choice.

    Without a list every layer with sparse attention has its own; of compressed layers only those that keep one entry
    for 4 tokens choose among them.
    """
    types = config.get("indexer_types")
    if isinstance(types, list):
        for cache, name in (("own", "full"), ("shared", "shared")):
            if count := types.count(name):
                yield figure("index_layers", count, "indexer_types", cache=cache)
        return
    choosing = [kind for kind in layers if kind.attention in ("sparse_mla", "sparse") or kind.compression == 4]
    if choosing and config.get("index_topk_freq", 1) == 1:
        yield {**figure("index_layers", len(choosing), "architectures", cache="own"), "basis": "derived"}


def _rest(config: Config, inner: Config, repo: str) -> Iterator[Statement]:
    if found := _first(config.get("vision_config") or {}, ("num_hidden_layers", "depth", "vt_num_hidden_layers")):
        yield figure("encoder_layers", found[0], f"vision_config.{found[1]}")
    scaling = inner.get("rope_scaling") or inner.get("rope_parameters") or {}
    if native := scaling.get("original_max_position_embeddings"):
        yield figure("context_native", f"{native} tokens", "original_max_position_embeddings")
    tied = config.get("tie_word_embeddings", inner.get("tie_word_embeddings"))
    if tied is not None:
        yield figure("tied_embeddings", "yes" if tied else "no", "tie_word_embeddings")
    precision, at = checkpoint_precision(config, inner)
    if precision and not (at in _DTYPE and _QUANTISED.search(repo.lower())):
        yield figure("checkpoint_precision", precision, at, **({"repo": repo} if "/" in repo else {}))


def checkpoint_precision(config: Config, inner: Config) -> tuple[str, str]:
    """Number format of most weights in words.yml's terms, or an empty word; and the field that says it."""
    found = config.get("quantization_config") or inner.get("quantization_config") or {}
    if found:
        return _quantized(found), "quantization_config"
    dtype = _first({**inner, **config}, _DTYPE)
    return (DTYPES.get(str(dtype[0]), ""), dtype[1]) if dtype else ("", "")


def _quantized(found: Config) -> str:
    method, algorithm = str(found.get("quant_method", "")), str(found.get("quant_algo", ""))
    if algorithm.lower() in ("nvfp4", "fp8"):
        return algorithm.lower()
    if method == "fp8":
        return "fp8_block" if found.get("weight_block_size") else "fp8"
    return method if method in ("mxfp4", "awq", "gptq") else _packed(found)


def _packed(found: Config) -> str:
    """Number format of compressed-tensors, from the weights of its first group."""
    groups = found.get("config_groups") or {}
    weights = next((group.get("weights") or {} for group in groups.values()), {})
    kind, size = weights.get("type"), weights.get("group_size")
    return PACKED.get((kind, weights.get("num_bits"), size), PACKED.get((kind, weights.get("num_bits"), None), ""))
