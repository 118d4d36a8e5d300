"""What a check sees: a claim with its setups written out whole, its lines, and what the ledger says elsewhere."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from analysis.lines import Line
from schema.quantity import Figure
from schema.records import Setup

_AMOUNT = re.compile(r"(?:about |up to |at least )?(\d+(?:\.\d+)?)([kKM]?)(?: ?(?:tokens|%|x|ms|s))?")
_SCALE = {"": 1, "k": 1000, "K": 1000, "M": 1000000}


def amount(text: str | None) -> Decimal | None:
    """The number in a condition such as `24K`, `56.3 %` or `1024 tokens`; None where it is no single number."""
    match = _AMOUNT.fullmatch(text or "")
    return Decimal(match[1]) * _SCALE[match[2]] if match else None


@dataclass(frozen=True, slots=True)
class Said:
    """A line of a claim with the setup it was obtained with and the one it is taken over, written out whole."""

    claim: str | None
    line: Line
    setup: Setup = field(default_factory=Setup)
    over: Setup = field(default_factory=Setup)

    @property
    def id(self) -> str:
        """Address of the statement."""
        return self.line.id

    @property
    def metric(self) -> str:
        """What is said."""
        return self.line.statement.metric

    @property
    def stated(self) -> str:
        """The figure as stated."""
        return self.line.statement.stated

    @property
    def figure(self) -> Figure | None:
        """The figure, where it is a quantity."""
        return self.line.statement.figure

    @property
    def quantity(self) -> Figure:
        """The figure of a line that is known to be a quantity."""
        assert self.figure is not None
        return self.figure

    @property
    def source(self) -> str:
        """Source that says it."""
        return self.line.statement.book.source

    @property
    def low(self) -> Decimal:
        """The figure, or the lower end of a range, in the metric's unit; NaN for what is no quantity."""
        return self.figure.value if self.figure else Decimal("NaN")

    @property
    def high(self) -> Decimal:
        """The figure, or the upper end of a range, in the metric's unit."""
        top = self.figure.value_max if self.figure else None
        return self.low if top is None else top

    @property
    def comparator(self) -> str:
        """exact, approx, up_to, at_least or range; words for what is no quantity."""
        return self.figure.comparator if self.figure else "words"

    @property
    def unit(self) -> str:
        """Unit of the figure."""
        return self.figure.unit if self.figure else ""

    @property
    def of(self) -> str | None:
        """Name of its setup."""
        return self.line.statement.book.of

    @property
    def baseline(self) -> str | None:
        """Name of the setup it is taken over, or `undeclared`."""
        return self.line.statement.book.over

    @property
    def devices(self) -> frozenset[str]:
        """Devices of its setup."""
        return devices(self.setup)

    def says(self, qualifier: str) -> str | None:
        """Value of a qualifier."""
        return self.line.statement.qualifiers.get(qualifier)

    def like(self, other: "Said", *qualifiers: str) -> bool:
        """Whether metric, unit and the named qualifiers are the same."""
        same = all(self.says(name) == other.says(name) for name in qualifiers)
        return same and self.metric == other.metric and self.unit == other.unit


def devices(setup: Setup) -> frozenset[str]:
    """Kinds of device in a setup."""
    return frozenset(part.device for part in setup.devices)


def conditions(setup: Setup) -> dict[str, object]:
    """What a setup states, notes left out; free conditions stand beside the named ones."""
    stated = setup.model_dump(exclude_defaults=True, exclude={"like", "note", "other"})
    return {**stated, **setup.other}


def contrast(one: Setup, other: Setup) -> frozenset[str]:
    """Names of the conditions in which two setups differ."""
    mine, theirs = conditions(one), conditions(other)
    return frozenset(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))


def device_count(setup: Setup, *roles: str) -> int | None:
    """Devices of a setup, of the named roles alone where any are named; None where a number is not stated."""
    parts = [part for part in setup.devices if not roles or part.role in roles]
    counts = [int(part.count) for part in parts if part.count]
    return sum(counts) if counts and len(counts) == len(parts) else None


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """What the ledger shows of a device: GB/s, and dense peaks in TFLOP/s by precision."""

    bandwidth: float | None = None
    peaks: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What kind of document a source is, and who published it."""

    kind: str = ""
    publisher: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkFacts:
    """Kind of a benchmark and the number of its problems."""

    kind: str = "quality"
    problems: int | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything outside the claim that a check may look up. Absent things are absent keys.

    `active_params` is in billions; `said` holds what claims and records say by model and metric; `families` gives
    the family of each model that has one.
    """

    devices: Mapping[str, DeviceFacts] = field(default_factory=dict)
    active_params: Mapping[str, float] = field(default_factory=dict)
    benchmarks: Mapping[str, BenchmarkFacts] = field(default_factory=dict)
    sources: Mapping[str, SourceFacts] = field(default_factory=dict)
    said: Mapping[tuple[str, str], Sequence[Said]] = field(default_factory=dict)
    families: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim, or where `id` is None an entity with what is said of it outside claims."""

    id: str | None
    about: str
    said: tuple[Said, ...]
    text: str = ""
    ledger: Ledger = field(default_factory=Ledger)

    def by_metric(self, *metrics: str) -> list[Said]:
        """Lines of the named metrics that are quantities."""
        return [said for said in self.said if said.metric in metrics and said.figure]

    def elsewhere(self, model: str | None, *metrics: str) -> list[Said]:
        """What other claims and records say of a model."""
        found = (rival for metric in metrics for rival in self.ledger.said.get((model or "", metric), ()))
        mine = {said.id for said in self.said}
        return [rival for rival in found if rival.figure and rival.id not in mine]
