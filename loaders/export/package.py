"""The Frictionless data package: `datapackage.json`, by https://specs.frictionlessdata.io/."""

from typing import Any

from loaders.export import edition as terms
from loaders.export.edition import Edition
from loaders.export.shape import Column, Table
from loaders.export.sums import File

TYPES = {"text": "string", "integer": "integer", "number": "number", "json": "string"}
FORMULA_NOTE = (
    "A text that begins with = + - @ ' or a tab has an apostrophe put before it, so that no spreadsheet runs it as a "
    "formula: take one leading apostrophe off each text."
)


def data_package(edition: Edition, tables: list[Table], counts: dict[str, int], files: dict[str, File]) -> Any:
    """The package's description; `counts` are rows by table, `files` are those written, by path."""
    described: dict[str, Any] = {
        "name": "specledger",
        "title": terms.TITLE,
        "description": f"{terms.DESCRIPTION} {FORMULA_NOTE}",
        "version": edition.version,
        "created": edition.built_at,
        "licenses": [{"name": terms.LICENCE, "title": terms.LICENCE_TITLE, "path": terms.LICENCE_URL}],
        "contributors": [{"title": terms.CREATOR, "role": "author"}],
        "keywords": list(terms.KEYWORDS),
        "commit": edition.commit,
        "content_hash": edition.content_hash,
        "schema_version": edition.schema_version,
        "resources": [_resource(table, counts[table.name], files[f"{table.path}.csv"]) for table in tables],
    }
    return {**described, **({"homepage": edition.address} if edition.address else {})}


def _resource(table: Table, rows: int, file: File) -> Any:
    return {
        "name": table.name,
        "type": "table",
        "path": f"{table.path}.csv",
        "description": table.meaning,
        "scheme": "file",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": file.size,
        "hash": f"sha256:{file.sha256}",
        "rows": rows,
        "dialect": {"delimiter": ",", "quoteChar": '"', "doubleQuote": True, "lineTerminator": "\n", "header": True},
        "schema": _schema(table),
    }


def _schema(table: Table) -> Any:
    keys = [column.name for column in table.columns if column.key]
    foreign = [
        {"fields": [column.name], "reference": {"resource": column.refers, "fields": ["id"]}}
        for column in table.columns
        if column.refers
    ]
    schema: dict[str, Any] = {"fields": [_field(column) for column in table.columns], "missingValues": [""]}
    return schema | ({"primaryKey": keys} if keys else {}) | ({"foreignKeys": foreign} if foreign else {})


def _field(column: Column) -> Any:
    """A field; where no cell is missing an empty one is an empty text, so nothing counts as missing there."""
    field: dict[str, Any] = {"name": column.name, "type": TYPES[column.kind], "description": column.meaning}
    if column.unit:
        field["unit"] = column.unit
    if not column.optional:
        field |= {"missingValues": [], "constraints": {"required": True}}
    return field
