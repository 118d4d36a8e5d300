"""All checks together."""

from collections.abc import Iterator

from analysis.findings import (  # noqa: F401 - their checks enter themselves
    arithmetic,
    caching,
    counts,
    headline,
    lengths,
    levels,
    origins,
    physics,
    precision,
    scope,
    scores,
    software,
    speculation,
)
from analysis.findings.check import CHECKS, Finding, run
from analysis.findings.view import ClaimView


def findings(view: ClaimView) -> Iterator[Finding]:
    """Findings of every check about a claim."""
    return run(view, CHECKS)
