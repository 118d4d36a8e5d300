"""Figures bound to the words around them: the parts that a binding is made of."""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from analysis.text.figures import Found
from analysis.text.lexicon import Cue
from analysis.text.names import Mention
from analysis.text.phrases import Hit
from schema.units import Unit

COMMAS = re.compile(r"[,;:()]|\s–\s")
COMMA, OTHER_FIGURE = 14, 24
"""What crossing a comma, or another figure, is worth in characters of distance."""
_COUNTED = frozenset({"GPUs", "chips", "devices"})
_MOST_COUNTED = 100_000


@dataclass(frozen=True, slots=True)
class Aim:
    """A metric that may be meant: `sure` where a word near the figure says so. `ratio_of` is what a ratio compares."""

    metric: str
    unit: Unit
    sure: bool
    ratio_of: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing that may be meant.

    `link` is near (named before the figure in its own sentence), same (elsewhere in it) or before (in an earlier one).
    """

    id: str
    link: str
    mention: Mention


@dataclass(frozen=True)
class Sentence:
    """A sentence with what was found in it; places are those of the whole plain text."""

    start: int
    end: int
    figures: Sequence[Found]
    mentions: Sequence[Mention]
    cues: Sequence[Hit[Cue]]
    manners: Sequence[Hit[Cue]]
    commas: Sequence[int]

    @cached_property
    def starts(self) -> list[int]:
        """Where its figures begin."""
        return [found.start for found in self.figures]

    @cached_property
    def counts(self) -> list[tuple[Found, int, frozenset[str]]]:
        """Counts of devices: the figure, how many, and of which devices where they are named."""
        return [
            (found, int(found.low.value), frozenset(found.device.ids if found.device else ()))
            for found in self.figures
            if _COUNTED & set(found.units) and 1 < found.low.value < _MOST_COUNTED and found.low.value % 1 == 0
        ]

    def cost(self, found: Found, start: int, end: int) -> float:
        """Distance in characters between a figure and a word, with what lies between."""
        if start < found.end and found.start < end:
            return 0
        left, right = (end, found.start) if end <= found.start else (found.end, start)
        commas = bisect_left(self.commas, right) - bisect_left(self.commas, left)
        crossed = bisect_left(self.starts, right) - bisect_left(self.starts, left)
        return right - left + COMMA * commas + OTHER_FIGURE * crossed


@dataclass(slots=True)
class Bound:
    """A figure with everything that it may be understood as.

    `borrowed` names the qualifiers that belong to another figure first; `named` is what the sentence names, and
    `around_by_kind` what the text names; `every` says that a rule is told, `doubt` that nothing may be asserted,
    `setting` that it may be the size of a test, `names` that it is part of the name of a thing or of a configuration,
    `promised` that the text tells of an announcement,
    `stranger` that an unknown name stands beside it; `counts` are those of the other figures of the sentence.
    """

    found: Found
    text: str
    aims: list[Aim] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)
    qualifiers: dict[str, str] = field(default_factory=dict)
    borrowed: frozenset[str] = frozenset()
    conditions: dict[str, str] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    named_by_kind: Mapping[str, frozenset[str]] = field(default_factory=dict)
    around_by_kind: Mapping[str, frozenset[str]] = field(default_factory=dict)
    every: bool = False
    doubt: bool = False
    setting: bool = False
    names: bool = False
    promised: bool = False
    stranger: bool = False
    counts: tuple[tuple[int, frozenset[str]], ...] = ()
