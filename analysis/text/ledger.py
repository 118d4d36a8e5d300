"""What the ledger knows, in memory and frozen: names, figures with their sources, absences, relations."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from analysis.text.claims import Assertion, Setting, assertions, settings
from schema.dictionary import Dictionary
from schema.languages import Languages
from schema.quantity import Figure, NotAFigure, parse_figure
from schema.records import DEFAULT_PER

Row = Mapping[str, Any]
ReadTable = Callable[[str], Iterable[Row]]
"""Gives all rows of a table of the ledger."""
NOTHING: frozenset[Setting] = frozenset()
PRIMARY = frozenset({"datasheet", "config", "model_card", "documentation", "vendor_statement", "audited_submission"})
"""Kinds of source that need no second witness."""
TABLES = (
    "lexicon", "entities", "devices", "systems", "models", "software", "sources", "statements", "statement_entities",
    "setups", "claims", "configurations", "findings",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity. `detail` is gpu, rack, language …; `per` what a figure counts; `device` and `count` what is in it,
    `editions` the names of its configurations with spaces for their signs."""

    id: str
    kind: str
    name: str
    aliases: tuple[str, ...]
    maker: str = ""
    detail: str = ""
    per: str = ""
    device: str = ""
    count: int = 0
    editions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A source with the origin of what it says; `root` is the document that it copies in the end."""

    id: str
    title: str
    kind: str
    publisher: str
    url: str
    published: str
    repeats: str
    root: str
    root_kind: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A statement of the ledger. `conditions` are those of its setup, `settings` the numbers that its run and the
    baseline were made with, `ties` every entity it involves, `parties` the same by kind."""

    id: str
    entity: str
    metric: str
    stated: str
    figure: Figure | None
    text: str
    absence: str
    qualifiers: Mapping[str, str]
    headline: bool
    source: Source
    origin: str
    rank: str
    cause: str
    reason: str
    published: str
    valid_from: str
    valid_to: str
    claim: str
    conditions: Mapping[str, str]
    baseline: Mapping[str, str]
    settings: frozenset[Setting]
    ties: frozenset[str]
    parties: Mapping[str, frozenset[str]]
    findings: tuple[str, ...]

    @property
    def primary(self) -> bool:
        """Whether its source needs no second witness; a copy never does."""
        return self.source.root_kind in PRIMARY


@dataclass(frozen=True)
class Ledger:
    """Everything that text is judged by."""

    dictionary: Dictionary
    languages: Languages
    things: Mapping[str, Thing]
    sources: Mapping[str, Source]
    by_entity: Mapping[str, Mapping[str, tuple[Recorded, ...]]]
    by_tie: Mapping[str, Mapping[str, tuple[Recorded, ...]]]
    systems_of: Mapping[str, tuple[str, ...]]
    claims: Mapping[str, Assertion]

    def of(self, entity: str, metric: str) -> tuple[Recorded, ...]:
        """Statements about an entity."""
        return self.by_entity.get(entity, {}).get(metric, ())

    def involving(self, entity: str, metric: str) -> tuple[Recorded, ...]:
        """Statements about an entity, or about something else in which it takes part."""
        return self.by_tie.get(entity, {}).get(metric, ())

    def name(self, entity: str) -> str:
        """Full name of an entity."""
        return self.things[entity].name if entity in self.things else entity


def ledger_from_tables(read: ReadTable) -> Ledger:
    """The ledger from its tables. Raises KeyError where a table lacks a column that is needed."""
    dictionary, languages = vocabulary(read("lexicon"))
    things = _things(read)
    sources = _sources(read("sources"))
    recorded = list(_recorded(read, dictionary, things, sources))
    systems: dict[str, list[str]] = defaultdict(list)
    for thing in things.values():
        if thing.device:
            systems[thing.device].append(thing.id)
    return Ledger(
        dictionary, languages, things, sources,
        _index(((item.entity, item.metric), item) for item in recorded),
        _index(((tie, item.metric), item) for item in recorded for tie in item.ties),
        {device: tuple(sorted(ids)) for device, ids in systems.items()},
        assertions(read("claims"), read("setups")),
    )  # fmt: skip


def vocabulary(rows: Iterable[Row]) -> tuple[Dictionary, Languages]:
    """Dictionary and languages from their table. Raises KeyError where it lacks one of them."""
    parts = _lexicon(rows)
    return Dictionary.model_validate(parts["dictionary"]), Languages.model_validate(parts["languages"])


def _lexicon(rows: Iterable[Row]) -> dict[str, Any]:
    """Rows `dictionary/metrics/power` and the like as the nested maps they were taken from."""
    tree: dict[str, Any] = {}
    for row in rows:
        *path, last = row["id"].split("/")
        place = tree
        for step in path:
            place = place.setdefault(step, {})
        place[last] = json.loads(row["value"])
    return tree


def lexicon_rows(dictionary: Dictionary, languages: Languages) -> Iterable[tuple[str, str]]:
    """Dictionary and languages as rows, each small enough for a page's connection."""
    whole = {
        "dictionary": dictionary.model_dump(mode="json"),
        "languages": languages.model_dump(mode="json", by_alias=True),
    }
    yield from _flattened(whole, (), 4)


def _flattened(tree: Any, path: tuple[str, ...], depth: int) -> Iterable[tuple[str, str]]:
    splits = isinstance(tree, dict) and depth > 0 and tree and not any("/" in key or not key for key in tree)
    if not splits:
        yield "/".join(path), json.dumps(tree, ensure_ascii=False)
        return
    for key, value in tree.items():
        yield from _flattened(value, (*path, key), depth - 1)


