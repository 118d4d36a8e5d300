"""What every page needs and no request changes: names, sources, labels. Read once from a ledger."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from analysis.text.ledger import vocabulary
from analysis.text.lexicon import ENGLISH, Lexicon, lexicons
from pages import queries
from pages.matching import Candidate, Matcher
from pages.rows import Row, fetch
from pages.spelling import Names, Spelled, spelled
from pages.standings import Standings, read_standings
from pages.words import Words
from schema.dictionary import Dictionary

ENTITY_KINDS = ("device", "system", "model", "software", "benchmark", "organization")


@dataclass(frozen=True)
class Catalogue:
    """Names by id: entities, claims and sources, old ids, and the dictionary's words."""

    entities: dict[str, Row]
    claims: dict[str, str]
    sources: dict[str, Row]
    renamed: dict[str, str]
    build: dict[str, str]
    search: dict[str, Row]
    spellings: list[Spelled]
    words: Words
    standings: Standings
    vocabulary: list[Row]
    """Rows of what running text is read by."""
    elsewhere: dict[str, list[str]]
    """What other collections call an entity, by its id."""

    @cached_property
    def dictionary(self) -> Dictionary:
        """Metrics, units and words as checked text is read with them."""
        return vocabulary(self.vocabulary)[0]

    @cached_property
    def lexicons(self) -> list[Lexicon]:
        """Cue words of each language, English first."""
        languages = vocabulary(self.vocabulary)[1]
        codes = sorted(languages.by_code, key=lambda code: (code != ENGLISH, code))
        return [*lexicons(languages, self.dictionary, codes).values()]

    @cached_property
    def names_written(self) -> Names:
        """All names, ready to be searched."""
        return Names(self.spellings)

    @cached_property
    def by_spelling(self) -> dict[str, list[str]]:
        """Ids of entities by each of their names, squeezed."""
        table: dict[str, list[str]] = defaultdict(list)
        for name in self.spellings:
            row = self.search[name.key]
            if row["kind"] in ENTITY_KINDS and row["ref"] not in table[name.squeezed]:
                table[name.squeezed].append(row["ref"])
        return dict(table)

    @cached_property
    def matcher(self) -> Matcher:
        """What finds things by names as people write them."""
        return Matcher(
            Candidate(ref, row["kind"], (row["name"], ref, *row["aliases"], *self.elsewhere.get(ref, ())))
            for ref, row in self.entities.items()
        )

    def name(self, entity: str) -> str:
        """Full name of an entity; the id itself where the ledger has no such entity."""
        found = self.entities.get(entity)
        return str(found["name"]) if found else entity

    def names(self, entity: str) -> list[str]:
        """Every name that people write for an entity; none for anything else."""
        found = self.entities.get(entity)
        return [found["name"], *found["aliases"]] if found else []

    def path(self, ref: str) -> str | None:
        """Address of the page of an entity, claim or source; None for anything else."""
        if found := self.entities.get(ref):
            return f"/{found['kind']}/{ref}"
        if ref in self.claims:
            return f"/claim/{ref}"
        return f"/source/{ref}" if ref in self.sources else None

    def ids(self, kind: str) -> list[str]:
        """All ids that stand at /KIND/ID; none for statements, which are too many to hold."""
        if kind in ENTITY_KINDS:
            return [ref for ref, row in self.entities.items() if row["kind"] == kind]
        return [*self.claims] if kind == "claim" else [*self.sources] if kind == "source" else []

    def title(self, kind: str, ref: str) -> str:
        """Name, claim or title of what stands at /KIND/REF."""
        if kind == "claim":
            return self.claims.get(ref, ref)
        return str(self.sources[ref]["title"]) if kind == "source" and ref in self.sources else self.name(ref)

    def cited(self, statements: Iterable[Row]) -> dict[str, Row]:
        """The sources that statements rest on, by id."""
        named = sorted({row["source"] for row in statements})
        return {ref: self.sources[ref] for ref in named if ref in self.sources}


def read_catalogue(conn: sqlite3.Connection) -> Catalogue:
    """Read the catalogue of a ledger."""
    entities = {row["id"]: row for row in fetch(conn, queries.ENTITIES)}
    search = {row["id"]: row for row in fetch(conn, queries.SEARCH_ROWS)}
    return Catalogue(
        entities=entities,
        claims=dict(conn.execute(queries.CLAIM_TITLES).fetchall()),
        sources={row["id"]: row for row in fetch(conn, queries.SOURCES)},
        renamed=dict(conn.execute(queries.RENAMED).fetchall()),
        build=dict(conn.execute(queries.BUILD_INFO).fetchall()),
        search=search,
        spellings=[spelled(key, name) for key, row in search.items() for name in _names(row)],
        words=_read_words(conn, entities),
        standings=read_standings(conn),
        vocabulary=fetch(conn, queries.LEXICON),
        elsewhere=_elsewhere(conn),
    )


def _names(row: Row) -> list[str]:
    """Every name of a search row: title, id and its other names."""
    return list(dict.fromkeys([row["title"], row["ref"], *filter(None, str(row["names"]).split(" · "))]))


def _elsewhere(conn: sqlite3.Connection) -> dict[str, list[str]]:
    """Names in other collections, by entity; numbers that nobody writes as a name are left out."""
    named: dict[str, list[str]] = defaultdict(list)
    for row in fetch(conn, queries.NAMES_ELSEWHERE):
        named[row["entity"]].append(row["id"])
    return named


def _read_words(conn: sqlite3.Connection, entities: dict[str, Row]) -> Words:
    words = fetch(conn, queries.WORDS)
    return Words(
        metrics={row["id"]: row for row in fetch(conn, queries.METRICS)},
        labels={(row["vocabulary"], row["word"]): row["label"] for row in words},
        meanings={(row["vocabulary"], row["word"]): row["meaning"] for row in words},
        editions={(row["device"], row["edition"]): row["label"] for row in fetch(conn, queries.EDITIONS)},
        names={ref: row["name"] for ref, row in entities.items()},
    )
