"""The description of our JSON for programs, as OpenAPI 3.1: paths by hand, rows by the ledger's own columns."""

import sqlite3

from analysis.hosting.question import MOST_DEVICES, MOST_TOKENS, MOST_USERS
from analysis.text.checking import AUTO
from pages import choice, corrections, coverage, disagreements, explore, openapi_services, queries
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.fit_question import MONEY, PARAMETERS
from pages.openapi_bodies import bodies
from pages.openapi_parts import STRING, a, choices, day, get, named, post, ref, text, whole
from pages.rows import JSON_COLUMNS, Row, fetch, fetch_one
from pages.search import KINDS

TYPES = {"TEXT": "string", "INTEGER": "integer", "REAL": "number"}
ROWS = (
    "entities", "claims", "setups", "statements", "facts", "absences", "disagreements", "configurations", "findings",
    "sources", "changes", "devices", "systems", "models", "software", "benchmarks", "organizations",
)  # fmt: skip


def described(conn: sqlite3.Connection, catalogue: Catalogue, address: str) -> Row:
    """The whole description; `address` is where the ledger stands."""
    rows = {f"row_{table}": _row_schema(conn, table) for table in ROWS}
    samples = {kind: (catalogue.ids(kind) or ["none"])[0] for kind in (*ENTITY_KINDS, "claim", "source")}
    samples["statement"] = (fetch_one(conn, queries.FIRST_STATEMENT) or {"id": "none"})["id"]
    asked = _questions()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Specledger",
            "version": catalogue.build.get("schema_version", "unknown"),
            "summary": "Figures about AI hardware and open-weight models, each with its source, scope and rivals.",
            "license": {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
        },
        "servers": [{"url": address or "/"}],
        "paths": {
            **_of_things(samples, asked), **_of_lists(catalogue), **_of_answers(catalogue, asked),
            **openapi_services.paths(catalogue, samples, asked),
        },
        "components": {"schemas": rows | bodies() | openapi_services.schemas()},
    }  # fmt: skip


def _row_schema(conn: sqlite3.Connection, table: str) -> Row:
    """Schema of a row: types of its columns, and `null` where one may be missing."""
    columns = fetch(conn, queries.COLUMNS, table=table)
    return a(**{column["name"]: _column_schema(column) for column in columns})


def _column_schema(column: Row) -> Row:
    if column["name"] in JSON_COLUMNS:
        return {"type": ["array", "object", "string"]}
    kind = TYPES[column["type"]]
    return {"type": kind} if column["notnull"] or column["pk"] else {"type": [kind, "null"]}


def _questions() -> dict[str, Row]:
    """Parameters of pages whose answers can be cited."""
    money = {name: {"type": "number", "exclusiveMinimum": 0, "maximum": most} for name, most in MONEY.items()}
    numbers = {"devices": whole(MOST_DEVICES), "context": whole(MOST_TOKENS), "users": whole(MOST_USERS)}
    names = {"model": named("Id or name of a model"), "device": named("Id or name of a device")}
    ids = {"ids": named("Two to eight ids of one kind, with commas between them")}
    return {
        "statement": {"as-of": day()},
        "compare": {**choices(choice.PARAMETERS), **ids},
        "fit": {**choices(PARAMETERS), **names, **numbers, **money},
    }


def _of_things(samples: dict[str, str], asked: dict[str, Row]) -> Row:
    """One thing, claim, source or statement; the examples are things that are there."""
    about = {kind: ("thing", f"A {kind} with all that is on record") for kind in ENTITY_KINDS} | {
        "claim": ("claim", "A claim with setups, figures and findings"),
        "source": ("source", "A source and what rests on it"),
        "statement": ("statement", "A figure with its rivals, and what it was on a day"),
    }
    return {
        f"/{kind}/{{id}}.json": {"get": get(summary, ref(body), query=asked.get(kind), id_=samples[kind])}
        for kind, (body, summary) in about.items()
    }


def _of_lists(catalogue: Catalogue) -> Row:
    searched = {"q": text(), "kind": {"enum": list(KINDS)}}
    corrected = {"kind": {"enum": list(corrections.KINDS)}, "entity": text(), "page": whole(corrections.HIGHEST_PAGE)}
    disputed = {**choices(disagreements.allowed(catalogue)), "page": whole(disagreements.HIGHEST_PAGE)}
    covered = {**choices(coverage.allowed(catalogue)), "page": whole(coverage.HIGHEST_PAGE)}
    return {
        "/index.json": {"get": get("The home page", ref("home"))},
        "/search.json": {"get": get("Things, claims and sources by name or text", ref("search"), query=searched)},
        **{
            f"/{name}.json": {"get": get(summary, ref(name), query=query, also=("404",))}
            for name, summary, query in (
                ("corrections", "Figures that are others than before", corrected),
                ("disagreements", "Figures that differ", disputed),
                ("coverage", "What is on record, said to be missing, or not looked for", covered),
            )
        },
    }


def _of_answers(catalogue: Catalogue, asked: dict[str, Row]) -> Row:
    drawn = choices(explore.PARAMETERS)
    languages = [AUTO, *(lexicon.code for lexicon in catalogue.lexicons)]
    checked, example = _form(languages), {"text": "The H200 has 141 GB of HBM3e and draws 700 W."}
    return {
        "/compare.json": {"get": get("Things side by side", ref("comparison"), query=asked["compare"], also=("404",))},
        "/fit.json": {"get": get("Which hardware holds a model", ref("fit"), query=asked["fit"], also=("404",))},
        "/explore.json": {"get": get("Any figure over any other", ref("picture"), query=drawn, also=("404",))},
        **{
            f"/check{ending}": {
                "post": post("Every figure of a text, judged", answer, checked, example, kind, also=("413",))
            }
            for ending, answer, kind in ((".json", ref("verdicts"), "application/json"), (".csv", STRING, "text/csv"))
        },
    }


def _form(languages: list[str]) -> Row:
    """Texts travel by POST alone, as forms do."""
    return {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 2000, "pattern": "^[^\\u0000]*$"},
            "language": {"enum": languages},
            "as_of": day(),
            "exclude_source": {"type": "string", "maxLength": 200},
        },
        "required": ["text"],
        "additionalProperties": False,
    }
