"""Building stones of the OpenAPI description: schemas, parameters, answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from pages.corrections import DAY
from pages.parameters import LONGEST
from pages.rows import Row

STRING, INTEGER, NUMBER, BOOLEAN = ({"type": kind} for kind in ("string", "integer", "number", "boolean"))
ANY_OBJECT = {"type": "object"}
ID = {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,200}$"}
OK = {"ok": {"const": True}}
JSON = "application/json"
PLAIN = ("400", "414", "429", "503")
"""Refusals that any address may answer with."""


def a(**properties: Any) -> Row:
    """An object that has all of these keys."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def ref(name: str) -> Row:
    """A schema that stands among the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(schema: Row) -> Row:
    """A list."""
    return {"type": "array", "items": schema}


def rows(table: str) -> Row:
    """Rows of a table."""
    return listed(ref(f"row_{table}"))


def maybe(schema: Row) -> Row:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def some(schema: Row) -> Row:
    """A list that names how many there are in all."""
    return a(total=INTEGER, rows=schema)


def by_id(table: str) -> Row:
    """Rows of a table by their ids."""
    return {"type": "object", "additionalProperties": ref(f"row_{table}")}


def text() -> Row:
    """A parameter that may be any text."""
    return {"type": "string", "maxLength": LONGEST, "pattern": "^[^\\u0000]*$"}


def named(description: str) -> Row:
    """A text that names things of the ledger; one that names nothing is refused."""
    return text() | {"description": description}


def day() -> Row:
    """A day, or nothing."""
    return {"type": "string", "pattern": rf"^({DAY})?$"}


def whole(highest: int) -> Row:
    """A whole number from 1."""
    return {"type": "integer", "minimum": 1, "maximum": highest}


def choices(parameters: Mapping[str, Sequence[str] | None]) -> Row:
    """Schemas of parameters by the values that they can have; any text where nothing limits them."""
    return {
        name: {"enum": ["", *words]} if words is not None else text()
        for name, words in parameters.items()
        if name != "page"
    }


def get(
    summary: str, answer: Row, kind: str = JSON, query: Row | None = None, id_: str = "", also: Sequence[str] = ()
) -> Row:
    """A GET operation: `query` holds schemas of its parameters, `also` statuses of refusals beside any page's own."""
    asked = [parameter(name, schema) for name, schema in (query or {}).items()]
    statuses = [*PLAIN, *also]
    moved: Row = {}
    if id_:
        asked.append({"name": "id", "in": "path", "required": True, "schema": ID, "example": id_})
        moved = {"301": {"description": "The address that the thing has now"}}
        statuses.append("404")
    found = {"200": {"description": summary, "content": {kind: {"schema": answer}}}}
    return {"summary": summary, "parameters": asked, "responses": {**found, **moved, **refusals(statuses)}}


def parameter(name: str, schema: Row, **more: Any) -> Row:
    """A parameter of the query."""
    return {"name": name, "in": "query", "required": False, "schema": schema, **more}


def post(summary: str, answer: Row, form: Row, example: Row, kind: str = JSON, also: Sequence[str] = ()) -> Row:
    """A POST operation that takes a form."""
    body = {"schema": form, "example": example}
    asked = {"required": True, "content": {"application/x-www-form-urlencoded": body}}
    return get(summary, answer, kind, also=also) | {"requestBody": asked}


def refusals(statuses: Sequence[str]) -> Row:
    """Answers that say in a sentence why there is none."""
    content = {JSON: {"schema": ref("refusal")}, "text/plain": {"schema": STRING}}
    refused = {
        "description": "A sentence that says why; plain text for what no page was asked about",
        "content": content,
    }
    return dict.fromkeys(sorted(set(statuses)), refused)
