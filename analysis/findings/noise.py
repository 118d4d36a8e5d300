"""How far two scores of one benchmark may lie apart by chance."""

import re
from dataclasses import dataclass
from decimal import Decimal

from analysis.findings.check import plain
from analysis.findings.view import BenchmarkFacts, ClaimView, Said

_AVERAGE = re.compile(r"avg@(\d+)")


def benchmark_of(view: ClaimView, score: Said) -> BenchmarkFacts:
    """What the ledger says of the benchmark of a score."""
    return view.ledger.benchmarks.get(score.says("benchmark") or "", BenchmarkFacts())


@dataclass(frozen=True, slots=True)
class Noise:
    """Twice the standard error of a share p of n answers, 2 sqrt(p (1 - p) / n).

    `share` is the mean of both scores, `answers` the problems of the benchmark times the attempts that a score is the
    average of, `whole` what full marks are: 1 or 100.
    """

    share: Decimal
    answers: int
    whole: Decimal

    @property
    def least(self) -> Decimal:
        """Difference below which two scores are alike, in their own unit."""
        return 2 * (self.share * (1 - self.share) / self.answers).sqrt() * self.whole

    def points(self, difference: Decimal) -> str:
        """A difference of scores in points of 100."""
        return f"{plain(difference / self.whole * 100)} points"

    def __str__(self) -> str:
        share, rest = plain(self.share), plain(1 - self.share)
        return f"2 x sqrt({share} x {rest} / {self.answers}) = {self.points(self.least)}"


def noise(view: ClaimView, one: Said, other: Said) -> Noise | None:
    """Noise of two scores of one benchmark; None where the number of its problems is not known."""
    problems, average = benchmark_of(view, one).problems, _AVERAGE.search(one.says("pass_at") or "")
    if not problems:
        return None
    whole = Decimal(1) if max(one.low, other.low) <= 1 else Decimal(100)
    return Noise((one.low + other.low) / 2 / whole, problems * int(average[1]) if average else problems, whole)
