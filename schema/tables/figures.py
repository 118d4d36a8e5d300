"""Rows of figures: what each source says, what is shown of it, and where sources differ."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Entity, Flag, Json, Key, Ref, SourceRef, Year


class FigureColumns(Strict):
    """What a statement and a fact have in common."""

    entity: Entity
    """What it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """What is said."""
    stated: str
    """The figure exactly as stated."""
    comparator: str
    """exact, approx, up_to, at_least or range; words for metrics that are no quantities."""
    value: float | None
    """The figure in the unit."""
    value_max: float | None
    """Upper end of a range, in the unit."""
    value_text: str | None
    """Words, dates, flags and absences."""
    unit: str
    """Unit of value and value_max."""
    precision: str | None
    """Number format it holds for."""
    sparsity: str | None
    """dense, sparse or undeclared."""
    per: str | None
    """What one figure counts."""
    edition: str | None
    """Configuration of the device it holds for."""
    stage: str
    """announced, sampling, shipped or withdrawn; shipped where not written."""
    qualifiers: Annotated[str, Json()]
    """All qualifiers that were written, as a JSON object."""
    source: SourceRef
    """Source that says it."""


class SourceRow(Strict):
    """One row for each edition of each document that a figure rests on."""

    id: Annotated[str, Key()]
    """Id of the source."""
    title: str
    """Title as printed."""
    kind: str
    """Kind of document; the order of trust follows from it."""
    publisher: Annotated[str, Ref("organizations")]
    """Organization that published it."""
    url: str | None
    """Address."""
    archived: str | None
    """Address of a kept copy."""
    published: str | None
    """Date of publication, as precise as it says."""
    year: Year
    """Year of publication."""
    accessed: str | None
    """Date it was last read for this ledger."""
    language: str
    """Two-letter code of its language."""
    licence: str | None
    """Terms under which its content may be reused."""
    repeats: Annotated[str | None, Ref("sources")]
    """Source whose figures it copies."""
    note: str | None
    """What a reader must know of it."""
    n_statements: int
    """Statements that rest on it."""


class StatementKey(Strict):
    """Key of a statement."""

    id: Annotated[str, Key()]
    """Address of the statement; it stays when a figure is corrected."""


class StatementRow(FigureColumns, StatementKey):
    """One figure of one entity from one source: the row of truth. Everything else is a view of it."""

    printed: str | None
    """Original wording where it matters."""
    at: str | None
    """Place in the source."""
    basis: str
    """How the figure came about."""
    asserted_by: Annotated[str | None, Ref("organizations")]
    """Whose word it is."""
    rank: str
    """preferred, normal or deprecated."""
    cause: str | None
    """Why it differs from the figure preferred."""
    reason: str | None
    """Why it has its rank."""
    unresolved: str | None
    """What was tried in vain to settle a disagreement."""
    note: str | None
    """Anything a reader should know."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it belongs to."""
    setup: Annotated[str | None, Ref("setups")]
    """Setup it was obtained with."""
    baseline: str | None
    """Setup that a ratio is taken over; undeclared where the source names none."""
    published: str | None
    """Date of the figure, else of its source."""
    year: Year
    """Year of that date."""
    valid_from: str | None
    """First date for which it holds."""
    valid_to: str | None
    """Last date for which it holds."""
    file: str
    """Record it stands in."""
    line: int | None
    """Line of that record."""


class StatementEntityRow(Strict):
    """Ties a statement to every device, system, model, software and benchmark in it."""

    statement: Annotated[str, Ref("statements")]
    """The statement."""
    entity: Entity
    """The entity."""
    role: str
    """subject, device, system, model, engine, benchmark, baseline, seller or asserted_by."""


class FactKey(Strict):
    """Key of a fact."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement shown."""


class FactRow(FigureColumns, FactKey):
    """The statement shown for an entity, a metric and a set of identity qualifiers."""

    source_kind: str
    """Kind of that source."""
    basis: str
    """How the figure came about."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it belongs to."""
    setup: Annotated[str | None, Ref("setups")]
    """Setup it was obtained with."""
    published: str | None
    """Date of the figure."""
    rank: str
    """preferred, normal or deprecated."""
    reason: str | None
    """Why this figure is shown, where somebody decided."""
    n_origins: int
    """Independent origins that agree with it; a copy counts with what it copies."""
    n_statements: int
    """Statements of the same thing."""
    disputed: Flag
    """1 where another source says otherwise and is not set aside."""


class AbsenceRow(Strict):
    """Sourced words that there is no figure."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement that says so."""
    entity: Entity
    """What it is about."""
    metric: Annotated[str, Ref("metrics")]
    """What is missing."""
    qualifiers: Annotated[str, Json()]
    """What it holds for."""
    why: str
    """not_published, not_supported, not_applicable or not_announced."""
    source: SourceRef
    """Who says so."""


class CoverageRow(Strict):
    """Figures that readers ask for first, a row for each: stated, said to be missing, or not looked for yet."""

    id: Annotated[str, Key()]
    """Entity, metric and part."""
    entity: Entity
    """Device or model it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """Figure that is asked for."""
    part: str
    """any; peaks besides in parts: dense, sparse and undeclared, and vector for rates of vector units."""
    needed: Flag
    """1 where its lack is a hole; parts of peaks are only counted."""
    state: str
    """stated, absent where a source says that there is none, unsearched where nobody found a word yet."""
    n_origins: int
    """Independent origins behind the best supported of its figures."""
    best_source_kind: str
    """Most trusted kind of source among those shown; none where nothing is stated."""


class DisagreementRow(Strict):
    """Statements of the same thing of which some pair differs."""

    id: Annotated[str, Key()]
    """Address of the disagreement."""
    entity: Entity
    """What it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """What is disputed."""
    qualifiers: Annotated[str, Json()]
    """What all of them hold for."""
    lowest: str
    """Lowest figure as stated."""
    highest: str
    """Highest figure as stated."""
    lowest_statement: Annotated[str, Ref("statements")]
    """Statement of the lowest figure."""
    highest_statement: Annotated[str, Ref("statements")]
    """Statement of the highest figure."""
    ratio: float | None
    """Highest over lowest; empty for words and dates."""
    n_statements: int
    """Statements in the group."""
    state: str
    """open, ranked or explained."""
    cause: str
    """Why they differ, from a closed list."""
    explanation: str | None
    """Reasons and notes of those who ranked them."""
    statements: Annotated[str, Json()]
    """Addresses of all statements of the group, as a JSON list."""


class PriceRow(Strict):
    """Prices with who asks them, for what and when."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement."""
    entity: Entity
    """What is sold."""
    metric: Annotated[str, Ref("metrics")]
    """price, rent or token_price."""
    amount: float
    """The amount in its currency."""
    currency: str
    """Currency and, where it has one, the unit sold."""
    per: str | None
    """What one price buys."""
    seller: Annotated[str | None, Ref("organizations")]
    """Who asks it."""
    region: str | None
    """Market."""
    terms: str | None
    """Purchase, on demand, reserved; input or output tokens."""
    observed: str | None
    """When it was asked."""
    source: SourceRef
    """Who says so."""
