"""Which thing a name means, however people write it: `mi 300x`, `Nvidia H100 80GB SXM5`, `qwen3 235b`, `deepsek v3`.

A name is cut into words and numbers; rare ones weigh more than common ones, by how many names hold them. The score,
0 to 100, is for the greater part how much of the written name a thing's names hold, for the rest how much of one
of its names was written. Numbers must be equal, since H100 and H200 are two things; words may be misspelt.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import log

from rapidfuzz import fuzz, process

from pages.spelling import squeezed

_TOKENS = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+")
_NUMBERS = re.compile(r"\d+")
OF_THE_WRITTEN = 0.65
"""Share of the score that the written name's words give; the rest comes from the thing's own name."""
NUMBERS_WEIGH = 1.5
MISSPELT_COUNTS = 0.8
SHORTEST_MISSPELT = 4
LIKE_ENOUGH = 75.0
"""Least likeness in per cent (rapidfuzz's ratio) of a misspelt word or of a whole name run together."""
SURE = 85.0
AHEAD = 5.0
"""A match is beyond doubt from this score on, when the next one is so many points behind."""

Tokens = Counter[str]


@dataclass(frozen=True)
class Candidate:
    """A thing that may be meant, with every way its name is written."""

    key: str
    kind: str
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """A thing that may be meant: score from 0 to 100, and whether it is beyond doubt."""

    key: str
    kind: str
    score: float
    sure: bool = False


def tokens(text: str) -> Tokens:
    """Words and numbers of a name with how often each stands in it: `RTX 4090` gives rtx and 4090, `v3.1` v and 3.1."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("_", " "))
    return Counter(_TOKENS.findall("".join(c for c in plain if not unicodedata.combining(c))))


class Matcher:
    """The things of a ledger, ready to be found by name."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self.candidates = list(candidates)
        self._tokens = [[tokens(name) for name in item.spellings] for item in self.candidates]
        self._all = [_union(spelled) for spelled in self._tokens]
        self._exact: dict[str, list[int]] = defaultdict(list)
        for place, item in enumerate(self.candidates):
            for whole in {squeezed(name) for name in item.spellings}:
                self._exact[whole].append(place)
        self._holders: dict[str, set[int]] = defaultdict(set)
        for place, held in enumerate(self._all):
            for token in held:
                self._holders[token].add(place)

    @cached_property
    def _words(self) -> list[str]:
        return [token for token in self._holders if len(token) >= SHORTEST_MISSPELT and token.isalpha()]

    def match(self, name: str, kinds: Iterable[str] = (), limit: int = 5) -> list[Match]:
        """Things that the name may mean, best first; of all kinds when none is named."""
        wanted, whole, allowed = tokens(name), squeezed(name), set(kinds)
        if not wanted:
            return []
        read = {token: self._read_as(token) for token in wanted}
        scores = {place: self._score(read, place) for place in self._near(read)}
        scores |= {place: max(score, scores.get(place, 0.0)) for place, score in self._run_together(whole)}
        scores |= dict.fromkeys(self._exact.get(whole, ()), 100.0)
        found = [
            Match(self.candidates[place].key, self.candidates[place].kind, round(score, 1))
            for place, score in scores.items()
            if not allowed or self.candidates[place].kind in allowed
        ]
        found.sort(key=lambda match: (-match.score, len(match.key), match.key))
        return _judged(found)[:limit]

    def _weight(self, token: str) -> float:
        """Rare tokens weigh more: the logarithm of how few of the things hold them."""
        rare = log(1 + (1 + len(self.candidates)) / (1 + len(self._holders.get(token, ()))))
        return rare * (NUMBERS_WEIGH if token[0].isdigit() else 1.0)

    def _read_as(self, token: str) -> tuple[str, float]:
        """The token of the ledger that a written one means, and how much of it counts."""
        if token in self._holders or len(token) < SHORTEST_MISSPELT or not token.isalpha():
            return token, 1.0
        near = process.extractOne(token, self._words, scorer=fuzz.ratio, score_cutoff=LIKE_ENOUGH)
        return (near[0], MISSPELT_COUNTS) if near else (token, 1.0)

    def _near(self, read: dict[str, tuple[str, float]]) -> set[int]:
        """Places of things that hold any of the tokens."""
        return set().union(*(self._holders.get(token, set()) for token, _ in read.values()))

    def _score(self, read: dict[str, tuple[str, float]], place: int) -> float:
        held = self._all[place]
        weights = {token: self._weight(token) for token, _ in read.values()}
        written = sum(weights[token] for token, _ in read.values())
        counted = sum(weights[token] * share for token, share in read.values() if token in held)
        own = max(self._held_of(spelled, weights) for spelled in self._tokens[place])
        return 99.0 * (OF_THE_WRITTEN * counted / written + (1 - OF_THE_WRITTEN) * own)

    def _held_of(self, spelled: Tokens, weights: dict[str, float]) -> float:
        """How much of one spelling was written, from 0 to 1."""
        total = sum(map(self._weight, spelled))
        return sum(self._weight(token) for token in spelled if token in weights) / total if total else 0.0

    def _run_together(self, whole: str) -> Iterator[tuple[int, float]]:
        """Places of things whose names are almost the same when run together, with the same numbers in them."""
        numbers = _NUMBERS.findall(whole)
        near = process.extract(whole, list(self._exact), scorer=fuzz.ratio, limit=20, score_cutoff=LIKE_ENOUGH)
        for spelling, likeness, _ in near:
            if numbers and _NUMBERS.findall(spelling) == numbers:
                yield from ((place, 0.97 * likeness) for place in self._exact[spelling])


def _union(spelled: list[Tokens]) -> Tokens:
    held: Tokens = Counter()
    for one in spelled:
        held |= one
    return held


def _judged(found: list[Match]) -> list[Match]:
    """The list with its head marked as beyond doubt where it is."""
    if not found or found[0].score < SURE or (len(found) > 1 and found[0].score - found[1].score < AHEAD):
        return found
    head = found[0]
    return [Match(head.key, head.kind, head.score, sure=True), *found[1:]]
