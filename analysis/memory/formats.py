"""Number formats: bits per weight with their scales, bytes per cached value, and what a device makes of them."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from analysis.memory.terms import ARITHMETIC, LLAMACPP_FORMATS, LLAMACPP_MIXTURES, MLX_FORMATS, VLLM_CACHE, Cited

_BITS: dict[str, tuple[float, str, str]] = {
    "fp32": (32, "four bytes", ARITHMETIC),
    "bf16": (16, "two bytes", ARITHMETIC),
    "fp16": (16, "two bytes", ARITHMETIC),
    "fp8": (8, "one byte; scales per tensor or channel weigh nothing", ARITHMETIC),
    "fp8_block": (8 + 32 / 16384, "one byte and a 32-bit scale for 128 x 128 weights", ARITHMETIC),
    "mxfp8": (8.25, "one byte and an 8-bit scale for 32 weights", MLX_FORMATS),
    "int8": (8, "one byte; scales per channel weigh nothing", ARITHMETIC),
    "w8a8": (8, "one byte; scales per channel weigh nothing", ARITHMETIC),
    "mxfp6": (6.25, "six bits and an 8-bit scale for 32 weights", ARITHMETIC),
    "mxfp4": (4.25, "17 bytes for 32 weights", LLAMACPP_FORMATS),
    "nvfp4": (4.5, "36 bytes for 64 weights", LLAMACPP_FORMATS),
    "fp4": (4.5, "read as NVFP4, the larger of the two usual layouts", LLAMACPP_FORMATS),
    "int4": (4 + 16 / 128, "four bits and a 16-bit scale for 128 weights", ARITHMETIC),
    "gptq": (4 + 16 / 128, "four bits and a 16-bit scale for 128 weights", ARITHMETIC),
    "w4a16": (4 + 16 / 128, "four bits and a 16-bit scale for 128 weights", ARITHMETIC),
    "awq": (4 + 20 / 128, "four bits, a 16-bit scale and a 4-bit zero for 128 weights", ARITHMETIC),
    "mlx4": (4.5, "four bits, a 16-bit scale and a 16-bit bias for 64 weights", MLX_FORMATS),
    "mlx8": (8.5, "eight bits, a 16-bit scale and a 16-bit bias for 64 weights", MLX_FORMATS),
    "q4_0": (4.5, "18 bytes for 32 weights", LLAMACPP_FORMATS),
    "q8_0": (8.5, "34 bytes for 32 weights", LLAMACPP_FORMATS),
    "q6_k": (6.5625, "210 bytes for 256 weights", LLAMACPP_FORMATS),
    "q2_k": (3.35, "a mixture, as measured on Llama 2 7B", LLAMACPP_MIXTURES),
    "q3_k_m": (3.91, "a mixture, as measured on Llama 2 7B", LLAMACPP_MIXTURES),
    "q4_k_m": (4.84, "a mixture, as measured on Llama 2 7B; other files have 4.5 to 5.2", LLAMACPP_MIXTURES),
    "q5_k_m": (5.68, "a mixture, as measured on Llama 2 7B", LLAMACPP_MIXTURES),
}
BITS: Mapping[str, Cited] = MappingProxyType({name: Cited(*entry) for name, entry in _BITS.items()})
"""Bits per weight of the tensors that are in the format, scales included."""

_MLX = re.compile(r"mlx(\d)(?:-g(\d+))?")


def bits_of(precision: str) -> Cited | None:
    """Bits per weight, scales included; `mlx5-g32` names an MLX format by bits and group. None for no known layout."""
    match = _MLX.fullmatch(precision)
    if precision in BITS or match is None:
        return BITS.get(precision)
    group = int(match[2] or 64)
    return Cited(int(match[1]) + 32 / group, f"a 16-bit scale and a 16-bit bias for {group} weights", MLX_FORMATS)


UNQUANTISED = frozenset({"fp32", "bf16", "fp16"})
MIXTURES = frozenset({"q2_k", "q3_k_m", "q4_k_m", "q5_k_m"})
"""GGUF mixtures: their bits are an average over the whole file."""
GGUF = MIXTURES | {"q4_0", "q6_k", "q8_0"}

ALIKE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "fp8": ("fp8", "fp8_block", "mxfp8"),
        "fp8_block": ("fp8_block", "fp8"),
        "fp4": ("nvfp4", "mxfp4", "fp4"),
        "int4": ("int4", "w4a16", "gptq", "awq"),
        "w4a16": ("w4a16", "gptq", "int4"),
        "int8": ("int8", "w8a8"),
        "w8a8": ("w8a8", "int8"),
        "bf16": ("bf16", "fp16"),
        "fp16": ("fp16", "bf16"),
    }
)
"""Formats of released checkpoints that answer a question for a format, the best first."""

_COMPUTED_IN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "fp8": frozenset({"fp8", "fp8_block"}),
        "fp8_block": frozenset({"fp8", "fp8_block"}),
        "mxfp8": frozenset({"mxfp8"}),
        "nvfp4": frozenset({"nvfp4", "fp4"}),
        "mxfp4": frozenset({"mxfp4", "fp4"}),
        "fp4": frozenset({"fp4", "nvfp4", "mxfp4"}),
        "int8": frozenset({"int8", "w8a8"}),
        "w8a8": frozenset({"int8", "w8a8"}),
        "int4": frozenset({"int4"}),
        "bf16": frozenset({"bf16"}),
        "fp16": frozenset({"fp16", "bf16"}),
        "fp32": frozenset({"fp32", "tf32"}),
    }
)


def support(precision: str, formats: frozenset[str], engine: str) -> str:
    """`native`, `emulated` (unpacked to a format the device has), `unsupported`, or `unknown` without facts.

    `formats` are the number formats recorded for the device. A GGUF or MLX file belongs to its own engine.
    """
    if (precision in GGUF and engine != "llamacpp") or (_MLX.fullmatch(precision) and engine != "mlx"):
        return "unsupported"
    if not formats or precision == "mixed":
        return "unknown"
    if _COMPUTED_IN.get(precision, frozenset()) & formats:
        return "native"
    return "emulated" if precision not in UNQUANTISED and formats & {"bf16", "fp16"} else "unsupported"


_CACHE_BYTES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "fp32": (4, 0),
        "bf16": (2, 0),
        "fp16": (2, 0),
        "fp8": (1, 0),
        "int8": (1, 4),
        "nvfp4": (1 / 2 + 1 / 16, 0),
        "q8_0": (34 / 32, 0),
        "q4_0": (18 / 32, 0),
    }
)
CACHE_FORMATS = frozenset(_CACHE_BYTES)
"""Formats of the KV cache. int8 keeps a 32-bit scale for each head and token."""
CACHE_SOURCE = VLLM_CACHE


def vector_bytes(size: int, precision: str) -> float:
    """Bytes of one cached vector of `size` values. Raises KeyError for a format no cache has."""
    per_value, per_vector = _CACHE_BYTES[precision]
    return size * per_value + per_vector


def latent_bytes(rank: int, rope: int, precision: str, sparse: bool) -> float:
    """Bytes of one latent vector with its rotary part; with an index and FP8, scales for 128 and a 16-bit rope."""
    if sparse and precision == "fp8":
        return rank + rank / 128 * 4 + rope * 2
    return vector_bytes(rank + rope, precision)


def index_bytes(size: int) -> float:
    """Bytes of one index key: FP8 with a 32-bit scale for 128 values, whatever the cache's format."""
    return size + 4 * size / 128


def entry_bytes(size: int, rope: int, precision: str) -> float:
    """Bytes of one compressed entry; FP8 keeps the rotary part in 16 bits and a scale for 64, padded to 8 bytes."""
    if precision != "fp8":
        return vector_bytes(size, precision)
    plain = size - rope
    return float(-(-(plain + 2 * rope + -(-plain // 64)) // 8) * 8)
