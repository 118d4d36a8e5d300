"""Need per device for every legal split of one question, computed once and compared with many devices."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from analysis.memory.cache import mtp_token_bytes, request_bytes
from analysis.memory.capacity import Device
from analysis.memory.geometry import Geometry
from analysis.memory.load import OWN_KERNELS, Load, load, load_why
from analysis.memory.pages import pages
from analysis.memory.parallel import NODE, Split, splits
from analysis.memory.profiles import (
    BATCHED_LARGE,
    SEQUENCES_LARGE,
    TRTLLM_CACHE_SHARE,
    EngineName,
    default_batch,
    default_sequences,
    profile,
)
from analysis.memory.terms import GIB, Cited, Spread
from analysis.memory.weights import Weights, llmscale_weights, loaded_extra, loaded_why, share, weights


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: formats, tokens of each user, users at once, engine and, where given, its settings.

    `devices` fixes their number; `share` the part of memory the engine takes; `sequences` and `batch` are vLLM's
    max_num_seqs and max_num_batched_tokens; `mtp` counts the prediction layers' cache; `dcp` ranks share one cache;
    `state_precision` is the format of recurrent states set by hand.
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
    state_precision: str | None = None


class Traits(NamedTuple):
    """All that a device's need depends on beside the split: devices with the same traits share a ladder."""

    sequences: int
    batch: int
    kernels: str
    """Kernels of MXFP4 experts whose padding is known: `hopper`, `marlin` or none."""
    domain: int


class Rung(NamedTuple):
    """One split, and GiB on the fullest device by term. `need` is the expected sum."""

    split: Split
    devices: int
    need: float
    weights: Spread
    cache: float
    state: float
    load: Load

    @property
    def low(self) -> float:
        """Low end of the sum."""
        return self.weights.low + self.cache + self.state + self.load.total.low

    @property
    def high(self) -> float:
        """High end of the sum."""
        return self.weights.high + self.cache + self.state + self.load.total.high


class Workings:
    """What was worked out for one model, kept for further questions: terms that a number format does not change."""

    def __init__(self, model: Geometry) -> None:
        self.model = model
        self._splits: dict[tuple[str, int], tuple[Split, ...]] = {}
        self._cache: dict[tuple[object, ...], tuple[float, float]] = {}
        self._load: dict[tuple[object, ...], Load] = {}

    def splits(self, engine: str, domain: int) -> tuple[Split, ...]:
        """Legal splits, the fewest devices first."""
        key = engine, max(domain, NODE)
        if key not in self._splits:
            self._splits[key] = splits(self.model, engine, domain)
        return self._splits[key]

    def cache(self, request: Request, split: Split, batch: int) -> tuple[float, float]:
        """GiB of cache and states on one device."""
        asked = request.engine, request.kv_precision, request.context, request.users, request.mtp
        key = (*asked, split, batch)
        if key not in self._cache:
            self._cache[key] = cache_gib(self.model, request, split, batch)
        return self._cache[key]

    def load(self, request: Request, split: Split, known: Traits) -> Load:
        """GiB of load on one device."""
        own_kernels = request.precision in OWN_KERNELS
        key = request.engine, request.version, own_kernels, split, known.sequences, known.batch
        if key not in self._load:
            rules = profile(request.engine, request.version)
            self._load[key] = load(self.model, rules, request.precision, split, known.sequences, known.batch)
        return self._load[key]


