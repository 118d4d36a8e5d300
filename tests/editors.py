"""A record as an editor sees it: typed by YAML 1.2, judged by the JSON Schema named in its first line."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

JsonSchema = dict[str, Any]


class Editor(yaml.CSafeLoader):
    """Scalars as YAML 1.2 types them, which is what an editor's language server goes by."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - PyYAML copies it for each class


for tag, form in {
    "bool": r"true|false",
    "null": r"~|null|",
    "int": r"[-+]?[0-9]+",
    "float": r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?",
}.items():
    Editor.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{form})$"), None)


def seen(text: str) -> Any:
    """The document with numbers, booleans and nulls where an editor sees them."""
    return yaml.load(text, Editor)  # noqa: S506 - a safe loader


def schema_named_in(path: Path) -> str:
    """Name of the schema in the file's first line."""
    with path.open() as file:
        return file.readline().strip().rpartition("/")[2]


def underlined(text: str, schema: str, schemas: Mapping[str, JsonSchema]) -> list[tuple[str, str]]:
    """What an editor underlines: the place, as keys and indexes with slashes, and the rule of JSON Schema."""
    registry: Registry[Any] = Registry().with_resources(
        [(name, Resource.from_contents(found)) for name, found in schemas.items()]
    )
    errors = Draft202012Validator(schemas[schema], registry=registry).iter_errors(seen(text))
    return sorted(("/".join(map(str, error.absolute_path)), str(error.validator)) for error in errors)
