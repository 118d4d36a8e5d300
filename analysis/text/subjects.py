"""Whose figure it is: the names of its own sentence, nearest first, then those of earlier sentences."""

import re
from collections.abc import Iterable, Sequence

from analysis.text.bound import COMMAS, Sentence, Subject
from analysis.text.figures import Found
from analysis.text.names import Mention
from analysis.text.plain import Plain

_CLAUSES = re.compile(r"[,;:]|\s–\s")


def subjects(plain: Plain, found: Found, sentence: Sentence, earlier: Sequence[Mention]) -> list[Subject]:
    """Things that may be meant, likeliest first; `earlier` holds mentions of the text before, the latest last."""
    own = [mention for mention in sentence.mentions if not mention.stranger and mention is not found.device]
    before = [mention for mention in own if mention.start < found.start]
    behind = [mention for mention in own if mention.start >= found.start]
    ranked = [
        *_told("near", (mention for mention in behind if mention.start - found.end <= 1)),
        *_told("near", (mention for mention in behind[:1] if _is_meant(plain, found, sentence, before, mention))),
        *_told("near", reversed(before)),
        *_told("same" if before else "near", behind),
        *_told("before", (mention for mention in reversed(earlier) if not mention.stranger)),
    ]
    return _first(ranked)


def _told(link: str, mentions: Iterable[Mention]) -> list[Subject]:
    return [Subject(id_, link, mention) for mention in mentions for id_ in mention.ids]


def _first(ranked: Iterable[Subject]) -> list[Subject]:
    """Each thing once, at its first place."""
    seen: dict[str, Subject] = {}
    for subject in ranked:
        seen.setdefault(subject.id, subject)
    return list(seen.values())


def _is_meant(plain: Plain, found: Found, sentence: Sentence, before: Sequence[Mention], mention: Mention) -> bool:
    """`…, 141 GB on the H200`: a clause of its own, without a break up to the name, which has no figure of its own."""
    breaks = [match.start() for match in _CLAUSES.finditer(plain.text, sentence.start, found.start)]
    if (breaks[-1] if breaks else -1) <= (before[-1].start if before else -1):
        return False
    if COMMAS.search(plain.text, found.end, mention.start):
        return False
    later = next((other for other in sentence.figures if other.start >= mention.end), None)
    return later is None or bool(COMMAS.search(plain.text, mention.end, later.start))


def beside_stranger(found: Found, sentence: Sentence) -> bool:
    """Whether the nearest name before the figure is one that the ledger does not know."""
    before = [mention for mention in sentence.mentions if mention.start < found.start]
    return before[-1].stranger if before else any(mention.stranger for mention in sentence.mentions)
