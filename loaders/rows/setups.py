"""Rows of claims and their setups; a setup that is like another is written out whole."""

import json
from typing import Any

from loaders.records import Record
from schema.records import Claim, Setup

Row = tuple[Any, ...]
_SHOWN = ("precision", "parallelism", "batch", "context", "spec_decode", "acceptance")


def whole_setup(claim: Claim, name: str) -> Setup:
    """The setup with what it takes over from the one it is like. The chain is known to end."""
    setup = claim.setups[name]
    if setup.like is None or setup.like not in claim.setups:
        return setup
    parent = whole_setup(claim, setup.like)
    own = {key: getattr(setup, key) for key in setup.model_fields_set if key != "like"}
    return parent.model_copy(update={**own, "other": {**parent.other, **setup.other}, "like": setup.like})


def conditions(setup: Setup) -> dict[str, Any]:
    """Everything that was stated of a setup."""
    return setup.model_dump(exclude_defaults=True, exclude={"like"})


def claim_row(record: Record, n_statements: int) -> Row:
    """Row of table `claims`; findings are counted when all are known."""
    claim = record.head
    assert isinstance(claim, Claim)
    review = claim.review
    return (
        record.id, claim.claim, claim.about, claim.claimant, claim.made, claim.first_appearance,
        review.rating if review else "unverified", review.because if review else None,
        review.reviewer if review else None, review.reviewed if review else None, n_statements, 0, record.file.name,
    )  # fmt: skip


def setup_row(record: Record, name: str) -> Row:
    """Row of table `setups`."""
    claim = record.head
    assert isinstance(claim, Claim)
    setup = whole_setup(claim, name)
    counts = [int(part.count) for part in setup.devices if part.count]
    devices = [part.model_dump(exclude_defaults=True) for part in setup.devices]
    return (
        f"{record.id}/{name}", record.id, name, setup.model, setup.engine, setup.engine_version, setup.system,
        setup.devices[0].device if setup.devices else None, sum(counts) if counts else None,
        json.dumps(devices), *(getattr(setup, key) for key in _SHOWN),
        json.dumps(conditions(setup), ensure_ascii=False),
    )  # fmt: skip
