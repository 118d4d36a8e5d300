"""In which language a paragraph is written: frequent words of each language first, then a statistical guess."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from analysis.text.plain import is_cjk

_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
MOST_READ = 2000
"""Characters of a text by which its language is told."""
OWN_WORD = 2
"""What a word counts for that no other of the languages has."""
_ENOUGH = 2
"""Words that one language must lead by before the guess is not asked."""
_LETTERS = {
    "ğ": "tr",
    "ş": "tr",
    "ı": "tr",
    "ß": "de",
    "ä": "de",
    "ñ": "es",
    "¿": "es",
    "œ": "fr",
    "ê": "fr",
    "à": "fr",
    "ó": "es",
}


def language_of(text: str, languages: Mapping[str, frozenset[str]], fallback: str = "en") -> str:
    """Code of one of the languages, given with their words; `fallback` where nothing speaks for any."""
    if sum(map(is_cjk, text[:400])) >= 2 and "zh" in languages:
        return "zh"
    scores = _scores(text.lower(), languages)
    best, second = [*sorted(scores.values(), reverse=True), 0, 0][:2]
    if best - second >= _ENOUGH:
        return max(scores, key=scores.__getitem__)
    guess = _guess(text, tuple(languages)) if len(text) > 20 else ""
    leaders = [code for code, score in scores.items() if score == best]
    if guess in leaders or (guess and best - scores.get(guess, 0) < 1):
        return guess
    return (
        leaders[0]
        if best and len(leaders) == 1
        else fallback
        if fallback in leaders
        else leaders[0]
        if best
        else fallback
    )


def _scores(text: str, languages: Mapping[str, frozenset[str]]) -> dict[str, int]:
    words = _WORDS.findall(text[:MOST_READ])
    shared = {word for word in set(words) if sum(word in known for known in languages.values()) > 1}
    scores = {
        code: sum((1 if word in shared else OWN_WORD) for word in words if word in known)
        for code, known in languages.items()
    }
    for letter, code in _LETTERS.items():
        if code in scores and letter in text:
            scores[code] += 2
    return scores


def _guess(text: str, codes: tuple[str, ...]) -> str:
    """What py3langid takes it for, names and digits left out: they look alike in every language."""
    words = (word for word in text[:MOST_READ].split() if not any(char.isdigit() or char in "/#" for char in word))
    bare = " ".join(words)
    return str(_identifier(codes).classify(bare)[0]) if bare.strip() else ""


@lru_cache(maxsize=4)
def _identifier(codes: tuple[str, ...]) -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages([code for code in codes if code in identifier.labels])
    return identifier
