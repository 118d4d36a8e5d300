"""What of a thing's facts goes into its wide row: one figure a column, under the qualifiers the column names."""

import json
from collections.abc import Iterable
from typing import Any

from analysis.facts import Fact

UNKNOWN = "unknown"


class Facts:
    """Facts of one entity, picked by metric and qualifiers."""

    def __init__(self, facts: Iterable[Fact], headline: str | None = None) -> None:
        """`headline` is the edition whose figures go into the wide row."""
        self.headline = headline
        self.by_metric: dict[str, list[Fact]] = {}
        for fact in facts:
            self.by_metric.setdefault(fact.group.metric, []).append(fact)

    def all(self, metric: str, **wanted: str) -> list[Fact]:
        """Facts of a metric whose qualifiers are the wanted ones; further ones may stand beside them."""
        pairs = wanted.items()
        return [fact for fact in self.by_metric.get(metric, ()) if pairs <= fact.group.key]

    def pick(self, metric: str, **wanted: str) -> Fact | None:
        """The fact for the headline configuration, else the unqualified one; the one that holds most generally."""
        if metric not in self.by_metric:
            return None
        held = [fact for fact in self.all(metric, **wanted) if not _qualifier(fact, "per")]
        if len(held) == 1 and not _qualifier(held[0], "edition"):
            return held[0]
        own = [fact for fact in held if self.headline and _qualifier(fact, "edition") == self.headline]
        general = [fact for fact in held if not _qualifier(fact, "edition")]
        return min(own or general, key=lambda fact: (len(fact.group.key), not fact.main, fact.shown.id), default=None)

    def value(self, metric: str, **wanted: str) -> float | None:
        """Figure of the picked fact in the metric's unit: the upper end of a range is no value, so it stays out."""
        fact = self.pick(metric, **wanted)
        figure = fact.shown.statement.figure if fact else None
        return float(figure.value) if figure and figure.high is None else None

    def text(self, metric: str) -> str | None:
        """Words or date of the picked fact."""
        fact = self.pick(metric)
        return fact.shown.statement.reading.text if fact else None

    def word(self, metric: str) -> str:
        """Words of the picked fact, `unknown` where nothing is recorded."""
        return self.text(metric) or UNKNOWN

    def values(self, metric: str) -> list[float]:
        """All figures of a metric over its editions, ascending."""
        figures = [
            fact.shown.statement.figure for fact in self.by_metric.get(metric, []) if not _qualifier(fact, "per")
        ]
        return sorted({float(end.values[0]) for figure in figures if figure for end in figure.ends})

    @property
    def disputed(self) -> int:
        """Facts that another source contradicts."""
        return sum(fact.disputed for held in self.by_metric.values() for fact in held)

    @property
    def origins(self) -> set[str]:
        """Organizations whose word the shown figures are."""
        return {fact.shown.origin for held in self.by_metric.values() for fact in held}


def _qualifier(fact: Fact, name: str) -> str | None:
    return next((value for key, value in fact.group.key if key == name), None)


def memory_options(facts: Facts) -> list[float | int]:
    """All memory options in GB, ascending; whole numbers without a decimal point."""
    options = [value / 1e9 for value in facts.values("memory_capacity")]
    return [int(option) if option.is_integer() else round(option, 3) for option in options]


def peak(facts: Facts, precision: str, sparsity: str) -> float | None:
    """Peak of the matrix units in TFLOP/s or TOP/s; a peak whose units are not named counts as theirs."""
    matrix = facts.value("peak_compute", precision=precision, sparsity=sparsity, path="matrix")
    if matrix is not None:
        return matrix
    unnamed = [
        f for f in facts.all("peak_compute", precision=precision, sparsity=sparsity) if not _qualifier(f, "path")
    ]
    return _highest(unnamed)


def peak_of(facts: Facts, precisions: Iterable[str], sparsity: str) -> float | None:
    """First peak among several spellings of a number format: NVFP4 stands for FP4 where only it is stated."""
    return next((value for name in precisions if (value := peak(facts, name, sparsity)) is not None), None)


def _highest(held: list[Fact]) -> float | None:
    figures = [fact.shown.statement.figure for fact in held if fact.main and not _qualifier(fact, "per")]
    return max((float(figure.value) for figure in figures if figure and figure.high is None), default=None)


BF16 = ("bf16", "fp16")
"""FP16 runs at the BF16 rate on every device that states both; it stands in where only FP16 is stated."""
FP8 = ("fp8", "mxfp8")
FP4 = ("fp4", "nvfp4", "mxfp4")


def peaks(facts: Facts) -> list[float | None]:
    """Peaks in the order of the columns: FP64, then BF16, FP8, FP4 as dense, sparse, undeclared, then INT8 dense."""
    if "peak_compute" not in facts.by_metric:
        return [None] * 11
    fp64 = _highest(facts.all("peak_compute", precision="fp64", sparsity="dense"))
    by_format = [
        peak_of(facts, names, sparsity) for names in (BF16, FP8, FP4) for sparsity in ("dense", "sparse", "undeclared")
    ]
    return [fp64, *by_format, peak(facts, "int8", "dense")]


def device_columns(facts: Facts) -> list[Any]:
    """Columns of a device's wide row between `architecture` and `aliases`."""
    options = memory_options(facts)
    return [
        facts.text("announced"), facts.text("released"), facts.word("status"), facts.value("memory_capacity"),
        facts.word("memory_type"), facts.value("memory_bandwidth"), options[-1] if options else None,
        json.dumps(options), facts.value("memory_visible"), *peaks(facts), facts.value("power"),
        facts.value("scaleup_bandwidth", direction="both_ways"), facts.word("form_factor"), facts.word("cooling"),
        facts.value("process_node"),
    ]  # fmt: skip


def system_columns(facts: Facts) -> list[Any]:
    """Columns of a system's wide row between `device` and `aliases`."""
    return [
        facts.value("device_count"), facts.text("announced"), facts.text("released"), facts.word("status"),
        facts.value("memory_capacity"), facts.value("host_memory"), facts.value("memory_bandwidth"),
        peak_of(facts, FP8, "dense"), peak_of(facts, FP4, "dense"), peak_of(facts, FP4, "sparse"),
        facts.value("power"), facts.word("cooling"),
    ]  # fmt: skip
