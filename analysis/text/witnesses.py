"""What on record may speak of a figure: its readings with the statements that bear witness to each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from analysis.text.agreeing import relation
from analysis.text.bound import Aim, Bound, Subject
from analysis.text.fitting import gaps
from analysis.text.ledger import Ledger, Recorded
from analysis.text.names import Names
from analysis.text.verdicts import Match, Options, Reading, Verdict, VerdictWord
from schema.dates import first_day, last_day
from schema.dictionary import Metric
from schema.quantity import Figure

SCOPES = {
    "rack": ("rack",),
    "server": ("server", "instance", "board", "workstation"),
    "superchip": ("superchip",),
    "pod": ("pod", "rack"),
}
"""Kinds of system that a word of scope may mean."""
MOST_READINGS = 24
_RUN_ORDER = {"model": 0, "software": 1, "system": 2, "device": 3}
"""Of a run's participants, which one its figures are told of."""


class Witnesses:
    """The ledger as it may testify under the options."""

    def __init__(self, ledger: Ledger, names: Names, options: Options) -> None:
        self.ledger, self.names, self.options = ledger, names, options
        self.shared = ledger.languages.shared
        self._statements: dict[tuple[str, str], list[Recorded]] = {}
        self.excluded = self._with_copies(options.excluded)

    def _with_copies(self, excluded: frozenset[str]) -> frozenset[str]:
        """Excluded sources and everything that repeats them."""
        return (
            frozenset(id_ for id_, source in self.ledger.sources.items() if id_ in excluded or source.root in excluded)
            | excluded
        )

    # readings

    def readings(self, bound: Bound) -> list[Reading]:
        """Every way to understand the figure, likeliest first."""
        found = []
        for aim in bound.aims:
            for subject in self._subjects(bound, aim):
                found.append(self.reading(bound, aim, subject))
                if len(found) == MOST_READINGS:
                    return found
        return found

    def reading(self, bound: Bound, aim: Aim, subject: Subject) -> Reading:
        """One way to understand it."""
        figure = bound.found.figure(aim.unit, bound.text)

        def find() -> list[Match]:
            return [self._match(bound, aim, figure, item) for item in self.statements(aim.metric, subject.id)]

        return Reading(aim, subject, figure, find)

    def _match(self, bound: Bound, aim: Aim, figure: Figure, item: Recorded) -> Match:
        how = relation(bound.found, figure, item.figure) if item.figure is not None else "not_comparable"
        return Match(item, how, lambda: gaps(bound, aim, item, self.ledger))

    def _subjects(self, bound: Bound, aim: Aim) -> Iterator[Subject]:
        """Subjects of whose kind the metric is said; a word of scope leads from a device to its systems and back."""
        metric = self.ledger.dictionary.metrics[aim.metric]
        able = [subject for subject in bound.subjects if self.can_be_said(metric, subject.id)]
        own = [subject for subject in able if subject.link != "before"]
        if is_run_like(metric):
            able = sorted(
                able, key=lambda subject: (subject.link == "before", _RUN_ORDER.get(self._kind(subject.id), 9))
            )
        for subject in able if is_run_like(metric) else own or _latest(able):
            yield from (replace(subject, id=id_) for id_ in self._scoped(bound, metric, subject.id))

    def _kind(self, entity: str) -> str:
        return self.ledger.things[entity].kind

    def can_be_said(self, metric: Metric, entity: str) -> bool:
        """Whether a metric is said of things of that kind."""
        thing = self.ledger.things[entity]
        if is_run_like(metric):
            return thing.kind != "organization"
        return thing.kind in metric.about

    def _scoped(self, bound: Bound, metric: Metric, entity: str) -> list[str]:
        thing, per = self.ledger.things[entity], bound.qualifiers.get("per")
        if metric.run or per is None:
            return [entity]
        if per in SCOPES and thing.kind == "device":
            return [*self._systems(entity, SCOPES[per]), entity]
        if per == "gpu" and thing.kind == "system" and thing.device:
            return [thing.device, entity]
        return [entity]

    def _systems(self, device: str, kinds: Sequence[str]) -> list[str]:
        systems = self.ledger.systems_of.get(device, ())
        return [id_ for id_ in systems if self.ledger.things[id_].detail in kinds]

    def statements(self, metric: str, entity: str) -> list[Recorded]:
        """Statements of a metric, and of those that people name alike, that may bear witness."""
        if (metric, entity) not in self._statements:
            self._statements[metric, entity] = self._find(metric, entity)
        return self._statements[metric, entity]

    def _find(self, metric: str, entity: str) -> list[Recorded]:
        found: dict[str, Recorded] = {}
        for name in (metric, *self.shared.alike.get(metric, ())):
            item = self.ledger.dictionary.metrics[name]
            source = self.ledger.involving if is_run_like(item) else self.ledger.of
            found |= {recorded.id: recorded for recorded in source(entity, name) if self.may_witness(recorded)}
        return list(found.values())

    def may_witness(self, recorded: Recorded) -> bool:
        """Whether a statement is neither excluded nor from after the day in question."""
        if recorded.source.id in self.excluded:
            return False
        day = self.options.as_of
        published = recorded.published or recorded.source.published
        return not day or not published or first_day(published) <= last_day(day)

    def supported(self, reading: Reading, witnesses: Sequence[Recorded], rule: str = "on_record") -> Verdict:
        """supported by a primary source or two origins, else only_repeated; disputed where a valid rival differs."""
        origins = {item.origin for item in witnesses}
        strong = any(item.primary for item in witnesses) or len(origins) > 1
        word: VerdictWord = "supported" if strong else "only_repeated"
        told = self._told_of(reading, witnesses[0])
        return Verdict(word, rule, told, tuple(witnesses), {}, self._disputed(reading, witnesses))

    def _told_of(self, reading: Reading, witness: Recorded) -> Reading:
        """A run found through one of its devices is told of its model."""
        if not is_run_like(self.ledger.dictionary.metrics[reading.aim.metric]):
            return reading
        kinds = {self.ledger.things[id_].kind: id_ for id_ in sorted(witness.ties) if id_ in self.ledger.things}
        model = kinds.get("model")
        return replace(reading, subject=replace(reading.subject, id=model)) if model else reading

    def _disputed(self, reading: Reading, witnesses: Sequence[Recorded]) -> bool:
        """Whether a valid statement of the same thing differs; figures of runs differ rightly."""
        if is_run_like(self.ledger.dictionary.metrics[reading.aim.metric]):
            return False
        told = {self._identity(item) for item in witnesses}
        differing = [m.recorded for m in reading.matches if m.relation == "differ" and self.holds(m.recorded)]
        return any(self._identity(item) in told for item in differing)

    def _identity(self, item: Recorded) -> tuple[str, frozenset[tuple[str, str]]]:
        explaining = self.ledger.dictionary.explaining
        return item.metric, frozenset(
            (name, value) for name, value in item.qualifiers.items() if name not in explaining
        )

    def holds(self, recorded: Recorded) -> bool:
        """Whether a statement was not set aside and is not out of date."""
        if recorded.rank == "deprecated":
            return False
        day = self.options.as_of
        if recorded.valid_to:
            return bool(day) and first_day(day) <= last_day(recorded.valid_to)
        return True


def _latest(subjects: Sequence[Subject]) -> list[Subject]:
    """Of things named in earlier sentences the last one."""
    return [subject for subject in subjects if subject.mention is subjects[0].mention]


def is_run_like(metric: Metric) -> bool:
    """Whether statements about other things may speak of a thing too: memory needed on a device, recipes."""
    return metric.run or metric.trust == "result" or metric.label in ("Devices in the recipe", "Engine support")


def unique(items: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """Statements, each once."""
    return tuple({item.id: item for item in items}.values())
