"""What a revision knows of the records that it does not read: all of it stands in the ledger."""

import json
import sqlite3
from collections.abc import Collection

from loaders.catalogue import Catalogue
from schema.dictionary import Dictionary
from schema.records import Source

ENTITIES = "SELECT kind, id, file FROM entities"
CLAIMS = "SELECT id, file FROM claims"
NAMES = "SELECT id, name, aliases FROM entities WHERE kind <> 'organization'"


def standing_catalogue(old: sqlite3.Connection, dictionary: Dictionary, without: Collection[str]) -> Catalogue:
    """Ids and sources of the ledger at hand, but for the ids named."""
    catalogue = Catalogue(dictionary)
    for kind, id_, file in old.execute(ENTITIES):
        if id_ not in without:
            catalogue.files.setdefault(kind, {})[id_] = catalogue.entities[id_] = file
    catalogue.files["claim"] = {id_: file for id_, file in old.execute(CLAIMS) if id_ not in without}
    catalogue.sources = _sources(old)
    catalogue.files["source"] = dict.fromkeys(catalogue.sources, "data/sources")
    return catalogue


def _sources(old: sqlite3.Connection) -> dict[str, Source]:
    """Sources as their records say; they were judged when the ledger was built."""
    names = [name for name in Source.model_fields if name != "id"]
    rows = old.execute(f"SELECT id, {', '.join(names)} FROM sources")  # noqa: S608 - names of our own
    return {id_: Source.model_construct(**dict(zip(names, row, strict=True))) for id_, *row in rows}


def standing_names(old: sqlite3.Connection, without: Collection[str]) -> dict[str, str]:
    """Names and aliases of things, in one case, with the id that each leads to."""
    found: dict[str, str] = {}
    for id_, name, aliases in old.execute(NAMES):
        if id_ not in without:
            found.setdefault(name.casefold(), id_)
            if aliases != "[]":
                found |= {alias.casefold(): id_ for alias in json.loads(aliases)}
    return found
