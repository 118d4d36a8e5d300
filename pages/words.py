"""Labels: what pages print for the words of the dictionary, for figures and for what they hold for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pages.figures import pretty_unit, stated_in_words
from pages.rows import Row

VOCABULARY_OF_QUALIFIER = {
    "accumulate": "precision",
    "kv_precision": "precision",
    "cooled_by": "cooling",
    "cache": "cache_use",
    "level": "measured_level",
}
"""Qualifiers whose words stand in a vocabulary of another name."""
VOCABULARY_OF_METRIC = {
    "number_formats": "precision",
    "state_precision": "precision",
    "checkpoint_precision": "precision",
    "engine_support": "support",
}
"""Metrics whose words stand in a vocabulary of another name."""
PHRASES = {
    "accumulate": "{} accumulation",
    "kv_precision": "KV cache in {}",
    "cooled_by": "cooling: {}",
    "window": "window of {}",
    "compression": "{} share one entry",
    "version": "version {}",
    "devices_used": "{} devices",
    "context": "context of {}",
    "users": "{} at once",
    "engine": "on {}",
    "device": "on {}",
    "seller": "from {}",
    "ratio_of": "of {}",
    "benchmark": "in {}",
    "level": "measured at the {}",
}
"""How a qualifier's value is put; others stand bare when they are words, else after the qualifier's name."""
COLUMNS_FIRST = ("precision", "sparsity", "path", "per", "edition", "stage")
QUANTITIES = {"window": "tokens", "compression": "tokens", "context": "tokens", "users": "users"}


@dataclass(frozen=True)
class Words:
    """The dictionary as tables hold it. Unknown words print as themselves, underscores as spaces."""

    metrics: dict[str, Row]
    labels: dict[tuple[str, str], str]
    meanings: dict[tuple[str, str], str]
    editions: dict[tuple[str, str], str]
    names: dict[str, str]

    def label(self, vocabulary: str, word: str | None) -> str:
        """What pages print for a word."""
        return self.labels.get((vocabulary, word or ""), (word or "").replace("_", " "))

    def meaning(self, vocabulary: str, word: str | None) -> str:
        """One sentence that says what a word means; empty where the dictionary has none."""
        return self.meanings.get((vocabulary, word or ""), "")

    def words_of(self, vocabulary: str) -> list[str]:
        """All words of a vocabulary, in the dictionary's order."""
        return self._vocabularies.get(vocabulary, [])

    def editions_of(self, device: str) -> list[str]:
        """Configurations of a device, the headline one first."""
        return self._editions.get(device, [])

    @cached_property
    def places(self) -> dict[tuple[str, str], int]:
        """Where a word stands in its vocabulary, by vocabulary and word."""
        return {key: place for place, key in enumerate(self.labels)}

    @cached_property
    def edition_places(self) -> dict[tuple[str, str], int]:
        """The same for configurations, by device and edition; the headline one comes first."""
        return {key: place for place, key in enumerate(self.editions)}

    @cached_property
    def _vocabularies(self) -> dict[str, list[str]]:
        return _grouped(self.labels)

    @cached_property
    def _editions(self) -> dict[str, list[str]]:
        return _grouped(self.editions)

    def metric(self, name: str) -> str:
        """Label of a metric."""
        found = self.metrics.get(name)
        return str(found["label"]) if found else name.replace("_", " ")

    def metric_meaning(self, name: str) -> str:
        """One sentence that says what a metric measures."""
        return str(self.metrics.get(name, {}).get("meaning", ""))

    def unit(self, metric: str) -> str:
        """Unit of a metric as pages print it; empty where it has none."""
        return pretty_unit(str(self.metrics.get(metric, {}).get("unit") or ""))

    def about(self, row: Row) -> str:
        """What a statement says something of: the metric, and for ratios what they compare."""
        compared = row["qualifiers"].get("ratio_of")
        label = self.metric(row["metric"])
        return f"{label} of {lower_first(self.metric(compared))}" if compared else label

    def stated(self, row: Row) -> str:
        """A figure as its source states it; words, flags and absences by their labels."""
        stated = str(row["stated"])
        if ("absence", stated) in self.labels:
            return self.labels["absence", stated]
        kind = self.metrics.get(row["metric"], {}).get("type")
        if kind in ("word", "words"):
            return self._word_list(str(VOCABULARY_OF_METRIC.get(row["metric"], row["metric"])), stated)
        return stated_in_words(stated) if kind == "quantity" else self.names.get(stated, stated)

    def _word_list(self, vocabulary: str, stated: str) -> str:
        halves = [", ".join(self.label(vocabulary, word) for word in half.split(", ")) for half in stated.split(" .. ")]
        return " to ".join(halves)

    def holds_for(self, row: Row) -> list[str]:
        """What a figure holds for, in words: `FP8`, `dense`, `per GPU`, `context of 8192 tokens`."""
        return list(self._phrases(row))

    def _phrases(self, row: Row) -> Iterator[str]:
        written: dict[str, Any] = dict(row["qualifiers"])
        for name in COLUMNS_FIRST:
            value = row.get(name) or written.get(name)
            if value and not (name == "stage" and value == "shipped"):
                yield self._edition(row["entity"], value) if name == "edition" else self.phrase(name, value)
        for name, value in written.items():
            if name not in COLUMNS_FIRST and name != "ratio_of":
                yield self.phrase(name, str(value))

    def _edition(self, device: str, edition: str) -> str:
        return f"{self.editions.get((device, edition), edition.replace('_', ' '))} edition"

    def phrase(self, name: str, value: str) -> str:
        """One qualifier in words."""
        vocabulary = VOCABULARY_OF_QUALIFIER.get(name, name)
        if (vocabulary, value) in self.labels:
            label = self.labels[vocabulary, value]
            return label if value == "undeclared" else PHRASES.get(name, "{}").format(label)
        if value == "undeclared":
            return f"{name.replace('_', ' ')} not stated"
        return PHRASES.get(name, name.replace("_", " ") + ": {}").format(self._value(name, value))

    def _value(self, name: str, value: str) -> str:
        if name in QUANTITIES and value.replace(".", "", 1).isdigit():
            return f"{value} {QUANTITIES[name] if value != '1' else QUANTITIES[name].removesuffix('s')}"
        return self.names.get(value) or (self.metric(value) if value in self.metrics else value)


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return groups


def lower_first(text: str) -> str:
    """`Decode throughput` inside a sentence; `TTFT` and `KV heads` stay as they are."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
