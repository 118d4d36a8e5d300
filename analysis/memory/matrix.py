"""Many answers at once: every device for every request, a few microseconds each."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from analysis.memory.capacity import Device, usable
from analysis.memory.formats import support
from analysis.memory.geometry import Geometry
from analysis.memory.ladder import Ladder, Request, Traits, Workings, ladder, traits
from analysis.memory.profiles import profile
from analysis.memory.validated import NO_RUNS, Validated


class FitTerms(NamedTuple):
    """One row of `fits`: GiB on all devices; where none holds the model, terms of one device and no devices needed."""

    device: str
    checkpoint: str
    devices_needed: int | None
    weights_gib: float
    cache_gib: float
    state_gib: float
    load_gib: float
    total_gib: float
    low_gib: float
    high_gib: float
    format: str
    validated: int


class Place(NamedTuple):
    """A device for the row it will get: its id, number formats and class."""

    device: str
    formats: frozenset[str]
    device_class: str


Places: TypeAlias = dict[tuple[float, Traits], list[Place]]
"""Devices by usable GiB and all else that their need depends on."""


class Park:
    """Devices, prepared once for each engine and its settings. Devices of unknown memory are left out."""

    def __init__(self, devices: Iterable[Device]) -> None:
        self.devices = tuple(devices)
        self._places: dict[tuple[object, ...], Places] = {}

    def places(self, request: Request) -> Places:
        """The devices under the settings of the request."""
        key = request.engine, request.version, request.share, request.sequences, request.batch
        if key not in self._places:
            self._places[key] = self._prepare(request)
        return self._places[key]

    def _prepare(self, request: Request) -> Places:
        share = request.share or float(profile(request.engine, request.version).share.value)
        places: Places = {}
        for device in self.devices:
            room = usable(device, share)
            if room is not None:
                key = float(room.value), traits(request, device)
                places.setdefault(key, []).append(Place(device.id, device.formats, device.device_class))
        return places


def fit_all(
    model: Geometry, park: Park, requests: Iterable[Request], validated: Validated = NO_RUNS
) -> Iterator[tuple[Request, list[FitTerms]]]:
    """Each request with its row for every device; requests for which no weights are known are left out."""
    workings = Workings(model)
    for request in requests:
        rows = _rows(workings, park.places(request), request, validated)
        if rows:
            yield request, rows


def _rows(workings: Workings, places: Places, request: Request, validated: Validated) -> list[FitTerms]:
    """Devices of the same room and traits share their terms, those of the same formats the word for the format."""
    ladders: dict[Traits, Ladder | None] = {}
    words = _Words(request)
    kinds = workings.model.attention_class
    rows: list[FitTerms] = []
    for (room, known), devices in places.items():
        found = _terms(_ladder(ladders, workings, request, known), room)
        if found is None:
            return []
        for device, formats, device_class in devices:
            runs = validated.count(request.engine, device_class, kinds)
            rows.append(FitTerms._make((device, *found, words[formats], runs)))
    return rows


class _Words(dict[frozenset[str], str]):
    """What a device of these formats makes of the request's format, asked once for each set."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request

    def __missing__(self, formats: frozenset[str]) -> str:
        self[formats] = support(self.request.precision, formats, self.request.engine)
        return self[formats]


def _ladder(ladders: dict[Traits, Ladder | None], workings: Workings, request: Request, known: Traits) -> Ladder | None:
    if known not in ladders:
        ladders[known] = ladder(workings, request, known)
    return ladders[known]


def _terms(found: Ladder | None, room: float) -> tuple[object, ...] | None:
    """From `checkpoint` to `high_gib`."""
    if found is None:
        return None
    rung = found.lowest(room)
    shown = rung or found.rung(0)
    count = shown.devices
    return (
        found.weights.checkpoint,
        rung.devices if rung else None,
        shown.weights.expected * count,
        shown.cache * count,
        shown.state * count,
        shown.load.total.expected * count,
        shown.need * count,
        shown.low * count,
        shown.high * count,
    )
