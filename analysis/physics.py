"""What recorded figures of hardware must be by arithmetic: bus and data rate, units and clock, devices and system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import groupby, product
from math import log2
from re import search

from analysis.findings.check import Finding, Level, plain

TOLERANCE = 0.02
"""Share by which figures may miss their arithmetic, where their own rounding does not explain more."""
OPERATIONS = {"cuda_core": ("fp32", 2)}
"""Operations of one unit in a cycle: a CUDA core ends one FP32 multiply-add, which counts as two (CUDA guide)."""
WHOLE_UNITS = ("cu", "xe_core", "gpu_core", "ai_core")
"""Units that hold matrix engines of their own, where the engines are not counted apart."""
SAME = ("precision", "accumulate", "path", "edition", "cooled_by", "clock")
"""Qualifiers under which a sparse peak and its dense twin are the same thing."""


@dataclass(frozen=True, slots=True)
class Given:
    """A fact that is one number, in the unit of its metric."""

    statement: str
    metric: str
    stated: str
    value: float
    unit: str = ""
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None

    def says(self, name: str) -> str | None:
        """Value of a qualifier."""
        return self.qualifiers.get(name)

    @property
    def rounding(self) -> float:
        """Half of the last printed digit as a share of the figure: 1.2 TB/s may be 4 % more or less."""
        printed = search(r"\d+(\.\d+)?", self.stated)
        number = Decimal(printed[0]) if printed else Decimal(0)
        exponent = number.as_tuple().exponent
        return float(Decimal(5).scaleb(int(exponent) - 1) / number) if number else 0.0


Facts = Sequence[Given]


def named(facts: Facts, metric: str) -> list[Given]:
    """Facts of a metric."""
    return [fact for fact in facts if fact.metric == metric]


def judged(rule: str, entity: str, fact: Given, expected: float, sum_: str, other: Given, level: Level) -> Finding:
    """Whether a figure is what arithmetic gives, else a finding of the level; a ranked figure is only asked about."""
    ratio = fact.value / expected if expected else float("inf")
    about = Finding("consistent", fact.statement, "", sum_, other.statement, rule, None, entity)
    if abs(ratio - 1) <= max(TOLERANCE, fact.rounding + other.rounding):
        return replace(about, message=f"{fact.stated} is what the arithmetic gives")
    message = f"{fact.stated} is {plain(ratio)} times what the arithmetic gives"
    if reason := fact.reason or other.reason:
        return replace(about, level="question", message=f"{message}; ranked: {reason}")
    return replace(about, level=level, message=message)


def bus_and_rate(entity: str, facts: Facts) -> Iterator[Finding]:
    """Bandwidth in GB/s is bus width in bits over 8 times transfers in GT/s (JEDEC's definition of a data rate)."""
    parts = product(*(named(facts, name) for name in ("memory_bandwidth", "memory_bus_width", "memory_data_rate")))
    for bandwidth, width, rate in parts:
        if len({fact.says("edition") for fact in (bandwidth, width, rate)}) == 1:
            sum_ = f"{width.stated} / 8 x {rate.stated} = {plain(width.value / 8 * rate.value)} GB/s"
            expected = width.value / 8 * rate.value
            yield judged("bandwidth-from-bus", entity, bandwidth, expected, sum_, width, "error")


def units_and_clock(entity: str, facts: Facts) -> Iterator[Finding]:
    """A vector peak is units times operations of one unit in a cycle times boost clock."""
    for units, clock in product(named(facts, "compute_units"), named(facts, "clock_boost")):
        precision, operations = OPERATIONS.get(units.says("unit_kind") or "", ("", 0))
        for peak in named(facts, "peak_compute"):
            if peak.says("precision") == precision and peak.says("path") == "vector":
                expected = units.value * operations * clock.value / 1e6
                sum_ = f"{units.stated} x {operations} x {clock.stated} = {plain(expected)} TFLOP/s"
                yield judged("peak-from-units", entity, peak, expected, sum_, units, "error")


def engines_and_clock(entity: str, facts: Facts) -> Iterator[Finding]:
    """A matrix engine ends a power of two of operations in a cycle: 128 in Volta, 512 in the A100, 1024 in Hopper.

    NVIDIA states the first three for a tensor core and AMD those of a compute unit; all are powers of two. The power is
    not known for each format, so that a miss is a question. Peaks that miss by the same factor share one: mostly the
    maker computed with another clock than it prints.
    """
    engines = named(facts, "matrix_engines") or [
        units for units in named(facts, "compute_units") if units.says("unit_kind") in WHOLE_UNITS
    ]
    pairs = list(product(engines, named(facts, "clock_boost")))
    peaks = [peak for peak in named(facts, "peak_compute") if peak.says("path") == "matrix"]
    found = [_nearest(entity, peak, pairs) for peak in peaks if pairs and peak.says("precision") != "undeclared"]
    yield from (finding for finding in found if finding.level == "consistent")
    missed = sorted((finding for finding in found if finding.level != "consistent"), key=_miss)
    for _, alike in groupby(missed, key=_miss):
        first, *others = alike
        yield replace(first, message=f"{first.message}; likewise {len(others)} more") if others else first


def _nearest(entity: str, peak: Given, pairs: Iterable[tuple[Given, Given]]) -> Finding:
    """The count of engines and the clock that come nearest to a power of two."""
    powers = [(engines, clock, peak.value * 1e6 / engines.value / clock.value) for engines, clock in pairs]
    engines, clock, operations = min(powers, key=lambda item: abs(log2(item[2]) - round(log2(item[2]))))
    power = 2 ** round(log2(operations))
    expected = engines.value * power * clock.value / 1e6
    sum_ = f"{engines.stated} x {power} x {clock.stated} = {plain(expected)} {peak.unit}"
    return judged("matrix-peak-from-engines", entity, peak, expected, sum_, engines, "question")


def _miss(finding: Finding) -> tuple[str, ...]:
    """Under which misses are of one kind: roughly their factor, and the reason where one stands."""
    factor = search(r"is ([\d.]+) times(.*)", finding.message)
    return (f"{float(factor[1]):.1f}", factor[2]) if factor else ("", finding.message)


def sparse_and_dense(entity: str, facts: Facts) -> Iterator[Finding]:
    """With 2:4 sparsity two of four operands are skipped, so that a sparse peak is twice its dense twin.

    Some makers print another ratio, so that a miss is a question.
    """
    peaks = named(facts, "peak_compute")
    sparse = [peak for peak in peaks if peak.says("sparsity") == "sparse"]
    dense = [peak for peak in peaks if peak.says("sparsity") == "dense"]
    for more, less in product(sparse, dense):
        if more.unit == less.unit and all(more.says(name) == less.says(name) for name in SAME):
            sum_ = f"2 x {less.stated}"
            yield judged("sparse-from-dense", entity, more, 2 * less.value, sum_, less, "question")


def devices_and_system(entity: str, facts: Facts, device: Facts, count: float) -> Iterator[Finding]:
    """Memory, bandwidth and peaks of a system are those of its devices times their number.

    A miss is a question, for a name may count dies where the record counts packages.
    """
    for total in facts:
        if total.metric not in ("memory_capacity", "memory_bandwidth", "peak_compute"):
            continue
        ones = [one for one in named(device, total.metric) if one.unit == total.unit and _like(one, total)]
        if ones:
            one = min(ones, key=lambda fact: abs(total.value / (count * fact.value) - 1))
            sum_ = f"{plain(count)} x {one.stated} = {plain(count * one.value)} {total.unit}"
            yield judged("system-from-devices", entity, total, count * one.value, sum_, one, "question")


def _like(one: Given, total: Given) -> bool:
    """Whether a peak is of the same format and sparsity; memory figures are always alike."""
    return all(one.says(name) == total.says(name) for name in ("precision", "sparsity", "path"))


def of_device(entity: str, facts: Facts) -> Iterator[Finding]:
    """Findings about one device."""
    for look in (bus_and_rate, units_and_clock, engines_and_clock, sparse_and_dense):
        yield from look(entity, facts)


def of_system(entity: str, facts: Facts, device: Facts, counts: Iterable[Given]) -> Iterator[Finding]:
    """Findings about one system of so many devices of one kind."""
    yield from sparse_and_dense(entity, facts)
    for count in counts:
        yield from devices_and_system(entity, facts, device, count.value)
