"""Sentences that retell a claim of the ledger: the claim is known by its words, and its own figures bear witness."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log

from analysis.text.agreeing import relation
from analysis.text.bound import Aim, Bound, Sentence, Subject
from analysis.text.claims import Assertion, Setting
from analysis.text.ledger import Ledger, Recorded
from analysis.text.names import Mention
from analysis.text.verdicts import Reading, Verdict
from analysis.text.witnesses import Witnesses
from schema.units import Unit

ENOUGH = 0.6
"""Share of a claim's words, rare ones counting more, that a sentence must hold to retell it."""
FOLLOWING = 6
"""Sentences after one that retells a claim which may still speak of it."""
REFUTED = frozenset({"false", "misleading"})
_WORD = re.compile(r"[^\W\d_][\w.+-]{2,}")
_COUNTED = {
    "devices": ("GPUs", "chips", "devices"),
    "nodes": ("nodes",),
    "tokens": ("tokens", "params"),
    "requests": ("requests", "users", ""),
    "watts": ("W",),
    "percent": ("%",),
}
"""Units of running text that may count what a setting counts; none at all where nothing stands beside the number."""


@dataclass(slots=True)
class Told:
    """Claims that a stretch of text retells, for how many further sentences it may, and whether this one does."""

    claims: tuple[Assertion, ...] = ()
    left: int = 0
    itself: bool = False


@dataclass(frozen=True)
class Claims:
    """Claims of a ledger by their words."""

    by_id: Mapping[str, Assertion]
    by_word: Mapping[str, frozenset[str]]
    weights: Mapping[str, float]
    records: Mapping[str, Sequence[Recorded]] = field(default_factory=dict)

    @classmethod
    def of(cls, ledger: Ledger) -> "Claims":
        """All claims of a ledger."""
        by_word: dict[str, set[str]] = defaultdict(set)
        for claim in ledger.claims.values():
            for word in words(claim.sentence):
                by_word[word].add(claim.id)
        records: dict[str, dict[str, Recorded]] = defaultdict(dict)
        for table in ledger.by_entity.values():
            for items in table.values():
                for item in items:
                    if item.claim:
                        records[item.claim][item.id] = item
        weights = {word: log(1 + len(ledger.claims) / len(ids)) for word, ids in by_word.items()}
        frozen = {word: frozenset(ids) for word, ids in by_word.items()}
        return cls(ledger.claims, frozen, weights, {id_: tuple(items.values()) for id_, items in records.items()})

    def retold_by(self, text: str) -> tuple[Assertion, ...]:
        """Claims that a sentence retells: those that share most of their words with it, several where they tie."""
        shared: dict[str, float] = defaultdict(float)
        for word in words(text) & self.by_word.keys():
            for id_ in self.by_word[word]:
                shared[id_] += self.weights[word]
        shares = {id_: score / self._whole(id_) for id_, score in shared.items()}
        most = max(shares.values(), default=0)
        return tuple(self.by_id[id_] for id_ in sorted(shares) if shares[id_] == most >= ENOUGH)

    def _whole(self, id_: str) -> float:
        return sum(self.weights[word] for word in words(self.by_id[id_].sentence))

    def follow(self, told: Told, text: str) -> None:
        """Note what a sentence retells, after those before it."""
        found = self.retold_by(text)
        told.itself = bool(found)
        if found:
            told.claims, told.left = found, FOLLOWING
        elif told.left:
            told.left -= 1
        else:
            told.claims = ()


def words(text: str) -> frozenset[str]:
    """Words of three letters and more, in lower case; digits alone are none, since figures are what is asked about."""
    return frozenset(match[0].rstrip(".-+").lower() for match in _WORD.finditer(text))


def retold(claims: Claims, told: Told, witnesses: Witnesses, bound: Bound, sentence: Sentence) -> Verdict | None:
    """Support for a figure that the statements of a claim hold, or that its runs were made with.

    A claim that the ledger holds refuted gets no support for its own sentence, only for what is said of it.
    """
    for claim in told.claims:
        if not (told.itself and claim.rating in REFUTED):
            verdict = _by_claim(claims, claim, witnesses, bound, sentence)
            if verdict:
                return verdict
    return None


def refuted(told: Told, verdict: Verdict) -> Verdict:
    """A verdict that rests on a refuted claim alone, whose sentence the text repeats, is that the text misleads."""
    claims = {claim.id: claim for claim in told.claims if claim.rating in REFUTED} if told.itself else {}
    witnesses = {item.claim for item in verdict.shown}
    if verdict.word not in ("supported", "only_repeated") or not witnesses or not witnesses <= claims.keys():
        return verdict
    claim = claims[verdict.shown[0].claim]
    detail = {"claim": claim.sentence, "rating": claim.rating, "because": claim.reason}
    return Verdict("misleading", "refuted", verdict.reading, verdict.shown, detail)


