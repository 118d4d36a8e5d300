"""Bytes of the weights: files first, then parameters by group with the bits of each."""

from dataclasses import dataclass, replace

from analysis.memory.formats import ALIKE, BITS, GGUF, MIXTURES, UNQUANTISED, bits_of
from analysis.memory.geometry import Checkpoint, Geometry, Totals
from analysis.memory.parallel import Split
from analysis.memory.terms import (
    ARITHMETIC,
    GIB,
    LLMSCALE_CODE,
    VLLM_MXFP4,
    VLLM_RECIPES,
    VLLM_RUNS,
    Cited,
    Spread,
    exactly,
)

# What LLMScale's page of Ling-3.1-flash allows: candidate A of the reconstruction. Constants are ours.
LLMSCALE_BITS = {"bf16": 16.0, "fp16": 16.0, "fp8": 8.0, "int4": 4.30}

FEW_BITS = 6
FILE_EXTRA, LATENT_EXTRA, VISION_EXTRA = 0.03, 0.18, 0.6
MIXTURE_SPREAD = Spread(0.93, 1.0, 1.08)
"""Files of one GGUF mixture beside its average: 4.53 to 5.22 bits were measured for Q4_K_M."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Bytes of all weights. `files` is the checkpoint behind them; `floor` says that more is likely.

    `released` says that weights of this format were published, whether or not their bytes are on record.
    """

    size: Spread
    files: Checkpoint | None
    released: bool
    floor: bool
    why: tuple[Cited, ...]

    @property
    def checkpoint(self) -> str:
        """`released` or `hypothetical`."""
        return "released" if self.released else "hypothetical"


def weights(totals: Totals, precision: str, repo: str | None = None) -> Weights | None:
    """Bytes of the weights in `precision`; None where neither files nor parameters are known."""
    found = _recorded(totals, precision, repo)
    if found:
        sizes = [checkpoint.size for checkpoint in found]
        first = found[0]
        what = f"bytes of the released {first.precision} files {first.repo}".strip()
        why = Cited(first.size / GIB, what, first.statement)
        return Weights(Spread(min(sizes), first.size, max(sizes)), first, True, False, (why,))
    bits = bits_of(precision)
    if totals.params is None or bits is None:
        return None
    counted = _from_parameters(totals, totals.params, precision, bits)
    return replace(counted, released=not totals.released.isdisjoint(ALIKE.get(precision, (precision,))))


def _from_parameters(totals: Totals, params: float, precision: str, bits: Cited) -> Weights:
    if precision in UNQUANTISED:
        high = (totals.params_with_mtp or params) / params
        return _flat(params, bits, Spread(1.0, 1.0, max(1.0, high)), False)
    if precision in MIXTURES:
        return _flat(params, bits, MIXTURE_SPREAD, True)
    if precision in GGUF or precision.startswith("mlx"):
        return _flat(params, bits, exactly(1.0), True)
    return _hypothetical(totals, params, bits)


def _flat(params: float, bits: Cited, spread: Spread, floor: bool) -> Weights:
    """The same bits for every weight, embedding and output included, as GGUF and MLX have it."""
    why = Cited(bits.value, f"bits of each of {params:.6g} parameters: {bits.why}", bits.where)
    return Weights(spread.times(params * float(bits.value) / 8), None, False, floor, (why,))


def llmscale_weights(totals: Totals, precision: str) -> Weights | None:
    """LLMScale's weights: every listed parameter at one average. None for a format its pages do not show."""
    params = totals.params_with_mtp or totals.params
    if params is None or precision not in LLMSCALE_BITS:
        return None
    bits = LLMSCALE_BITS[precision]
    why = Cited(bits, "average bits per parameter that reproduce its page; a reconstruction", LLMSCALE_CODE)
    return Weights(exactly(params * bits / 8), None, False, True, (why,))


def _recorded(totals: Totals, precision: str, repo: str | None) -> list[Checkpoint]:
    if repo:
        named = [checkpoint for checkpoint in totals.checkpoints if checkpoint.repo.lower() == repo.lower()]
        named = [checkpoint for checkpoint in named if checkpoint.precision in (precision, *ALIKE.get(precision, ()))]
        if named:
            return named
    for name in ALIKE.get(precision, (precision,)):
        found = [checkpoint for checkpoint in totals.checkpoints if checkpoint.precision == name]
        if found:
            return found
    return []


