"""Why a verdict was given, in one plain sentence."""

from collections.abc import Callable
from decimal import Decimal

from analysis.text.ledger import Ledger, Recorded
from analysis.text.verdicts import Verdict

POWERS = {1: "ten", 2: "a hundred", 3: "a thousand", 6: "a million", 9: "a thousand million"}
CONDITIONS = {
    "sparsity": "sparsity", "precision": "number format", "per": "scope", "edition": "configuration", "direction": "direction",
    "attention": "kind of layer", "unit_kind": "kind of unit", "path": "arithmetic units", "phase": "phase",
    "parallelism": "parallelism", "batch": "batch size", "model": "model", "device": "device", "software": "software",
    "system": "system", "benchmark": "benchmark", "spec_decode": "speculative decoding", "ratio_of": "measure",
}  # fmt: skip
PARTICIPANTS = frozenset({"model", "device", "software", "system", "benchmark"})
_DOUBTS = {
    "unit_apart": "the unit does not stand beside the number",
    "subject_apart": "it is not certain which thing the figure belongs to",
    "stranger": "the name beside it is not in the ledger",
    "wording": "the wording leaves open whether the text asserts it",
    "metric_open": "no word says which metric is meant",
    "format_open": "the text does not name the number format",
    "other_subject": "it would fit another thing named in the sentence",
    "counted_otherwise": "parts counted in or out may explain the difference",
    "maximum_open": "a smaller one may be a condition",
}


