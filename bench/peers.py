"""What a team writes first for the same result, with the tools that everybody knows.

`typed` makes the tables that loading makes of these records, all columns, with the same indexes and full-text search;
it checks every reference, metric, qualifier and unit and reads figures with our parser. It does without lines of files,
vocabularies, canonical layout, notes where a mistake stands, and without comparing figures with one another.
"""

from collections import Counter
from collections.abc import Container, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import sqlite_utils
import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from loaders.ddl import INDEXES, SEARCHED, columns
from loaders.dictionary import load_dictionary
from schema.dictionary import Dictionary
from schema.quantity import parse_figure
from schema.records import DEFAULT_PER

Row = dict[str, Any]
TABLES = ("entities", "organizations", "sources", "identifiers", "statements", "statement_entities", "search")
IN_COLUMNS = ("precision", "sparsity", "per", "edition", "stage")


class Plain(BaseModel):
    """Numbers of YAML are texts again, since versions and ids look like numbers."""

    model_config = ConfigDict(coerce_numbers_to_str=True)


class Said(Plain):
    """A statement: its metric and qualifiers are whatever else stands in it."""

    model_config = ConfigDict(extra="allow")

    source: str
    at: str | None = None
    printed: str | None = None
    basis: str = "vendor_stated"
    asserted_by: str | None = None
    rank: str = "normal"
    cause: str | None = None
    reason: str | None = None
    unresolved: str | None = None
    note: str | None = None


class Thing(Plain):
    """A device or model."""

    name: str
    kind: str
    vendor: str | None = None
    developer: str | None = None
    architecture: str | None = None
    family: str | None = None
    aliases: list[str] = []
    identifiers: dict[str, str] = {}
    statements: list[Said]


class Organization(Plain):
    """An organization."""

    name: str
    kind: str


class Source(Plain):
    """A source."""

    title: str
    kind: str
    publisher: str
    url: str | None = None
    published: str | None = None
    note: str | None = None


def records(data_root: Path) -> Iterator[Path]:
    """Files of devices and models."""
    yield from (path for kind in ("devices", "models") for path in sorted((data_root / kind).rglob("*.yml")))


def typed(data_root: Path, out: Path) -> None:
    """CSafeLoader, pydantic and sqlite-utils."""
    rows = _all_rows(data_root, load_dictionary(data_root))
    database = sqlite_utils.Database(out)
    for name in TABLES:
        table = database.table(name)
        keyed = "id" if "id" in columns(name) and name != "identifiers" else None
        table.insert_all(rows[name], pk=keyed)
        for group in INDEXES.get(name, ()):
            table.create_index(group.split(", "), if_not_exists=True)
        if name in SEARCHED:
            table.enable_fts(SEARCHED[name], tokenize="unicode61 remove_diacritics 2")


def _all_rows(data_root: Path, dictionary: Dictionary) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {name: [] for name in TABLES}
    organizations = TypeAdapter(dict[str, Organization]).validate_python(_read(data_root / "organizations.yml"))
    sources: dict[str, Source] = {}
    for path in sorted((data_root / "sources").rglob("*.yml")):
        sources |= TypeAdapter(dict[str, Source]).validate_python(_read(path))
    for id_, organization in organizations.items():
        _add_organization(rows, id_, organization)
    check, per_source = TypeAdapter(Thing), Counter[str]()
    for path in records(data_root):
        thing = check.validate_python(_read(path))
        _must_be_known(thing.vendor or thing.developer, organizations)
        _add_thing(rows, path, thing, data_root)
        for said in thing.statements:
            _must_be_known(said.source, sources)
            per_source[said.source] += 1
            _add_statement(rows, rows["entities"][-1], thing.kind, said, sources[said.source], dictionary)
    for id_, source in sources.items():
        _must_be_known(source.publisher, organizations)
        _add_source(rows, id_, source, per_source[id_])
    if len({row["id"] for row in rows["statements"]}) < len(rows["statements"]):
        raise ValueError("a source says a thing twice")
    return rows


def _must_be_known(id_: str | None, known: Container[str | None]) -> None:
    if id_ not in known:
        raise ValueError(f"nothing is called {id_}")


def _read(path: Path) -> Any:
    return yaml.load(path.read_bytes(), yaml.CSafeLoader)


