"""What a run was made with, in words: every condition for tables, and the sentence that names a run."""

import json
from collections.abc import Mapping

from pages.catalogue import Catalogue
from pages.rows import Row

Conditions = dict[str, str]
"""Conditions of a setup as printed, by name."""
COLUMNS = (
    "model", "engine", "engine_version", "system", "precision", "parallelism", "batch", "context", "spec_decode",
    "acceptance",
)  # fmt: skip
PHRASES = {
    "precision": "{}", "parallelism": "{}", "batch": "batch {}", "isl": "prompts of {} tokens",
    "osl": "outputs of {} tokens", "context": "context of {} tokens", "concurrency": "{} at once",
    "spec_decode": "speculation: {}",
}  # fmt: skip
"""How a sentence puts the conditions that it names; the others stand in the table of the claim."""
OF_MLPERF = ("benchmark", "scenario", "entry")
"""What tells the runs of one submission apart."""


def conditions(setup: Row, catalogue: Catalogue) -> Conditions:
    """Every condition of a setup as printed, devices first, those without a name of the ledger's own last."""
    found = {"devices": devices(setup, catalogue)}
    found |= {name: _printed(name, setup[name], catalogue) for name in COLUMNS if setup[name]}
    skipped = {"devices", "like", "other", *COLUMNS}
    stated = {name: value for name, value in setup["conditions"].items() if name not in skipped}
    free = setup["conditions"].get("other", {})
    found |= {name: _printed(name, value, catalogue) for name, value in (*stated.items(), *free.items())}
    return {name: value for name, value in found.items() if value}


def devices(setup: Row, catalogue: Catalogue) -> str:
    """Devices of a setup with their counts and roles; empty where none is named."""
    return " + ".join(_part(part, catalogue) for part in setup["devices"])


def _part(part: Row, catalogue: Catalogue) -> str:
    name = catalogue.name(part["device"])
    count = f"{part['count']} × " if part.get("count") else ""
    role = f" ({catalogue.words.label('role', part['role'])})" if part.get("role") else ""
    return f"{count}{name}{role}"


def _printed(name: str, value: object, catalogue: Catalogue) -> str:
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    if name in ("model", "engine", "system"):
        return catalogue.name(value)
    return catalogue.words.phrase(name, value) if name in ("precision", "acceptance") else value


def subject(entity: str, run: Conditions, in_it: bool) -> str:
    """What a figure of a run is of, as in `Kimi K3 on 16 × NVIDIA GB300 with vLLM 0.28`.

    `in_it` says that the entity is a benchmark, which was run.
    """
    place = run.get("devices") or run.get("system") or ""
    of = run.get("model") or ("" if entity in place else entity)
    if not of:
        of, place = place, ""
    engine = " ".join(run[name] for name in ("engine", "engine_version") if name in run)
    told = of + (f" on {place}" if place else "") + (f" with {engine}" if engine else "")
    return told if entity in told else f"{told}, in {entity}" if in_it else f"{told}, for {entity}"


def settings(run: Conditions) -> list[str]:
    """How a run was made, as far as a sentence names it: `TP16`, `batch 1 to 64`."""
    named = [pattern.format(_said(name, run[name])) for name, pattern in PHRASES.items() if name in run]
    return named + [f"{name} {run[name]}" for name in OF_MLPERF if name in run]


def over(run: Conditions, baseline: Mapping[str, str]) -> str:
    """What a ratio compares with, by the conditions in which both differ: `over engine version 0.1`."""
    differing = {name: value for name, value in baseline.items() if name != "note" and value != run.get(name)}
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in differing.items())
    return f", over {told}" if told else ""


def _said(name: str, value: str) -> str:
    text = value.replace(" .. ", " to ").replace("..", " to ")
    if name == "parallelism":
        return text.upper() if text.isascii() and text.isalnum() else text
    return text.removesuffix(" tokens") if name in ("isl", "osl", "context") else text