def _hypothetical(totals: Totals, params: float, layout: Cited) -> Weights:
    """Low: all weights quantised. High: feed-forward parts alone.

    Expected: embedding and output stay in 16 bits, of which at least one is a matrix of its own; of mixtures of experts
    in four bits all but the routed experts do.
    """
    bits = float(layout.value)
    narrow = _feedforward(totals)
    # Routed experts that come to less than half the model were counted from incomplete sizes.
    few = totals.experts is not None and bits < FEW_BITS and narrow is not None and narrow > params / 2
    wide = params - (narrow or 0.0) if few else min(totals.embedding or totals.matrix or 0.0, params)
    low, expected = params * bits / 8, _mixed(params, wide, bits)
    high = expected if narrow is None else max(expected, _mixed(params, params - narrow, bits))
    kept = "all but the routed experts stays" if few else "embedding and output stay"
    why = (
        Cited(bits, f"bits per quantised weight: {layout.why}", layout.where),
        Cited(wide, f"weights in 16 bits: {kept} so in checkpoints of this kind", VLLM_RECIPES),
    )
    return Weights(Spread(low, expected, high), None, False, True, why)


def _mixed(params: float, wide: float, bits: float) -> float:
    """Bytes with `wide` of the weights in 16 bits."""
    return (wide * 16 + (params - wide) * bits) / 8


def _feedforward(totals: Totals) -> float | None:
    """Weights of the parts that every quantised checkpoint quantises; None where sizes are unknown."""
    if totals.params is None:
        return None
    if totals.experts:
        return None if totals.experts.params is None else min(totals.params, totals.experts.params + totals.tables)
    if not (totals.layers and totals.hidden_size and totals.feedforward_width):
        return None
    return min(totals.params, 3.0 * totals.layers * totals.hidden_size * totals.feedforward_width)


def share(model: Totals, size: Spread, split: Split) -> Spread:
    """Bytes on the fullest device. Stages of a pipeline carry the embedding or the output, tensors are cut evenly.

    With attention replicated (`dp`) only routed experts are cut; where their number is unknown nothing is.
    """
    if split.dp > 1:
        experts = (model.experts.params if model.experts else None) or 0.0
        part = min(1.0, experts / model.params) if model.params else 0.0
        return size.times(1 - part + part / split.dp)
    if split.pp == 1:
        return size.times(1 / split.tp)
    ends = min(2.0 * (model.embedding or 0.0), size.expected)
    matrix = ends / (1 if model.tied else 2)
    return Spread(
        *((max(bytes_ - ends, 0.0) / split.pp + matrix) / split.tp for bytes_ in (size.low, size.expected, size.high))
    )


def loaded_extra(model: Geometry, precision: str, kernels: str, split: Split) -> Spread:
    """GiB on each device beside the files' share, as vLLM holds them after loading; `kernels` of `mxfp4_kernels`."""
    latent = LATENT_EXTRA if model.latent else 0.0
    padding = _padding(model.totals, kernels, split) / GIB / split.devices if precision == "mxfp4" else 0.0
    spare = model.totals.spare * 2 / GIB / split.devices
    expected = FILE_EXTRA + latent + padding - spare
    return Spread(latent - spare, expected, expected + 0.12 + (VISION_EXTRA if model.totals.vision else 0.0))


def loaded_why(model: Geometry, precision: str, kernels: str, split: Split) -> list[Cited]:
    """Reasons of `loaded_extra`."""
    why = [Cited(FILE_EXTRA, "GiB loaded beyond the files, median of 41 runs", VLLM_RUNS)]
    if model.latent:
        why.append(Cited(LATENT_EXTRA, "GiB of absorbed projections of latent attention", VLLM_RUNS))
    if model.totals.vision:
        why.append(Cited(VISION_EXTRA, "GiB at most that vision models load beyond their files", VLLM_RUNS))
    if spare := model.totals.spare:
        why.append(Cited(-spare * 2 / GIB, "GiB of an output matrix that is tied to the embedding", ARITHMETIC))
    if precision == "mxfp4" and (padding := _padding(model.totals, kernels, split)):
        why.append(Cited(padding / GIB, PADDED[kernels], VLLM_MXFP4 if kernels == "marlin" else ARITHMETIC))
    return why


PADDED = {
    "hopper": "GiB of padding: expert widths rounded up to 256 on Hopper",
    "marlin": "GiB of padding for the Marlin kernels: each rank's expert width to 128, the model's width to 256",
}


def _padding(totals: Totals, kernels: str, split: Split) -> float:
    """Bytes on all devices that MXFP4 experts grow by when their widths are rounded up."""
    experts = totals.experts
    if experts is None or experts.params is None or experts.inner is None or experts.outer is None or not kernels:
        return 0.0
    if kernels == "hopper":
        grown = _up(experts.inner, 256) / experts.inner
    else:
        inner = experts.inner / split.tp
        grown = _up(inner, 128) / inner * _up(experts.outer, 256) / experts.outer
    return experts.params * (grown - 1) * float(BITS["mxfp4"].value) / 8


def _up(size: float, step: int) -> float:
    """The next multiple of `step`."""
    return -(-size // step) * step
