"""The answer to one question, with its terms, its reasons and what is missing."""

from dataclasses import dataclass
from typing import Any

from analysis.memory.speed import Speed
from analysis.memory.terms import Cited


@dataclass(frozen=True, slots=True)
class Answer:
    """GiB on all devices by term, devices needed, and why. None stands for what cannot be said.

    `total` is the expected sum; `low` and `high` its ends. `floor` says that more is likely than `total`.
    `fits` is whether the asked number of devices holds it; `devices_needed` the fewest in a legal split.
    """

    model: str
    device: str | None
    precision: str
    kv_precision: str
    engine: str
    context: int
    users: int
    checkpoint: str
    format: str
    weights_gib: float | None = None
    cache_gib: float | None = None
    state_gib: float | None = None
    load_gib: float | None = None
    total_gib: float | None = None
    low_gib: float | None = None
    high_gib: float | None = None
    devices_needed: int | None = None
    devices: int | None = None
    split: str | None = None
    bare_minimum: int | None = None
    per_device_gib: float | None = None
    usable_gib: float | None = None
    fits: bool | None = None
    floor: bool = False
    missing: tuple[str, ...] = ()
    assumptions: tuple[Cited, ...] = ()
    format_from: str | None = None
    """Whose number formats `format` was read for: `device`, `architecture`, or None where there was nothing to read."""
    validated: int = 0
    validated_words: str = ""
    speed: Speed | None = None

    @property
    def headroom_gib(self) -> float | None:
        """GiB left on each device."""
        if self.usable_gib is None or self.per_device_gib is None:
            return None
        return self.usable_gib - self.per_device_gib

    def as_dict(self) -> dict[str, Any]:
        """The answer as JSON: the columns of `fits`, then what only one answer has."""
        plain = {
            name: getattr(self, name)
            for name in self.__dataclass_fields__
            if name not in ("missing", "assumptions", "speed")
        }
        return {
            **plain,
            "headroom_gib": self.headroom_gib,
            "missing": list(self.missing),
            "assumptions": [entry.as_dict() for entry in self.assumptions],
            "speed": self.speed.as_dict() if self.speed else None,
        }
