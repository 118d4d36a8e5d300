"""A record as an editor sees it: typed by YAML 1.2, judged by the JSON Schema named in its first line."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from ruamel.yaml import YAML

JsonSchema = dict[str, Any]


def seen(text: str) -> Any:
    """The document with numbers, booleans and nulls where YAML 1.2 sees them; a date is a text to it."""
    return _dates_as_text(YAML(typ="safe").load(text))


def _dates_as_text(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _dates_as_text(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_dates_as_text(item) for item in tree]
    return tree.isoformat() if isinstance(tree, date) else tree


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
