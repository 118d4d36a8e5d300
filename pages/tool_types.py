"""What the tools for agents answer with."""

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """The base of every answer: docstrings are the descriptions that an agent reads."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class FoundEntity(Answer):
    """A thing that a name may mean."""

    id: str
    kind: str
    """device, system, model, software, benchmark or organization."""
    name: str
    description: str
    score: float
    """Likeness from 0 to 100."""
    sure: bool
    """Whether it is beyond doubt that this one is meant."""
    address: str


class FoundEntities(Answer):
    """Things that a name may mean, best first."""

    name: str
    candidates: list[FoundEntity]


class SourceOfFigure(Answer):
    """The document that a figure rests on."""

    id: str
    title: str
    publisher: str
    kind: str
    url: str | None
    published: str | None
    at: str | None
    """Place in it."""


class Figure(Answer):
    """One figure with what it holds for, who says so and how it stands."""

    metric: str
    label: str
    stated: str
    """As its source prints it; never convert or round without saying so."""
    value: float | None
    """In `unit`; the lower end of a range."""
    value_max: float | None
    value_text: str | None
    unit: str
    holds_for: list[str]
    """Scope in words: precision, dense or sparse, per what. A figure means nothing without it."""
    basis: str
    """audited, measured, vendor_stated, estimated, simulated or derived."""
    rank: str
    reason: str | None
    n_origins: int | None
    """Independent origins that agree; absent for rivals."""
    disputed: bool | None
    """Whether another source says otherwise; absent for rivals."""
    source: SourceOfFigure
    statement: str
    address: str
    """Permanent address, to cite."""


class Absence(Answer):
    """A sourced word that there is no figure, which is not the same as one that is not on record."""

    metric: str
    why: str
    holds_for: list[str]
    source: str


class EntityFacts(Answer):
    """What is known of a thing."""

    id: str
    kind: str
    name: str
    address: str
    facts: list[Figure]
    """The figures shown: one for each metric and scope."""
    rivals: list[Figure]
    """Other figures for the same metrics, those set aside too; empty unless asked for."""
    absences: list[Absence]
    left_out: int
    """Facts beyond the limit."""
    citation: str


class ComparedFigure(Answer):
    """A figure of one of the things compared."""

    entity: str
    stated: str
    value: float | None
    holds_for: list[str]
    disputed: bool
    source: str
    address: str


class ComparedRow(Answer):
    """Figures of one metric under one scope."""

    metric: str
    label: str
    unit: str
    higher_is: str
    figures: list[ComparedFigure]
    missing: list[str]
    """Things without such a figure on record: unknown, not zero."""


class Comparison(Answer):
    """Things side by side. Only figures of equal scope stand in one row."""

    entities: list[str]
    rows: list[ComparedRow]
    citation: str


class Judged(Answer):
    """One figure of a text with its verdict."""

    text: str
    start: int
    end: int
    entity: str | None
    metric: str | None
    value: float | str | None
    value_max: float | None
    unit: str | None
    verdict: str
    """supported, only_repeated, misleading, contradicted, unsure or not_in_ledger."""
    why: str
    """In the language of the text."""
    fact: str | None
    """The figure on record, as stated."""
    statements: list[str]
    """Addresses of the statements behind the verdict."""


class CheckedText(Answer):
    """Every figure of a text, judged against the ledger."""

    language: str
    figures: list[Judged]
    unjudged: int
    """Figures left out because there were too many."""
