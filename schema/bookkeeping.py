"""What stands in a statement beside its metric and qualifiers; the only list of these keys and of their order."""

from typing import Literal

from pydantic import Field

from schema.base import Date, Strict

Basis = Literal["audited", "measured", "vendor_stated", "estimated", "simulated", "derived"]
Rank = Literal["preferred", "deprecated"]
Cause = Literal[
    "copied_error", "sparse_as_dense", "unit", "scope", "edition", "announced_and_shipped", "what_is_counted",
    "estimate_as_fact", "unexplained",
]  # fmt: skip


class Bookkeeping(Strict):
    """What stands in a statement beside its metric and qualifiers."""

    of: str | None = None
    """Setup of the same claim that the figure was obtained with."""
    over: str | None = None
    """Setup of the same claim that a ratio is taken over; `undeclared` where the source names none."""
    source: str = Field(min_length=1)
    """Source that says it: an id of data/sources."""
    at: str | None = None
    """Place in the source: page, table, field, line."""
    part: str | None = None
    """Tells apart two figures of one source that nothing else tells apart."""
    printed: str | None = None
    """Original wording where it matters."""
    basis: Basis | None = None
    """How the figure came about."""
    asserted_by: str | None = None
    """Organization whose word it is when the source only reports it."""
    published: Date | None = None
    """Date of the figure where it is not the source's."""
    valid_from: Date | None = None
    """First date for which the figure holds."""
    valid_to: Date | None = None
    """Last date for which the figure holds."""
    rank: Rank | None = None
    """preferred or deprecated; both need a reason."""
    cause: Cause | None = None
    """Why the figure differs from the one preferred."""
    reason: str | None = Field(default=None, min_length=1)
    """Why it has its rank."""
    unresolved: str | None = Field(default=None, min_length=1)
    """What was tried in vain to settle a disagreement."""
    note: str | None = Field(default=None, min_length=1)
    """Anything a reader should know."""


BOOKKEEPING = tuple(Bookkeeping.model_fields)
"""The keys in the order in which a record writes them."""
