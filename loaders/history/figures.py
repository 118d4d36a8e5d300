"""The figures of one version of a record, as far as they can be compared with another version's.

Old versions were written under older rules: they are read without being checked, and what cannot be read is left out.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml

from schema.bookkeeping import BOOKKEEPING
from schema.dictionary import Dictionary

Scope = tuple[tuple[str, str], ...]
"""Qualifiers as written, sorted."""
Key = tuple[str, Scope, str, str]
"""Metric, scope, setup and `part`: what a figure is of, whoever says it."""
TOLD = frozenset(BOOKKEEPING) - {"of", "over", "part"}
"""Keys that say something about a figure and not what it is of."""


@dataclass(frozen=True)
class Said:
    """A figure as one source states it."""

    stated: str
    source: str
    rank: str
    reason: str | None
    valid_from: str | None


@dataclass(frozen=True)
class Version:
    """Figures of a version by what they are of, and the entity that a claim is about."""

    about: str | None
    figures: dict[Key, dict[str, Said]] = field(default_factory=dict)


class UnreadableVersionError(Exception):
    """The text was no record."""


def read_version(text: str, dictionary: Dictionary) -> Version:
    """Figures of a version. Raises UnreadableVersionError."""
    try:
        tree = yaml.load(text, yaml.CBaseLoader)  # noqa: S506 - the base loader makes nothing but texts
    except yaml.YAMLError as error:
        raise UnreadableVersionError(str(error)) from error
    if not isinstance(tree, dict) or not isinstance(tree.get("statements") or [], list):
        raise UnreadableVersionError("no record")
    version = Version(tree.get("about"))
    for line in tree.get("statements") or []:
        if isinstance(line, dict):
            _enter(version, line, dictionary)
    return version


def _enter(version: Version, line: dict[str, Any], dictionary: Dictionary) -> None:
    metrics = [name for name in line if name in dictionary.metrics]
    if len(metrics) != 1 or not isinstance(line.get("source"), str):
        return
    scope = {name: str(value) for name, value in line.items() if name not in TOLD and name != metrics[0]}
    setup, part = scope.pop("of", ""), scope.pop("part", "")
    key = (metrics[0], tuple(sorted(scope.items())), setup, part)
    said = Said(
        str(line[metrics[0]]), line["source"], line.get("rank", "normal"), line.get("reason"), line.get("valid_from")
    )
    version.figures.setdefault(key, {})[said.source] = said
