"""Sentences with the verdict each deserves, and how an answer is held against it."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.text.checking import Answer

TESTS = Path(__file__).resolve().parent
EVIDENCE = TESTS / "evidence" / "check-text-cases.csv"
OWN = tuple(TESTS / "data" / f"{name}-sentences.csv" for name in ("own", "later", "further"))
DIGEST = TESTS / "evidence" / "news-digest-tr.txt"
KNOWN_AS = {"not_in_kb": "not_in_ledger"}
MET_BY = {"supported": ("supported", "only_repeated")}
NO_WORD = ("unsure", "not_in_ledger")
"""Answers that accuse and confirm nothing."""


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence, the figure in it that is meant, and the verdict that it deserves."""

    id: str
    language: str
    text: str
    value: str
    expected: str

    def answer(self, answers: Sequence[Answer]) -> Answer | None:
        """The answer to the figure that is meant."""
        low, _, high = self.value.partition("-")
        for answer in answers:
            if str(answer.value) == self.value:
                return answer
            if isinstance(answer.value, int | float) and low.replace(".", "", 1).isdigit():
                same_end = not high or answer.value_max == float(high)
                if answer.value == float(low) and same_end:
                    return answer
        return None

    def full(self, verdict: str) -> bool:
        """Whether a verdict is the full answer."""
        return verdict in MET_BY.get(self.expected, (self.expected,))

    def wrong(self, verdict: str) -> bool:
        """Whether a verdict says something that is not so; silence is no lie."""
        return not self.full(verdict) and verdict not in NO_WORD


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            expected = row.get("expected") or row["expected_verdict"]
            yield Case(row["id"], row["language"], row["text"], row["value"], KNOWN_AS.get(expected, expected))
