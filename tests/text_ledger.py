"""A small ledger of invented things, as the tables of a built one would hold it."""

import json
from pathlib import Path
from typing import Any

from analysis.text.ledger import TABLES, Ledger, ledger_from_tables, lexicon_rows
from loaders.dictionary import load_dictionary
from loaders.languages import load_languages

DATA = Path(__file__).resolve().parent.parent / "data"
ENTITIES = [
    ("acme", "organization", "Acme", []),
    ("acme-z100", "device", "Acme Z100", ["Z100"]),
    ("acme-z100-nvl", "device", "Acme Z100 NVL", ["Z100 NVL"]),
    ("acme-z200", "device", "Acme Z200", ["Z200"]),
    ("acme-rack", "system", "Acme Z200 Rack72", ["Z200 Rack72"]),
    ("acme-loom", "model", "Loom 2", ["Loom-2"]),
    ("acme-weft", "model", "Weft 2", ["Weft-2"]),
    ("spindle", "software", "Spindle", []),
]
SOURCES = [
    ("sheet", "Z datasheet", "datasheet", "acme", None),
    ("press", "Z in the press", "press", "press-house", None),
    ("blog", "A blog", "press", "blogger", None),
    ("copy", "A copy of the sheet", "press", "copier", "sheet"),
    ("digest", "A digest", "digest", "digester", None),
]
STATEMENTS: list[dict[str, Any]] = [
    {"entity": "acme-z100", "metric": "memory_capacity", "stated": "80 GB", "source": "sheet"},
    {"entity": "acme-z100", "metric": "memory_bandwidth", "stated": "3.35 TB/s", "source": "press"},
    {"entity": "acme-z100-nvl", "metric": "memory_capacity", "stated": "94 GB", "source": "sheet"},
    {"entity": "acme-z200", "metric": "memory_capacity", "stated": "141 GB", "source": "press"},
    {"entity": "acme-z200", "metric": "memory_capacity", "stated": "141 GB", "source": "blog"},
    {"entity": "acme-z200", "metric": "memory_bandwidth", "stated": "4.8 TB/s", "source": "copy"},
    {"entity": "acme-z200", "metric": "scaleup_bandwidth", "stated": "900 GB/s", "direction": "both_ways",
     "source": "sheet"},
    {"entity": "acme-z200", "metric": "power", "stated": "up to 700 W", "source": "sheet"},
    {"entity": "acme-z200", "metric": "peak_compute", "stated": "1979 TFLOP/s", "precision": "fp8", "sparsity": "dense",
     "source": "sheet"},
    {"entity": "acme-z200", "metric": "peak_compute", "stated": "3958 TFLOP/s", "precision": "fp8",
     "sparsity": "sparse", "source": "sheet"},
    {"entity": "acme-z200", "metric": "peak_compute", "stated": "3940 TFLOP/s", "precision": "fp8", "sparsity": "dense",
     "source": "blog", "rank": "deprecated", "cause": "sparse_as_dense",
     "reason": "The sparse rate under the word dense."},
    {"entity": "acme-z200", "metric": "price", "stated": "not_announced", "source": "press"},
    {"entity": "acme-z200", "metric": "rent", "stated": "4 USD/h", "source": "press", "valid_to": "2025-12",
     "published": "2025-01"},
    {"entity": "acme-rack", "metric": "memory_capacity", "stated": "10 TB", "source": "sheet"},
    {"entity": "acme-loom", "metric": "params_total", "stated": "1T params", "source": "sheet"},
    {"entity": "acme-loom", "metric": "params_active", "stated": "49B params", "source": "sheet"},
    {"entity": "acme-loom", "metric": "context_length", "stated": "128K tokens", "source": "sheet"},
    {"entity": "spindle", "metric": "ratio", "stated": "up to 1.9 x", "ratio_of": "decode_throughput",
     "source": "digest",
     "setup": {"model": "acme-loom", "engine": "spindle", "parallelism": "tp16"}},
    {"entity": "spindle", "metric": "decode_throughput", "stated": "842 tok/s", "per": "user", "source": "digest",
     "setup": {"model": "acme-loom", "engine": "spindle", "batch": "1"}},
    {"entity": "spindle", "metric": "ratio", "stated": "3.3 x", "ratio_of": "ttft", "source": "digest",
     "setup": {"model": "acme-weft", "engine": "spindle"}},
]  # fmt: skip
_PLAIN = frozenset(
    {"entity", "metric", "stated", "source", "rank", "cause", "reason", "setup", "valid_to", "published"}
)
_KINDS = {"acme-rack": "rack"}


def small_ledger() -> Ledger:
    """The ledger of the lists above, read with the real dictionary and languages."""
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    dictionary = load_dictionary(DATA)
    rows = lexicon_rows(dictionary, load_languages(DATA, dictionary))
    tables["lexicon"] = [{"id": id_, "value": value} for id_, value in rows]
    tables["entities"] = [
        {"id": id_, "kind": kind, "name": name, "aliases": json.dumps(names)} for id_, kind, name, names in ENTITIES
    ]
    tables["devices"] = [{"id": id_, "kind": "gpu", "vendor": "acme"} for id_, kind, *_ in ENTITIES if kind == "device"]
    tables["systems"] = [
        {"id": "acme-rack", "kind": "rack", "vendor": "acme", "device": "acme-z200", "device_count": 72}
    ]
    tables["sources"] = [
        {"id": id_, "title": title, "kind": kind, "publisher": by, "url": None, "published": None, "repeats": repeats}
        for id_, title, kind, by, repeats in SOURCES
    ]
    for number, statement in enumerate(STATEMENTS):
        _add(tables, str(number), statement)
    return ledger_from_tables(tables.__getitem__)


def _add(tables: dict[str, list[dict[str, Any]]], id_: str, statement: dict[str, Any]) -> None:
    setup = statement.get("setup", {})
    absent = statement["stated"] == "not_announced"
    row = {name: statement.get(name) for name in ("rank", "cause", "reason", "published", "valid_to")}
    tables["statements"].append({
        **row, "id": id_, "entity": statement["entity"], "metric": statement["metric"], "stated": statement["stated"],
        "qualifiers": json.dumps({name: value for name, value in statement.items() if name not in _PLAIN}),
        "comparator": "absent" if absent else "exact", "value_text": statement["stated"] if absent else None,
        "source": statement["source"], "asserted_by": None, "rank": statement.get("rank", "normal"), "valid_from": None,
        "claim": None, "setup": id_ if setup else None, "baseline": None,
    })  # fmt: skip
    if setup:
        tables["setups"].append({"id": id_, "claim": "", "conditions": json.dumps(setup)})
        for role in ("model", "engine"):
            tables["statement_entities"].append({"statement": id_, "entity": setup[role], "role": role})
