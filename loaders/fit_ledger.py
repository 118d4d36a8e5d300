"""A built ledger, opened for answers about memory; models from configurations stand beside its own."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from analysis.hosting.recorded import Recorded
from analysis.hosting.shelf import Known, Shelf, known_model
from analysis.memory import Cited
from analysis.parameters import Uncounted, count
from analysis.parameters.count import TRANSFORMERS
from loaders.importers.architectures import Architecture
from loaders.importers.hf_config import draft
from loaders.ledger_reader import NotALedgerError

COUNTED = "parameters counted from the shapes in the configuration: within 1 % on 222 of 273 models of the ledger"


@contextmanager
def opened(path: Path) -> Iterator[Shelf]:
    """The shelf of a built ledger. Raises NotALedgerError with a sentence."""
    if not path.exists():
        raise NotALedgerError(f"There is no {path}: `make build` or `specledger build --out {path}` makes it.")
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        try:
            yield Shelf(lambda sql, **parameters: connection.execute(sql, parameters))
        except sqlite3.DatabaseError as error:
            raise NotALedgerError(f"{path} cannot be read as a ledger ({error}): build it again.") from None


def model_of_config(
    config: Mapping[str, Any],
    name: str,
    architectures: Mapping[str, Architecture],
    repo: str | None = None,
    file_bytes: float | None = None,
) -> Known:
    """The model that a parsed config.json describes. Raises ConfigError for a class whose layers no rule reads.

    Weights come from `file_bytes` where they are known, else from parameters counted by the shapes of the class.
    """
    facts = [_recorded(statement, name) for statement in draft(config, name, architectures)]
    precision = next((f.value_text for f in facts if f.metric == "checkpoint_precision"), None)
    if file_bytes is not None:
        held = {"precision": precision or "undeclared", "repo": name}
        facts.append(_figure("checkpoint_size", file_bytes / 1e9, held, "model.safetensors.index.json, total_size"))
    counted = count(facts)
    if isinstance(counted, Uncounted):
        return known_model(name, name, facts, repo)
    facts.append(_figure("params_total", counted.total / 1e9, {}, TRANSFORMERS))
    return known_model(name, name, facts, repo, (Cited(counted.total, COUNTED, TRANSFORMERS),))


def _figure(metric: str, value: float, qualifiers: Mapping[str, str], where: str) -> Recorded:
    return Recorded(metric, qualifiers, value, None, None, where, where, f"{value:g}")


def _recorded(statement: Mapping[str, str], name: str) -> Recorded:
    """A draft statement with its figure as a number; the place is the field of the configuration."""
    metric, stated = next(iter(statement.items()))
    qualifiers = {key: value for key, value in statement.items() if key not in (metric, "at", "basis")}
    try:
        value = float(stated.split(" ")[0])
    except ValueError:
        value = None
    where = f"config.json of {name}, {statement['at']}"
    return Recorded(metric, qualifiers, value, None, None if value is not None else stated, where, where, stated)


def config_file(path: Path) -> Mapping[str, Any]:
    """The parsed file. Raises ValueError with a sentence that names the place."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{path}:{error.lineno}:{error.colno}: no JSON ({error.msg}): give a whole config.json"
        ) from error
    if not isinstance(found, dict):
        raise ValueError(f"{path}: holds no JSON object: give a transformers config.json")
    return found


def listed(texts: Iterable[str]) -> str:
    """`a, b and c`."""
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last
