"""Why a verdict was given, in one plain sentence."""

from decimal import Decimal

from analysis.text.ledger import Ledger, Recorded
from analysis.text.verdicts import Verdict

SENTENCES = {
    "on_record": "The ledger holds {figures} as the {metric} of {subject}, from {origins}{rivals}.",
    "one_origin": "The ledger holds {figures} as the {metric} of {subject}, from one origin alone: {origins}{rivals}.",
    "sum_of_devices": "It is {sum}, the {metric} of {subject} ({origins}).",
    "quotient": "It follows from two figures on record: {quotient}.",
    "quotient_of_text": "It follows from two figures of the same text that are on record: {quotient}.",
    "retold": "It is {figures} in the claim «{claim}», from {origins}.",
    "refuted": "It repeats the claim «{claim}», which is called {rating} here: {because}",
    "how_measured": "It is how the claim «{claim}» was measured ({origins}).",
    "run_setting": "It is how the run was made of which {figures} is on record ({origins}).",
    "version": "The ledger holds for this version: {label} {stated}, from {origins}.",
    "no_version": "The ledger holds nothing about this version that the sentence says.",
    "maximum": "On record is a maximum, {figures}, which the text tells as a rule.",
    "set_aside": "This figure is on record only as set aside ({source}): {reason}",
    "promised": "{figures} was announced as the {metric} of {subject}; as sold it is {today}.",
    "outdated": "{stated} was on record{until}, and is superseded.",
    "prefix": "On record is {stated}, which is {exact}: the digits are right and the prefix is not.",
    "metric_other": "{figures} is the {other} of {subject}, not the {metric}.",
    "either_metric": "{figures} is the {other} of {subject}; no verdict, since the text may mean the {metric}.",
    "scope": "{figures} is the {metric} of {other}, not of {subject}.",
    "variant": "{figures} is the {metric} of {other}, not of {subject}.",
    "sum": "It is the sum of several devices ({other}), not the {metric} of one {subject}.",
    "condition": "{figures} is on record for {subject} with {name} {held}, but {said}{verdict}.",
    "participant": "{figures} is on record for {held}, not for {asked}.",
    "differs": "On record for the {metric} of {subject}: {figures}{slip}.",
    "other_subject": "{figures} is on record for {subject}; no verdict, since the sentence may mean another thing.",
    "near": "On record for {subject}: {figures}; too near to call the figure wrong, too far to call it right.",
    "near_condition": "On record for {subject} under other conditions: {figures}; no verdict.",
    "doubt": "On record for {subject}: {figures}; no verdict, since {doubt}.",
    "absent": "The ledger holds no {metric} of {subject}: {absence}, by {source}.",
    "other_conditions": "The ledger holds figures for the {metric} of {subject}, none of this size so conditioned.",
    "nothing": "The ledger holds no figure for the {metric} of {subject}.",
    "no_subject": "No device, system, model or software of the ledger is named near this figure.",
    "no_metric": "No word near this figure says what the ledger could compare it with.",
}
DOUBTS = {
    "unit_apart": "the unit does not stand beside the number",
    "subject_apart": "it is not certain which thing the figure belongs to",
    "stranger": "the name beside it is not in the ledger",
    "quotient_differs": "the two other figures of the text give another ratio",
    "setting": "it may be the size of a test",
    "offer": "every seller has a price of its own",
    "wording": "the wording leaves open whether the text asserts it",
    "metric_open": "no word says which metric is meant",
    "format_open": "the text does not name the number format",
    "fits_another": "it would fit another thing named in the sentence",
    "fits_metric": "it is a figure of another metric of the same thing",
    "counted_otherwise": "parts counted in or out may explain the difference",
    "maximum_open": "a smaller one may be a condition",
}
CONDITIONS = {
    "precision": "number format", "per": "scope", "edition": "configuration", "attention": "kind of layer",
    "unit_kind": "kind of unit", "path": "arithmetic units", "batch": "batch size",
    "spec_decode": "speculative decoding",
    "ratio_of": "measure",
}  # fmt: skip
"""Names of qualifiers where the qualifier's own is not plain."""
PARTICIPANTS = frozenset({"model", "device", "software", "system", "benchmark"})
POWERS = {1: "ten", 2: "a hundred", 3: "a thousand", 6: "a million", 9: "a thousand million"}
SLIPS = {
    "swapped_digits": "; two digits seem to have changed places",
    "bits_and_bytes": "; bits and bytes seem to be confused",
}
MOST_FIGURES, MOST_ORIGINS = 3, 3


