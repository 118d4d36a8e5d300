"""Which formats to ask for: those a model is released in, and those for which an answer says something."""

from collections.abc import Iterable
from dataclasses import replace

from analysis.memory import Device, EngineName, Model
from analysis.memory.formats import ALIKE, BITS, GGUF, bits_of, support

NARROW = frozenset({"fp8", "nvfp4", "mxfp4", "fp4"})
FOUR_BITS = ("nvfp4", "mxfp4", "int4")
READ_BY: dict[str, tuple[str, ...]] = {
    "mlx": ("bf16", "fp16", "fp32", "mxfp4", "mxfp8", "nvfp4"),
    "llamacpp": ("bf16", "fp16", "fp32", "mxfp4"),
}
"""Formats that these engines load beside those of their own files: https://github.com/ml-explore/mlx-lm and
https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h."""
OWN_FILES = {"mlx": ("mlx",), "llamacpp": ("q",)}


def released_formats(model: Model) -> list[str]:
    """Formats of the weights that can be had, the widest first; those without a known layout are left out."""
    named = model.totals.released | {checkpoint.precision for checkpoint in model.totals.checkpoints}
    known = ((bits.value, name) for name in named if (bits := bits_of(name)) is not None)
    return [name for _, name in sorted(known, key=lambda pair: (-float(pair[0]), pair[1]))]


def is_released(precision: str, released: Iterable[str]) -> bool:
    """Whether weights in the format, or in a layout that answers for it, can be had."""
    return not set(ALIKE.get(precision, (precision,))).isdisjoint(released)


def default_precision(released: list[str]) -> str:
    """The format that is asked for when nobody chooses: the widest one released, else 16 bits."""
    return released[0] if released else "bf16"


def default_engine(device: Device | None, precision: str = "bf16") -> EngineName:
    """The engine that is asked for when nobody chooses: llama.cpp for GGUF, MLX on Apple's chips, else vLLM."""
    if precision in GGUF:
        return "llamacpp"
    return "mlx" if precision.startswith("mlx") or (device is not None and device.vendor == "apple") else "vllm"


def runs_on(engine: str, device: Device) -> bool:
    """Whether there is a build of the engine for the maker's devices: MLX is Apple's, TensorRT-LLM NVIDIA's."""
    if engine in ("mlx", "trtllm"):
        return device.vendor == ("apple" if engine == "mlx" else "nvidia")
    return device.vendor != "apple" or engine in ("llamacpp", "llmscale")


def word_for(precision: str, device: Device, engine: str) -> str:
    """`native`, `emulated`, `unsupported` or `unknown`: what the device and the engine make of the format."""
    if not runs_on(engine, device):
        return "unsupported"
    if engine in READ_BY and precision not in READ_BY[engine] and not precision.startswith(OWN_FILES[engine]):
        return "unsupported"
    word = support(precision, device.formats, engine)
    return word if word == "native" or lists_all(device.formats) else "unknown"


def read_for(precision: str, device: Device, engine: str) -> str | None:
    """Whose formats the word comes from: `device` where its own ratings say the same, else `architecture`; else None.

    A word that follows from the engine alone needs no rating.
    """
    word = word_for(precision, device, engine)
    if word == "unknown" or word != support(precision, device.formats, engine):
        return None
    own = replace(device, formats=device.formats - device.pooled)
    return "device" if word_for(precision, own, engine) == word else "architecture"


def lists_all(formats: frozenset[str]) -> bool:
    """Whether a list of number formats is read as whole: a rating that nobody printed is no proof of absence.

    One that names BF16, or FP16 beside narrower floats, comes from a maker who speaks of machine learning.
    """
    return "bf16" in formats or ("fp16" in formats and bool(formats & NARROW))


def hypothetical_formats(device: Device, released: list[str]) -> list[str]:
    """Formats worth an answer though nobody has released them: FP8 where the device computes in it, and 4 bits.

    16 bits only where no format at all is on record: nobody widens what was released narrow.
    """
    if default_engine(device) == "mlx":
        wanted = ["mlx8", "mlx4"]
    else:
        native = [name for name in ("fp8", *FOUR_BITS) if support(name, device.formats, "vllm") == "native"]
        four = next((name for name in native if name in FOUR_BITS), "int4")
        wanted = [*(name for name in native if name == "fp8"), four]
    return [name for name in wanted if not is_released(name, released)] if released else ["bf16", *wanted]


def known_formats() -> list[str]:
    """Every format that can be asked for, the widest first."""
    return sorted(BITS, key=lambda name: (-float(BITS[name].value), name))
