"""The questions the other way round, in the words of the command and the pages."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from analysis.hosting.formats import is_released, known_formats, word_for
from analysis.hosting.question import Question
from analysis.hosting.reply import answered
from analysis.hosting.shelf import Known
from analysis.memory import Device, Geometry, longest_context, most_users
from analysis.memory.formats import BITS

Json = dict[str, Any]


def most(known: Known, device: Device, question: Question, devices: int) -> Json:
    """Most users at the question's context, and longest context for its users, on exactly `devices` devices.

    The context ends where the model's own does; `context_limit` is that end in tokens, None where nobody states it.
    """
    assert isinstance(known.model, Geometry), "a model without geometry has a floor only"
    request = question.request(device, known.released)
    tokens = longest_context(known.model, device, request, devices)
    return {
        "devices": devices,
        "most_users": most_users(known.model, device, request, devices),
        "longest_context": min(tokens, known.context_limit or tokens),
        "context_limit": known.context_limit,
    }


def holders(model: Geometry, devices: Iterable[Device], question: Question, released: Sequence[str]) -> list[Json]:
    """Every device that holds the model: those that do alone by their memory, then by the memory of all together."""
    found = []
    for device in devices:
        answer = answered(model, device, replace(question, devices=None), released)
        if answer.devices_needed and device.visible is not None and answer.format != "unsupported":
            each = float(device.visible.value)
            found.append({
                "device": device.id, "devices_needed": answer.devices_needed, "memory": each,
                "memory_of_all": each * answer.devices_needed, "total": answer.total_gib, "format": answer.format,
            })  # fmt: skip
    return sorted(found, key=lambda row: (row["devices_needed"] > 1, row["memory_of_all"], row["device"]))


def what_fits(model: Geometry, device: Device, question: Question, released: Sequence[str], devices: int) -> list[Json]:
    """Every format in which the model fits on `devices` devices, released ones first, then the widest."""
    found = []
    for name in known_formats():
        asked = replace(question, precision=name, devices=devices)
        if word_for(name, device, asked.request(device, list(released)).engine) == "unsupported":
            continue
        answer = answered(model, device, asked, released)
        if answer.fits:
            found.append({
                "precision": name, "engine": answer.engine, "bits": float(BITS[name].value),
                "checkpoint": answer.checkpoint, "format": answer.format,
                "total": answer.total_gib, "headroom": answer.headroom_gib,
            })  # fmt: skip
    return sorted(found, key=lambda row: (not is_released(row["precision"], released), -row["bits"]))
