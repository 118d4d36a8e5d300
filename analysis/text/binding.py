"""What a figure speaks of: its metric, its subjects, its qualifiers and conditions, from the words around it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from analysis.text.figures import Found
from analysis.text.ledger import Ledger, by_kind
from analysis.text.lexicon import Cue, Lexicon
from analysis.text.names import Mention
from analysis.text.phrases import Hit
from analysis.text.plain import Plain
from schema.dictionary import Metric
from schema.units import Unit

COMMA, OTHER_FIGURE = 14, 24
"""What crossing a comma, or another figure, is worth in characters of distance."""
NEAR = 60
"""A cue nearer than this decides; a farther one suggests."""
BESIDE = 18
"""A number without a unit needs its cue as near as this."""
_CLAUSES = re.compile(r"[,;:]|\s–\s")
_COMMAS = re.compile(r"[,;:()]|\s–\s|，")
_PARALLEL = re.compile(r"(?<![^\W\d_])({})[- ]?(\d+)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aim:
    """A metric that may be meant: `sure` where a word near the figure says so or nothing else can be meant."""

    metric: str
    unit: Unit
    sure: bool
    ratio_of: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing that may be meant. `link` is near (named before the figure in its own sentence), same (elsewhere in it) or before
    (in an earlier sentence)."""

    id: str
    link: str
    mention: Mention