def _add_organization(rows: dict[str, list[Row]], id_: str, item: Organization) -> None:
    file = "data/organizations.yml"
    rows["entities"].append(
        {"id": id_, "kind": "organization", "name": item.name, "aliases": [], "file": file, "predecessor": None,
         "variant_of": None}
    )  # fmt: skip
    rows["organizations"].append(
        {"id": id_, "name": item.name, "kind": item.kind, "country": "unknown", "homepage": None}
    )
    _add_search(rows, "organization", id_, item.name, id_, item.kind)


def _add_source(rows: dict[str, list[Row]], id_: str, item: Source, n_statements: int) -> None:
    rows["sources"].append(
        {"id": id_, **item.model_dump(), "archived": None, "accessed": None, "language": "en", "licence": None,
         "repeats": None, "n_statements": n_statements, "year": item.published and int(item.published[:4])}
    )  # fmt: skip
    _add_search(rows, "source", id_, item.title, id_, item.publisher)


def _add_search(rows: dict[str, list[Row]], kind: str, id_: str, title: str, names: str, text: str) -> None:
    rows["search"].append(
        {"id": f"{kind}:{id_}", "kind": kind, "ref": id_, "title": title, "names": names, "text": text}
    )


def _add_thing(rows: dict[str, list[Row]], path: Path, thing: Thing, data_root: Path) -> None:
    id_, kind = path.stem, "device" if thing.vendor else "model"
    file = f"data/{path.relative_to(data_root)}"
    rows["entities"].append(
        {"id": id_, "kind": kind, "name": thing.name, "aliases": thing.aliases, "file": file, "predecessor": None,
         "variant_of": None}
    )  # fmt: skip
    rows["identifiers"] += [{"entity": id_, "scheme": scheme, "id": of} for scheme, of in thing.identifiers.items()]
    words = (thing.vendor, thing.developer, thing.kind, thing.architecture, thing.family)
    names = " · ".join((id_, *thing.aliases, *thing.identifiers.values()))
    _add_search(rows, kind, id_, thing.name, names, " ".join(filter(None, words)))


def _add_statement(
    rows: dict[str, list[Row]], of: Row, kind: str, said: Said, source: Source, dictionary: Dictionary
) -> None:
    more = {key: str(value) for key, value in (said.model_extra or {}).items()}
    (metric,) = [key for key in more if key in dictionary.metrics]
    stated, qualifiers = more.pop(metric), dict(sorted(more.items()))
    unknown = [key for key in qualifiers if key not in dictionary.metrics[metric].allowed]
    if unknown or of["kind"] not in dictionary.metrics[metric].about:
        raise ValueError(f"{of['id']}: {metric} takes no {unknown}")
    known = "|".join((of["id"], metric, str(qualifiers), said.source))
    id_ = blake2b(known.encode(), digest_size=8).hexdigest()
    assumed = {"stage": "shipped", "per": DEFAULT_PER.get(kind) if of["kind"] == "device" else None}
    rows["statements"].append(
        {"id": id_, "entity": of["id"], "entity_kind": of["kind"], "metric": metric, "stated": stated,
         **_figure(stated, metric, dictionary), **{key: qualifiers.get(key, assumed.get(key)) for key in IN_COLUMNS},
         "qualifiers": qualifiers, **said.model_dump(exclude=set(more) | {metric}), "claim": None, "setup": None,
         "baseline": None, "published": source.published, "valid_from": None, "valid_to": None, "file": of["file"],
         "line": None, "year": source.published and int(source.published[:4])}
    )  # fmt: skip
    rows["statement_entities"].append({"statement": id_, "entity": of["id"], "role": "subject"})


def _figure(stated: str, metric: str, dictionary: Dictionary) -> Row:
    if dictionary.metrics[metric].type != "quantity":
        return {"comparator": "words", "value": None, "value_max": None, "value_text": stated, "unit": ""}
    figure = parse_figure(stated, dictionary.unit_choices[metric])
    most = None if figure.value_max is None else float(figure.value_max)
    ends = {"value": float(figure.value), "value_max": most, "value_text": None}
    return {"comparator": figure.comparator, **ends, "unit": figure.unit}


def untyped(data_root: Path, out: Path) -> None:
    """As yaml-to-sqlite does it: the pure-Python loader, one wide table, nested values as JSON, no search."""
    database = sqlite_utils.Database(out)
    read = ({"id": path.stem, **yaml.safe_load(path.read_text())} for path in records(data_root))
    database.table("records").insert_all(read, pk="id", alter=True)
