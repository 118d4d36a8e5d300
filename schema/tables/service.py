"""Rows that serve addresses, the search and the build itself."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Key


class RenamedRow(Strict):
    """Old addresses and where they lead now."""

    old: Annotated[str, Key()]
    """Former id."""
    new: str
    """Id that holds today."""


class SearchRow(Strict):
    """One text for each entity, claim and source, for the search."""

    id: Annotated[str, Key()]
    """Kind and id."""
    kind: str
    """device, system, model, software, benchmark, organization, claim or source."""
    ref: str
    """Id of the thing."""
    title: str
    """Name, claim or title."""
    names: str
    """Aliases and ids."""
    text: str
    """What else it can be found by."""


class BuildInfoRow(Strict):
    """What this ledger was built from."""

    key: Annotated[str, Key()]
    """commit, built_at, content_hash, schema_version, version (of a release), history or counts."""
    value: str
    """Its value."""
