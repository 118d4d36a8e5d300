"""A ledger as answers need it: models and devices by id, read when they are first asked for."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from analysis.hosting import queries
from analysis.hosting.devices import devices
from analysis.hosting.formats import released_formats
from analysis.hosting.naming import Names
from analysis.hosting.recorded import Recorded, Row, by_entity, known_by, recorded
from analysis.memory import Cited, Device, Model, Validated, from_facts, validated_from_rows

CONTEXTS = frozenset({"context_length", "context_configured", "context_served"})
Fetch = Callable[..., Iterable[Row]]
"""Rows of an SQL text with its named parameters."""


@dataclass(frozen=True, slots=True)
class Known:
    """A model with what the ledger says of it. `released` formats come the widest first."""

    id: str
    name: str
    model: Model
    facts: list[Recorded]
    released: list[str]
    repo: str | None
    notes: tuple[Cited, ...] = ()
    """What is assumed of the model itself."""

    @property
    def context_limit(self) -> int | None:
        """The longest context on record, in tokens."""
        found = (fact.value for fact in self.facts if fact.metric in CONTEXTS and fact.value)
        return max((int(value) for value in found), default=None)

    def repo_in(self, precision: str) -> str | None:
        """A repository that holds the weights in this format."""
        for fact in self.facts:
            held = fact.qualifiers.get("precision") or fact.value_text or ""
            named = fact.metric in ("checkpoint_size", "checkpoint_precision") and fact.qualifiers.get("repo")
            if named and "/" in named and precision in held.replace(",", " ").split():
                return named
        return self.repo if self.released[:1] == [precision] else None


def known_model(
    id_: str, name: str, facts: list[Recorded], repo: str | None = None, notes: tuple[Cited, ...] = ()
) -> Known:
    """The model that these figures describe."""
    model = from_facts(id_, facts)
    return Known(id_, name, model, facts, released_formats(model), repo, notes)


class Shelf:
    """Names, devices and models of one ledger, or of what was known by a day. Devices are read once."""

    def __init__(self, fetch: Fetch) -> None:
        self.fetch = fetch
        names = list(fetch(queries.NAMES))
        renamed = {row["old"]: row["new"] for row in fetch(queries.RENAMED)}
        self.models = Names.of(names, "model", renamed)
        self.device_names = Names.of(names, "device", renamed)
        self.repos = {row["id"]: row["repo"] for row in names if row["repo"]}
        rows = list(fetch(queries.DEVICES))
        self.power = {row["id"]: row["power_w"] for row in rows}
        self.devices = {device.id: device for device in devices(rows, by_entity(fetch(queries.FACTS_OF_DEVICES)))}
        self.validated = self._validated()

    def _validated(self) -> Validated:
        noted = next(iter(self.fetch(queries.NOTE, key="validated_runs")), None)
        return validated_from_rows(json.loads(noted["value"]) if noted else [])

    def model(self, id_: str, fetch: Fetch | None = None) -> Known:
        """The model of this id as the ledger shows it; `fetch` where the reader's own is no longer open."""
        facts = [recorded(row) for row in (fetch or self.fetch)(queries.FACTS_OF, id=id_)]
        return known_model(id_, self.models.ids[id_], facts, self.repos.get(id_))

    def cited(self, places: Iterable[str], fetch: Fetch | None = None) -> list[dict[str, Any]]:
        """What stands at each place: statements with their source's title and address, addresses as they are."""
        found = []
        for place in places:
            rows = (fetch or self.fetch)(queries.SOURCE_OF, id=place)
            row = next(iter(rows), None)
            found.append(
                {"where": place, "source": row["id"], "title": row["title"], "url": row["url"]}
                if row
                else {"where": place, "source": None, "title": None, "url": place if "://" in place else None}
            )
        return found

    def model_by(self, id_: str, day: date, trust: list[str]) -> Known:
        """The model as sources that were published by `day` have it."""
        facts = known_by(self.fetch(queries.STATEMENTS_OF, id=id_), day, trust)
        return known_model(id_, self.models.ids[id_], facts, self.repos.get(id_))

    def devices_by(self, day: date, trust: list[str]) -> dict[str, Device]:
        """Devices as sources that were published by `day` have them."""
        rows: list[Any] = list(self.fetch(queries.DEVICES))
        facts = {row["id"]: known_by(self.fetch(queries.STATEMENTS_OF, id=row["id"]), day, trust) for row in rows}
        return {device.id: device for device in devices(rows, facts)}
