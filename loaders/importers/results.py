"""Files of results: a JSON list of objects or one alone, read with the digits of every number as written."""

import csv
import io
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any


class NotResultsError(ValueError):
    """A file that holds no results of the kind asked for; the text says where and why."""


def read_objects(path: Path, like: str, needed: Collection[str]) -> list[dict[str, Any]]:
    """Objects of a file such as `like`, each with the needed keys, or the only one; numbers stay text.

    Raises NotResultsError, or OSError when the file cannot be read.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"), parse_float=str, parse_int=str)
    except ValueError as error:
        raise NotResultsError(f"{path}: no JSON: {error}") from error
    if isinstance(found, dict) and found.keys() >= set(needed):
        found = [found]
    if not isinstance(found, list):
        raise NotResultsError(f"{path}: not a list of results, as {like} is")
    for index, item in enumerate(found):
        missing = [key for key in needed if not isinstance(item, dict) or key not in item]
        if missing:
            raise NotResultsError(f"{path}: result {index} has no {', '.join(missing)}")
    return found


def write_rows(columns: Sequence[str], rows: Iterable[Any]) -> str:
    """Dataclass rows as CSV with a line of names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(astuple(row) for row in rows)
    return out.getvalue()
