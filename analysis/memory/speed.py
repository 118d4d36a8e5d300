"""Bounds on speed: decode by bandwidth over the bytes that each step reads, prefill by dense compute. No promise."""

from dataclasses import dataclass
from typing import Any

from analysis.memory.cache import layer_token_bytes, window_of
from analysis.memory.capacity import Device
from analysis.memory.formats import BITS
from analysis.memory.geometry import Geometry, KeyValueLayers, LatentLayers
from analysis.memory.ladder import Request, Rung
from analysis.memory.states import sequence_bytes
from analysis.memory.terms import ARITHMETIC, GIB, Cited

_COMPUTE_FALLBACK = {
    "fp8_block": ("fp8",),
    "w8a8": ("int8",),
    "nvfp4": ("nvfp4", "fp4"),
    "mxfp4": ("mxfp4", "fp4"),
    "fp4": ("fp4", "nvfp4", "mxfp4"),
}


@dataclass(frozen=True, slots=True)
class Speed:
    """Upper bounds in tokens per second over all devices; None where a fact is missing, named in `missing`."""

    decode: float | None
    decode_per_user: float | None
    prefill: float | None
    why: tuple[Cited, ...]
    missing: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return {
            "decode_tokens_per_second": self.decode,
            "decode_tokens_per_second_per_user": self.decode_per_user,
            "prefill_tokens_per_second": self.prefill,
            "assumptions": [entry.as_dict() for entry in self.why],
            "missing": list(self.missing),
        }


def speed(model: Geometry, device: Device, request: Request, rung: Rung, weight_gib: float) -> Speed:
    """Bounds for the request on `rung.devices` devices; `weight_gib` are the weights on all of them together."""
    why: list[Cited] = []
    missing: list[str] = []
    decode = _decode(model, device, request, rung, weight_gib, why, missing)
    prefill = _prefill(model, device, request, rung, why, missing)
    each = None if decode is None else decode / request.users
    return Speed(decode, each, prefill, tuple(why), tuple(missing))


def read_share(model: Geometry, users: float) -> float | None:
    """Part of the weights that one decode step reads: with experts, those that `users` tokens visit at random."""
    totals = model.totals
    if totals.experts is None:
        return 1.0
    if not totals.params or not totals.params_active:
        return None
    chosen = totals.experts.active / totals.experts.total
    always = (totals.params_active - chosen * totals.params) / (1 - chosen) if chosen < 1 else totals.params
    always = min(max(always, 0.0), totals.params)
    visited = 1 - (1 - chosen) ** users
    return float((always + visited * (totals.params - always)) / totals.params)


def step_gib(model: Geometry, request: Request, users: float, tp: int) -> float:
    """GiB of cache and states that one decode step reads for `users` on one rank, all layers together."""
    each = 0.0
    for group in model.groups:
        seen = min(window_of(group) or request.context, request.context)
        each += group.layers * layer_token_bytes(group, request.kv_precision, tp) * seen
    return users * (each + sequence_bytes(model, request.engine, tp)) / GIB


def _decode(
    model: Geometry, device: Device, request: Request, rung: Rung, gib: float, why: list[Cited], missing: list[str]
) -> float | None:
    """Stages of a pipeline work on batches of their own; a step passes through all stages."""
    stages = rung.split.pp
    batch = request.users / min(request.users, stages)
    part = read_share(model, batch)
    if part is None:
        missing.append("active parameters")
    if device.bandwidth is None:
        missing.append("memory bandwidth of the device")
    if part is None or device.bandwidth is None:
        return None
    why.append(device.bandwidth)
    why.append(Cited(part, f"part of the weights that a step of {batch:g} tokens reads", ARITHMETIC))
    read = gib * part / rung.devices + step_gib(model, request, batch, rung.split.tp) / stages
    return request.users / (stages * read * GIB / (float(device.bandwidth.value) * 1e9))


def _prefill(
    model: Geometry, device: Device, request: Request, rung: Rung, why: list[Cited], missing: list[str]
) -> float | None:
    active = model.totals.params_active or (None if model.totals.experts else model.totals.params)
    peak = _peak(device, request.precision)
    if active is None:
        missing.append("active parameters")
    if peak is None:
        missing.append(f"dense peak of the device in {request.precision} or 16 bits")
    if active is None or peak is None:
        return None
    why.append(peak)
    work = 2 * active + _attention_work(model, request.context)
    reason = "operations per prompt token: two for each active weight, and attention over half the context"
    why.append(Cited(work, reason, ARITHMETIC))
    return float(peak.value) * 1e12 * rung.devices / work


def _peak(device: Device, precision: str) -> Cited | None:
    """Dense peak in the format computed in: the weights' own where the device has it, else 16 bits."""
    for name in (precision, *_COMPUTE_FALLBACK.get(precision, ()), "bf16", "fp16"):
        if name in device.compute and name in BITS:
            return device.compute[name]
    return None


def _attention_work(model: Geometry, context: int) -> float:
    """Operations per prompt token of scores and values in layers that look back, on average over the prompt."""
    heads = model.attention_heads or 0
    work = 0.0
    for group in model.groups:
        if isinstance(group, KeyValueLayers):
            seen = min(context / 2, group.window or context)
            work += 2 * group.layers * heads * (group.key_size + group.value_size) * seen
        elif isinstance(group, LatentLayers):
            work += 2 * group.layers * heads * (2 * group.rank + group.rope) * context / 2
    return work