@dataclass(slots=True)
class Bound:
    """A figure with everything that it may be understood as."""

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
    stranger: bool = False
    counts: tuple[tuple[int, frozenset[str]], ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with what was found in it; places are those of the whole plain text."""

    start: int
    end: int
    figures: Sequence[Found]
    mentions: Sequence[Mention]
    cues: Sequence[Hit[Cue]]
    manners: Sequence[Hit[Cue]]


class Binder:
    """Binds the figures of one text in one language."""

    def __init__(self, plain: Plain, lexicon: Lexicon, ledger: Ledger) -> None:
        self.plain, self.lexicon, self.ledger = plain, lexicon, ledger
        self.metrics = ledger.dictionary.metrics
        self.units = ledger.dictionary.units.by_token
        self.parallel = re.compile(
            _PARALLEL.pattern.format("|".join(lexicon.shared.parallelism) or "(?!)"), re.IGNORECASE
        )

    def bind(
        self, sentence: Sentence, earlier: Sequence[Mention], everywhere: Mapping[str, frozenset[str]]
    ) -> Iterator[Bound]:
        """Figures of a sentence bound; `earlier` holds mentions of the text before it, the latest last, `everywhere` all
        things that the text names, by kind."""
        owners = self._owners(sentence)
        named = frozenset(id_ for mention in sentence.mentions for id_ in mention.ids)
        named_by_kind = by_kind(named, self.ledger.things)
        for found in sentence.figures:
            bound = Bound(found, self.plain.text[found.start : found.end])
            bound.qualifiers, bound.borrowed = self._qualifiers(found, sentence, owners)
            bound.conditions = self._conditions(found, sentence)
            bound.aims = self._aims(found, sentence, bound)
            bound.subjects = self._subjects(found, sentence, earlier)
            bound.named, bound.named_by_kind, bound.around_by_kind = named, named_by_kind, everywhere
            bound.every = any(cue.kind == "every" for hit in sentence.manners for cue in hit.meanings)
            bound.doubt = self._in_doubt(sentence)
            bound.stranger = self._beside_stranger(found, sentence)
            bound.counts = tuple(_count(f) for f in sentence.figures if f is not found and _is_count(f))
            yield bound

    # metric

    def _aims(self, found: Found, sentence: Sentence, bound: Bound) -> list[Aim]:
        ranked: dict[str, float] = {}
        for hit in sentence.cues:
            for cue in hit.meanings:
                if cue.kind == "metric":
                    cost = self._cost(found, hit.start, hit.end, sentence)
                    ranked[cue.name] = min(cost, ranked.get(cue.name, cost))
        units = [self.units[token] for token in found.units or ("",)]
        fitting = sorted(
            (cost, name, place)
            for place, unit in enumerate(units)
            for name, cost in ranked.items()
            if self._fits(name, unit)
        )
        aims = [Aim(name, units[place], cost < NEAR) for cost, name, place in fitting]
        if not found.units:
            aims = [replace(aim, unit=self._own_unit(aim)) for aim in aims if ranked[aim.metric] <= BESIDE][:2]
        else:
            aims = [
                *self._relative(units[0], ranked),
                *aims,
                *(Aim(name, unit, False) for unit in units for name in self._defaults(unit)),
            ]
        return _unique([*self._layers_of_a_kind(ranked, bound), *aims])

    def _fits(self, name: str, unit: Unit) -> bool:
        """Whether a metric can be counted in a unit; of counted nouns only its own."""
        choice = self.ledger.dictionary.unit_choices.get(name)
        if choice is None or (unit.token and unit.token not in choice.by_token):
            return False
        metric = self.metrics[name]
        if unit.dimension == "count" and unit.token:
            return unit.token in (metric.unit, *metric.also) or _nouns_alike(unit.token, metric)
        return unit.dimension in {target.dimension for target in choice.targets}

    def _own_unit(self, aim: Aim) -> Unit:
        """A bare number is counted in what the metric counts: points of a score."""
        own = self.ledger.dictionary.unit_choices[aim.metric].targets[0]
        return own if own.dimension in ("points", "count") else aim.unit

    def _relative(self, unit: Unit, ranked: dict[str, float]) -> list[Aim]:
        """A factor or a change of whatever the nearest words name; nothing for other units."""
        if unit.dimension not in ("factor", "percent", "percentage_points"):
            return []
        name = "ratio" if unit.dimension == "factor" else "change"
        of = [
            metric
            for _, metric in sorted((cost, metric) for metric, cost in ranked.items())
            if metric not in ("ratio", "change")
        ]
        return [*(Aim(name, unit, True, metric) for metric in of[:3]), Aim(name, unit, not of)]

    def _defaults(self, unit: Unit) -> list[str]:
        table = self.lexicon.shared.defaults
        found = (
            table.get(f"{unit.dimension}/{unit.token}", ())
            if unit.dimension == "count"
            else table.get(unit.dimension, ())
        )
        return [name for name in found if self._fits(name, unit) or name in ("ratio", "change")]

    def _layers_of_a_kind(self, ranked: dict[str, float], bound: Bound) -> list[Aim]:
        """Layers of one kind are another metric than layers: `of 72 layers 63 are KDA`."""
        own = "attention" in bound.qualifiers and "attention" not in bound.borrowed
        counts = bound.found.units in ((), ("layers",))
        return [Aim("attention_layers", self.units["layers"], True)] if own and counts and "layers" in ranked else []

    # distance

    def _cost(self, found: Found, start: int, end: int, sentence: Sentence) -> float:
        """Distance between a figure and a word, with what lies between."""
        if start < found.end and found.start < end:
            return 0
        left, right = (end, found.start) if end <= found.start else (found.end, start)
        between = self.plain.text[left:right]
        crossed = sum(left <= other.start and other.end <= right for other in sentence.figures if other is not found)
        return right - left + COMMA * len(_COMMAS.findall(between)) + OTHER_FIGURE * crossed

    def _owners(self, sentence: Sentence) -> dict[tuple[int, str], Found]:
        """The figure that each qualifier word is nearest to."""
        owners: dict[tuple[int, str], Found] = {}
        for hit in sentence.cues:
            for cue in hit.meanings:
                takers = (
                    [found for found in sentence.figures if self._takes(found, cue.name)]
                    if cue.kind == "qualifier"
                    else []
                )
                if takers:
                    owners[hit.start, cue.name] = min(takers, key=lambda f: self._cost(f, hit.start, hit.end, sentence))
        return owners

    def _takes(self, found: Found, qualifier: str) -> bool:
        """Whether any metric counted in the figure's unit takes the qualifier."""
        dimensions = {self.units[token].dimension for token in found.units}
        if qualifier == "sparsity":
            return bool(dimensions & {"flops", "ops", "factor"})
        if qualifier == "precision":
            return not dimensions & {"watts", "hertz", "parameters", "metres", "us_dollars"} or not found.units
        if qualifier == "unit_kind":
            return bool({"cores", "units", "engines", "chips"} & set(found.units))
        if qualifier == "attention":
            return "count" in dimensions or not found.units
        return True

    # qualifiers and conditions

    def _qualifiers(
        self, found: Found, sentence: Sentence, owners: dict[tuple[int, str], Found]
    ) -> tuple[dict[str, str], frozenset[str]]:
        """The nearest word for each qualifier: one's own, else one that stands before all, which is then borrowed."""
        own: dict[str, tuple[float, str]] = {}
        lent: dict[str, tuple[float, str]] = {}
        for hit in sentence.cues:
            for cue in hit.meanings:
                owner = owners.get((hit.start, cue.name))
                if cue.kind != "qualifier" or owner is None or not self._takes(found, cue.name):
                    continue
                cost = self._cost(found, hit.start, hit.end, sentence)
                if owner is found:
                    own[cue.name] = min((cost, cue.value), own.get(cue.name, (cost, cue.value)))
                elif hit.end <= found.start or self._one_clause(found, hit, sentence):
                    lent[cue.name] = min((cost, cue.value), lent.get(cue.name, (cost, cue.value)))
        merged = {name: value for name, (_, value) in {**lent, **own}.items()}
        if found.direction:
            merged["direction"] = found.direction
        return merged, frozenset(lent.keys() - own.keys())

    def _one_clause(self, found: Found, hit: Hit[Cue], sentence: Sentence) -> bool:
        """Whether only figures without a break lie between a figure and a later word: 842 tok/s vs 488 at TP16."""
        return not _COMMAS.search(self.plain.text[found.end : hit.start]) and len(sentence.figures) <= 2

    def _conditions(self, found: Found, sentence: Sentence) -> dict[str, str]:
        """Conditions of a run: TP16, batch 1. The nearest of each kind."""
        text = self.plain.text[sentence.start : sentence.end]
        nearest: dict[str, tuple[float, str]] = {}
        for match in self.parallel.finditer(text):
            start, end = sentence.start + match.start(), sentence.start + match.end()
            owner = min(sentence.figures, key=lambda f: self._cost(f, start, end, sentence))
            cost = self._cost(found, start, end, sentence)
            if owner is found or (end <= found.start and "parallelism" not in nearest):
                nearest["parallelism"] = min(
                    (cost, match[0].lower().replace("-", "").replace(" ", "")), nearest.get("parallelism", (1e9, ""))
                )
        batch = re.search(r"(?i)\b(?:batch|bs)(?:[ -]?size)?(?: of)?[ =]?(\d+)\b(?!\s?[–-]\s?\d)", text)
        if batch:
            nearest["batch"] = (0, batch[1])
        return {name: value for name, (_, value) in nearest.items()}

    # subjects

    def _subjects(self, found: Found, sentence: Sentence, earlier: Sequence[Mention]) -> list[Subject]:
        """Named before the figure, nearest first; then behind it; then in earlier sentences."""
        own = [mention for mention in sentence.mentions if not mention.stranger and mention is not found.device]
        before = [m for m in own if m.start < found.start]
        behind = [m for m in own if m.start >= found.start]
        ranked = [Subject(id_, "near", m) for m in behind if m.start - found.end <= 1 for id_ in m.ids]
        clause = self._clause_break(found, sentence)
        closest = sorted(behind, key=lambda m: m.start)
        nearest_before = max((m.start for m in before), default=-1)
        if closest and clause > nearest_before and self._belongs_to(found, closest[0], sentence):
            ranked += [Subject(id_, "near", closest[0]) for id_ in closest[0].ids]
        for mention in sorted(before, key=lambda m: -m.start):
            ranked += [Subject(id_, "near", mention) for id_ in mention.ids]
        ranked += [
            Subject(id_, "near" if not before else "same", mention) for mention in closest for id_ in mention.ids
        ]
        ranked += [
            Subject(id_, "before", mention)
            for mention in reversed(earlier)
            if not mention.stranger
            for id_ in mention.ids
        ]
        return _first_of_each(ranked)

    def _belongs_to(self, found: Found, mention: Mention, sentence: Sentence) -> bool:
        """`141 GB on the H200`: nothing breaks off in between, and the name has no figure of its own behind it."""
        if _COMMAS.search(self.plain.text[found.end : mention.start]):
            return False
        later = [other for other in sentence.figures if other.start >= mention.end]
        return not later or bool(_COMMAS.search(self.plain.text[mention.end : later[0].start]))

    def _clause_break(self, found: Found, sentence: Sentence) -> int:
        """Place of the last comma before the figure, -1 where there is none."""
        places = [m.start() for m in _CLAUSES.finditer(self.plain.text, sentence.start, found.start)]
        return places[-1] if places else -1

    def _in_doubt(self, sentence: Sentence) -> bool:
        said = any(cue.kind == "doubt" for hit in sentence.manners for cue in hit.meanings)
        return said or self.plain.text[sentence.start : sentence.end].rstrip(" \"')").endswith(
            tuple(self.lexicon.language.questions)
        )

    def _beside_stranger(self, found: Found, sentence: Sentence) -> bool:
        """Whether the nearest name before the figure is one that the ledger does not know."""
        before = [m for m in sentence.mentions if m.start < found.start]
        return (bool(before) and before[-1].stranger) or (not before and any(m.stranger for m in sentence.mentions))


def _is_count(found: Found) -> bool:
    return (
        found.low.value == int(found.low.value)
        and 1 < found.low.value < 100_000
        and bool({"GPUs", "chips", "devices"} & set(found.units))
    )


def _count(found: Found) -> tuple[int, frozenset[str]]:
    """How many, and of which devices where they are named."""
    return int(found.low.value), frozenset(found.device.ids if found.device else ())


def _nouns_alike(token: str, metric: Metric) -> bool:
    """`units` and bare counts go with every noun that counts parts of a device."""
    return token == "units" and metric.unit == "" and "cores" in metric.also


def _unique(aims: list[Aim]) -> list[Aim]:
    """Each metric once, as it was named first."""
    seen: dict[tuple[str, str, str], Aim] = {}
    for aim in aims:
        seen.setdefault((aim.metric, aim.unit.token, aim.ratio_of), aim)
    return list(seen.values())


def _first_of_each(ranked: list[Subject]) -> list[Subject]:
    seen: dict[str, Subject] = {}
    for subject in ranked:
        seen.setdefault(subject.id, subject)
    return list(seen.values())
