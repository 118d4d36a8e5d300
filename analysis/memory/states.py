"""States of fixed size: linear attention, Mamba and short convolutions."""

from analysis.memory.formats import vector_bytes
from analysis.memory.geometry import Geometry, StateLayers
from analysis.memory.terms import LLAMACPP_STATES, SGLANG_POOL, VLLM_STATES, Cited

_BYTES = {"fp32": 4.0, "bf16": 2.0, "fp16": 2.0}


def state_precision(model: Geometry, engine: str, kind: str) -> Cited:
    """Number format of the states: the model's own word, else the engine's rule."""
    if engine in ("llamacpp", "mlx"):
        return Cited("fp32", "llama.cpp and MLX keep states in 32 bits", LLAMACPP_STATES)
    if model.state_precision in _BYTES:
        origin = model.totals.origins.get("state_precision", "")
        return Cited(str(model.state_precision), "stated for the model", origin)
    if kind in ("kda", "lightning"):
        return Cited("fp32", "these layers keep their state in 32 bits", VLLM_STATES)
    if engine in ("sglang", "llmscale"):
        return Cited("fp32", "the engine's default", SGLANG_POOL)
    return Cited("bf16", "vLLM keeps states in the model's type unless told otherwise", VLLM_STATES)


def layer_bytes(model: Geometry, group: StateLayers, engine: str, tp: int, speculative: int = 0) -> float:
    """Bytes of one sequence's state in one layer on one rank; the convolution is kept in the model's type."""
    wide = engine in ("llamacpp", "mlx")
    state = group.state * _BYTES[str(state_precision(model, engine, group.kind).value)]
    tail = (group.width - 1 + speculative) * vector_bytes(group.channels, "fp32" if wide else "bf16")
    return (state + tail) / tp


def sequence_bytes(model: Geometry, engine: str, tp: int) -> float:
    """Bytes of one sequence's states in all layers on one rank."""
    return sum(
        group.layers * layer_bytes(model, group, engine, tp) for group in model.groups if isinstance(group, StateLayers)
    )
