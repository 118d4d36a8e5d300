"""The words of one language made ready for searching, English technical words included."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from analysis.text.phrases import Phrases, loosened
from analysis.text.plain import lowered
from schema.dictionary import Dictionary
from schema.languages import Cued, Language, Languages, Shared
from schema.units import Units

ENGLISH, ECHO = "en", "echo"
UNDECLARED = "undeclared"
SILENT = ("precision", "sparsity", "direction")
"""Qualifiers of which a text may say that its source leaves them open."""
RATES = {"tokens": "tok/s", "requests": "req/s"}


@dataclass(frozen=True, slots=True)
class Cue:
    """What a word points to: a metric, a qualifier's value, or a way of speaking."""

    kind: str
    """metric, qualifier, before, after, every, doubt, pair or label."""
    name: str
    value: str = ""


class Lexicon:
    """One language, ready."""

    def __init__(self, code: str, languages: Languages, dictionary: Dictionary) -> None:
        self.code = code
        self.language = languages.by_code[code]
        self.shared = languages.shared
        self.units = dictionary.units
        english = languages.by_code.get(ENGLISH, self.language)
        self._cued: tuple[Cued, ...] = (self.shared, self.language, *([english] if code != ENGLISH else []))
        self.cues: Phrases[Cue] = Phrases(self._cue_table(dictionary))
        self.manners: Phrases[Cue] = Phrases(self._manner_table())
        self.scales = _scales(self.language)
        self.number_words: Phrases[tuple[Decimal, bool]] = Phrases(self._number_table())

    def _cue_table(self, dictionary: Dictionary) -> Iterator[tuple[str, Cue]]:
        for vocabulary, name in (("precision", "precision"), ("attention", "attention")):
            for word, item in dictionary.words.get(vocabulary, {}).items():
                if re.search(r"\d|^[A-Z]{3}$", item.label):
                    yield item.label, Cue("qualifier", name, word)
        yield from self._own_words(dictionary)
        for cued in self._cued:
            for metric, words in cued.metrics.items():
                yield from ((word, Cue("metric", metric)) for word in words)
                for name in self.shared.echoes.get(metric, ()):
                    yield from ((word, Cue("metric", name, ECHO)) for word in words)
            for name, table in cued.qualifiers.items():
                yield from ((word, Cue("qualifier", name, value)) for value, words in table.items() for word in words)

    def _own_words(self, dictionary: Dictionary) -> Iterator[tuple[str, Cue]]:
        """The ledger's own names: of metrics in several words, unless a language gives them a sense, and of silence."""
        taken = {loosened(word) for cued in self._cued for words in cued.metrics.values() for word in words}
        for name, metric in dictionary.metrics.items():
            if " " in metric.label and loosened(metric.label) not in taken:
                yield metric.label, Cue("metric", name)
        for vocabulary in SILENT:
            silence = dictionary.words.get(vocabulary, {}).get(UNDECLARED)
            if silence:
                yield silence.label, Cue("qualifier", vocabulary, UNDECLARED)

    def _manner_table(self) -> Iterator[tuple[str, Cue]]:
        for name, sides in self.language.comparators.items():
            yield from ((word, Cue("before", name)) for word in sides.before)
            yield from ((word, Cue("after", name)) for word in sides.after)
        yield from ((word, Cue("every", "every")) for word in self.language.every)
        yield from ((word, Cue("doubt", "doubt")) for word in self.language.doubts)

    def _number_table(self) -> Iterator[tuple[str, tuple[Decimal, bool]]]:
        """Spelled-out numbers with their value, and whether the word is a factor by itself."""
        yield from ((word, (Decimal(value), False)) for word, value in self.language.numbers.items())
        yield from ((word, (Decimal(value), True)) for word, value in self.language.factor_words.items())

    @cached_property
    def unit_words(self) -> "UnitWords":
        """Words and signs of units."""
        return UnitWords(self._unit_table(), self.language, self.shared, self.units)

    def _unit_table(self) -> dict[str, tuple[str, ...]]:
        """Signs that all share and the words of this language; English unit words mean other things elsewhere."""
        table: dict[str, tuple[str, ...]] = {}
        for cued in (self.shared, self.language):
            for token, words in cued.units.items():
                table[token] = (*table.get(token, ()), *words)
        own = {token: (token,) for token in self.units.by_token if "/" in token and " " not in token}
        return own | table

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Whole words of this language alone, by which a short sentence is known."""
        tables = (self.language.units, self.language.metrics, *self.language.qualifiers.values())
        phrases = [*self.language.clues, *self.language.every, *self.language.doubts]
        phrases += [word for table in tables for words in table.values() for word in words]
        phrases += [word for sides in self.language.comparators.values() for word in (*sides.before, *sides.after)]
        words = {lowered(part) for phrase in phrases for part in phrase.split() if "*" not in part}
        return frozenset(word for word in words if len(word) > 1 and word.isalpha())


def _scales(language: Language) -> list[tuple[str, Decimal, bool]]:
    """Scale words, the longest first, with their worth and whether any ending may follow."""
    triples = [
        (lowered(word).rstrip("*"), Decimal(power), word.endswith("*"))
        for power, words in language.scales.items()
        for word in words
    ]
    return sorted(triples, key=lambda triple: -len(triple[0]))


_LETTER = r"0-9A-Za-z\u00c0-\u024f\u0370-\u052f"
_NO_MORE = rf"(?![{_LETTER}])"
_SHORT = 4
"""Signs of up to so many letters that hold a capital are read exactly as written: `To` is a unit and `to` is none."""


class UnitWords:
    """Finds the unit that begins at a place."""

    def __init__(self, table: Mapping[str, tuple[str, ...]], language: Language, shared: Shared, units: Units) -> None:
        self.units = units
        pairs = [(word, token) for token, words in table.items() for word in words]
        exact = _index((word, token) for word, token in pairs if _is_exact(word))
        loose = _index((_loosened(word), token) for word, token in pairs if not _is_exact(word))
        self._exact_pattern, self._loose_pattern = _any_of(exact), _any_of(loose)
        self._exact_tokens, self._loose_tokens = _in_order(exact), _in_order(loose)
        rates = sorted((*language.per_second, *shared.per_second), key=len, reverse=True)
        self._rate = re.compile(" ?(?:" + "|".join(_bounded(_loosened(word)) for word in rates) + ")")

    def at(self, text: str, loose: str, place: int) -> tuple[str, int] | None:
        """Token and end of the longest unit that begins at `place`, a rate included."""
        exact, other = self._exact_pattern.match(text, place), self._loose_pattern.match(loose, place)
        if exact is not None and (other is None or exact.end() >= other.end()):
            token, end = self._exact_tokens[(exact.lastindex or 1) - 1], exact.end()
        elif other is not None:
            token, end = self._loose_tokens[(other.lastindex or 1) - 1], other.end()
        else:
            return None
        rate, match = self.rate_of(token), self._rate.match(loose, end)
        return (rate, match.end()) if rate and match else (token, end)

    def rate_of(self, token: str) -> str | None:
        """Token of so much each second, where there is one."""
        rate = RATES.get(token, f"{token}/s")
        return rate if rate in self.units.by_token else None


def _loosened(word: str) -> str:
    """A word as it stands in the loose text, its star kept."""
    return lowered(word).replace("-", " ").strip()


def _is_exact(word: str) -> bool:
    return len(word) <= _SHORT and word != lowered(word) and not word.endswith("*")


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Words with the token that was named first for each."""
    table: dict[str, str] = {}
    for word, token in pairs:
        table.setdefault(word, token)
    return table


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern whose last group tells which word it was, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(f"({_bounded(word)})" for word in ordered) or r"(?!)")


def _in_order(table: Mapping[str, str]) -> list[str]:
    """Tokens in the order of the groups of `_any_of`."""
    return [table[word] for word in sorted(table, key=lambda word: (-len(word), word))]


def _bounded(word: str) -> str:
    """The word with nothing glued to it; behind a star any letters, and a sign or a CJK word ends by itself."""
    bare = re.escape(word.rstrip("*"))
    if word.endswith("*"):
        return bare + r"[^\W\d_]*"
    return bare + (_NO_MORE if re.match(f"[{_LETTER}]", word[-1]) else "")


def lexicons(languages: Languages, dictionary: Dictionary, codes: Iterable[str] = ()) -> dict[str, Lexicon]:
    """A lexicon for each language, or for those of `codes`."""
    return {code: Lexicon(code, languages, dictionary) for code in codes or languages.by_code}
