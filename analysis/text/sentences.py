"""Where sentences begin and end: a figure's subject and condition are looked for in its own sentence first."""

import re
from collections.abc import Iterable, Iterator

LONGEST_SENTENCE = 600
"""Characters; whatever is longer is a list or no prose, and is read in pieces."""
_STOP = re.compile(r"[.!?](?=[\s\"')\]]|$)|[。!?;]|\n+")
_WORD_BEFORE = re.compile(r"([^\W\d_]+|[\w.]+)\.?$")


def sentences(text: str, start: int, stop: int, abbreviations: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence of a stretch; a full stop behind an abbreviation ends none."""
    short = {word.lower().rstrip(".") for word in abbreviations}
    for match in _STOP.finditer(text, start, stop):
        if match[0] == "." and not _ends(text, match.start(), short):
            continue
        if match[0] == ";" and text.count("(", start, match.start()) > text.count(")", start, match.start()):
            continue
        yield from _pieces(text, start, match.end())
        start = match.end()
    yield from _pieces(text, start, stop)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence, or what has no full stop for very long in pieces that end at a space."""
    while end - start > LONGEST_SENTENCE:
        space = text.rfind(" ", start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE)
        middle = space + 1 if space >= 0 else start + LONGEST_SENTENCE
        yield start, middle
        start = middle
    if text[start:end].strip():
        yield start, end


def _ends(text: str, stop: int, short: set[str]) -> bool:
    before = _WORD_BEFORE.search(text[max(0, stop - 24) : stop])
    if before and before[1].lower() in short:
        return False
    following = text[stop + 1 : stop + 3].lstrip("\"') ")
    return not (text[stop - 1 : stop].isdigit() and following[:1].islower())


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each paragraph."""
    start = 0
    for match in re.finditer(r"\n+", text):
        if text[start : match.start()].strip():
            yield start, match.start()
        start = match.end()
    if text[start:].strip():
        yield start, len(text)
