"""Cells of Datasette's own tables: units beside numbers, links to our pages, labels for words."""

from collections.abc import Callable
from typing import Any

from datasette.column_types import ColumnType, SQLiteType
from markupsafe import Markup

from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.figures import number, pretty_unit

Path = Callable[[str], str]
TABLE_OF_KIND = {
    "devices": "device",
    "systems": "system",
    "models": "model",
    "software": "software",
    "benchmarks": "benchmark",
    "organizations": "organization",
    "entities": "",
    "claims": "claim",
    "sources": "source",
    "statements": "statement",
}
"""Kind of page that the rows of a table have; entities have one according to their own kind."""
TITLES = {"name", "title", "claim", "stated", "id"}
"""Columns that lead from a row to its page, where the row has one."""
REFERENCES = {
    **dict.fromkeys(("entity", "device", "model", "engine", "system", "about"), "entity"),
    **dict.fromkeys(("vendor", "developer", "maker", "claimant", "publisher", "asserted_by", "seller"), "entity"),
    **dict.fromkeys(("source", "first_appearance", "repeats"), "source"),
    **dict.fromkeys(("statement", "other", "lowest_statement", "highest_statement"), "statement"),
    "claim": "claim",
}
"""Columns that name another thing, and what."""
WORDS = {
    **dict.fromkeys(("precision", "kv_precision"), "precision"),
    **{name: name for name in ("sparsity", "per", "basis", "stage", "rank", "state", "cause", "rating", "level")},
    **{name: name for name in ("memory_type", "form_factor", "cooling", "status", "acceptance")},
    "why": "absence",
    "source_kind": "source_kind",
}
"""Columns that hold words, and of which vocabulary."""
RENDERED = TITLES | REFERENCES.keys() | WORDS.keys() | {"metric", "kind"}
"""All columns that `cell` may have something for."""
KINDS = {table: f"{kind}_kind" for table, kind in TABLE_OF_KIND.items() if kind}


class Quantity(ColumnType):
    """A number with the unit that its configuration names: `power_w: {type: quantity, config: {unit: W}}`."""

    name = "quantity"
    description = "Number with a unit"
    sqlite_types = (SQLiteType.INTEGER, SQLiteType.REAL, SQLiteType.NUMERIC)

    async def render_cell(self, value: Any, **_: Any) -> Markup | None:
        """`141 GB`, the unit small; None, and so an empty cell, for what is no number."""
        if not isinstance(value, int | float):
            return None
        unit = pretty_unit(str((self.config or {}).get("unit", "")))
        return Markup('<span class="quantity">{}&nbsp;<small>{}</small></span>').format(number(value), unit)


def cell(value: Any, column: str, table: str | None, row: Any, catalogue: Catalogue, path: Path) -> Markup | None:
    """HTML of a cell; None where Datasette's own is right. `path` puts the site's base before an address."""
    if value in (None, ""):
        return None
    shown, raw = (value["label"], value["value"]) if isinstance(value, dict) else (value, value)
    if column in TITLES and table in TABLE_OF_KIND and not (table == "statements" and column == "claim"):
        return _own_page(raw, column, table, row, catalogue, path)
    if column in REFERENCES:
        return _reference(str(raw), str(shown), REFERENCES[column], catalogue, path)
    if column == "metric" and raw in catalogue.words.metrics:
        return _labelled(catalogue.words.metric(raw), catalogue.words.metric_meaning(raw))
    return _word(str(raw), KINDS.get(table or "", "") if column == "kind" else WORDS.get(column), catalogue)


def _own_page(raw: Any, column: str, table: str, row: Any, catalogue: Catalogue, path: Path) -> Markup | None:
    ref = raw if column == "id" else _id_of(row)
    kind = TABLE_OF_KIND[table] or catalogue.entities.get(ref or "", {}).get("kind")
    return _link(path(f"/{kind}/{ref}"), str(raw)) if kind and ref else None


def _id_of(row: Any) -> str | None:
    try:
        found = row["id"]
    except (KeyError, IndexError, TypeError):
        return None
    return str(found["value"] if isinstance(found, dict) else found)


def _reference(raw: str, shown: str, kind: str, catalogue: Catalogue, path: Path) -> Markup | None:
    if kind == "statement":
        return _link(path(f"/statement/{raw}"), raw)
    address = catalogue.path(raw)
    if address is None or (kind == "entity") != address.startswith(tuple(f"/{name}/" for name in ENTITY_KINDS)):
        return None
    return _link(path(address), catalogue.title(kind, raw) if shown == raw else shown)


def _word(word: str, vocabulary: str | None, catalogue: Catalogue) -> Markup | None:
    if vocabulary is None or (vocabulary, word) not in catalogue.words.labels:
        return None
    return _labelled(catalogue.words.label(vocabulary, word), catalogue.words.meaning(vocabulary, word))


def _labelled(label: str, meaning: str) -> Markup:
    return Markup('<span title="{}">{}</span>').format(meaning, label)


def _link(address: str, text: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, text)