def _by_claim(
    claims: Claims, claim: Assertion, witnesses: Witnesses, bound: Bound, sentence: Sentence
) -> Verdict | None:
    """Nothing is said where the sentence names a thing that the claim does not know: it may have been swapped."""
    if _strange(claim, sentence.mentions):
        return None
    items = [item for item in claims.records.get(claim.id, ()) if witnesses.may_witness(item) and witnesses.holds(item)]
    agreeing = [] if bound.doubt else _agreeing(bound, items, witnesses)
    if agreeing:
        reading = _reading(bound, *agreeing[0])
        return _verdict(witnesses, reading, [item for item, _ in agreeing], "retold", claim)
    if items and any(_is_setting(bound, setting) for setting in claim.settings):
        reading = _reading(bound, items[0], _own_unit(items[0], witnesses))
        return _verdict(witnesses, reading, items, "how_measured", claim)
    return None


def _agreeing(bound: Bound, items: Sequence[Recorded], witnesses: Witnesses) -> list[tuple[Recorded, Unit]]:
    """Statements that agree with a figure, each with the unit it is read in; of a range each end may be one's."""
    whole = list(_same(bound, items, witnesses))
    if whole or bound.found.high is None:
        return whole
    low, high = replace(bound.found, high=None), replace(bound.found, low=bound.found.high, high=None)
    ends = [list(_same(replace(bound, found=end), items, witnesses)) for end in (low, high)]
    return [*ends[0], *ends[1]] if all(ends) else []


def _same(bound: Bound, items: Sequence[Recorded], witnesses: Witnesses) -> Iterator[tuple[Recorded, Unit]]:
    for item in items:
        for unit in _units(bound, item, witnesses):
            if _agrees(bound, item, unit):
                yield item, unit


def _verdict(witnesses: Witnesses, reading: Reading, items: Sequence[Recorded], rule: str, claim: Assertion) -> Verdict:
    verdict = witnesses.supported(reading, items, rule)
    verdict.detail["claim"] = claim.sentence
    return verdict


def _strange(claim: Assertion, mentions: Iterable[Mention]) -> bool:
    """Whether a name leads to nothing that takes part in the claim, and does not stand in its own sentence either."""
    told = claim.sentence.lower()
    return any(not claim.things.intersection(mention.ids) and mention.alias.lower() not in told for mention in mentions)


def _units(bound: Bound, item: Recorded, witnesses: Witnesses) -> Iterator[Unit]:
    """In which unit a figure may be read like a statement: its own; a bare number of several digits in any."""
    if item.figure is None:
        return
    tokens = bound.found.units
    if not tokens:
        if len(str(bound.found.low.digits).replace(".", "")) > 1:
            yield _own_unit(item, witnesses)
        return
    own = _own_unit(item, witnesses)
    units = (witnesses.ledger.dictionary.unit(token) for token in tokens)
    yield from (own if not own.token else unit for unit in units if own.compared_as in (unit.compared_as, "count"))


def _own_unit(item: Recorded, witnesses: Witnesses) -> Unit:
    return witnesses.ledger.dictionary.unit(item.figure.unit if item.figure else "")


def _agrees(bound: Bound, item: Recorded, unit: Unit) -> bool:
    assert item.figure is not None
    return relation(bound.found, bound.found.figure(unit, bound.text), item.figure) == "agree"


def _reading(bound: Bound, item: Recorded, unit: Unit) -> Reading:
    """A figure read as a statement says it."""
    place = Mention(bound.found.start, bound.found.start, (item.entity,), frozenset(), "")
    aim, subject = Aim(item.metric, unit, True), Subject(item.entity, "near", place)
    return Reading(aim, subject, bound.found.figure(unit, bound.text), tuple)


def how_run(bound: Bound, verdicts: Sequence[Verdict]) -> Verdict | None:
    """Support for a number that the run was made with of which another figure of the sentence is on record."""
    for verdict in verdicts:
        if verdict.word in ("supported", "only_repeated") and verdict.rule not in ("run_setting", "name"):
            made = [item for item in verdict.shown if any(_counts_the_same(bound, each) for each in item.settings)]
            if made:
                return replace(verdict, rule="run_setting", shown=tuple(made))
    return None


def of_another_run(verdict: Verdict, verdicts: Sequence[Verdict]) -> Verdict:
    """No accusation of a figure of another run where its own claim sets both beside one another."""
    told = {item.claim for each in verdicts if each.word in ("supported", "only_repeated") for item in each.shown} - {
        ""
    }
    other = verdict.rule in ("condition_model", "condition_device") and verdict.word == "misleading"
    return replace(verdict, word="unsure") if other and any(item.claim in told for item in verdict.shown) else verdict


def _is_setting(bound: Bound, setting: Setting) -> bool:
    """The same of a claim's runs; of tokens only where a word says how long a test was, else what a model can."""
    return (setting.counts != "tokens" or bound.setting) and _counts_the_same(bound, setting)


def _counts_the_same(bound: Bound, setting: Setting) -> bool:
    """Whether a figure is a number that a run was made with: so many devices, so long a prompt, so many at once."""
    found = bound.found
    if found.high is not None or found.low.value != setting.value:
        return False
    if setting.device:
        return setting.device in (found.device.ids if found.device else ()) or _counts(found.units, "devices")
    return _counts(found.units, setting.counts)


def _counts(units: Sequence[str], what: str) -> bool:
    return bool(set(units or ("",)) & set(_COUNTED.get(what, (what,))))
