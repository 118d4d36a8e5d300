"""Numbers in running text: digits by the language's signs, scale letters and words, spelled-out numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.text.lexicon import Lexicon
from analysis.text.plain import Plain, is_cjk, is_word_char
from schema.quantity import End
from schema.units import BINARY_SCALES, SCALES, Unit

MOST_DIGITS = 30
_DIGITS = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*")
_GLUED = re.compile(r" ?([kKMBT])(?![^\W\d_]|\d)|([kKMBT])(?=[^\x00-\x7f])")
_MASKED = re.compile(
    r"(?<!\d)\d{4}-\d{2}(?:-\d{2})?(?!\d)|(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)|(?<!\d)\d{1,2}:\d{1,2}(?!\d)"
    r"|https?://\S{1,2000}|www\.\S{1,2000}|\bv\d{1,6}(?:\.\d{1,6})*\w{0,20}|(?<![\w.])\d{1,6}(?:\.\d{1,6}){2,9}(?!\w)"
    r"|(?<!\S)#\S{1,80}|(?<!\S)[\w.+-]{1,64}@\S{1,80}"
    r"|(?<![\w.,])(?:[1-9]|1[0-6])[ -]?bit\b"
    r"|(?<!\d)\d{1,5} ?x ?\d{1,5}(?: ?x ?\d{1,5})?(?= ?(?:px|pixel|mm|cm))",
    re.IGNORECASE,
)
"""Dates, times, shares, addresses, versions, widths of formats and sizes in pixels: digits that are no figures."""

A_SCALE = 1_000
"""A spelled-out number from here on is one of its kind: `a trillion` is as coarse as `1 trillion`."""
LONG_BEFORE_A_LETTER = 10**6
"""From here on a letter is no scale: 65248815744 B are bytes, no billions."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its scale but without its unit.

    `digits` and `step` are worth what is printed before the scale; `letter` is the scale letter, which K and M of
    tokens read twice.
    """

    start: int
    end: int
    digits: Decimal
    step: Decimal
    scale: Decimal = Decimal(1)
    letter: str = ""
    in_words: bool = False
    as_factor: bool = False

    @property
    def value(self) -> Decimal:
        """The number, scale included."""
        return self.digits * self.scale

    def end_in(self, unit: Unit) -> End:
        """The printed number in the base of the unit's dimension."""
        scales = [self.scale]
        if unit.binary_too and self.letter in BINARY_SCALES:
            scales.append(BINARY_SCALES[self.letter])
        return End(
            tuple(self.digits * s * unit.factor for s in scales), tuple(self.step * s * unit.factor for s in scales)
        )


def masked_spans(text: str) -> list[Span]:
    """Stretches whose digits are dates, versions, addresses and the like."""
    return [match.span() for match in _MASKED.finditer(text)]


def numbers(plain: Plain, lexicon: Lexicon, masked: Sequence[Span], decimal: str) -> list[Number]:
    """All numbers outside the masked spans, in their order."""
    blocked = bytearray(len(plain.text) + 1)
    for start, end in masked:
        blocked[start:end] = b"\x01" * (end - start)
    found = list(_in_digits(plain, lexicon, blocked, decimal))
    taken = bytearray(blocked)
    for number in found:
        taken[number.start : number.end] = b"\x01" * (number.end - number.start)
    found += _in_words(plain, lexicon, taken)
    return sorted(found, key=lambda number: number.start)


def decimal_sign(text: str, lexicon: Lexicon) -> str:
    """Decimal sign of a text: what its unmistakable numbers use, else its language's."""
    signs = set()
    for match in _DIGITS.finditer(text):
        parts = re.split(r"([.,])", match[0])
        named = bool(match.start()) and (text[match.start() - 1].isalpha() or text[match.start() - 1] in "-.")
        if len(parts) == 3 and len(parts[2]) != 3 and not named:
            signs.add(parts[1])
    return signs.pop() if len(signs) == 1 else lexicon.language.decimal


def _in_digits(plain: Plain, lexicon: Lexicon, blocked: bytearray, decimal: str) -> Iterator[Number]:
    open_text = "".join("\0" if mark else char for char, mark in zip(plain.text, blocked, strict=False))
    for match in _DIGITS.finditer(open_text):
        start, end = match.span()
        if _belongs_to_name(open_text, start) or len(match[0]) > MOST_DIGITS:
            continue
        read = read_digits(match[0], decimal)
        if read is None:
            continue
        yield _scaled(Number(start, end, *read), plain, lexicon)


