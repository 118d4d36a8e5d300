"""A ledger as answers need it: models and devices by id, read when they are first asked for."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from analysis.hosting import queries
from analysis.hosting.devices import devices, with_memory_of
from analysis.hosting.formats import released_formats
from analysis.hosting.naming import Names
from analysis.hosting.question import Question
from analysis.hosting.recorded import Recorded, Row, by_entity, known_by, recorded
from analysis.hosting.reply import answered
from analysis.hosting.rivals import Other, Rivals, by_shown, each_instead
from analysis.memory import Answer, Cited, Device, Model, Validated, from_facts, validated_from_rows

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
    others: tuple[Other, ...] = ()
    """The model as figures have it that disagree with those shown."""

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
    id_: str,
    name: str,
    facts: list[Recorded],
    repo: str | None = None,
    notes: tuple[Cited, ...] = (),
    rivals: Rivals = MappingProxyType({}),
) -> Known:
    """The model that these figures describe."""
    model = from_facts(id_, facts)
    others = tuple(Other(stated, model=from_facts(id_, changed)) for stated, changed in each_instead(facts, rivals))
    told = tuple(other for other in others if other.model != model)
    return Known(id_, name, model, facts, released_formats(model), repo, notes, told)


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
        facts = by_entity(fetch(queries.FACTS_OF_DEVICES))
        self.devices = {device.id: device for device in devices(rows, facts)}
        self.other_devices = self._others(rows, facts)
        self.validated = self._validated()

    def _others(self, rows: Iterable[Row], facts: dict[str, list[Recorded]]) -> dict[str, tuple[Other, ...]]:
        """Devices whose memory is disputed, once for each figure that is not shown."""
        rivals = by_shown(self.fetch(queries.RIVALS_OF_DEVICES))
        found = {}
        for row in rows:
            device = self.devices[row["id"]]
            changed = each_instead(facts.get(device.id, []), rivals)
            others = (Other(stated, device=with_memory_of(device, row, held)) for stated, held in changed)
            found[device.id] = tuple(other for other in others if other.device != device)
        return {id_: others for id_, others in found.items() if others}

    def answer(self, known: Known, device: Device | None, question: Question) -> Answer:
        """The answer for a device of this ledger; where a figure that it rests on is disputed, with both in its ends.

        Raises FormatError.
        """
        ours = device is not None and device is self.devices.get(device.id)
        others = (*known.others, *(self.other_devices.get(device.id, ()) if ours and device else ()))
        return answered(known.model, device, question, known.released, self.validated, others)

    def _validated(self) -> Validated:
        noted = next(iter(self.fetch(queries.NOTE, key="validated_runs")), None)
        return validated_from_rows(json.loads(noted["value"]) if noted else [])

    def model(self, id_: str, fetch: Fetch | None = None) -> Known:
        """The model of this id as the ledger shows it; `fetch` where the reader's own is no longer open."""
        read = fetch or self.fetch
        facts = [recorded(row) for row in read(queries.FACTS_OF, id=id_)]
        rivals = by_shown(read(queries.RIVALS_OF, id=id_))
        return known_model(id_, self.models.ids[id_], facts, self.repos.get(id_), rivals=rivals)

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
