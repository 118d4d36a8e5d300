"""Devices of a ledger, ready to be asked: what they hold, and which number formats they are known to compute in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from analysis.hosting.recorded import Recorded, Row
from analysis.memory import Device, device_from_facts


def devices(rows: Iterable[Row], facts: Mapping[str, Sequence[Recorded]]) -> list[Device]:
    """Devices from rows of `devices` and the facts of each; those of unknown memory too.

    What one device of an architecture is rated for, the others of that architecture compute in as well. A device that
    is sold in several editions is taken in its headline edition.
    """
    found = [_device(row, facts.get(row["id"], ())) for row in rows]
    formats: dict[str, frozenset[str]] = {}
    for device in found:
        formats[_line(device)] = formats.get(_line(device), frozenset()) | device.formats
    return [_pooled(device, formats[_line(device)]) for device in found]


def _pooled(device: Device, formats: frozenset[str]) -> Device:
    """The device with the formats of its architecture, and which of them are not on record for itself."""
    return replace(device, formats=formats, pooled=formats - device.formats)


def with_memory_of(device: Device, row: Row, facts: Sequence[Recorded]) -> Device:
    """The device with the memory that these facts give it."""
    stated = _device(row, facts)
    return replace(device, visible=stated.visible, limit=stated.limit)


def _line(device: Device) -> str:
    return device.device_class if device.architecture else device.id


def _device(row: Row, facts: Sequence[Recorded]) -> Device:
    architecture = "" if row["architecture"] == "unknown" else row["architecture"]
    return device_from_facts(row["id"], row["name"], row["vendor"], row["kind"], architecture, facts, row["headline"])