class Explainer:
    """Puts verdicts on figures of one ledger into words."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def explain(self, verdict: Verdict) -> str:
        """One sentence."""
        if verdict.rule.startswith("condition_"):
            return self._condition(verdict)
        if verdict.rule in _DOUBTS and verdict.word == "unsure":
            return f"On record for {self._subject(verdict)}: {self._figures(verdict)}; no verdict, since {_DOUBTS[verdict.rule]}."
        write: Callable[[Verdict], str] = getattr(self, f"_{verdict.rule}")
        return write(verdict)

    # what is spoken of

    def _subject(self, verdict: Verdict) -> str:
        assert verdict.reading is not None
        return self.ledger.name(verdict.reading.subject.id)

    def _metric(self, verdict: Verdict) -> str:
        assert verdict.reading is not None
        label = self.ledger.dictionary.metrics[verdict.reading.aim.metric].label
        of = verdict.reading.aim.ratio_of
        told = _inside(label)
        return f"{told} of {_inside(self.ledger.dictionary.metrics[of].label)}" if of else told

    def _figures(self, verdict: Verdict, most: int = 3) -> str:
        """Distinct figures on record with what they hold for."""
        told = dict.fromkeys(self.figure(item) for item in verdict.shown)
        shown = list(told)[:most]
        more = f" and {len(told) - most} more" if len(told) > most else ""
        return ", ".join(shown) + more

    def figure(self, item: Recorded) -> str:
        """A figure as printed with what it holds for."""
        words = self.ledger.dictionary.words
        held = [
            words[name][value].label
            for name in ("precision", "sparsity")
            if (value := item.qualifiers.get(name)) in words.get(name, {})
        ]
        held += [item.conditions[name].upper() for name in ("parallelism",) if name in item.conditions]
        held += [f"batch {item.conditions['batch'].replace('..', ' to ')}"] if "batch" in item.conditions else []
        held += (
            [f"{item.qualifiers['edition'].replace('_', ' ')} configuration"] if "edition" in item.qualifiers else []
        )
        stated = item.stated.replace(" .. ", " to ").replace("_", " ")
        return f"{stated} ({', '.join(held)})" if held else stated

    def _origins(self, verdict: Verdict) -> str:
        names = sorted({self.ledger.name(item.origin) for item in verdict.shown})
        return names[0] if len(names) == 1 else f"{', '.join(names[:3])}{' and others' if len(names) > 3 else ''}"

    # supported

    def _on_record(self, verdict: Verdict) -> str:
        start = (
            f"The ledger holds {self._figures(verdict, 2)} as the {self._metric(verdict)} of {self._subject(verdict)}"
        )
        if verdict.word == "only_repeated":
            return f"{start}, from one origin alone: {self._origins(verdict)}{self._rivals(verdict)}."
        return f"{start}, from {self._origins(verdict)}{self._rivals(verdict)}."

    def _rivals(self, verdict: Verdict) -> str:
        return "; other sources differ" if verdict.disputed else ""

    def _sum_of_devices(self, verdict: Verdict) -> str:
        return f"It is {verdict.detail['sum']}, the {self._metric(verdict)} of {self._subject(verdict)} ({self._origins(verdict)})."

    def _quotient(self, verdict: Verdict) -> str:
        return f"It follows from two figures on record: {verdict.detail['quotient']}."

    def _quotient_of_text(self, verdict: Verdict) -> str:
        return f"It follows from two figures of the same text that are on record: {verdict.detail['quotient']}."

    def _version(self, verdict: Verdict) -> str:
        item = verdict.shown[0]
        label = self.ledger.dictionary.metrics[item.metric].label
        return f"The ledger holds for this version: {label.lower()} {self.ledger.name(item.stated)}, from {self._origins(verdict)}."

    def _no_version(self, verdict: Verdict) -> str:
        return "The ledger holds nothing about this version that the sentence says."

    # misleading

    def _condition(self, verdict: Verdict) -> str:
        detail = verdict.detail
        name = CONDITIONS.get(detail["qualifier"], detail["qualifier"].replace("_", " "))
        held = self._word(detail["qualifier"], detail["recorded"])
        asked = self._word(detail["qualifier"], detail["asked"])
        if detail["qualifier"] in PARTICIPANTS and detail["asked"]:
            return f"{self._figures(verdict, 2)} is on record for {held}, not for {asked}."
        said = f"the text says {asked}" if detail["asked"] else f"the text does not say the {name}"
        lead = f"{self._figures(verdict, 2)} is on record for {self._subject(verdict)}"
        rest = "" if verdict.word == "misleading" else "; no verdict"
        return f"{lead} with {name} {held}, but {said}{rest}."

    def _word(self, name: str, value: str) -> str:
        found = self.ledger.dictionary.words.get(name, {}).get(value)
        return found.label if found else value.replace("_", " ")

    def _maximum(self, verdict: Verdict) -> str:
        return f"On record is a maximum, {self._figures(verdict, 1)}, which the text tells as a rule."

    def _set_aside(self, verdict: Verdict) -> str:
        item = verdict.shown[0]
        return f"This figure is on record only as set aside ({item.source.title}): {_sentence(item.reason)}"

    def _outdated(self, verdict: Verdict) -> str:
        item = verdict.shown[0]
        until = f" until {item.valid_to}" if item.valid_to else ""
        return f"{item.stated} held{until}, and is superseded."

    def _prefix(self, verdict: Verdict) -> str:
        item, detail = verdict.shown[0], verdict.detail
        return f"On record is {item.stated}, which is {detail['exact']}: the digits are right and the prefix is not."

    def _metric_other(self, verdict: Verdict) -> str:
        return f"{self._figures(verdict, 1)} is the {verdict.detail['other'].lower()} of {self._subject(verdict)}, not the {self._metric(verdict)}."

    def _scope(self, verdict: Verdict) -> str:
        return f"{self._figures(verdict, 1)} is the {self._metric(verdict)} of {verdict.detail['other']}, not of {self._subject(verdict)}."

    def _variant(self, verdict: Verdict) -> str:
        return f"{self._figures(verdict, 1)} is the {self._metric(verdict)} of {verdict.detail['other']}, not of {self._subject(verdict)}."

    def _sum(self, verdict: Verdict) -> str:
        return f"It is the sum of several devices ({verdict.detail['other']}), not the {self._metric(verdict)} of one {self._subject(verdict)}."

    # contradicted, unsure, unknown

    def _differs(self, verdict: Verdict) -> str:
        return f"On record for the {self._metric(verdict)} of {self._subject(verdict)}: {self._figures(verdict)}{_slip(verdict)}."

    def _other_subject(self, verdict: Verdict) -> str:
        return f"{self._figures(verdict, 1)} is on record for {self._subject(verdict)}; no verdict, since the sentence may mean another thing."

    def _near(self, verdict: Verdict) -> str:
        return f"On record for {self._subject(verdict)}: {self._figures(verdict)}; too near to call the figure wrong, too far to call it right."

    def _near_condition(self, verdict: Verdict) -> str:
        return f"On record for {self._subject(verdict)} under other conditions: {self._figures(verdict)}; no verdict."

    def _absent(self, verdict: Verdict) -> str:
        item = verdict.shown[0]
        word = self.ledger.dictionary.words["absence"][item.absence].label
        return (
            f"The ledger holds no {self._metric(verdict)} of {self._subject(verdict)}: {word}, by {item.source.title}."
        )

    def _other_conditions(self, verdict: Verdict) -> str:
        assert verdict.reading is not None
        n = sum(match.recorded.figure is not None for match in verdict.reading.matches)
        figures = "figure" if n == 1 else "figures"
        return f"The ledger holds {n} {figures} for the {self._metric(verdict)} of {self._subject(verdict)}, none of this size under these conditions."

    def _nothing(self, verdict: Verdict) -> str:
        return f"The ledger holds no figure for the {self._metric(verdict)} of {self._subject(verdict)}."

    def _no_subject(self, verdict: Verdict) -> str:
        return "No device, system, model or software of the ledger is named near this figure."

    def _no_metric(self, verdict: Verdict) -> str:
        return "No word near this figure says what the ledger could compare it with."


def _inside(label: str) -> str:
    """A label inside a sentence; abbreviations keep their capitals."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _slip(verdict: Verdict) -> str:
    detail = verdict.detail
    if detail.get("slip") == "power_of_ten":
        power = int(detail["power"])
        worth = POWERS.get(abs(power), f"10^{abs(power)}")
        return f"; the text is too {'large' if power > 0 else 'small'} by a factor of {worth}"
    if detail.get("slip") == "swapped_digits":
        return "; two digits seem to have changed places"
    return "; bits and bytes seem to be confused" if detail.get("slip") == "bits_and_bytes" else ""


def _sentence(reason: str) -> str:
    text = reason.strip() or "a better figure stands beside it"
    return text if text.endswith(".") else f"{text}."


def plain_number(value: Decimal) -> int | float:
    """A whole number as one, else the nearest float."""
    return int(value) if value == value.to_integral_value() else float(value)
