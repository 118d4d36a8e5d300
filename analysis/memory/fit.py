"""Which devices hold a model under a request: terms in GiB, legal split, bare minimum, reasons."""

from dataclasses import replace

from analysis.memory.answer import Answer
from analysis.memory.cache import RULES
from analysis.memory.capacity import Device, usable
from analysis.memory.formats import BITS, CACHE_FORMATS, bits_of, support
from analysis.memory.geometry import Geometry, Incomplete, Model, StateLayers
from analysis.memory.ladder import Ladder, Request, Rung, Workings, ladder, reasons, traits
from analysis.memory.load import load_missing
from analysis.memory.profiles import profile
from analysis.memory.speed import speed
from analysis.memory.states import state_precision
from analysis.memory.terms import GIB, Cited
from analysis.memory.validated import NO_RUNS, Validated
from analysis.memory.weights import weights


class FormatError(ValueError):
    """A number format for which no layout is known; the message names those that are."""


def fit(model: Model, device: Device | None, request: Request, validated: Validated = NO_RUNS) -> Answer:
    """Answer `request` for `model` on `device`, or without a device on one large one.

    Incomplete models get a floor: weights alone, and the list of what is missing. Raises FormatError.
    """
    _check(request)
    if isinstance(model, Incomplete):
        return _floor(model, device, request)
    if request.state_precision:
        model = replace(model, state_precision=request.state_precision)
    found = ladder(Workings(model), request, traits(request, device))
    if found is None:
        what = f"parameters, or a checkpoint in {request.precision}"
        return replace(_head(model.model, device, request, "hypothetical"), missing=(what,))
    return _answer(model, device, request, found, validated)


def _check(request: Request) -> None:
    if bits_of(request.precision) is None and request.precision != "mixed":
        raise FormatError(f"precision {request.precision} has no known layout; known: {', '.join(sorted(BITS))}")
    if request.kv_precision not in CACHE_FORMATS:
        known = ", ".join(sorted(CACHE_FORMATS))
        raise FormatError(f"KV precision {request.kv_precision} has no known layout; known: {known}")


def _head(model: str, device: Device | None, request: Request, checkpoint: str) -> Answer:
    return Answer(
        model=model,
        device=device.id if device else None,
        precision=request.precision,
        kv_precision=request.kv_precision,
        engine=request.engine,
        context=request.context,
        users=request.users,
        checkpoint=checkpoint,
        format=support(request.precision, device.formats, request.engine) if device else "unknown",
    )


def _floor(model: Incomplete, device: Device | None, request: Request) -> Answer:
    """Weights alone. No total, no devices: what is missing may be the larger part."""
    found = weights(model.totals, request.precision, request.repo)
    if found is None:
        return replace(_head(model.model, device, request, "hypothetical"), missing=model.missing)
    head = _head(model.model, device, request, found.checkpoint)
    size = found.size.times(1 / GIB)
    return replace(
        head,
        weights_gib=size.expected,
        low_gib=size.low,
        floor=True,
        missing=model.missing,
        assumptions=found.why,
    )


def _answer(model: Geometry, device: Device | None, request: Request, found: Ladder, validated: Validated) -> Answer:
    head = _head(model.model, device, request, found.weights.checkpoint)
    room = _room(device, request)
    gib = None if room is None else float(room.value)
    rung = found.lowest(gib) if gib is not None else None
    shown = _shown(found, request, rung)
    if shown is None:
        counts = ", ".join(str(split.devices) for split in found.splits)
        return replace(head, missing=(f"a legal split over {request.devices} devices; legal: {counts}",))
    silent = load_missing(model, profile(request.engine, request.version))
    answer = replace(
        _terms(head, shown),
        devices_needed=rung.devices if rung else None,
        bare_minimum=found.bare_minimum(gib) if gib is not None else None,
        usable_gib=gib,
        fits=None if gib is None else shown.need <= gib,
        floor=found.weights.floor or bool(silent),
        missing=silent if room or device is None else (*silent, "memory of the device"),
        assumptions=_why(model, request, found, shown, room),
    )
    return _checked(model, device, request, answer, shown, validated)


def _room(device: Device | None, request: Request) -> Cited | None:
    if device is None:
        return None
    share = request.share or float(profile(request.engine, request.version).share.value)
    return usable(device, share)


def _shown(found: Ladder, request: Request, rung: Rung | None) -> Rung | None:
    """The split that is shown: of the devices asked for, else the smallest that holds it, else one device."""
    if request.devices:
        return found.of(request.devices)
    return rung or found.rung(0)


def _terms(head: Answer, shown: Rung) -> Answer:
    count = shown.devices
    return replace(
        head,
        weights_gib=shown.weights.expected * count,
        cache_gib=shown.cache * count,
        state_gib=shown.state * count,
        load_gib=shown.load.total.expected * count,
        total_gib=shown.need * count,
        low_gib=shown.low * count,
        high_gib=shown.high * count,
        devices=count,
        split=str(shown.split),
        per_device_gib=shown.need,
    )


def _why(model: Geometry, request: Request, found: Ladder, shown: Rung, room: Cited | None) -> tuple[Cited, ...]:
    why = [*reasons(found, shown), RULES[request.engine]]
    for kind in sorted({group.kind for group in model.groups if isinstance(group, StateLayers)}):
        why.append(state_precision(model, request.engine, kind))
    return tuple(why if room is None else [*why, room])


def _checked(
    model: Geometry, device: Device | None, request: Request, answer: Answer, shown: Rung, validated: Validated
) -> Answer:
    if device is None:
        return answer
    key = (request.engine, device.device_class, model.attention_class)
    bound = speed(model, device, request, shown, answer.weights_gib or 0.0)
    return replace(answer, validated=validated.count(*key), validated_words=validated.words(*key), speed=bound)
