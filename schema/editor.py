"""JSON Schema (draft 2020-12) for editors: keys, words and ids to choose from, each with its meaning.

Built from the types of the records and the dictionary. Optional means absent: no nulls, no defaults, no titles.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from schema.base import Strict
from schema.dates import PARTIAL_DATE
from schema.dictionary import Dictionary, Metric, Qualifier, Trust, Word
from schema.editor_statement import TEXT, JsonSchema, closed, dated, enumeration, reference, statement_definitions
from schema.records import ID, RECORD_TYPES
from schema.units import Dimension

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BUNDLES = {"organization": "organizations", "benchmark": "benchmarks", "source": "sources"}
"""Kinds whose records stand together in files, by id, and the name of their schema."""
ID_KINDS = ("device", "system", "model", "software", "benchmark", "organization", "source")
_REFERENCES = {
    "vendor": "organization", "developer": "organization", "maker": "organization", "claimant": "organization",
    "publisher": "organization", "device": "device", "system": "system", "model": "model", "engine": "software",
    "about": "entity", "first_appearance": "source", "repeats": "source",
}  # fmt: skip
_OF_THE_SAME_KIND = ("predecessor", "variant_of")
_ID_SENTENCE = "An id: small letters and digits, with single hyphens or dots between them."


class ForEditors(GenerateJsonSchema):
    """JSON Schema of a type as an editor wants it: absent rather than null, without defaults."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """The type without null."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """The type without its default."""
        return self.generate_inner(schema["schema"])


class _Metrics(Strict):
    """Orders of trust, qualifiers and metrics."""

    trust: dict[str, Trust]
    """Whose word goes first when nobody is preferred."""
    qualifiers: dict[str, Qualifier]
    """What narrows a figure, or explains a difference."""
    metrics: dict[str, Metric]
    """What can be said of a thing."""


_DICTIONARY_TYPES: dict[str, Any] = {
    "metrics": _Metrics,
    "words": dict[str, dict[str, Word]],
    "units": dict[str, Dimension],
    "renamed": dict[str, str],
}


def editor_schemas(dictionary: Dictionary, ids: Mapping[str, Iterable[str]]) -> dict[str, JsonSchema]:
    """Every schema by the name of its file; `ids` holds the ids in use for each of ID_KINDS."""
    records = {BUNDLES.get(kind, kind): record_schema(kind, dictionary) for kind in RECORD_TYPES}
    others = {name: _edited(_generated(type_), name, dictionary) for name, type_ in _DICTIONARY_TYPES.items()}
    schemas = {**records, **{name: {"$schema": DIALECT, **schema} for name, schema in others.items()}}
    return {f"{name}.json": schema for name, schema in {**schemas, "ids": ids_schema(ids)}.items()}


def ids_schema(ids: Mapping[str, Iterable[str]]) -> JsonSchema:
    """Ids in use by kind, sorted, for the other schemas to refer to; `entity` is any of them but a source."""
    said = "No {} has this id; `specledger generate` enters a new one.".format
    lists: JsonSchema = {kind: {"errorMessage": said(kind), **closed(sorted(ids.get(kind, ())))} for kind in ID_KINDS}
    entity = {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in ID_KINDS if kind != "source"]}
    return {"$schema": DIALECT, "$defs": {**lists, "entity": entity}}


def record_schema(kind: str, dictionary: Dictionary) -> JsonSchema:
    """Schema of a file of records of `kind`."""
    schema = _edited(_generated(RECORD_TYPES[kind]), kind, dictionary)
    definitions = schema.pop("$defs", {})
    if "statements" in schema["properties"]:
        schema["properties"]["statements"]["items"] = {"$ref": "#/$defs/statement"}
        definitions |= statement_definitions(kind, dictionary)
    if kind in BUNDLES:
        definitions[kind] = schema
        names = {"pattern": f"^{ID}$", "patternErrorMessage": _ID_SENTENCE}
        schema = {"type": "object", "propertyNames": names, "additionalProperties": {"$ref": f"#/$defs/{kind}"}}
    return {"$schema": DIALECT, **schema, **({"$defs": definitions} if definitions else {})}


def _generated(type_: Any) -> JsonSchema:
    return TypeAdapter(type_).json_schema(schema_generator=ForEditors)


def _edited(schema: JsonSchema, kind: str, dictionary: Dictionary) -> JsonSchema:
    """The schema with references, words and the scalars that an editor sees, in all its properties."""

    def edit(part: JsonSchema) -> JsonSchema:
        below = {key: _below(key, value, edit) for key, value in part.items() if key != "title"}
        for name, value in below.get("properties", {}).items():
            below["properties"][name] = _property(name, value, kind, dictionary)
        return _scalar(below)

    return edit(schema)


def _below(key: str, value: Any, edit: Any) -> Any:
    """A keyword's value with `edit` applied to the schemas in it."""
    if key in ("properties", "$defs"):
        return {name: edit(item) for name, item in value.items()}
    if key in ("items", "additionalProperties") and isinstance(value, dict):
        return edit(value)
    return [edit(item) for item in value] if key == "anyOf" else value


def _property(name: str, schema: JsonSchema, kind: str, dictionary: Dictionary) -> JsonSchema:
    described = {key: schema[key] for key in ("description",) if key in schema}
    if name in _OF_THE_SAME_KIND:
        return {**described, **reference(kind)}
    if name in _REFERENCES:
        return {**described, **reference(_REFERENCES[name])}
    if "enum" in schema or "const" in schema:
        words = schema.get("enum", [schema.get("const")])
        vocabulary = dictionary.words.get(f"{kind}_kind" if name == "kind" else name, {})
        known = {word: vocabulary[word] for word in words if word in vocabulary}
        return {**described, **(enumeration(known) if len(known) == len(words) else closed(words))}
    if name in ("precision", "kv_precision"):
        return {**schema, "examples": list(dictionary.words["precision"])}
    return schema


def _scalar(schema: JsonSchema) -> JsonSchema:
    """A text as an editor may see it: a figure, a date or a word that YAML types is no string to it."""
    if schema.get("type") == "boolean":
        return {key: value for key, value in schema.items() if key != "type"} | closed(["yes", "no"])
    if schema.get("type") != "string" or "enum" in schema or "const" in schema:
        return schema
    pattern = schema.get("pattern")
    if pattern is None:
        return {**schema, **TEXT}
    if pattern == f"^{PARTIAL_DATE}$":
        return {**schema, **dated()}
    if pattern == f"^{ID}$":
        return {**schema, "patternErrorMessage": _ID_SENTENCE}
    return {**schema, "type": ["string", "number"]}
