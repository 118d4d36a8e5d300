"""Figures in running text: numbers with their units, ranges, pairs that share a unit, maxima and round figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from analysis.text.lexicon import Cue, Lexicon
from analysis.text.names import Mention
from analysis.text.numbers import Number
from analysis.text.phrases import Hit
from analysis.text.plain import Plain
from analysis.text.units import YEARS, UnitsAround
from schema.quantity import Comparator, Figure
from schema.units import Unit

_SUFFIX = r"(?:'[^\W\d_]{1,5})?"
_AFTER_GAP = re.compile(rf"{_SUFFIX}[ ,]?")
_DASH = re.compile(r" ?(?:-|–|\.\.\.?|~|/) ?")
_BEFORE_GAP = 3
"""Characters that may stand between `up to` and its number: a space, a sign of money."""


@dataclass(frozen=True, slots=True)
class Found:
    """One figure of the text. Places are those of the plain text.

    `units` holds what the figure may be counted in, likeliest first; `adjacent` says that the unit is printed at the
    number itself; `device` is what is counted in `4× B200`; `direction` what a word such as `divided by` says.
    """

    start: int
    end: int
    low: Number
    high: Number | None = None
    units: tuple[str, ...] = ()
    adjacent: bool = False
    comparator: str = "exact"
    device: Mention | None = None
    direction: str = ""

    def figure(self, unit: Unit, text: str) -> Figure:
        """The figure in one unit."""
        low = self.low.end_in(unit)
        high = self.high.end_in(unit) if self.high else None
        comparator: Comparator = "range" if high else _PLAIN_COMPARATORS.get(self.comparator, "exact")
        value = low.values[0] / unit.factor
        value_max = high.values[0] / unit.factor if high else None
        return Figure(text, comparator, unit.token, unit.compared_as, value, value_max, low, high)


_PLAIN_COMPARATORS: dict[str, Comparator] = {
    "up_to": "up_to",
    "below": "up_to",
    "at_least": "at_least",
    "approx": "approx",
}


def figures(
    plain: Plain, lexicon: Lexicon, found: Sequence[Number], mentions: Sequence[Mention], manners: Sequence[Hit[Cue]]
) -> list[Found]:
    """All figures of one sentence's numbers, in their order; numbers that count nothing are left out."""
    around = UnitsAround(plain, lexicon, mentions, {number.start for number in found})
    single = _apart([_single(number, around) for number in found])
    joined = _told_after_names(_share_units(_ranges(single, plain, lexicon), plain, lexicon), plain, mentions)
    kept = [item for item in joined if _means_something(item) and not _is_a_name(item, plain)]
    return [replace(item, comparator=_comparator(item, plain, manners)) for item in kept]


def _single(number: Number, around: UnitsAround) -> Found:
    unit = around.unit_of(number)
    end = max(number.end, unit.end)
    start = min(number.start, unit.start)
    return Found(start, end, number, None, unit.tokens, unit.adjacent, "exact", unit.device, unit.direction)


def _apart(items: list[Found]) -> list[Found]:
    """Figures without those that are part of another's unit: the million of `$0.27 per 1M tokens`."""
    kept: list[Found] = []
    for item in items:
        if not kept or item.low.start >= kept[-1].end or item.start < kept[-1].start:
            kept.append(item)
    return kept


def _means_something(item: Found) -> bool:
    """A year counts nothing, a spelled-out `one` neither, and other words only with a scale or a unit."""
    if not item.units and item.low.scale == 1 and item.low.value in YEARS:
        return False
    if not item.low.in_words or item.low.as_factor:
        return True
    return item.low.value != 1 and item.adjacent


def _is_a_name(item: Found, plain: Plain) -> bool:
    """The 4N of a process: letters stand at the number that are no unit."""
    behind = plain.text[item.end : item.end + 1]
    return not item.units and behind.isascii() and behind.isalpha()


def _ranges(items: list[Found], plain: Plain, lexicon: Lexicon) -> list[Found]:
    """Two numbers with only a dash or `to` between them and one unit become a range, unless `from` stands before."""
    done: list[Found] = []
    for item in items:
        last = done[-1] if done else None
        if last and last.high is None and _makes_range(last, item, plain, lexicon):
            kept = item if item.units else replace(last, end=item.end)
            done[-1] = replace(kept, start=last.start, low=_with_scale(last.low, item.low), high=item.low)
        else:
            done.append(item)
    return done


def _with_scale(low: Number, high: Number) -> Number:
    """`1–2 million`: the scale of the second belongs to both."""
    return low if low.scale != 1 else replace(low, scale=high.scale, letter=high.letter)


