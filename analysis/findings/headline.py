"""A best case told as typical: the maximum of a headline beside the range that the same claim gives."""

from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.numbers import printed
from analysis.findings.view import ClaimView, Said, contrast, device_count

NOTABLE = Decimal("1.15")
"""A best case this much above the worst is not the typical case."""
SAME = ("ratio_of", "direction", "workload", "benchmark", "level")


@check(
    "headline-range",
    "Is the `up to` of the headline the best of several figures that the claim gives?",
    "misleading", "question", "consistent",
)  # fmt: skip
def headline_range(view: ClaimView) -> Iterator[Finding]:
    for headline in view.by_metric("ratio", "change"):
        if headline.comparator == "up_to" and (cases := _cases(view, headline)):
            yield _judged(headline, cases)


def _cases(view: ClaimView, headline: Said) -> list[Said]:
    """Other figures of the same comparison in the claim, none of them a maximum, the lowest first."""
    found = [
        said
        for said in view.by_metric(headline.metric)
        if said.comparator != "up_to" and said.like(headline, *SAME) and _same_comparison(said, headline)
    ]
    return sorted(found, key=lambda said: (said.low, said.high))


def _same_comparison(said: Said, headline: Said) -> bool:
    """Whether the same things are told apart by the same condition; a headline without baseline goes by its source."""
    if headline.setup.model not in (None, said.setup.model):
        return False
    asked, given = contrast(headline.setup, headline.over), contrast(said.setup, said.over)
    if headline.baseline in (None, "undeclared") or not asked:
        return said.source == headline.source
    return asked <= given


def _judged(headline: Said, cases: list[Said]) -> Finding:
    lowest, highest = cases[0], max(cases, key=lambda said: said.high)
    least, most = abs(lowest.low), abs(max(highest.high, headline.high))
    listed = "; ".join(_case(said) for said in cases)
    sum_ = f"{plain(most)} / {plain(least)} = {plain(most / least) if least else 'without end'}, best over worst case"
    if highest.high > printed(headline.quantity).high:
        message = f"{headline.stated} is not the most that is given; cases: {listed}"
        return finding("question", headline, message, sum_, highest)
    if least and most / least <= NOTABLE:
        message = f"{headline.stated} is close to every case given: {listed}"
        return finding("consistent", headline, message, sum_, lowest)
    return finding("misleading", headline, f"{headline.stated} is the best case; cases given: {listed}", sum_, lowest)


def _case(said: Said) -> str:
    """A case with the name of its setup and its devices, where they are counted."""
    count = device_count(said.setup)
    told = [said.of or "", f"{count} devices" if count and count > 1 else ""]
    where = ", ".join(part for part in told if part)
    return f"{said.stated} ({where})" if where else said.stated
