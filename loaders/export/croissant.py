"""The Croissant description of the CSV files: `croissant.json`, by version 1.0 of https://docs.mlcommons.org/croissant/."""

from typing import Any

from loaders.export import edition as terms
from loaders.export.edition import Edition
from loaders.export.package import FORMULA_NOTE
from loaders.export.shape import Column, Table
from loaders.export.sums import File

TYPES = {"text": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "json": "sc:Text"}
PLAIN_TERMS = (
    "citeAs", "column", "conformsTo", "data", "dataBiases", "dataCollection", "extract", "field", "fileProperty",
    "fileObject", "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path",
    "personalSensitiveInformation", "recordSet", "references", "regex", "repeated", "replace", "separator", "source",
    "samplingRate", "subField", "transform",
)  # fmt: skip
"""Terms whose full name is that of Croissant's vocabulary with their own behind it."""
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    **{term: f"cr:{term}" for term in PLAIN_TERMS},
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "equivalentProperty": "cr:equivalentProperty",
}


def croissant(edition: Edition, tables: list[Table], files: dict[str, File], citation: str) -> Any:
    """The description; `files` are those written, by path, and `citation` is the BibTeX entry of the whole."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "specledger",
        "description": f"{terms.DESCRIPTION} {FORMULA_NOTE}",
        "license": terms.LICENCE_URL,
        "url": edition.address or "./",
        "creator": {"@type": "sc:Organization", "name": terms.CREATOR},
        "keywords": list(terms.KEYWORDS),
        "datePublished": edition.day,
        "version": edition.version,
        "citeAs": citation,
        "isLiveDataset": False,
        "distribution": [_file(table, files[f"{table.path}.csv"]) for table in tables],
        "recordSet": [_records(table) for table in tables],
    }


def _file(table: Table, file: File) -> Any:
    return {
        "@type": "cr:FileObject",
        "@id": f"{table.name}.csv",
        "name": f"{table.name}.csv",
        "description": table.meaning,
        "contentUrl": f"{table.path}.csv",
        "contentSize": f"{file.size} B",
        "encodingFormat": "text/csv",
        "sha256": file.sha256,
    }


def _records(table: Table) -> Any:
    records = {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.meaning,
        "field": [_field(table, column) for column in table.columns],
    }
    keys = [{"@id": f"{table.name}/{column.name}"} for column in table.columns if column.key]
    return records | ({"key": keys} if keys else {})


def _field(table: Table, column: Column) -> Any:
    """A field; what it refers to stands in words, since mlcroissant reads no records across `references`."""
    unit = f" Unit: {column.unit}." if column.unit else ""
    refers = f" An id of {column.refers}." if column.refers else ""
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": column.meaning + unit + refers,
        "dataType": TYPES[column.kind],
        "source": {"fileObject": {"@id": f"{table.name}.csv"}, "extract": {"column": column.name}},
    }
