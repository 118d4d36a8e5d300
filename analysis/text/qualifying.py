"""What a figure is said to hold for: qualifiers named by words, conditions of a run such as TP16 and batch 1."""

import re
from collections.abc import Sequence

from analysis.text.bound import COMMAS, Sentence
from analysis.text.figures import Found
from analysis.text.lexicon import Cue
from analysis.text.phrases import Hit
from analysis.text.plain import Plain
from schema.units import Unit

_BATCH = re.compile(r"(?i)\b(?:batch|bs)(?:[ -]?size)?(?: of)?[ =]?(\d{1,6})\b(?!\s?[–-]\s?\d)")
_UNTOUCHED = frozenset({"watts", "hertz", "parameters", "metres", "us_dollars"})
"""Dimensions whose figures no number format changes."""
_PARTS = frozenset({"cores", "units", "engines", "chips"})

Nearest = dict[str, tuple[float, str]]


class Qualifier:
    """Reads qualifiers and conditions of the figures of one sentence."""

    def __init__(self, plain: Plain, sentence: Sentence, units: dict[str, Unit], parallelism: Sequence[str]) -> None:
        self.plain, self.sentence, self.units = plain, sentence, units
        self.owners = self._owners()
        letters = "|".join(parallelism) or "(?!)"
        pattern = re.compile(rf"(?<![^\W\d_])({letters})[- ]?(\d{{1,5}})(?!\w)", re.IGNORECASE)
        self.parallel = list(pattern.finditer(plain.text, sentence.start, sentence.end))

    def _owners(self) -> dict[tuple[int, str], Found]:
        """The figure that each qualifier word is nearest to."""
        owners: dict[tuple[int, str], Found] = {}
        for hit in self.sentence.cues:
            for cue in hit.meanings:
                owner = self._nearest(hit, cue.name) if cue.kind == "qualifier" else None
                if owner:
                    owners[hit.start, cue.name] = owner
        return owners

    def _nearest(self, hit: Hit[Cue], qualifier: str) -> Found | None:
        takers = [found for found in self.sentence.figures if self._takes(found, qualifier)]
        return min(takers, key=lambda found: self.sentence.cost(found, hit.start, hit.end), default=None)

    def _takes(self, found: Found, qualifier: str) -> bool:
        """Whether any metric counted in the figure's unit takes the qualifier."""
        dimensions = {self.units[token].dimension for token in found.units}
        if qualifier == "sparsity":
            return bool(dimensions & {"flops", "ops", "factor"})
        if qualifier == "precision":
            return not dimensions & _UNTOUCHED
        if qualifier == "unit_kind":
            return bool(_PARTS & set(found.units))
        return qualifier != "attention" or "count" in dimensions or not found.units

    def qualifiers(self, found: Found) -> tuple[dict[str, str], frozenset[str]]:
        """The nearest word for each qualifier, and the names of those that belong to another figure first."""
        own: Nearest = {}
        lent: Nearest = {}
        for hit in self.sentence.cues:
            for cue in hit.meanings:
                owner = self.owners.get((hit.start, cue.name)) if cue.kind == "qualifier" else None
                if owner is None or not self._takes(found, cue.name):
                    continue
                if owner is found:
                    self._keep(own, found, hit, cue)
                elif (hit.end <= found.start or self._one_clause(found, hit)) and self._lends(owner, found, cue.name):
                    self._keep(lent, found, hit, cue)
        merged = {name: value for name, (_, value) in {**lent, **own}.items()}
        return merged | ({"direction": found.direction} if found.direction else {}), frozenset(lent.keys() - own.keys())

    def _lends(self, owner: Found, found: Found, qualifier: str) -> bool:
        """`350 W per card, eight draw 2,800 W`: what one figure counts is not what the next of its kind counts."""
        return qualifier != "per" or owner.units != found.units

    def _keep(self, nearest: Nearest, found: Found, hit: Hit[Cue], cue: Cue) -> None:
        offer = (self.sentence.cost(found, hit.start, hit.end), cue.value)
        nearest[cue.name] = min(offer, nearest.get(cue.name, offer))

    def _one_clause(self, found: Found, hit: Hit[Cue]) -> bool:
        """Whether only figures without a break lie between a figure and a later word: 842 tok/s vs 488 at TP16."""
        return len(self.sentence.figures) <= 2 and not COMMAS.search(self.plain.text, found.end, hit.start)

    def conditions(self, found: Found) -> dict[str, str]:
        """Parallelism and batch size, the nearest of each."""
        told: dict[str, str] = {}
        nearest: tuple[float, str] | None = None
        for match in self.parallel:
            owner = min(self.sentence.figures, key=lambda f: self.sentence.cost(f, *match.span()))
            if owner is found or (match.end() <= found.start and nearest is None):
                offer = (self.sentence.cost(found, *match.span()), re.sub("[- ]", "", match[0].lower()))
                nearest = min(offer, nearest or offer)
        if nearest:
            told["parallelism"] = nearest[1]
        batch = _BATCH.search(self.plain.text, self.sentence.start, self.sentence.end)
        return told | ({"batch": batch[1]} if batch else {})
