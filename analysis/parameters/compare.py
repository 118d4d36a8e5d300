"""Whether the parameters that a source states follow from the model's geometry, and if not, what they count."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from analysis.memory.facts import Fact, FactBook, words
from analysis.memory.formats import UNQUANTISED
from analysis.memory.totals import PACKED
from analysis.parameters.count import Counted

Outcome = Literal["agrees", "rounded", "explained", "question"]
CLOSE = 0.01
"""Relative difference up to which a stated figure follows from the geometry."""
COARSE = 0.10
"""Beyond this relative difference rounding excuses nothing."""
ENCODER = 0.30
"""Largest share of a model that is left to an encoder whose geometry nobody states."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A stated count of parameters: plain numbers, with the interval that its printed digits stand for."""

    statement: str
    metric: str
    value: float
    low: float
    high: float
    counts: str | None


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A stated figure beside the count that comes nearest; `difference` is computed over stated, less one."""

    statement: str
    metric: str
    stated: float
    computed: float
    outcome: Outcome
    explanation: str | None

    @property
    def difference(self) -> float:
        """Relative, positive where the count is the larger."""
        return self.computed / self.stated - 1


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to count, and what is said of it where it is not the plain one."""

    computed: float
    means: str | None


def recomputed(
    model: str, counted: Counted, facts: Iterable[Fact], stated: Iterable[Stated], multimodal: bool
) -> Iterator[Recomputed]:
    """Each stated total and active count beside what the geometry gives.

    `model` is the model's name or id, whose digits some sources take for a count; `multimodal` says that it reads more
    than text.
    """
    told = _Told(model, counted, FactBook(facts), multimodal)
    for figure in stated:
        readings = list(told.totals(figure.counts) if figure.metric == "params_total" else told.actives())
        yield told.verdict(figure, readings)


class _Told:
    """Readings of one model's count and the words for what remains."""

    def __init__(self, model: str, counted: Counted, book: FactBook, multimodal: bool) -> None:
        self.named = {float(digits) * 1e9 for digits in re.findall(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)b(?![a-z])", model)}
        self.counted = counted
        self.released = frozenset[str]().union(
            *(words(fact.value_text) for fact in book.all("checkpoint_precision") + book.all("checkpoint_size")),
            *(words(fact.qualifiers.get("precision")) for fact in book.all("checkpoint_size")),
        )
        self.mtp_layers = book.whole("mtp_layers") or 0
        self.encoder = multimodal or bool(book.all("encoder_layers"))

    def totals(self, counts: str | None) -> Iterator[_Reading]:
        """The plain count first, then with parts beside the main model, then with what files may hold besides."""
        c = self.counted
        yield _Reading(c.total, None)
        if not c.tied_known:
            yield _Reading(c.total - c.output, "one matrix serves as embedding and output, which nobody states")
        yield from self._beside(c.total)
        if counts == "without_embeddings":
            yield _Reading(c.total - c.matrices, "embedding and output matrices are left out")
        if c.tied_known and not c.output:
            again = "the files hold the output matrix although it is tied to the embedding"
            yield _Reading(c.total + c.embedding, again)

    def _beside(self, total: float) -> Iterator[_Reading]:
        c = self.counted
        parts = [_Reading(0.0, None)]
        if c.mtp:
            name = f"{self.mtp_layers} MTP layer{'s' if self.mtp_layers > 1 else ''}"
            copies = f"{name} with copies of embedding and output"
            parts += [_Reading(c.mtp, name), _Reading(c.mtp + c.matrices, copies)]
            parts += [_Reading(c.mtp_dense, f"{name} without experts")] if c.idle else []
        for size, name in ((c.vision, "the vision tower"), (c.tables, "lookup tables")):
            parts += [_Reading(p.computed + size, _and(p.means, name)) for p in parts] if size else []
        yield from (_Reading(total + part.computed, f"counts {part.means}") for part in parts[1:])

    def actives(self) -> Iterator[_Reading]:
        """Active weights: by default embedding and output are counted, which makers handle differently."""
        c = self.counted
        yield _Reading(c.active, None)
        yield _Reading(c.active - c.embedding, "the embedding is left out, of which a token reads one row")
        yield _Reading(c.active - c.matrices, "embedding and output matrices are left out")
        if c.mtp:
            yield _Reading(c.active + c.mtp - c.mtp_idle, "counts the MTP layers")
        if c.vision:
            yield _Reading(c.active + c.vision, "counts the vision tower")

    def verdict(self, stated: Stated, readings: list[_Reading]) -> Recomputed:
        """The plain reading, else the nearest within one per cent; else one that rounding joins; else what remains."""
        close = [reading for reading in readings if _off(reading, stated) <= CLOSE]
        if close:
            reading = close[0] if close[0] is readings[0] else min(close, key=lambda one: _off(one, stated))
            return _row(stated, reading, "explained" if reading.means else "agrees", reading.means)
        for reading in readings:
            if stated.low <= reading.computed < stated.high and _off(reading, stated) <= COARSE:
                return _row(stated, reading, "rounded", _and("rounded", reading.means, "; "))
        nearest = self._nearest(stated, readings)
        return _row(stated, nearest, *self._remains(stated, nearest))

    def _nearest(self, stated: Stated, readings: list[_Reading]) -> _Reading:
        """The reading that comes nearest; with an encoder that is not counted, the nearest of those below."""
        below = [reading for reading in readings if reading.computed < stated.value] if self.encoder else []
        return min(below or readings, key=lambda reading: _off(reading, stated))

    def _remains(self, stated: Stated, nearest: _Reading) -> tuple[Outcome, str | None]:
        """What is known about a figure that no reading gives."""
        if stated.counts == "effective":
            return "explained", "the maker's count of weights at work; more are stored"
        if stated.counts == "stored_elements" and self.released & PACKED and not self.released & UNQUANTISED:
            return "explained", "elements of packed weights and their scales, not parameters"
        rest = stated.value - nearest.computed
        if self.encoder and 0 < rest <= ENCODER * stated.value:
            left = f"{rest / 1e9:.2f}B more, left to the encoder of images or sound, whose size nobody states"
            return "question", _and(left, nearest.means, "; ")
        if self.counted.assumed:
            return "question", f"on record nobody states {' nor '.join(self.counted.assumed)}: counted as none"
        if stated.value in self.named:
            return "explained", "the figure in the model's name, which rounds as it likes"
        return "question", "no way of counting gives it, and nobody says what it counts"


def _off(reading: _Reading, stated: Stated) -> float:
    return abs(reading.computed / stated.value - 1)


def _and(first: str | None, second: str | None, joint: str = " and ") -> str | None:
    return joint.join(part for part in (first, second) if part) or None


def _row(stated: Stated, reading: _Reading, outcome: Outcome, explanation: str | None) -> Recomputed:
    return Recomputed(stated.statement, stated.metric, stated.value, reading.computed, outcome, explanation)
