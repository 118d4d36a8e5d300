"""Whether the figures that readers ask for first are on record, said to be missing, or not looked for yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

State = Literal["stated", "absent", "unsearched"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure that is asked of every thing of a kind; without `needed` it is only counted, and its lack is no hole."""

    kind: str
    metric: str
    part: str = "any"
    needed: bool = True


PEAKS = tuple(Asked("device", "peak_compute", part, False) for part in ("dense", "sparse", "undeclared", "vector"))
ASKED = (
    Asked("device", "memory_capacity"),
    Asked("device", "memory_bandwidth"),
    Asked("device", "power"),
    Asked("device", "peak_compute"),
    *PEAKS,
    Asked("model", "params_total"),
    Asked("model", "context_length"),
    Asked("model", "context_configured", needed=False),
    Asked("model", "attention_layers"),
)
"""Peaks of vector units stand apart from the dense, sparse and undeclared peaks of all other units."""


@dataclass(frozen=True, slots=True)
class Word:
    """A fact, or a sourced word that there is none, as far as coverage asks: `absence` is empty for a fact."""

    qualifiers: Mapping[str, str]
    absence: bool
    n_origins: int = 0
    source_kinds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Covered:
    """What is known of one figure; `best_source_kind` is `none` where nothing is stated."""

    state: State
    n_origins: int = 0
    best_source_kind: str = "none"


def parts(word: Word) -> frozenset[str]:
    """Parts of a peak that a word speaks of; a missing peak under no declared sparsity is missing in every part."""
    sparsity = word.qualifiers.get("sparsity", "undeclared")
    if word.absence and sparsity == "undeclared":
        return frozenset({"any", "dense", "sparse", "undeclared", "vector"})
    part = "vector" if word.qualifiers.get("path") == "vector" else sparsity
    return frozenset({part}) if word.absence else frozenset({"any", part})


def covered(words: Iterable[Word], part: str, trust: Sequence[str]) -> Covered:
    """State of one part; `trust` is the order of source kinds, the best first."""
    own = [word for word in words if part in parts(word)]
    stated = [word for word in own if not word.absence]
    if stated:
        kinds = {kind for word in stated for kind in word.source_kinds}
        return Covered("stated", max(word.n_origins for word in stated), min(kinds, key=trust.index))
    return Covered("absent" if own else "unsearched")
