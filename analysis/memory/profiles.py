"""Rules of each engine by version: its share of the memory, the sampler's peak, runtime buffers, graphs."""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from analysis.memory.capacity import Device
from analysis.memory.terms import (
    GB,
    GIB,
    LLAMACPP_METAL,
    LLMSCALE_CODE,
    MLX_RUNS,
    SGLANG_POOL,
    TRTLLM_CONTEXT,
    TRTLLM_POOL,
    VLLM_DEFAULTS,
    VLLM_OLD_RUNS,
    VLLM_RUNS,
    VLLM_SERVE,
    Cited,
    Spread,
)

EngineName: TypeAlias = Literal["vllm", "sglang", "llamacpp", "mlx", "trtllm", "llmscale"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

LARGE_DEVICE_GIB = 70
SEQUENCES_LARGE, SEQUENCES_SMALL = 1024, 256
BATCHED_LARGE, BATCHED_SMALL = 8192, 2048
BATCHED_CUT, CUT_ABOVE = 512, 32_768


@dataclass(frozen=True, slots=True)
class Profile:
    """Rules of one engine in one range of versions. `share` is the part of visible memory it uses by default."""

    engine: EngineName
    since: str
    share: Cited
    copies: Cited
    """Copies of the logits of all sequences, in 32 bits, that the sampler holds at its peak."""
    one: Spread
    """Runtime in GiB on one device."""
    several: Spread
    """Runtime in GiB on each of several devices."""
    runtime: str
    """Where the runtime figures were read."""
    graphs_reserved: bool = False
    """Whether CUDA graphs are taken off before the pool is made."""


_NO_SAMPLER = Cited(0.0, "the engine's pool is made before activations", SGLANG_POOL)
_VLLM_SHARE = Cited(0.9, "default share of the memory", VLLM_DEFAULTS)
_VLLM_19 = Profile(
    "vllm",
    "0.19",
    _VLLM_SHARE,
    Cited(3.55, "copies of the logits at the sampler's peak, fitted on two runs, 0.1 % median on 18 others", VLLM_RUNS),
    Spread(0.24, 0.25, 0.46),
    Spread(2.06, 2.1, 2.21),
    VLLM_RUNS,
)
_VLLM_OLD = replace(
    _VLLM_19,
    since="",
    copies=Cited(9.4, "copies of the logits at the sampler's peak in runs of 2025", VLLM_OLD_RUNS),
    one=Spread(0.13, 0.14, 0.25),
    several=Spread(0.25, 0.55, 2.1),
    runtime=VLLM_OLD_RUNS,
)
_VLLM_NEW = replace(
    _VLLM_19,
    since="0.21",
    share=Cited(0.92, "default share of the memory in newer versions", VLLM_SERVE),
    graphs_reserved=True,
)
_PROFILES: dict[EngineName, Profile] = {
    "vllm": _VLLM_NEW,
    "sglang": Profile(
        "sglang",
        "0.5",
        Cited(0.88, "static share in its public launch scripts", SGLANG_POOL),
        _NO_SAMPLER,
        Spread(0.5, 0.5, 1.0),
        Spread(1.5, 2.1, 2.5),
        SGLANG_POOL,
    ),
    "llamacpp": Profile(
        "llamacpp",
        "",
        Cited(1.0, "it reserves no pool: what the driver or the operating system offers", LLAMACPP_METAL),
        _NO_SAMPLER,
        Spread(0.3, 0.5, 0.7),
        Spread(0.3, 0.5, 0.7),
        LLAMACPP_METAL,
    ),
    "mlx": Profile(
        "mlx",
        "",
        Cited(1.0, "up to the limit of the operating system", MLX_RUNS),
        _NO_SAMPLER,
        Spread(0.5 * GB / GIB, 0.6 * GB / GIB, 5 * GB / GIB),
        Spread(0.5 * GB / GIB, 0.6 * GB / GIB, 5 * GB / GIB),
        MLX_RUNS,
    ),
    "trtllm": Profile(
        "trtllm",
        "",
        Cited(1.0, "the cache takes a share of what the engine leaves", TRTLLM_POOL),
        _NO_SAMPLER,
        Spread(0.5, 1.0, 2.21),
        Spread(1.0, 2.21, 2.5),
        TRTLLM_CONTEXT,
    ),
    "llmscale": Profile(
        "llmscale",
        "",
        Cited(1.0, "all memory of the device", LLMSCALE_CODE),
        _NO_SAMPLER,
        Spread(1.021, 1.034, 1.047),
        Spread(1.021, 1.034, 1.047),
        LLMSCALE_CODE,
    ),
}
TRTLLM_CACHE_SHARE = 0.9


def profile(engine: EngineName, version: str | None = None) -> Profile:
    """Rules of the engine; of vLLM those of `version` (`0.19.0`, or a date: `2025-07`), by default the newest."""
    if engine != "vllm" or version is None:
        return _PROFILES[engine]
    number = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if number >= (2000,):
        return _VLLM_OLD if number < (2026,) else _VLLM_NEW
    if number >= (0, 21):
        return _VLLM_NEW
    return _VLLM_19 if number >= (0, 19) else _VLLM_OLD


def default_sequences(device: Device) -> int:
    """vLLM's default of sequences at once: by memory, and the A100 counts as small."""
    return SEQUENCES_LARGE if _large(device) else SEQUENCES_SMALL


def default_batch(device: Device, version: str | None = None, context: int = 0) -> int:
    """vLLM's default of tokens in one batch.

    Versions before 0.8 cut prompts above 32K into batches of 512 and took shorter ones whole
    (`SchedulerConfig` in `vllm/config.py`).
    """
    number = tuple(int(part) for part in re.findall(r"\d+", version or "")[:2])
    if (0, 4) <= number < (0, 8):
        return BATCHED_CUT if context > CUT_ABOVE else max(context, BATCHED_SMALL)
    return BATCHED_LARGE if _large(device) else BATCHED_SMALL


def _large(device: Device) -> bool:
    visible = float(device.visible.value) if device.visible else 0.0
    return visible >= LARGE_DEVICE_GIB and "a100" not in device.id
