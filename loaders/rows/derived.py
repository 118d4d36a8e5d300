"""Rows of what the analysis concludes: facts and disagreements."""

import json
from hashlib import blake2b
from typing import Any

from analysis.disagreements import Disagreement
from analysis.facts import Fact
from loaders.rows.statements import Place, figure_columns, words_of

Row = tuple[Any, ...]


def fact_row(fact: Fact, place: Place, setup: str | None) -> Row:
    """Row of table `facts`."""
    line, book = fact.shown, fact.shown.statement.book
    return (
        line.id, *figure_columns(line.statement, place), line.source_kind, book.basis or "vendor_stated", place.claim,
        setup, line.published, book.rank or "normal", book.reason, fact.n_origins, len(fact.group.members),
        int(fact.disputed),
    )  # fmt: skip


def disagreement_row(found: Disagreement, subject: str, place: Place) -> Row:
    """Row of table `disagreements`."""
    words = words_of(found.group.qualifiers)
    parts = "\x1f".join((subject, found.group.metric, words))
    return (
        blake2b(parts.encode(), digest_size=8).hexdigest(), place.entity, place.entity_kind, found.group.metric, words,
        found.lowest.statement.stated, found.highest.statement.stated, found.lowest.id, found.highest.id,
        round(found.ratio, 4) if found.ratio else None, len(found.group.members), found.state, found.cause,
        found.explanation, json.dumps([line.id for line in found.group.members]),
    )  # fmt: skip
