"""Questions the other way round: most users, longest context, the format that makes it fit, the smallest device."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from analysis.memory.answer import Answer
from analysis.memory.capacity import Device
from analysis.memory.fit import fit
from analysis.memory.formats import BITS
from analysis.memory.geometry import Geometry
from analysis.memory.ladder import Request
from analysis.memory.terms import Cited

MOST_USERS = 1 << 20
LONGEST = 1 << 24


@dataclass(frozen=True, slots=True)
class Choice:
    """A device that holds the model, and how many of it in a legal split."""

    device: str
    devices: int
    memory_gib: float


def most_users(model: Geometry, device: Device, request: Request, devices: int) -> int:
    """Most users at the request's context on exactly `devices` devices; 0 when not even one fits."""
    return _most(lambda users: fit(model, device, replace(request, users=users, devices=devices)), MOST_USERS)


def longest_context(model: Geometry, device: Device, request: Request, devices: int) -> int:
    """Longest context in tokens for the request's users on exactly `devices` devices; 0 when none fits."""
    return _most(lambda tokens: fit(model, device, replace(request, context=tokens, devices=devices)), LONGEST)


def format_that_fits(model: Geometry, device: Device, request: Request, devices: int) -> Answer | None:
    """Answer for the widest format that makes the model fit on `devices` devices; None where none does.

    Released checkpoints are tried before formats for which there is none.
    """
    tried = [
        fit(model, device, replace(request, precision=name, devices=devices))
        for name in sorted(BITS, key=lambda name: -float(BITS[name].value))
    ]
    holding = [answer for answer in tried if answer.fits and answer.format not in ("unsupported",)]
    released = [answer for answer in holding if answer.checkpoint == "released"]
    return next(iter(released or holding), None)


def smallest(model: Geometry, devices: Iterable[Device], request: Request) -> list[Choice]:
    """Every device that holds the model in some legal split: those that do alone first, then by memory in all."""
    choices = []
    for device in devices:
        answer = fit(model, device, replace(request, devices=None))
        if answer.devices_needed and isinstance(device.visible, Cited):
            choices.append(Choice(device.id, answer.devices_needed, float(device.visible.value)))
    return sorted(choices, key=lambda choice: (choice.devices > 1, choice.devices * choice.memory_gib, choice.device))


def _most(answer: Callable[[int], Answer], ceiling: int) -> int:
    """Largest number for which the answer fits, found by halving; need never falls as the number grows."""
    low, high = 0, 1
    while high < ceiling and answer(high).fits:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if answer(middle).fits else (low, middle)
    return low
