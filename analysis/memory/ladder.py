"""Need per device for every legal split of one question, computed once and compared with many devices."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from analysis.memory.cache import mtp_token_bytes, request_bytes
from analysis.memory.capacity import Device
from analysis.memory.geometry import Geometry
from analysis.memory.load import (
    TRTLLM_CACHE_SHARE,
    EngineName,
    Load,
    default_batch,
    default_sequences,
    load,
    profile,
)
from analysis.memory.pages import pages
from analysis.memory.parallel import Split, splits
from analysis.memory.terms import GIB, NOTHING, Cited, Spread, exactly
from analysis.memory.weights import Weights, llmscale_weights, loaded_extra, share, weights


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: formats, tokens of each user, users at once, engine and, where given, its settings.

    `devices` fixes their number; `share` the part of memory the engine takes; `sequences` and `batch` are vLLM's
    max_num_seqs and max_num_batched_tokens; `mtp` counts the prediction layers' cache; `dcp` ranks share one cache.
    """

    precision: str
    kv_precision: str = "bf16"
    context: int = 8192
    users: int = 1
    engine: EngineName = "vllm"
    version: str | None = None
    repo: str | None = None
    devices: int | None = None
    split: Split | None = None
    share: float | None = None
    sequences: int | None = None
    batch: int | None = None
    mtp: bool = False
    dcp: int = 1


class Traits(NamedTuple):
    """All that a device's need depends on beside the split: devices with the same traits share a ladder."""

    sequences: int
    batch: int
    hopper: bool
    domain: int


class Rung(NamedTuple):
    """One split: GiB on the fullest device by term, their sum, and GiB on all devices."""

    split: Split
    devices: int
    need: float
    weights: Spread
    cache: float
    state: float
    load: Load
    low: float
    high: float
    why: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs of one question, the fewest devices first."""

    rungs: tuple[Rung, ...]
    weights: Weights

    def lowest(self, gib: float) -> Rung | None:
        """The fewest devices of `gib` usable GiB each that hold everything."""
        for rung in self.rungs:
            if rung.need <= gib:
                return rung
        return None

    def of(self, devices: int) -> Rung | None:
        """The split over exactly so many devices."""
        return next((rung for rung in self.rungs if rung.devices == devices), None)

    def bare_minimum(self, gib: float) -> int:
        """Devices that would do if everything but the load of one device could be cut at will."""
        first = self.rungs[0]
        spread = first.need - first.load.total.expected
        room = gib - first.load.total.expected
        return max(1, -int(-spread // room)) if room > 0 else 0


def traits(request: Request, device: Device | None) -> Traits:
    """Traits of the device under the request; without a device those of a large one."""
    if device is None:
        return Traits(request.sequences or 1024, request.batch or 8192, False, 8)
    sequences = request.sequences or default_sequences(device)
    hopper = "hopper" in device.architecture
    return Traits(sequences, request.batch or default_batch(device), hopper, device.domain)


def ladder(model: Geometry, request: Request, known: Traits) -> Ladder | None:
    """All legal splits of the question on devices with these traits; None where no weights are known for it."""
    found = _weights(model, request)
    if found is None:
        return None
    options = (request.split,) if request.split else splits(model, request.engine, known.domain)
    return Ladder(tuple(_rung(model, request, known, found, split) for split in options), found)


def _weights(model: Geometry, request: Request) -> Weights | None:
    if request.engine == "llmscale":
        return llmscale_weights(model.totals, request.precision)
    return weights(model.totals, request.precision, request.repo)


def _rung(model: Geometry, request: Request, known: Traits, found: Weights, split: Split) -> Rung:
    split = replace(split, dcp=request.dcp)
    size = share(model.totals, found.size, split)
    extra, why = NOTHING, list[Cited]()
    if request.engine in ("vllm", "sglang"):
        extra, why = loaded_extra(model, request.precision, known.hopper, split)
    held = (size + extra).times(1 / GIB)
    cache, state = cache_gib(model, request, split, known.batch)
    rules = profile(request.engine, request.version)
    used = load(model, rules, request.precision, split, known.sequences, known.batch)
    total = held + exactly(cache + state) + used.total
    reasons = (*why, *used.why)
    return Rung(split, split.devices, total.expected, held, cache, state, used, total.low, total.high, reasons)


def cache_gib(model: Geometry, request: Request, split: Split, batch: int) -> tuple[float, float]:
    """GiB of cache and of states on one device for all users of the request."""
    stage = _stage(model, split)
    users = -(-request.users // split.dp)
    if request.engine == "vllm":
        layout = pages(model, request.kv_precision, split)
        cached, fixed = layout.request_pages(request.context, batch)
        cache = cached * layout.page + layout.outside * request.context
        cache, state = users * cache, users * fixed * layout.page
    else:
        cache, state = request_bytes(model, request.engine, request.kv_precision, request.context, users, split)
    if request.engine == "trtllm":
        cache /= TRTLLM_CACHE_SHARE
    if request.mtp and model.mtp_layers:
        cache += users * request.context * mtp_token_bytes(model, request.kv_precision, split.tp)
    return cache * stage / GIB, state * stage / GIB


def _stage(model: Geometry, split: Split) -> float:
    """Part of the layers on the fullest stage of a pipeline."""
    layers = model.totals.layers
    if split.pp == 1:
        return 1.0
    return 1 / split.pp if layers is None else -(-layers // split.pp) / layers
