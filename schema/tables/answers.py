"""Rows that are worked out from the figures: memory answers, counted parameters, changes."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Json, Key, MaybeEntity, Ref


class FitRow(Strict):
    """Which hardware holds which model, with the terms of the answer in GiB."""

    id: Annotated[str, Key()]
    """Address of the answer."""
    model: Annotated[str, Ref("models")]
    """The model."""
    checkpoint: str
    """released or hypothetical."""
    precision: str
    """Number format of the weights."""
    engine: str
    """Engine whose rules were applied."""
    kv_precision: str
    """Number format of the KV cache."""
    context: int
    """Tokens of each user."""
    users: int
    """Users at once."""
    device: Annotated[str, Ref("devices")]
    """The device."""
    devices_needed: int | None
    """Least number of devices that hold it."""
    weights_gib: float | None
    """Weights on all devices."""
    cache_gib: float | None
    """KV cache on all devices."""
    state_gib: float | None
    """States of fixed size on all devices."""
    load_gib: float | None
    """Activations, graphs and runtime on all devices."""
    total_gib: float | None
    """Sum of the terms."""
    low_gib: float | None
    """Low end of the answer."""
    high_gib: float | None
    """High end of the answer."""
    format: str
    """native, emulated, unsupported or unknown on that device."""
    validated: int
    """Real runs of that engine, device class and attention class behind the answer."""


class RecomputedRow(Strict):
    """Stated parameters of models beside those counted from the geometry on record, a row for each statement."""

    statement: Annotated[str, Key(), Ref("statements")]
    """Statement that is counted after."""
    model: Annotated[str, Ref("models")]
    """Model it is about."""
    metric: Annotated[str, Ref("metrics")]
    """params_total or params_active."""
    stated_b: float
    """Parameters as stated, in billions."""
    computed_b: float
    """Parameters counted from the geometry, in billions: the way of counting that comes nearest."""
    difference: float
    """Computed over stated, less one."""
    outcome: str
    """agrees within 1 %; rounded to few digits; explained by what is counted; or a question that is open."""
    explanation: str | None
    """What the stated figure counts or leaves out, or what nobody states; empty where the plain count agrees."""


class RecordRow(Strict):
    """When each record came on record and was last changed, from the repository's own log."""

    file: Annotated[str, Key()]
    """The record."""
    since: str
    """Day on which it came on record."""
    changed: str
    """Day of its last change."""


class ChangeRow(Strict):
    """What has changed in the records, from the repository's own log."""

    id: Annotated[str, Key()]
    """Address of the change."""
    entity: MaybeEntity
    """What it is about."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim that the figure belongs to."""
    metric: Annotated[str, Ref("metrics")]
    """What is said."""
    qualifiers: Annotated[str, Json()]
    """What the figure holds for, as written then."""
    source: str
    """Source of the new figure, or of the one that is gone; it may have been renamed since."""
    old: str | None
    """The figure before; empty for a new one."""
    new: str | None
    """The figure after; empty for one that is gone."""
    kind: str
    """correction (of ours), source_revised, world_changed, new_source, scope, rank, added or removed."""
    date: str
    """Day of the change."""
    reason: str | None
    """Why the figure has its rank, where that is written."""
    subject: str
    """What the commit says of itself."""
    commit: str
    """The commit."""
    file: str
    """Record it stands in."""
    statement: Annotated[str | None, Ref("statements")]
    """The statement of today that the change led to; empty where it has changed in scope since."""