class Explainer:
    """Puts verdicts on figures of one ledger into words."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.words = ledger.dictionary.words

    def explain(self, verdict: Verdict) -> str:
        """One sentence."""
        fields = {**self._reading(verdict), **self._shown(verdict), **verdict.detail, **self._rest(verdict)}
        return SENTENCES[_sentence(verdict)].format_map(fields)

    def _reading(self, verdict: Verdict) -> dict[str, str]:
        """What the figure was understood as."""
        if verdict.reading is None:
            return {}
        aim = verdict.reading.aim
        metric = _inside(self.ledger.dictionary.metrics[aim.metric].label)
        of = f" of {_inside(self.ledger.dictionary.metrics[aim.ratio_of].label)}" if aim.ratio_of else ""
        return {"metric": metric + of, "subject": self.ledger.name(verdict.reading.subject.id)}

    def _shown(self, verdict: Verdict) -> dict[str, str]:
        """What is on record."""
        if not verdict.shown:
            return {}
        item = verdict.shown[0]
        absence = self.words["absence"].get(item.absence)
        return {
            "figures": _some([self.figure(recorded) for recorded in verdict.shown], MOST_FIGURES),
            "origins": _some(sorted({self.ledger.name(recorded.origin) for recorded in verdict.shown}), MOST_ORIGINS),
            "stated": self.ledger.name(item.stated),
            "label": _inside(self.ledger.dictionary.metrics[item.metric].label),
            "source": item.source.title,
            "reason": _as_sentence(item.reason),
            "until": f" until {item.valid_to}" if item.valid_to else "",
            "absence": absence.label if absence else "",
        }

    def _rest(self, verdict: Verdict) -> dict[str, str]:
        return {
            "rivals": "; other sources differ" if verdict.disputed else "",
            "doubt": DOUBTS.get(verdict.rule, ""),
            "slip": _slip(verdict.detail),
            "verdict": "" if verdict.word == "misleading" else "; no verdict",
            **self._condition(verdict.detail),
        }

    def _condition(self, detail: dict[str, str]) -> dict[str, str]:
        """Where text and record part."""
        qualifier = detail.get("qualifier", "")
        name = CONDITIONS.get(qualifier, qualifier.replace("_", " "))
        asked, held = (self._word(qualifier, detail.get(side, "")) for side in ("asked", "recorded"))
        said = f"the text says {asked}" if asked else f"the text does not say the {name}"
        return {"name": name, "asked": asked, "held": held, "said": said}

    def _word(self, name: str, value: str) -> str:
        found = self.words.get(name, {}).get(value)
        return found.label if found else value.replace("_", " ")

    def figure(self, item: Recorded) -> str:
        """A figure as stated with what it holds for."""
        held = [
            self._word(name, item.qualifiers[name]) for name in ("precision", "sparsity") if name in item.qualifiers
        ]
        held += [item.conditions["parallelism"].upper()] if "parallelism" in item.conditions else []
        held += [f"batch {item.conditions['batch'].replace('..', ' to ')}"] if "batch" in item.conditions else []
        held += (
            [f"{item.qualifiers['edition'].replace('_', ' ')} configuration"] if "edition" in item.qualifiers else []
        )
        stated = item.stated.replace(" .. ", " to ").replace("_", " ")
        return f"{stated} ({', '.join(held)})" if held else stated


def _sentence(verdict: Verdict) -> str:
    """Which sentence says the verdict."""
    if verdict.rule.startswith("condition_"):
        return "participant" if verdict.detail["qualifier"] in PARTICIPANTS and verdict.detail["asked"] else "condition"
    if verdict.rule in DOUBTS:
        return "doubt"
    return "one_origin" if verdict.rule == "on_record" and verdict.word == "only_repeated" else verdict.rule


def _some(texts: list[str], most: int) -> str:
    """The first of several texts, each once, and how many there are beside them."""
    unique = list(dict.fromkeys(texts))
    more = f" and {len(unique) - most} more" if len(unique) > most else ""
    return ", ".join(unique[:most]) + more


def _inside(label: str) -> str:
    """A label inside a sentence; abbreviations keep their capitals."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _slip(detail: dict[str, str]) -> str:
    if detail.get("slip") != "power_of_ten":
        return SLIPS.get(detail.get("slip", ""), "")
    power = int(detail["power"])
    worth = POWERS.get(abs(power), f"10^{abs(power)}")
    return f"; the text is too {'large' if power > 0 else 'small'} by a factor of {worth}"


def _as_sentence(reason: str) -> str:
    text = reason.strip() or "a better figure stands beside it"
    return text if text.endswith(".") else f"{text}."


def plain_number(value: Decimal) -> int | float:
    """A whole number as one, else the nearest float."""
    return int(value) if value == value.to_integral_value() else float(value)
