"""What an engine holds on each device beside weights, cache and states: activations, runtime, graphs."""

from dataclasses import dataclass

from analysis.memory.geometry import Geometry, Totals
from analysis.memory.parallel import Split
from analysis.memory.profiles import Profile
from analysis.memory.terms import (
    GIB,
    LLAMACPP_LATENT,
    MLX_PEAKS,
    NOTHING,
    VLLM_EXPERTS,
    VLLM_MLP,
    VLLM_RUNS,
    VLLM_TP8,
    Cited,
    Spread,
)

OWN_KERNELS = ("mxfp4", "fp4")
"""Formats whose expert kernels bring a workspace of their own."""
GRAPHS_BASE, GRAPHS_LAYER = 0.35, 0.0165
"""GiB of CUDA graphs: a part for the runner and one for each layer; a line through the dense runs of vLLM 0.19."""
LATENT_BUFFER = 8.3
OLD_EIGHT_RANKS = 5.7


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
    graphs, total = _graphs(model, split, sequences), activation.plus(runtime)
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
    if step := dense_step(model.totals, split, batch):
        held = f"GiB of one batch of {batch} tokens in the feed-forward part: counts where it is more"
        why.append(Cited(step, held, VLLM_MLP))
    if experts := expert_workspace(model.totals, precision, split, batch):
        why.append(Cited(experts, "GiB of it for two buffers of one batch in the expert kernels", VLLM_EXPERTS))
    taken = "taken off before the pool is made" if rules.graphs_reserved else "outside the engine's share"
    why.append(Cited(found.graphs.expected, f"GiB of CUDA graphs, by layers and captured sizes, {taken}", VLLM_RUNS))
    return why


def _runtime(model: Geometry, rules: Profile, split: Split) -> Spread:
    if rules.engine == "llamacpp" and model.latent:
        return rules.one._replace(high=LATENT_BUFFER)
    if split.devices == 1:
        return rules.one
    if rules.engine == "vllm" and split.tp >= 8:
        return rules.several._replace(high=OLD_EIGHT_RANKS)
    return rules.several


def _graphs(model: Geometry, split: Split, sequences: int) -> Spread:
    """GiB of CUDA graphs, by the batch sizes captured; mixtures of experts took up to twice as much."""
    layers = -(-(model.totals.layers or sum(group.layers for group in model.groups)) // split.pp)
    line = (GRAPHS_BASE + GRAPHS_LAYER * layers) * captured_sizes(sequences) / ALL_SIZES
    return Spread(0.5 * line, line, (2.5 if model.totals.experts else 1.25) * line)


def captured_sizes(sequences: int) -> int:
    """Batch sizes that vLLM captures: 1, 2, 4, multiples of 8 below 256, of 16 from there, up to twice the sequences.

    Read in `_set_cudagraph_sizes` of `vllm/config/vllm.py`; 512 is the most.
    """
    top = min(2 * sequences, 512)
    return sum(size <= top for size in (1, 2, 4, *range(8, 256, 8), *range(256, 513, 16)))


ALL_SIZES = captured_sizes(256)
"""Sizes of the runs that the line of CUDA graphs was drawn through."""


def _activation(totals: Totals, rules: Profile, precision: str, split: Split, sequences: int, batch: int) -> Spread:
    """GiB: logits of all sequences or one batch in a dense layer, the workspace of the experts, images.

    The profile run holds logits only after the layers have let go of theirs, so that the larger of the two counts.
    """
    sampler = 0.15 + float(rules.copies.value) * sequences * (totals.vocabulary or 0) * 4 / GIB
    logits = max(sampler, dense_step(totals, split, batch))
    experts = expert_workspace(totals, precision, split, batch)
    low, high = (0.25, 0.4) if totals.vision else (0.0, 0.0)
    return Spread(0.96 * logits + 0.9 * experts, logits + experts + low, 1.05 * logits + 1.1 * experts + high)


def dense_step(totals: Totals, split: Split, batch: int) -> float:
    """GiB that one batch holds in the feed-forward part of a dense model, 16 bits each; 0 for mixtures of experts.

    Gate and up come as one product, their activation as another; residual, input and output are as wide as the model.
    """
    if totals.experts or totals.hidden_size is None or totals.feedforward_width is None:
        return 0.0
    return batch * (3 * totals.feedforward_width / split.tp + 3 * totals.hidden_size) * 2 / GIB


def expert_workspace(totals: Totals, precision: str, split: Split, batch: int) -> float:
    """GiB of the two buffers that vLLM's expert kernels keep for one batch; MXFP4 kernels bring their own.

    Read in `fused_moe`: tokens times experts of a token, as wide as the larger of hidden size and (twice) expert width.
    """
    experts = totals.experts
    if experts is None or experts.inner is None or experts.outer is None or precision in OWN_KERNELS:
        return 0.0
    inner = experts.inner / split.tp
    return batch * experts.active * (max(inner, experts.outer) + max(2 * inner, experts.outer)) * 2 / GIB