def _index(pairs: Iterable[tuple[tuple[str, str], Recorded]]) -> dict[str, dict[str, tuple[Recorded, ...]]]:
    gathered: dict[str, dict[str, list[Recorded]]] = defaultdict(lambda: defaultdict(list))
    for (entity, metric), item in pairs:
        gathered[entity][metric].append(item)
    return {entity: {metric: tuple(items) for metric, items in table.items()} for entity, table in gathered.items()}


def _things(read: ReadTable) -> dict[str, Thing]:
    details: dict[str, Row] = {}
    for table in ("devices", "systems", "models", "software"):
        details |= {row["id"]: row for row in read(table)}
    editions: dict[str, list[str]] = defaultdict(list)
    for row in read("configurations"):
        editions[row["device"]].append(row["edition"].replace("-", " ").replace("_", " "))
    found = {}
    for row in read("entities"):
        more = details.get(row["id"], {})
        maker = next((more[key] for key in ("vendor", "developer", "maker") if more.get(key)), "")
        detail = str(more.get("kind") or "")
        count = int(more.get("device_count") or 0) if row["kind"] == "system" else 0
        device = str(more.get("device") or "") if row["kind"] == "system" else ""
        aliases = tuple(json.loads(row["aliases"]))
        per = DEFAULT_PER.get(detail, "") if row["kind"] in ("device", "system") else ""
        found[row["id"]] = Thing(
            row["id"], row["kind"], row["name"], aliases, maker, detail, per, device, count, tuple(editions[row["id"]])
        )
    return found


def _sources(rows: Iterable[Row]) -> dict[str, Source]:
    table = {row["id"]: row for row in rows}

    def root(source: str) -> str:
        seen: set[str] = set()
        while source in table and table[source]["repeats"] and source not in seen:
            seen.add(source)
            source = table[source]["repeats"]
        return source

    return {
        id_: Source(
            id_, row["title"], row["kind"], row["publisher"], row["url"] or "", row["published"] or "",
            row["repeats"] or "", root(id_), table[root(id_)]["kind"] if root(id_) in table else row["kind"],
        )
        for id_, row in table.items()
    }  # fmt: skip


def _recorded(
    read: ReadTable, dictionary: Dictionary, things: Mapping[str, Thing], sources: Mapping[str, Source]
) -> Iterable[Recorded]:
    ties: dict[str, set[str]] = defaultdict(set)
    for row in read("statement_entities"):
        if row["role"] not in ("asserted_by", "baseline", "seller"):
            ties[row["statement"]].add(row["entity"])
    setups = {row["id"]: json.loads(row["conditions"]) for row in read("setups")}
    made = {id_: frozenset(settings(run)) for id_, run in setups.items()}
    headline = {(row["device"], row["edition"]) for row in read("configurations") if row["headline"]}
    findings: dict[str, list[str]] = defaultdict(list)
    for row in read("findings"):
        if row["statement"] and row["level"] in ("error", "misleading", "question"):
            findings[row["statement"]].append(row["message"])
    for row in read("statements"):
        qualifiers = _qualifiers(row, things)
        source = sources[row["source"]]
        origin = row["asserted_by"] or (sources[source.root].publisher if source.root in sources else source.publisher)
        involved = frozenset({row["entity"], *ties[row["id"]]})
        absence = row["value_text"] if row["comparator"] == "absent" else ""
        figure = None if absence else _figure(row, dictionary)
        edition = qualifiers.get("edition")
        yield Recorded(
            row["id"], row["entity"], row["metric"], row["stated"], figure, row["value_text"] or "", absence,
            qualifiers,
            edition is None or (row["entity"], edition) in headline, source, origin, row["rank"], row["cause"] or "",
            row["reason"] or "", row["published"] or "", row["valid_from"] or "", row["valid_to"] or "",
            row["claim"] or "",
            _conditions(setups.get(row["setup"] or "", {})), _conditions(setups.get(row["baseline"] or "", {})),
            NOTHING.union(settings(qualifiers), *(made.get(row[run] or "", NOTHING) for run in ("setup", "baseline"))),
            involved, by_kind(involved, things), tuple(findings[row["id"]]),
        )  # fmt: skip


def by_kind(ids: Iterable[str], things: Mapping[str, Thing]) -> dict[str, frozenset[str]]:
    """Ids of things by their kind."""
    table: dict[str, set[str]] = {}
    for id_ in ids:
        if id_ in things:
            table.setdefault(things[id_].kind, set()).add(id_)
    return {kind: frozenset(found) for kind, found in table.items()}


def _qualifiers(row: Row, things: Mapping[str, Thing]) -> dict[str, str]:
    written = {name: str(value) for name, value in json.loads(row["qualifiers"]).items()}
    thing = things.get(row["entity"])
    if thing and thing.per and "per" not in written:
        written["per"] = thing.per
    return written


def _figure(row: Row, dictionary: Dictionary) -> Figure | None:
    choice = dictionary.unit_choices.get(row["metric"])
    if choice is None:
        return None
    try:
        return parse_figure(row["stated"], choice)
    except NotAFigure:
        return None


def _conditions(setup: Mapping[str, Any]) -> dict[str, str]:
    """Conditions of a setup as texts; devices are ties already."""
    flat = {key: str(value) for key, value in setup.items() if isinstance(value, str)}
    return flat | {key: str(value) for key, value in setup.get("other", {}).items()} if "other" in setup else flat
