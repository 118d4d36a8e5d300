"""Rows of claims, of what was run for them, and of what checks notice."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Entity, Json, Key, MaybeEntity, Ref, Year


class ClaimRow(Strict):
    """Public assertions that somebody made."""

    id: Annotated[str, Key()]
    """Id of the claim."""
    claim: str
    """The assertion in one sentence."""
    about: Entity
    """What it is about."""
    claimant: Annotated[str, Ref("organizations")]
    """Who asserts it."""
    made: str | None
    """When it was made."""
    year: Year
    """Year in which it was made."""
    first_appearance: Annotated[str | None, Ref("sources")]
    """Source where it was first seen."""
    rating: str
    """sound, depends_on_setup, misleading, false or unverified."""
    rating_reason: str | None
    """Why it has that rating."""
    reviewer: str | None
    """Who reviewed it."""
    reviewed: str | None
    """When it was reviewed."""
    n_statements: int
    """Figures in it."""
    n_findings: int
    """Findings about it that are no confirmations."""
    file: str
    """Record it stands in."""


class SetupRow(Strict):
    """What was run for a claim."""

    id: Annotated[str, Key()]
    """Claim and name of the setup."""
    claim: Annotated[str, Ref("claims")]
    """The claim."""
    name: str
    """Name of the setup within the claim."""
    model: MaybeEntity
    """Model that was run."""
    engine: MaybeEntity
    """Software that served it."""
    engine_version: str | None
    """Its version."""
    system: MaybeEntity
    """System that was used."""
    device: MaybeEntity
    """First kind of device."""
    device_count: int | None
    """Devices of all kinds."""
    devices: Annotated[str, Json()]
    """All devices with counts and roles, as JSON."""
    precision: str | None
    """Number format of the weights."""
    parallelism: str | None
    """Parallel degrees."""
    batch: str | None
    """Batch size or range."""
    context: str | None
    """Context in tokens."""
    spec_decode: str | None
    """Method of speculative decoding, or none."""
    acceptance: str | None
    """How draft tokens were accepted."""
    conditions: Annotated[str, Json()]
    """Every condition that was stated, as a JSON object."""


class FindingRow(Strict):
    """What an automatic check noticed about a claim or a statement."""

    id: Annotated[str, Key()]
    """Address of the finding."""
    rule: str
    """Check that fired."""
    level: str
    """error, misleading, question or consistent."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it is about."""
    entity: MaybeEntity
    """Entity it is about."""
    statement: Annotated[str | None, Ref("statements")]
    """Statement it is about."""
    other: Annotated[str | None, Ref("statements")]
    """Statement it was compared with."""
    message: str
    """What was noticed, in one sentence."""
    computed: str | None
    """The arithmetic."""
