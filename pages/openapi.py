"""The description of our JSON for programs, as OpenAPI 3.1: paths by hand, rows by the ledger's own columns."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from analysis.hosting.question import MOST_DEVICES, MOST_TOKENS, MOST_USERS
from analysis.text.checking import AUTO
from analysis.text.verdicts import VerdictWord
from pages import corrections, coverage, explore, queries
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.corrections import DAY
from pages.corrections import KINDS as KINDS_OF_CHANGE
from pages.disagreements import HIGHEST_PAGE, allowed
from pages.fit_question import PARAMETERS
from pages.parameters import LONGEST
from pages.rows import JSON_COLUMNS, Row, fetch, fetch_one
from pages.search import KINDS

TYPES = {"TEXT": "string", "INTEGER": "integer", "REAL": "number"}
ROWS = (
    "entities", "claims", "setups", "statements", "facts", "absences", "disagreements", "configurations", "findings",
    "sources", "changes", "devices", "systems", "models", "software", "benchmarks", "organizations",
)  # fmt: skip
RECORDS = ("devices", "systems", "models", "software", "benchmarks", "organizations")
ID = {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,200}$"}
STRING, INTEGER = {"type": "string"}, {"type": "integer"}
ANY_OBJECT = {"type": "object"}


def described(conn: sqlite3.Connection, catalogue: Catalogue, address: str) -> Row:
    """The whole description; `address` is where the ledger stands."""
    rows = {f"row_{table}": _row_schema(conn, table) for table in ROWS}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Specledger",
            "version": catalogue.build.get("schema_version", "unknown"),
            "summary": "Figures about AI hardware and open-weight models, each with its source, scope and rivals.",
            "license": {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
        },
        "servers": [{"url": address or "/"}],
        "paths": _paths(catalogue, (fetch_one(conn, queries.FIRST_STATEMENT) or {"id": "none"})["id"]),
        "components": {"schemas": rows | _bodies() | {"refusal": _refusal()}},
    }


def _row_schema(conn: sqlite3.Connection, table: str) -> Row:
    """Schema of a row: types of its columns, and `null` where one may be missing."""
    columns = fetch(conn, queries.COLUMNS, table=table)
    return _object({column["name"]: _column_schema(column) for column in columns})


def _column_schema(column: Row) -> Row:
    if column["name"] in JSON_COLUMNS:
        return {"type": ["array", "object", "string"]}
    kind = TYPES[column["type"]]
    return {"type": kind} if column["notnull"] or column["pk"] else {"type": [kind, "null"]}


def _object(properties: Row) -> Row:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _ref(name: str) -> Row:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(schema: Row) -> Row:
    return {"type": "array", "items": schema}


def _rows(table: str) -> Row:
    return _list(_ref(f"row_{table}"))


def _some(schema: Row) -> Row:
    """A list that names how many there are in all."""
    return _object({"total": INTEGER, "rows": schema})


SOURCES_BY_ID = {"type": "object", "additionalProperties": _ref("row_sources")}
VERDICTS = get_args(VerdictWord)
OK = {"ok": {"const": True}}


def _others() -> Row:
    row = _object({"statement": _ref("row_statements"), "by": STRING, "devices": _list(ANY_OBJECT)})
    return _object({"metric": STRING, "model": STRING, "n": INTEGER, "rows": _list(row)})


def _bodies() -> Row:
    """Schemas of the answers, by the names that paths refer to."""
    head = {**OK, "kind": STRING, "id": STRING}
    return {
        "thing": _object({**head, **_thing()}),
        "claim": _object({
            **head, "claim": _ref("row_claims"), "setups": _rows("setups"), "statements": _rows("statements"),
            "findings": _rows("findings"), "others": _list(_others()), "sources": SOURCES_BY_ID,
        }),
        "source": _object({
            **head, "source": _ref("row_sources"), "repeated_by": _rows("sources"), "claims": _list(ANY_OBJECT),
            "statements": _some(_rows("statements")),
        }),
        "statement": _object({
            **head, "statement": _ref("row_statements"), "fact": {"anyOf": [_ref("row_facts"), {"type": "null"}]},
            "shown": _list(STRING), "entities": _list(_object({"entity": STRING, "role": STRING})),
            "rivals": _rows("statements"), "findings": _rows("findings"), "changes": _rows("changes"),
            "as_of": {"anyOf": [_object({"day": STRING, "stated": {"type": ["string", "null"]}}), {"type": "null"}]},
            "sources": SOURCES_BY_ID,
        }),
        "home": _object({
            **OK, "counts": ANY_OBJECT, "build": ANY_OBJECT, "claims": _list(ANY_OBJECT),
            "open": _rows("disagreements"), "ranked": _rows("disagreements"),
        }),
        "search": _object({
            **OK, "query": STRING, "kind": {"type": ["string", "null"]}, "results": _list(_result()),
            "suggestions": _list(_result()), "answers": _list(_short_answer()), "sources": SOURCES_BY_ID,
        }),
        "disagreements": _object({
            **OK, "filters": ANY_OBJECT, "page": INTEGER, "pages": INTEGER, "total": INTEGER,
            "disagreements": _rows("disagreements"), "metrics": _list(_object({"metric": STRING, "n": INTEGER})),
        }),
        "corrections": _object({
            **OK, "filters": ANY_OBJECT, "history": {"type": ["string", "null"]}, "page": INTEGER, "pages": INTEGER,
            "total": INTEGER, "changes": _rows("changes"),
        }),
        "comparison": _object({
            **OK, "kind": {"type": ["string", "null"]}, "ids": _list(STRING), "to": {"type": ["string", "null"]},
            "lines": _list(ANY_OBJECT), "sources": SOURCES_BY_ID,
        }),
        "fit": _object({
            **OK, "model": {"type": ["string", "null"]}, "device": {"type": ["string", "null"]},
            "released": _list(STRING), "answer": {"type": ["object", "null"]}, "devices": _list(ANY_OBJECT),
            "beside_it": {"type": ["object", "null"]},
        }),
        "picture": _object({
            **OK, "kind": STRING, "chart": STRING, "x": _axis(), "y": _axis(), "per": _axis(),
            "vendor": {"type": ["string", "null"]}, "rows": _list(ANY_OBJECT), "axes": _list(_axis()),
            "vendors": _list(_object({"id": STRING, "name": STRING})),
        }),
        "coverage": _object({
            **OK, "filters": ANY_OBJECT, "page": INTEGER, "pages": INTEGER, "total": INTEGER,
            "metrics": _list(ANY_OBJECT), "vendors": _list(ANY_OBJECT), "rows": _list(ANY_OBJECT),
        }),
        "verdicts": _object({
            **OK, "language": STRING, "counts": {"type": "object", "additionalProperties": INTEGER},
            "figures": _list(_verdict()), "unjudged": INTEGER,
        }),
        "citation": _list(ANY_OBJECT),
    }  # fmt: skip


def _axis() -> Row:
    axis = _object({"id": STRING, "label": STRING, "unit": {"type": ["string", "null"]}, "n": INTEGER})
    return {"anyOf": [axis, {"type": "null"}]}


def _verdict() -> Row:
    """One figure of a pasted text; `start` and `end` are its place in characters."""
    maybe = {"type": ["string", "null"]}
    number = {"type": ["number", "string", "null"]}
    return _object({
        "text": STRING, "start": INTEGER, "end": INTEGER, "entity": maybe, "metric": maybe, "value": number,
        "value_max": number, "unit": STRING, "qualifiers": ANY_OBJECT, "verdict": {"enum": list(VERDICTS)},
        "why": STRING, "rule": STRING, "disputed": {"type": "boolean"}, "fact": maybe, "statements": _list(ANY_OBJECT),
        "sources": _list(ANY_OBJECT), "findings": _list(STRING), "language": STRING,
    })  # fmt: skip


def _thing() -> Row:
    return {
        "entity": _ref("row_entities"),
        "record": {"anyOf": [*(_ref(f"row_{table}") for table in RECORDS), {"type": "null"}]},
        "identifiers": _list(_object({"scheme": STRING, "id": STRING})),
        "configurations": _rows("configurations"), "successors": _list(STRING), "facts": _rows("facts"),
        "statements": _rows("statements"), "absences": _rows("absences"), "disagreements": _rows("disagreements"),
        "findings": _rows("findings"), "systems": _list(ANY_OBJECT), "made": _list(ANY_OBJECT),
        "claims": _some(_list(ANY_OBJECT)), "named_in": _some(_rows("statements")), "claims_made": _list(ANY_OBJECT),
        "sources_published": _list(ANY_OBJECT), "sources": SOURCES_BY_ID,
    }  # fmt: skip


def _result() -> Row:
    return _object({"kind": STRING, "id": STRING, "title": STRING, "path": STRING, "match": STRING})


def _short_answer() -> Row:
    return _object({
        "fact": _ref("row_facts"), "about": STRING, "stated": STRING, "holds_for": _list(STRING), "path": STRING,
        "disagreement": {"anyOf": [_ref("row_disagreements"), {"type": "null"}]}, "rivals": _rows("statements"),
    })  # fmt: skip


def _refusal() -> Row:
    near = _list(_object({"id": STRING, "title": STRING, "path": STRING}))
    return _object(
        {"ok": {"const": False}, "error": STRING, "errors": _list(STRING), "status": INTEGER, "nearest": near}
    )


def _paths(catalogue: Catalogue, statement: str) -> Row:
    """Every path; the examples are things that are there."""
    samples = {kind: (catalogue.ids(kind) or ["none"])[0] for kind in (*ENTITY_KINDS, "claim", "source")}
    filters = _choices(allowed(catalogue))
    return {
        "/index.json": _get("The home page", "home"),
        **{
            f"/{kind}/{{id}}.json": _get(f"A {kind} with all that is on record", "thing", id_=samples[kind])
            for kind in ENTITY_KINDS
        },
        "/claim/{id}.json": _get("A claim with setups, figures and findings", "claim", id_=samples["claim"]),
        "/source/{id}.json": _get("A source and what rests on it", "source", id_=samples["source"]),
        "/statement/{id}.json": _get(
            "A figure with its rivals, and what it was on a day", "statement", {"as-of": _day()}, statement
        ),
        "/statement/{id}.csl.json": _get("How to cite a figure", "citation", id_=statement),
        "/search.json": _get(
            "Things, claims and sources by name or text", "search", {"q": _text(), "kind": {"enum": list(KINDS)}}
        ),
        "/compare.json": _get(
            "Devices, systems or models side by side",
            "comparison",
            {"ids": _named("Two to eight ids of one kind, with commas between them"), "show": {"enum": ["", "all"]}},
        ),
        "/fit.json": _get(
            "Which hardware holds a model",
            "fit",
            {
                "model": _named("Id or name of a model"),
                "device": _named("Id or name of a device"),
                "devices": _whole(MOST_DEVICES),
                "precision": _text(),
                "kv": {"enum": list(PARAMETERS["kv"] or ())},
                "context": _whole(MOST_TOKENS),
                "users": _whole(MOST_USERS),
                "engine": {"enum": list(PARAMETERS["engine"] or ())},
            },
        ),
        "/explore.json": _get("Any figure over any other", "picture", _choices(explore.PARAMETERS)),
        "/coverage.json": _get(
            "What is on record, said to be missing, or not looked for",
            "coverage",
            {**_choices(coverage.allowed(catalogue)), "page": _whole(coverage.HIGHEST_PAGE)},
        ),
        "/check.json": {"post": _check([lexicon.code for lexicon in catalogue.lexicons])},
        "/corrections.json": _get(
            "Figures that are others than before",
            "corrections",
            {"kind": {"enum": list(KINDS_OF_CHANGE)}, "entity": _text(), "page": _whole(corrections.HIGHEST_PAGE)},
        ),
        "/disagreements.json": _get(
            "Figures that differ",
            "disagreements",
            {**filters, "page": _whole(HIGHEST_PAGE)},
        ),
    }


def _choices(parameters: Mapping[str, Sequence[str] | None]) -> Row:
    """Schemas of parameters by the values that they can have; any text where nothing limits them."""
    return {
        name: {"enum": ["", *words]} if words is not None else _text()
        for name, words in parameters.items()
        if name != "page"
    }


def _check(languages: list[str]) -> Row:
    """Texts travel by POST alone, as forms do."""
    form = {
        "type": "object",
        "properties": {
            "text": {"type": "string", "minLength": 1, "maxLength": 2000, "pattern": "^[^\\u0000]*$"},
            "language": {"enum": [AUTO, *languages]},
            "as_of": _day(),
            "exclude_source": {"type": "string", "maxLength": 200},
        },
        "required": ["text"],
        "additionalProperties": False,
    }
    asked = _get("Every figure of a text, judged", "verdicts")["get"]
    example = {"text": "The H200 has 141 GB of HBM3e and draws 700 W."}
    body = {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": form, "example": example}}}
    too_long = {"413": asked["responses"]["400"]}
    return {**asked, "requestBody": body, "responses": asked["responses"] | too_long}


def _named(description: str) -> Row:
    """A text that names things of the ledger; one that names nothing is refused (400)."""
    return _text() | {"description": description}


def _day() -> Row:
    return {"type": "string", "pattern": rf"^({DAY})?$"}


def _whole(highest: int) -> Row:
    return {"type": "integer", "minimum": 1, "maximum": highest}


def _text() -> Row:
    return {"type": "string", "maxLength": LONGEST, "pattern": "^[^\\u0000]*$"}


def _get(summary: str, answer: str, query: dict[str, Any] | None = None, id_: str = "") -> Row:
    parameters = [
        {"name": name, "in": "query", "required": False, "schema": schema} for name, schema in (query or {}).items()
    ]
    if id_:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": ID, "example": id_})
    refused = {
        "description": "A sentence that says why; plain text for what no page was asked about",
        "content": {"application/json": {"schema": _ref("refusal")}, "text/plain": {"schema": STRING}},
    }
    kind = "application/vnd.citationstyles.csl+json" if answer == "citation" else "application/json"
    responses: Row = {
        "200": {"description": summary, "content": {kind: {"schema": _ref(answer)}}},
        **dict.fromkeys(("400", "414", "429", "503"), refused),
    }
    if id_:
        responses |= {"301": {"description": "The address that the thing has now"}, "404": refused}
    if not {"page", "model", "chart"}.isdisjoint(query or {}):
        responses["404"] = refused
    return {"get": {"summary": summary, "parameters": parameters, "responses": responses}}
