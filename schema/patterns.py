"""Regular expressions and sentences for editors: what a figure or a list of words may look like.

They are looser than the readers in `quantity` and `reading` where a pattern cannot say more, and never stricter.
No escape is written that a JavaScript expression would refuse.
"""

import re
from collections.abc import Iterable

from schema.quantity import COMPARATOR_WORDS, UnitChoice
from schema.units import SCALES

_NUMBER = r"-?\d+(?:\.\d+)?"
_SCALE = f"[{''.join(SCALES)}]"
_COMPARATOR = f"(?:(?:{'|'.join(COMPARATOR_WORDS)}) )?"
_SPLIT = re.compile(f"^({_SCALE})(?=.)")
"""A reader takes `2M W` for `2 MW`: the letter may stand with the number."""
_SPECIAL = re.compile(r"[.*+?^${}()|\[\]\\]")


def figure(choice: UnitChoice) -> str:
    """Pattern of a figure in one of the units of `choice`, without anchors."""
    named = "|".join(_SPLIT.sub(r"\1 ?", one_of([token])) for token in _unit_words(choice))
    scaled = f"(?: ?{_SCALE})?" if _is_scaled(choice) else ""
    endings = [f"{scaled} ?(?:{named})"] if named else []
    endings += [_SCALE] if choice.counted else []
    endings += [""] if "" in choice.by_token else []
    return f"{_COMPARATOR}(?:{_NUMBER}{_SCALE}? \\.\\. )?{_NUMBER}(?:{'|'.join(endings)})"


def figure_sentence(choice: UnitChoice) -> str:
    """What an editor says of a text that is no figure of `choice`."""
    units = [*_unit_words(choice), *(["nothing"] if "" in choice.by_token else [])]
    scaled = "; K, M, B or T may follow the number" if _is_scaled(choice) else ""
    return f"A figure: [about|up to|at least] NUMBER[ .. NUMBER] and one of {', '.join(units)}{scaled}."


def _unit_words(choice: UnitChoice) -> list[str]:
    return [token for token in choice.by_token if token and " " not in token]


def _is_scaled(choice: UnitChoice) -> bool:
    return any(unit.scaled for unit in choice.by_token.values())


def words(vocabulary: Iterable[str]) -> str:
    """Pattern of one or several words with `, ` or ` .. ` between them, without anchors."""
    one = f"(?:{one_of(vocabulary)})"
    return rf"{one}(?:(?:, | \.\. ){one})*"


def one_of(texts: Iterable[str]) -> str:
    """Alternatives of plain texts, without a group around them."""
    return "|".join(_SPECIAL.sub(r"\\\g<0>", text) for text in texts)


def anchored(*patterns: str) -> str:
    """Pattern of a whole text that is one of the patterns."""
    return f"^(?:{'|'.join(patterns)})$"