class Ladder:
    """Rungs of one question on devices with the same traits, the fewest devices first, worked out when climbed."""

    def __init__(self, workings: Workings, request: Request, known: Traits, found: Weights) -> None:
        self.workings, self.request, self.known, self.weights = workings, request, known, found
        options = (request.split,) if request.split else workings.splits(request.engine, known.domain)
        self.splits = options if request.dcp == 1 else tuple(replace(split, dcp=request.dcp) for split in options)
        self._rungs: list[Rung] = []

    def rung(self, number: int) -> Rung:
        """The rung of that number, counted from 0."""
        while len(self._rungs) <= number:
            self._rungs.append(self._work_out(self.splits[len(self._rungs)]))
        return self._rungs[number]

    def lowest(self, gib: float) -> Rung | None:
        """The fewest devices of `gib` usable GiB each that hold everything."""
        for number in range(len(self.splits)):
            rung = self.rung(number)
            if rung.need <= gib:
                return rung
        return None

    def of(self, devices: int) -> Rung | None:
        """The split over exactly so many devices."""
        numbers = (number for number, split in enumerate(self.splits) if split.devices == devices)
        return next((self.rung(number) for number in numbers), None)

    def bare_minimum(self, gib: float) -> int:
        """Devices that would do if all but the load could be cut at will; 0 where the load alone is too much."""
        first = self.rung(0)
        room = gib - first.load.total.expected
        return max(1, -int((first.load.total.expected - first.need) // room)) if room > 0 else 0

    def _work_out(self, split: Split) -> Rung:
        model, request = self.workings.model, self.request
        held = share(model.totals, self.weights.size, split).times(1 / GIB)
        if request.engine in ("vllm", "sglang"):
            held = held.plus(loaded_extra(model, request.precision, self.known.kernels, split))
        cache, state = self.workings.cache(request, split, self.known.batch)
        used = self.workings.load(request, split, self.known)
        need = held.expected + cache + state + used.total.expected
        return Rung(split, split.devices, need, held, cache, state, used)


def traits(request: Request, device: Device | None) -> Traits:
    """Traits of the device under the request; without a device those of a large one."""
    if device is None:
        return Traits(request.sequences or SEQUENCES_LARGE, request.batch or BATCHED_LARGE, "", NODE)
    sequences = request.sequences or default_sequences(device)
    batch = request.batch or default_batch(device, request.version, request.context)
    return Traits(sequences, batch, mxfp4_kernels(device), max(device.domain, NODE))


def mxfp4_kernels(device: Device) -> str:
    """What vLLM computes MXFP4 experts with: its Triton kernels on Hopper, Marlin on NVIDIA's older architectures."""
    if "hopper" in device.architecture:
        return "hopper"
    return "marlin" if device.vendor == "nvidia" and device.architecture in ("ampere", "ada") else ""


def ladder(workings: Workings, request: Request, known: Traits) -> Ladder | None:
    """All legal splits of the question on devices with these traits; None where no weights are known for it."""
    model = workings.model
    if request.engine == "llmscale":
        found = llmscale_weights(model.totals, request.precision)
    else:
        found = weights(model.totals, request.precision, request.repo)
    return None if found is None else Ladder(workings, request, known, found)


def reasons(found: Ladder, rung: Rung) -> list[Cited]:
    """Reasons behind the terms of a rung."""
    model, request, known = found.workings.model, found.request, found.known
    why = list(found.weights.why)
    if request.engine in ("vllm", "sglang"):
        why += loaded_why(model, request.precision, known.kernels, rung.split)
    rules = profile(request.engine, request.version)
    return why + load_why(model, rules, request.precision, rung.split, known.batch, rung.load)


def cache_gib(model: Geometry, request: Request, split: Split, batch: int) -> tuple[float, float]:
    """GiB of cache and of states on one device for all users of the request."""
    kv, context, users = request.kv_precision, request.context, -(-request.users // split.dp)
    if request.engine == "llmscale":  # its page counts one copy, however many devices there are
        cache, state = request_bytes(model, request.engine, kv, context, users, Split())
        return cache / split.devices / GIB, state / split.devices / GIB
    if request.engine == "vllm":
        layout = pages(model, kv, split)
        cached, fixed = layout.request_pages(context, batch)
        cache = users * (cached * layout.page + layout.outside * context)
        state = users * fixed * layout.page
    else:
        cache, state = request_bytes(model, request.engine, kv, context, users, split)
    if request.engine == "trtllm":
        cache /= TRTLLM_CACHE_SHARE
    if request.mtp and model.mtp_layers:
        cache += users * context * mtp_token_bytes(model, kv, split.tp)
    stage = _stage(model, split)
    return cache * stage / GIB, state * stage / GIB


def _stage(model: Geometry, split: Split) -> float:
    """Part of the layers on the fullest stage of a pipeline."""
    layers = model.totals.layers
    if split.pp == 1:
        return 1.0
    return 1 / split.pp if layers is None else -(-layers // split.pp) / layers
