"""What a figure speaks of: metric, subject, qualifiers and conditions, from the words around it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from analysis.text.aims import Aimer
from analysis.text.bound import Bound, Sentence, Subject
from analysis.text.figures import Found
from analysis.text.ledger import Ledger, by_kind
from analysis.text.lexicon import Lexicon
from analysis.text.names import Mention
from analysis.text.phrases import loosened
from analysis.text.plain import Plain
from analysis.text.qualifying import Qualifier
from analysis.text.subjects import beside_stranger, subjects


class Binder:
    """Binds the figures of one text in one language."""

    def __init__(self, plain: Plain, lexicon: Lexicon, ledger: Ledger) -> None:
        self.plain, self.lexicon, self.ledger = plain, lexicon, ledger
        self.aimer = Aimer(ledger)

    def bind(
        self, sentence: Sentence, earlier: Sequence[Mention], everywhere: Mapping[str, frozenset[str]]
    ) -> Iterator[Bound]:
        """Figures of a sentence bound.

        `earlier` holds mentions of the text before it, the latest last, `everywhere` all that the text names, by kind.
        """
        if not sentence.figures:
            return
        units, letters = self.ledger.dictionary.units.by_token, self.lexicon.shared.parallelism
        qualifier = Qualifier(self.plain, sentence, units, letters)
        named = frozenset(id_ for mention in sentence.mentions for id_ in mention.ids)
        told = (
            named,
            by_kind(named, self.ledger.things),
            everywhere,
            self._says(sentence, "every"),
            self._in_doubt(sentence),
        )
        promised = self._contains(sentence, self.lexicon.language.promises)
        in_order = self._in_order(sentence)
        for found in sentence.figures:
            qualifiers, borrowed = qualifier.qualifiers(found)
            aims = self.aimer.aims(found, sentence, "attention" in qualifiers and "attention" not in borrowed)
            if not aims and not found.units:  # a bare number that no word explains is no figure
                continue
            paired = found.start in in_order
            qualifiers = qualifiers | self._edition(sentence, qualifiers)
            yield Bound(
                replace(found, adjacent=True) if paired else found, self.plain.text[found.start : found.end], aims,
                in_order.get(found.start) or subjects(self.plain, found, sentence, earlier),
                qualifiers, borrowed, qualifier.conditions(found), *told, self._is_setting(found),
                self._only_names(found, sentence), promised, beside_stranger(found, sentence),
                tuple(count[1:] for count in sentence.counts if count[0] is not found),
            )  # fmt: skip

    def _in_order(self, sentence: Sentence) -> dict[int, list[Subject]]:
        """`A and B have 192 and 288 GB respectively`: the thing of each figure by its place among those of its unit."""
        things = [mention for mention in sentence.mentions if mention.ids and not mention.stranger]
        if len(things) < 2 or not self._contains(sentence, self.lexicon.language.respectively):
            return {}
        figures = [found for found in sentence.figures if found.units]
        series = [list(group) for _, group in groupby(figures, key=lambda found: found.units)]
        pairs = [pair for group in series if len(group) == len(things) for pair in zip(group, things, strict=True)]
        return {found.start: [Subject(id_, "near", thing) for id_ in thing.ids] for found, thing in pairs}

    def _contains(self, sentence: Sentence, words: Sequence[str]) -> bool:
        lower = self.plain.lower[sentence.start : sentence.end]
        return any(word.lower() in lower for word in words)

    def _is_setting(self, found: Found) -> bool:
        """`At 128K tokens`: how long a test was, and not what a model can."""
        before = self.plain.loose[max(0, found.start - 24) : found.start].rstrip(" ~")
        words = self.lexicon.language.conditions_before
        return "tokens" in found.units and any(_ends_with(before, word.lower()) for word in words)

    def _only_names(self, found: Found, sentence: Sentence) -> bool:
        """The 80 GB of an `A100 80 GB`, the 30 cores of an `M3 Max with 30-core GPU`: true of memory, or nothing."""
        if any(mention.ids and mention.start <= found.start < mention.end for mention in sentence.mentions):
            return True
        written = loosened(self.plain.text[found.start : found.end])
        things = (self.ledger.things[id_] for mention in sentence.mentions for id_ in mention.ids)
        return any(edition.startswith(f"{written} ") for thing in things for edition in thing.editions)

    def _edition(self, sentence: Sentence, told: Mapping[str, str]) -> dict[str, str]:
        """The configuration that the sentence names: `in DGX Station edition`, where a thing that it names has one."""
        lower = self.plain.loose[sentence.start : sentence.end]
        things = (self.ledger.things[id_] for mention in sentence.mentions for id_ in mention.ids)
        names = [name for thing in things for name in thing.editions if _is_edition(name, lower)]
        return {"edition": max(names, key=len)} if names and "edition" not in told else {}

    def _says(self, sentence: Sentence, kind: str) -> bool:
        return any(cue.kind == kind for hit in sentence.manners for cue in hit.meanings)

    def _in_doubt(self, sentence: Sentence) -> bool:
        """Whether the sentence denies, supposes or asks."""
        end = self.plain.text[sentence.start : sentence.end].rstrip(" \"')")
        return self._says(sentence, "doubt") or end.endswith(tuple(self.lexicon.language.questions))


def _is_edition(name: str, lower: str) -> bool:
    """Whether a text names a configuration: `the PCIe edition`, `the PCIe card edition`."""
    return " edition" in lower and bool(re.search(rf"\b{re.escape(name)}\b[\w ]{{0,24}} edition\b", lower))


def _ends_with(text: str, word: str) -> bool:
    """Whether a text ends with a word, whole where the script has spaces."""
    return text.endswith(word) and (not word.isascii() or not text[: -len(word)][-1:].isalnum())
