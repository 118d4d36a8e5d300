"""A text made plain for reading, with the way back to every place of the original."""

import unicodedata
from dataclasses import dataclass
from functools import cached_property

LONGEST = 100_000
"""Characters that are read at once; about 15,000 words."""

_SAME = str.maketrans({
    **dict.fromkeys([0x00A0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000, 0x0009], " "),
    **dict.fromkeys("\u2018\u2019\u02bc\u2032\uff07\u201b", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d", '"'),
    **dict.fromkeys("\u2010\u2011\u2212\ufe63", "-"),
    **dict.fromkeys("\u2012\u2013\u2014\u2015\u301c\uff5e\u2e3a", "\u2013"),
    "\u03bc": "\u00b5", "\uff0c": ",", "\u3001": ",", "\uff1b": ";", "\uff1a": ":", "\uff1f": "?", "\uff01": "!",
    "\uff08": "(", "\uff09": ")", "\u066b": ".", "\u066c": ",",
})  # fmt: skip
"""Characters that mean the same to a reader, one for one."""
_JOINED = "\u200d"


class TooLongError(ValueError):
    """A text longer than is read at once."""

    def __init__(self, length: int) -> None:
        super().__init__(
            f"The text has {length:,} characters; at most {LONGEST:,} are read at once. Check it in parts."
        )


@dataclass(frozen=True)
class Plain:
    """`text` is what is read, `lower` the same in lower case, `places[i]` the original place of its i-th character."""

    original: str
    text: str
    places: tuple[int, ...] | range

    @cached_property
    def lower(self) -> str:
        """Lower case, character by character, so that no place moves."""
        return lowered(self.text)

    @cached_property
    def loose(self) -> str:
        """Lower case with a space for every hyphen and underscore: what names and cues are looked up in."""
        return self.lower.replace("-", " ").replace("_", " ").replace("\n", " ")

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place in the original of a stretch of the plain text."""
        if start >= end:
            return (self.places[start], self.places[start])
        return self.places[start], self.places[end - 1] + 1


def plain(original: str) -> Plain:
    """The text without invisible characters, in composed form, with one sign for what looks alike.

    Raises TooLongError.
    """
    if len(original) > LONGEST:
        raise TooLongError(len(original))
    text = original.translate(_SAME)
    if text.isascii() or not any(_needs_care(char) for char in set(text)):
        return Plain(original, text, range(len(text)))
    return _with_care(original, text)


def _needs_care(char: str) -> bool:
    return (
        (unicodedata.category(char) in ("Cf", "Mn", "Cc", "Co", "Cs") and char != "\n")
        or "\uff00" <= char <= "\uffef"
        or _is_digit_elsewhere(char)
    )


def _is_digit_elsewhere(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char) == "Nd"


def _with_care(original: str, text: str) -> Plain:
    kept: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        category = unicodedata.category(char)
        if category in ("Cf", "Co", "Cs") or (category == "Cc" and char not in "\n"):
            continue
        if category == "Mn" and kept:
            composed = unicodedata.normalize("NFC", kept[-1] + char)
            kept[-1] = composed if len(composed) == 1 else kept[-1]
            continue
        kept.append(_one_sign(char))
        places.append(place)
    return Plain(original, "".join(kept), tuple(places))


def _one_sign(char: str) -> str:
    """Full-width and foreign digits and letters as the plain ones."""
    if _is_digit_elsewhere(char):
        return str(unicodedata.digit(char))
    folded = unicodedata.normalize("NFKC", char) if "\uff00" <= char <= "\uffef" else char
    return folded if len(folded) == 1 else char


def lowered(text: str) -> str:
    """Lower case of the same length: a character whose lower case is longer stays as it is, the Turkish İ becomes i."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join("i" if char == "İ" else char.lower() if len(char.lower()) == 1 else char for char in text)


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that puts no spaces between words."""
    return (
        "\u2e80" <= char <= "\u9fff"
        or "\uac00" <= char <= "\ud7ff"
        or "\uf900" <= char <= "\ufaff"
        or char > "\U0001ffff"
    )


def is_word_char(char: str) -> bool:
    """Whether a name or word may not touch this character."""
    return char.isalnum() and not is_cjk(char)
