"""What is wrong with the input, in sentences with a place that an editor can jump to."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches

LONGEST_MISSPELLING = 80
"""Characters. Longer words are no slip of the fingers, and comparing them is slow."""


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake, at a line and column counted from 1; sorts by file, line and column."""

    file: str
    line: int
    column: int
    where: str
    """The key, parameter or row as written, such as `statements[2]`; empty when the place says it all."""
    found: str
    """What stands there, as a sentence without a full stop."""
    allowed: str = ""
    """What may stand there: words or a shape, such as `dense, sparse or undeclared`."""
    todo: str = ""
    """What to do, as whole sentences."""
    rule: str = ""
    """The rule's short name, for programs."""

    def __str__(self) -> str:
        """`file:line:column: where: found`, and below it, indented, what is allowed and what to do."""
        place = f"{self.file}:{self.line}:{self.column}"
        first = ": ".join(part for part in (place, self.where, self.found) if part)
        allowed = self.allowed and f"Allowed: {self.allowed}."
        second = " ".join(part for part in (allowed, self.todo) if part)
        return _one_line(first) + (f"\n    {_one_line(second)}" if second else "")

    def as_dict(self) -> dict[str, str | int]:
        """Every field under its name, for `--json`."""
        return asdict(self)


def report(problems: Iterable[Problem], files_checked: int) -> str:
    """All problems in the order of their places, and a closing line that counts them."""
    ordered = sorted(problems)
    n_files = len({problem.file for problem in ordered})
    checked = f"({_count(files_checked, 'file')} checked)"
    if not ordered:
        return f"no problems {checked}"
    closing = f"{_count(len(ordered), 'problem')} in {_count(n_files, 'file')} {checked}"
    return "\n".join([*map(str, ordered), closing])


def near_miss(word: str, allowed: Collection[str]) -> str:
    """`Did you mean X?` for the allowed word that is spelled most alike, or an empty string."""
    if len(word) > LONGEST_MISSPELLING:
        return ""
    spelled = {known.casefold(): known for known in allowed}
    close = get_close_matches(word.casefold(), spelled, n=1, cutoff=0.7)
    return f"Did you mean {spelled[close[0]]}?" if close else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _one_line(text: str) -> str:
    """The text with every character a terminal would act on written as its escape."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
