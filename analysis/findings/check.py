"""What a check is: a name, what it asks, and a look at one claim."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from analysis.findings.view import ClaimView, Said

Level = Literal["error", "misleading", "question", "consistent"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was noticed: `message` in one sentence, `computed` the arithmetic, both with the figures as stated."""

    level: Level
    statement: str
    message: str
    computed: str | None = None
    other: str | None = None
    rule: str = ""
    claim: str | None = None
    entity: str | None = None


Look = Callable[[ClaimView], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check over one claim. `levels` names every level it can reach."""

    name: str
    asks: str
    levels: tuple[Level, ...]
    look: Look


CHECKS: list[Check] = []


def check(name: str, asks: str, *levels: Level) -> Callable[[Look], Look]:
    """Enter a function as a check."""

    def enter(look: Look) -> Look:
        CHECKS.append(Check(name, asks, levels, look))
        return look

    return enter


def finding(level: Level, said: Said, message: str, computed: str | None = None, other: Said | None = None) -> Finding:
    """A finding about a line, compared with another where there is one."""
    return Finding(level, said.id, message, computed, other.id if other else None)


def run(view: ClaimView, checks: Iterable[Check]) -> Iterator[Finding]:
    """Findings of the given checks about a claim, each under the check's name."""
    for item in checks:
        for found in item.look(view):
            yield replace(found, rule=item.name, claim=view.id, entity=view.about)


def plain(value: Decimal | float, digits: int = 3) -> str:
    """A number with so many significant digits at least, integers whole: 1.725 → 1.73, 60000.4 → 60000."""
    number = Decimal(value)
    places = max(0, digits - 1 - number.adjusted()) if number else 0
    text = f"{number:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