def _belongs_to_name(text: str, start: int) -> bool:
    """Whether digits continue a name: FP8, TP-16, v0.4, Qwen3."""
    if start == 0:
        return False
    before = text[start - 1]
    if is_word_char(before) or before in "_#":
        return True
    glued = before in "-./" and start > 1 and is_word_char(text[start - 2])
    return glued and not (before == "-" and text[start - 2].isdigit())


def read_digits(token: str, decimal: str) -> tuple[Decimal, Decimal] | None:
    """Value and worth of the last digit; None for what is no number."""
    token = token.replace(" ", "'")
    signs = [char for char in token if char in ".,"]
    parts = re.split(r"[.,']", token)
    grouped = all(len(part) == 3 for part in parts[1:]) and 0 < len(parts[0]) <= 3
    if not signs:
        return _whole(parts) if len(parts) == 1 or grouped else None
    if len(set(signs)) == 2 or "'" in token:
        whole, _, fraction = token.rpartition(signs[-1])
        pieces = re.split(r"[.,']", whole)
        regular = fraction.isdigit() and all(len(piece) == 3 for piece in pieces[1:])
        return _fraction("".join(pieces), fraction) if regular else None
    if len(signs) > 1:
        return _whole(parts) if grouped else None
    if len(parts[1]) != 3 or not grouped or parts[0] == "0":
        return _fraction(*parts)
    return _fraction(*parts) if signs[0] == decimal else _whole(parts)


def _whole(parts: list[str]) -> tuple[Decimal, Decimal]:
    return Decimal("".join(parts)), Decimal(1)


def _fraction(whole: str, fraction: str) -> tuple[Decimal, Decimal]:
    return Decimal(f"{whole or 0}.{fraction}"), Decimal(1).scaleb(-len(fraction))


def _scaled(number: Number, plain: Plain, lexicon: Lexicon) -> Number:
    """The number with the scale letter or word behind it, unless a unit begins there."""
    behind = number.end + (plain.text[number.end : number.end + 1] == " ")
    if any(lexicon.unit_words.at(plain.text, plain.loose, place) for place in (number.end, behind)):
        return number
    letter = _GLUED.match(plain.text, number.end)
    if letter and (letter[1] or letter[2]):
        sign = letter[1] or letter[2]
        if number.digits >= LONG_BEFORE_A_LETTER:
            return number
        return replace(number, end=letter.end(), scale=SCALES[sign], letter=sign)
    return _word_scaled(number, plain, lexicon)


def _word_scaled(number: Number, plain: Plain, lexicon: Lexicon) -> Number:
    place, scale = number.end, Decimal(1)
    while True:
        start = place + (plain.lower[place : place + 1] in (" ", "-"))
        step = next((s for s in lexicon.scales if _word_at(plain.lower, start, s)), None)
        if step is None:
            break
        word, worth, open_end = step
        place, scale = start + len(word), scale * worth
        while open_end and place < len(plain.lower) and is_word_char(plain.lower[place]):
            place += 1
    return replace(number, end=place, scale=scale) if scale != 1 else number


def _word_at(lower: str, place: int, scale: tuple[str, Decimal, bool]) -> bool:
    word, _, open_end = scale
    if not lower.startswith(word, place):
        return False
    following = lower[place + len(word) : place + len(word) + 1]
    return open_end or not following or not is_word_char(following) or is_cjk(word[-1])


def _in_words(plain: Plain, lexicon: Lexicon, taken: bytearray) -> Iterator[Number]:
    """Spelled-out numbers; the caller keeps those behind which a unit, a scale or a name stands."""
    last = 0
    for hit in lexicon.number_words.find(plain.loose):
        part = hit.start - last <= 1 < hit.start or plain.lower.endswith(" of ", 0, hit.start)
        last = hit.end
        value, as_factor = hit.meanings[0]
        if taken[hit.start] or (part and value >= A_SCALE):  # half a trillion, a tenth of a trillion
            continue
        scale = value if value >= A_SCALE else Decimal(1)
        number = Number(hit.start, hit.end, value / scale, Decimal(1), scale=scale, in_words=True, as_factor=as_factor)
        yield number if as_factor else _word_scaled(number, plain, lexicon)