def _makes_range(one: Found, two: Found, plain: Plain, lexicon: Lexicon) -> bool:
    # What only a scale suggests, as the parameters of `2M`, gives way to a unit that is printed: `2M to 3M USD`.
    suggested = (one.start, one.end) == (one.low.start, one.low.end)
    if one.units and two.units and one.units != two.units and not suggested:
        return False
    if not _with_scale(one.low, two.low).value < two.low.value:
        return False
    words = lexicon.language.range_words
    between = plain.lower[one.end : two.start]
    if _DASH.fullmatch(between):
        return True
    before = plain.lower[max(0, one.start - 12) : one.start].rstrip()
    joint = between.strip(" '")
    if joint in words.to:
        return not before.endswith(words.from_) if words.from_ else True
    return joint in words.and_ and bool(words.between) and before.endswith(words.between)


def _share_units(items: list[Found], plain: Plain, lexicon: Lexicon) -> list[Found]:
    """A number without a unit takes that of its partner: `130'dan 69 µs`, `488'e karşı 842 token/s`."""
    result = list(items)
    for place in range(len(result) - 2, -1, -1):
        one, two = result[place], result[place + 1]
        if not one.units and two.units and two.device is None and _partners(one, two, plain, lexicon):
            result[place] = replace(one, units=two.units, direction=two.direction, low=_with_scale(one.low, two.low))
    for place in range(1, len(result)):
        one, two = result[place - 1], result[place]
        if not two.units and one.units and one.adjacent and _compared(one, two, plain, lexicon):
            result[place] = replace(two, units=one.units)
        rate = lexicon.unit_words.rate_of(two.units[0]) if two.units else None
        if rate and one.units[:1] == (rate,) and _leads_to(one, two, plain, lexicon):
            result[place] = replace(two, units=(rate,))
    return result


def _leads_to(one: Found, two: Found, plain: Plain, lexicon: Lexicon) -> bool:
    """`from 488 tokens a second to 842 tokens`: the rate of the first is that of the second."""
    between = plain.lower[one.end : two.start].strip(" '")
    return len(between) < 12 and between.endswith(lexicon.language.range_words.to or ("\0",))


def _told_after_names(items: list[Found], plain: Plain, mentions: Sequence[Mention]) -> list[Found]:
    """`Loom scored 9 points, Weft 38.`: a number between a name and the end of its clause counts what the last did."""
    ends = {mention.end for mention in mentions if mention.ids}
    result = list(items)
    for place in range(1, len(result)):
        one, two = result[place - 1], result[place]
        alone = plain.text[two.end : two.end + 1] in ("", ".", ",", ";", ")", "\n") and two.start - 1 in ends
        if not two.units and alone and one.units and one.adjacent and one.high is None:
            result[place] = replace(two, units=one.units)
    return result


def _partners(one: Found, two: Found, plain: Plain, lexicon: Lexicon) -> bool:
    words = lexicon.language.range_words
    between = re.sub(rf"^{_SUFFIX}", "", plain.lower[one.end : two.start])
    joint = between.strip(" ,")
    if not joint:
        return between != plain.lower[one.end : two.start] or "," in between
    if joint in ("/", "-", "–") or joint in words.and_ or joint in words.to:
        return True
    return len(joint) < 24 and any(word in f" {joint} " for word in _spaced(lexicon.language.pair_words))


def _compared(one: Found, two: Found, plain: Plain, lexicon: Lexicon) -> bool:
    """Whether a word such as `against` stands right before a number that follows one with a unit."""
    between = plain.lower[one.end : two.start].strip()
    return (
        len(between) < 40 and between.endswith(tuple(lexicon.language.pair_words)) and bool(lexicon.language.pair_words)
    )


def _spaced(words: Sequence[str]) -> list[str]:
    return [f" {word} " if word.isascii() or (word.isalpha() and len(word) > 2) else word for word in words]


def _comparator(item: Found, plain: Plain, manners: Sequence[Hit[Cue]]) -> str:
    """The comparator word that touches the figure, in front of it or behind its unit."""
    gap = _AFTER_GAP.match(plain.text, item.end)
    behind = range(item.end, (gap.end() if gap else item.end) + 1)
    for hit in manners:
        for cue in hit.meanings:
            ahead = 0 <= item.start - hit.end <= _BEFORE_GAP and not plain.text[hit.end : item.start].strip(" $€¥~")
            if (cue.kind == "before" and ahead) or (cue.kind == "after" and hit.start in behind):
                return cue.name
    return "exact"
