"""What an engine holds on each device beside weights, cache and states: activations, runtime, graphs."""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from analysis.memory.capacity import Device
from analysis.memory.geometry import Geometry, Totals
from analysis.memory.parallel import Split
from analysis.memory.terms import (
    GB,
    GIB,
    LLAMACPP_LATENT,
    LLAMACPP_METAL,
    LLMSCALE_CODE,
    MLX_PEAKS,
    MLX_RUNS,
    NOTHING,
    SGLANG_POOL,
    TRTLLM_CONTEXT,
    TRTLLM_POOL,
    VLLM_DEFAULTS,
    VLLM_EXPERTS,
    VLLM_OLD_RUNS,
    VLLM_RUNS,
    VLLM_SERVE,
    VLLM_TP8,
    Cited,
    Spread,
)

EngineName: TypeAlias = Literal["vllm", "sglang", "llamacpp", "mlx", "trtllm", "llmscale"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

LARGE_DEVICE_GIB = 70
SEQUENCES_LARGE, SEQUENCES_SMALL = 1024, 256
BATCHED_LARGE, BATCHED_SMALL = 8192, 2048


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
OWN_KERNELS = ("mxfp4", "fp4")
"""Formats whose expert kernels bring a workspace of their own."""
GRAPHS_BASE, GRAPHS_LAYER = 0.35, 0.0165
"""GiB of CUDA graphs: a part for the runner and one for each layer; a line through the dense runs of vLLM 0.19."""
LATENT_BUFFER = 8.3
OLD_EIGHT_RANKS = 5.7


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


def default_batch(device: Device) -> int:
    """vLLM's default of tokens in one batch."""
    return BATCHED_LARGE if _large(device) else BATCHED_SMALL


def _large(device: Device) -> bool:
    visible = float(device.visible.value) if device.visible else 0.0
    return visible >= LARGE_DEVICE_GIB and "a100" not in device.id


@dataclass(frozen=True, slots=True)
class Load:
    """GiB on each device by part; `total` is what must fit in the engine's share."""

    activation: Spread
    runtime: Spread
    graphs: Spread
    total: Spread


def load(model: Geometry, rules: Profile, precision: str, split: Split, sequences: int, batch: int) -> Load:
    """Load of `rules` on each device with `sequences` slots and `batch` tokens in one batch.

    Where the vocabulary is unknown the sampler is left out, and `load_missing` says so.
    """
    runtime = _runtime(model, rules, split)
    if rules.engine != "vllm":
        return Load(NOTHING, runtime, NOTHING, runtime)
    activation = _activation(model.totals, rules, precision, split, sequences, batch)
    graphs, total = _graphs(model, split), activation.plus(runtime)
    return Load(activation, runtime, graphs, total.plus(graphs) if rules.graphs_reserved else total)


def load_missing(model: Geometry, rules: Profile) -> tuple[str, ...]:
    """What the load leaves out for want of a fact."""
    silent = rules.engine == "vllm" and model.totals.vocabulary is None
    return ("vocabulary, on which the sampler's peak depends",) if silent else ()


def load_why(model: Geometry, rules: Profile, precision: str, split: Split, batch: int, found: Load) -> list[Cited]:
    """Reasons of `load`, with the figures it came to."""
    why = [Cited(found.runtime.expected, "GiB of runtime and communication buffers on each device", rules.runtime)]
    if rules.engine == "llamacpp" and model.latent:
        why.append(Cited(LATENT_BUFFER, "GiB at most for latent attention without flash attention", LLAMACPP_LATENT))
    if rules.engine == "mlx":
        why.append(Cited(found.runtime.high, "GiB at most: peaks above the load with prompts of 8K", MLX_PEAKS))
    if rules.engine != "vllm":
        return why
    if split.tp >= 8:
        why.append(Cited(OLD_EIGHT_RANKS, "GiB of runtime at most with eight ranks, in an older version", VLLM_TP8))
    peak = f"GiB at the sampler's peak, {rules.copies.value} {rules.copies.why}"
    why.append(Cited(found.activation.expected, peak, rules.copies.where))
    if experts := expert_workspace(model.totals, precision, split, batch):
        why.append(Cited(experts, "GiB of it for two buffers of one batch in the expert kernels", VLLM_EXPERTS))
    taken = "taken off before the pool is made" if rules.graphs_reserved else "outside the engine's share"
    why.append(Cited(found.graphs.expected, f"GiB of CUDA graphs, by the number of layers, {taken}", VLLM_RUNS))
    return why


def _runtime(model: Geometry, rules: Profile, split: Split) -> Spread:
    if rules.engine == "llamacpp" and model.latent:
        return rules.one._replace(high=LATENT_BUFFER)
    if split.devices == 1:
        return rules.one
    if rules.engine == "vllm" and split.tp >= 8:
        return rules.several._replace(high=OLD_EIGHT_RANKS)
    return rules.several


def _graphs(model: Geometry, split: Split) -> Spread:
    """GiB of CUDA graphs with the default 51 sizes; mixtures of experts took up to twice as much."""
    layers = -(-(model.totals.layers or sum(group.layers for group in model.groups)) // split.pp)
    line = GRAPHS_BASE + GRAPHS_LAYER * layers
    return Spread(0.5 * line, line, (2.5 if model.totals.experts else 1.25) * line)


def _activation(totals: Totals, rules: Profile, precision: str, split: Split, sequences: int, batch: int) -> Spread:
    """GiB: logits of all sequences, the workspace of the experts, images."""
    logits = 0.15 + float(rules.copies.value) * sequences * (totals.vocabulary or 0) * 4 / GIB
    experts = expert_workspace(totals, precision, split, batch)
    low, high = (0.25, 0.4) if totals.vision else (0.0, 0.0)
    return Spread(0.96 * logits + 0.9 * experts, logits + experts + low, 1.05 * logits + 1.1 * experts + high)


def expert_workspace(totals: Totals, precision: str, split: Split, batch: int) -> float:
    """GiB of the two buffers that vLLM's expert kernels keep for one batch; MXFP4 kernels bring their own.

    Read in `fused_moe`: tokens times experts of a token, as wide as the larger of hidden size and (twice) expert width.
    """
    experts = totals.experts
    if experts is None or experts.inner is None or experts.outer is None or precision in OWN_KERNELS:
        return 0.0
    inner = experts.inner / split.tp
    return batch * experts.active * (max(inner, experts.outer) + max(2 * inner, experts.outer)) * 2 / GIB
