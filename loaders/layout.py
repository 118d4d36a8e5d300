"""The canonical layout of each kind of record file, and the files that are not in it."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from loaders.files import RecordFile, record_files
from loaders.format import FormatError, KeyOrder, format_record
from loaders.read import Unreadable, read_file
from schema.dictionary import Dictionary
from schema.records import head_keys

SCHEMAS = {"organization": "organizations", "benchmark": "benchmarks", "source": "sources"}
SCHEMA_FOLDER = "schema/json"


def schema_of(file: RecordFile) -> str:
    """Path from a record to the JSON Schema that its editor should use."""
    schema = f"{SCHEMA_FOLDER}/{SCHEMAS.get(file.kind, file.kind)}.json"
    return os.path.relpath(schema, Path(file.name).parent).replace(os.sep, "/")


@lru_cache(maxsize=16)
def _order(kind: str, metrics: tuple[str, ...], qualifiers: tuple[str, ...]) -> KeyOrder:
    return KeyOrder(head_keys(kind), metrics, qualifiers, kind in SCHEMAS)


def key_order(kind: str, dictionary: Dictionary) -> KeyOrder:
    """Order of keys and statements of a kind: heads as their types, statements as the dictionary."""
    return _order(kind, tuple(dictionary.metrics), tuple(dictionary.qualifiers))


def canonical(file: RecordFile, data: bytes, dictionary: Dictionary) -> bytes:
    """The file as it should stand. A file that cannot be read or laid out comes back as it is: checks speak of it."""
    try:
        return format_record(data, key_order(file.kind, dictionary), schema_of(file))
    except (Unreadable, FormatError):
        return data


def untidy(data_root: Path, dictionary: Dictionary) -> Iterator[tuple[RecordFile, bytes, bytes]]:
    """Files that are not in canonical layout, as they are and as they should be."""
    for file in record_files(data_root):
        try:
            data = read_file(file.path, data_root)
        except Unreadable:
            continue
        wanted = canonical(file, data, dictionary)
        if wanted != data:
            yield file, data, wanted
