"""Which unit a number of running text is counted in."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from analysis.text.lexicon import Lexicon
from analysis.text.names import Mention
from analysis.text.numbers import LONG_BEFORE_A_LETTER, Number
from analysis.text.plain import Plain, is_cjk
from schema.units import Unit

NOUN_DIMENSIONS = ("count", "parameters", "tokens", "points")
"""Dimensions whose unit may stand some words behind the number: 3,800 NVIDIA Grace Blackwell GPUs."""
_FARTHEST = 44
_MOST_WORDS = 5
_WORD = re.compile(r"[\u2e80-\u9fff]|[^\W\d_\u2e80-\u9fff][^\W\u2e80-\u9fff]*(?:['/][^\W\d_]+)?")
"""A word, or one character of a script without spaces."""
_FORMAT = re.compile(r"(?:MX|NV)?(?:FP|INT|TF|BF)\d{1,2}|dense|sparse|tensor|matrix|vector|AI|peak", re.IGNORECASE)
_BREAK = r"[.,;:()\n?!。·]|\s[-–]\s"
_GAP = re.compile(r"'?[ -]?")
_TIMES_NAME = re.compile(r" ?[x×] ?")
WHOLES, PARTS = frozenset({"GPUs", "chips", "engines"}), frozenset({"cores", "units", "engines", "dies"})
YEARS = range(1990, 2041)


@dataclass(frozen=True, slots=True)
class UnitFound:
    """Unit tokens that may be meant, the stretch they take, whether they stand at the number, and what is counted."""

    start: int
    end: int
    tokens: tuple[str, ...] = ()
    adjacent: bool = False
    device: Mention | None = None
    direction: str = ""


class UnitsAround:
    """Reads units around the numbers of one sentence."""

    def __init__(self, plain: Plain, lexicon: Lexicon, mentions: Sequence[Mention], starts: Container[int]) -> None:
        self.plain, self.lexicon = plain, lexicon
        self.mentions = {mention.start: mention for mention in mentions}
        self.starts = starts
        self.stops = _stops(lexicon.language.range_words.and_)
        factors = lexicon.language.factors_before
        self.bounds = tuple(word.lower() for sides in lexicon.language.comparators.values() for word in sides.before)
        self.factors = [(word, "increase") for word in factors.increase] + [
            (word, "decrease") for word in factors.decrease
        ]

    def unit_of(self, number: Number) -> UnitFound:
        """The unit of a number; without tokens where none is seen."""
        if number.as_factor:
            return UnitFound(number.start, number.end, ("x",), True)
        return self._before(number) or self._behind(number) or self._by_nouns(number) or self._bare(number)

    def _before(self, number: Number) -> UnitFound | None:
        """Money and per cent signs, and words that make a factor of what follows."""
        ahead = self.plain.text[max(0, number.start - 6) : number.start]
        for token, signs in self.lexicon.shared.money_before.items():
            sign = next((sign for sign in signs if ahead.rstrip().endswith(sign)), None)
            if sign:
                start = number.start - (len(ahead) - ahead.rindex(sign))
                rate, end = self._money_rate(token, number.end)
                return UnitFound(start, end, (rate,), True)
        if ahead.rstrip().endswith(("%", "yüzde")) and not self.lexicon.unit_words.at(
            self.plain.text, self.plain.loose, number.end
        ):
            return UnitFound(number.start - 1, number.end, ("%",), True)
        words = self._without_bound(self.plain.lower[max(0, number.start - 36) : number.start].rstrip())
        for word, direction in self.factors:
            if words.endswith(word.lower()):
                return UnitFound(number.start, self._factor_end(number), ("x",), True, None, direction)
        return None

    def _without_bound(self, words: str) -> str:
        """`a factor of up to 1.6`: what bounds the number stands between it and the word that makes a factor of it."""
        bound = max((word for word in self.bounds if words.endswith(f" {word}")), key=len, default="")
        return words[: len(words) - len(bound)].rstrip()

    def _money_rate(self, money: str, place: int) -> tuple[str, int]:
        """`$0.27 per million tokens`: what the sum is paid for stands behind it; the end is that of the words."""
        further = self._unit_at(place)
        return further if further and further[0].startswith(f"{money}/") else (money, place)

    def _factor_end(self, number: Number) -> int:
        unit = self._unit_at(number.end)
        return unit[1] if unit and unit[0] == "x" else number.end

    def _behind(self, number: Number) -> UnitFound | None:
        named = self._name_behind(number)
        if named:
            return named
        place = self._after_glue(number.end)
        unit = self._unit_at(place) or self._bytes(number)
        if unit is None:
            return None
        noun, end = self._money_rate(*self._part_of(*unit))
        if noun == "s" and end - place == 1 and place == number.end:  # the plural of `1990s`, unlike `480 s`
            return None
        rate = self._rate_before(number, noun)
        return UnitFound(number.start, end, (rate or noun,), True)

    def _unit_at(self, place: int) -> tuple[str, int] | None:
        gap = _GAP.match(self.plain.text, place)
        start = gap.end() if gap else place
        found = self.lexicon.unit_words.at(self.plain.text, self.plain.loose, start)
        return found or self.lexicon.unit_words.at(self.plain.text, self.plain.loose, place)

    def _bytes(self, number: Number) -> tuple[str, int] | None:
        """`65248815744 B`: behind so long a number the letter is no scale."""
        written = self.plain.text[number.end : number.end + 3].rstrip()
        alone = written[:2] == " B" and not written[2:].isalnum()
        return ("B", number.end + 2) if alone and number.digits >= LONG_BEFORE_A_LETTER else None

    def _part_of(self, token: str, end: int) -> tuple[str, int]:
        """`80 GPU cores` are cores and no GPUs."""
        further = self._unit_at(end) if token in WHOLES else None
        return further if further and further[0] in PARTS else (token, end)

    def _after_glue(self, place: int) -> int:
        """Skips one word that says nothing: of, de, 个."""
        start = place + (self.plain.text[place : place + 1] == " ")
        for word in self.lexicon.language.glue:
            if not self.plain.lower.startswith(word, start):
                continue
            end = start + len(word)
            if is_cjk(word[0]) or word.endswith("'"):
                return end if not self._unit_at(start) else place
            if self.plain.text[end : end + 1] == " ":
                return end
        return place

    def _name_behind(self, number: Number) -> UnitFound | None:
        """`4× B200`, `72 GB300 GPUs`: a count of what is named; `512GB M3 Ultra` has its unit in between."""
        times = _TIMES_NAME.match(self.plain.text, number.end)
        for place in (times.end() if times else -1, number.end + 1):
            mention = self.mentions.get(place)
            if mention and mention.kinds & {"device", "system"} and (times or self.plain.text[number.end] == " "):
                return UnitFound(number.start, mention.end, ("GPUs", "chips", "devices", ""), True, mention)
        return None

    def _rate_before(self, number: Number, token: str) -> str | None:
        """`saniyede 1,5 terabayt`, `每秒 1.5 TB`: the rate stands before the number."""
        ahead = self.plain.lower[max(0, number.start - 24) : number.start].rstrip(" ~")
        before = self.lexicon.language.rates_before
        near = any(word in ahead[-len(word) - 8 :] for word in before)
        return self.lexicon.unit_words.rate_of(token) if near else None

    def _by_nouns(self, number: Number) -> UnitFound | None:
        """The first counted noun among the next words."""
        if number.scale == 1 and number.value in YEARS:
            return None
        units = self.lexicon.units.by_token
        text = self.plain.text
        stop = self.stops.search(text, number.end, number.end + _FARTHEST)
        end = stop.start() if stop else min(len(text), number.end + _FARTHEST)
        for count, word in enumerate(_WORD.finditer(text, number.end, end)):
            if count == _MOST_WORDS or any(place in self.starts for place in range(number.end, word.start())):
                return None
            found = self.lexicon.unit_words.at(text, self.plain.loose, word.start())
            if (
                found
                and self._counts(units[found[0]], text[number.end : word.start()])
                and self._free_of_names(word.start())
            ):
                tokens = tuple(dict.fromkeys((found[0], *_bare_units(number))))
                return UnitFound(number.start, found[1], tokens, count <= 1)
        return None

    def _counts(self, unit: Unit, between: str) -> bool:
        """Nouns may stand some words behind; operations only behind their format: 989 dense TFLOPS."""
        if unit.dimension in ("flops", "ops"):
            return all(_FORMAT.fullmatch(word) for word in between.split())
        return unit.dimension in NOUN_DIMENSIONS

    def _free_of_names(self, place: int) -> bool:
        return not any(mention.start <= place < mention.end for mention in self.mentions.values())

    def _bare(self, number: Number) -> UnitFound:
        return UnitFound(number.start, number.end, _bare_units(number), number.scale != 1)


def _bare_units(number: Number) -> tuple[str, ...]:
    """What a bare `49B`, `1M` or `8k` may count; nothing without a scale, and of millions nothing that is counted."""
    if number.scale == 1:
        return ()
    if number.scale >= 1_000_000:
        return ("params", "tokens", "transistors")
    return ("tokens", "") if number.letter in ("k", "K") else ("params", "tokens", "")


def _stops(joining: Sequence[str]) -> re.Pattern[str]:
    """Punctuation, and words that begin another item of a list: no noun behind them belongs to the number before."""
    words = "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in joining)
    return re.compile(f"{_BREAK}|{words}" if words else _BREAK, re.IGNORECASE)
