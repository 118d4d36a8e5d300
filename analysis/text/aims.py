"""Which metric a figure is a figure of: its unit decides first, then the nearest words, then what is usual."""

from collections.abc import Mapping
from dataclasses import replace

from analysis.text.bound import Aim, Sentence
from analysis.text.figures import Found
from analysis.text.ledger import Ledger
from analysis.text.lexicon import Cue
from analysis.text.phrases import Hit
from schema.dictionary import Metric
from schema.units import Unit

NEAR = 60
"""A cue nearer than this decides; a farther one suggests."""
BESIDE = 18
"""A number without a unit needs its cue as near as this."""
ECHO = 3
"""A word that points to another metric first counts this much farther."""
UNIT_ALONE = 12
"""`parameters` belongs to the figure `49B parameters` and says less than the `active` beside it."""
LONGEST_LABEL = 160
"""Characters between a label and its figure."""
MOST_COMPARED = 3
RELATIVE = {"factor": "ratio", "percent": "change", "percentage_points": "change"}

Costs = Mapping[str, float]
"""Metrics that words of the sentence point to, with the distance of the nearest such word."""


class Aimer:
    """Finds the metrics that a figure may be meant for."""

    def __init__(self, ledger: Ledger) -> None:
        self.choices = ledger.dictionary.unit_choices
        self.metrics = ledger.dictionary.metrics
        self.units = ledger.dictionary.units.by_token
        self.usual = ledger.languages.shared.defaults

    def aims(self, found: Found, sentence: Sentence, layer_kind: bool) -> list[Aim]:
        """Metrics that may be meant, likeliest first; `layer_kind` says that a kind of layer is told of the figure."""
        costs = _costs(found, sentence)
        units = [self.units[token] for token in found.units or ("",)]
        fitting = sorted((cost, name, place) for name, cost in costs.items() for place in self._places(name, units))
        pointed = [Aim(name, units[place], cost < NEAR) for cost, name, place in fitting]
        if found.units:
            usual = [Aim(name, unit, False) for unit in units for name in self._usual(unit)]
            shares = [aim for aim in pointed if aim.unit.dimension == "percent" and aim.metric not in RELATIVE.values()]
            aims = [*shares, *self._relative(units[0], costs), *pointed, *usual]
        else:
            named = labels(found, sentence)
            near = [aim for aim in pointed if costs[aim.metric] <= BESIDE][:2]
            far = [replace(aim, sure=True) for aim in pointed if aim.metric in named][:2]
            aims = [each for aim in (*near, *far) for each in (replace(aim, unit=self._own_unit(aim)), aim)]
        return _unique([*self._layers_of_a_kind(found, costs, layer_kind), *aims])

    def _places(self, name: str, units: list[Unit]) -> list[int]:
        return [place for place, unit in enumerate(units) if self.fits(name, unit)]

    def fits(self, name: str, unit: Unit) -> bool:
        """Whether a metric can be counted in a unit; of counted nouns only its own."""
        choice = self.choices.get(name)
        if choice is None or (unit.token and unit.token not in choice.by_token):
            return False
        metric = self.metrics[name]
        if unit.dimension == "count" and unit.token:
            return unit.token in (metric.unit, *metric.also) or _counts_parts(unit.token, metric)
        dimensions = {target.dimension for target in choice.targets}
        return unit.dimension in dimensions or (not unit.token and "points" in dimensions)

    def _own_unit(self, aim: Aim) -> Unit:
        """A bare number is counted in what the metric counts: points of a score."""
        own = self.choices[aim.metric].targets[0]
        return own if own.dimension in ("points", "count") else aim.unit

    def _relative(self, unit: Unit, costs: Costs) -> list[Aim]:
        """A factor or a change of whatever the nearest words name; nothing for other units."""
        name = RELATIVE.get(unit.dimension)
        if name is None:
            return []
        compared = sorted((cost, metric) for metric, cost in costs.items() if metric not in RELATIVE.values())
        named = [Aim(name, unit, True, metric) for _, metric in compared[:MOST_COMPARED]]
        return [*named, Aim(name, unit, not compared)]

    def _usual(self, unit: Unit) -> list[str]:
        """Metrics meant where no word says which."""
        key = f"{unit.dimension}/{unit.token}" if unit.dimension == "count" else unit.dimension
        return [name for name in self.usual.get(key, ()) if self.fits(name, unit)]

    def _layers_of_a_kind(self, found: Found, costs: Costs, layer_kind: bool) -> list[Aim]:
        """Layers of one kind are another metric than layers: `of 72 layers 63 are KDA`."""
        counts = found.units in ((), ("layers",))
        return (
            [Aim("attention_layers", self.units["layers"], True)] if layer_kind and counts and "layers" in costs else []
        )


def _costs(found: Found, sentence: Sentence) -> dict[str, float]:
    costs: dict[str, float] = {}
    for hit in sentence.cues:
        is_unit = hit.end == found.end and " " not in hit.phrase and "params" in found.units
        nearness = UNIT_ALONE if is_unit else sentence.cost(found, hit.start, hit.end) + _taken(found, sentence, hit)
        for cue in hit.meanings:
            if cue.kind == "metric":
                cost = nearness + (ECHO if cue.value else 0)
                costs[cue.name] = min(cost, costs.get(cue.name, cost))
    return costs


def labels(found: Found, sentence: Sentence) -> set[str]:
    """`Layers of Kimi K3: 93`: metrics of a word from which only names of things lead to the figure."""
    names = [(mention.start, mention.end) for mention in sentence.mentions]
    names += [(other.start, other.end) for other in sentence.figures if other.device]
    pointed = set()
    for hit in sentence.cues:
        gap = range(hit.end, found.start)
        taken = {place for start, end in names for place in range(max(start, gap.start), min(end, gap.stop))}
        between = any(other.start in gap and other.start not in taken for other in sentence.figures)
        if taken and not between and len(gap) - len(taken) <= BESIDE and len(gap) < LONGEST_LABEL:
            pointed |= {cue.name for cue in hit.meanings if cue.kind == "metric" and not cue.value}
    return pointed


def _taken(found: Found, sentence: Sentence, hit: Hit[Cue]) -> float:
    """`49B active of 1T`: a word beside another figure of parameters says nothing sure of this one."""
    if "params" not in found.units:
        return 0
    own = sentence.cost(found, hit.start, hit.end)
    rivals = [other for other in sentence.figures if other is not found and "params" in other.units]
    return NEAR if any(sentence.cost(other, hit.start, hit.end) < own for other in rivals) else 0


def _counts_parts(noun: str, metric: Metric) -> bool:
    """`units` goes with every metric that counts cores or the like."""
    return noun == "units" and not metric.unit and "cores" in metric.also


def _unique(aims: list[Aim]) -> list[Aim]:
    """Each metric once, as it was named first."""
    seen: dict[tuple[str, str, str], Aim] = {}
    for aim in aims:
        seen.setdefault((aim.metric, aim.unit.token, aim.ratio_of), aim)
    return list(seen.values())
