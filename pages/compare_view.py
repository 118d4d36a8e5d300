"""A comparison in words: rows, reasons, addresses that change the choice, and the rows of the CSV."""

from analysis.compare import UNDECLARED
from pages.catalogue import Catalogue
from pages.choice import FEWEST, MOST, Choice
from pages.rows import Row

COLUMNS = (
    "metric", "label", "holds_for", "entity", "name", "stated", "value", "value_max", "unit", "why", "best", "ratio",
    "disputed", "statement", "source", "source_title", "published",
)  # fmt: skip
"""Columns of the CSV: a row for each thing and figure."""
NAMED = 3
"""Things that a title names."""
NOTED = ("edition", "stage", "repo", "counts", "seen_by", "clock", "method")
"""Qualifiers that stand beside a figure, not beside its row."""


def view(body: Row, catalogue: Catalogue, chosen: Choice) -> Row:
    """What the template prints beside the body: rows in words, and addresses that change the choice."""
    shown = [in_words(line, catalogue) for line in body["lines"] if chosen.everything or _worth_showing(line)]
    return {
        "title": _title([catalogue.name(ref) for ref in chosen.ids]),
        "things": [_thing(ref, chosen) for ref in chosen.ids],
        "headline": [line for line in shown if line["headline"]],
        "others": [line for line in shown if not line["headline"]],
        "left_out": len(body["lines"]) - len(shown),
        "permalink": chosen.path(to=chosen.to),
        "twin": chosen.path(to=chosen.to).removeprefix("/compare"),
        "everything": Choice(chosen.ids, chosen.to, True).path(to=chosen.to),
        "without_ratios": chosen.path(),
        "additions": [{**row, "add": chosen.path([*chosen.ids, row["id"]], chosen.to)} for row in body["offered"]],
        "most": MOST,
    }


def _title(names: list[str]) -> str:
    if len(names) > NAMED:
        return f"{names[0]} against {len(names) - 1} others"
    return " against ".join(names) or "Side by side"


def _worth_showing(line: Row) -> bool:
    shared = sum(cell["fact"] is not None for cell in line["cells"]) >= FEWEST
    return not line["doubled"] and (line["headline"] or shared)


def _thing(ref: str, chosen: Choice) -> Row:
    others = [other for other in chosen.ids if other != ref]
    return {"id": ref, "remove": chosen.path(others, chosen.to), "base": chosen.path(to=ref)}


def in_words(line: Row, catalogue: Catalogue) -> Row:
    """A row with what it holds for, the reasons of empty cells and notes on figures, in words."""
    holds_for = catalogue.words.holds_for({"entity": "", "qualifiers": line["qualifiers"]})
    told = [(reason(cell, line, catalogue), _notes(cell, catalogue)) for cell in line["cells"]]
    cells = [{**cell, "reason": why, "notes": notes} for cell, (why, notes) in zip(line["cells"], told, strict=True)]
    return {**line, "holds_for": holds_for, "cells": cells}


def reason(cell: Row, line: Row, catalogue: Catalogue) -> str:
    """Why a cell has no figure, in words; empty where it has one."""
    words, why, other = catalogue.words, cell["why"], cell["other"]
    if why in (None, "not_on_record"):
        return "not on record" if why else ""
    if why == "absent":
        return words.label("absence", other["why"])
    if why == "edition":
        return f"on record for {words.phrase('edition', other['edition'])} only"
    theirs, ours = _condition(why, other, catalogue), _condition(why, line, catalogue)
    if other["qualifiers"].get(why) == UNDECLARED:
        return theirs
    return f"{theirs}, not {ours}" if ours and line["compared"] else f"on record for {theirs} only"


def _condition(name: str, row: Row, catalogue: Catalogue) -> str:
    value = row["qualifiers"].get(name) or row.get(name)
    return catalogue.words.phrase(name, str(value)) if value else ""


def _notes(cell: Row, catalogue: Catalogue) -> list[str]:
    """What is to be known of a figure beside the conditions of its row."""
    fact = cell["fact"]
    if not fact:
        return []
    named = {name: fact["qualifiers"][name] for name in NOTED if name in fact["qualifiers"]}
    told = catalogue.words.holds_for({"entity": fact["entity"], "qualifiers": named})
    return [*told, *(f"{name.replace('_', ' ')} not stated" for name in cell["left_open"])]


def table(body: Row, catalogue: Catalogue) -> list[Row]:
    """Rows of the CSV: one for each thing and figure."""
    return [_record(line, cell, catalogue) for line in body["lines"] for cell in line["cells"]]


def _record(line: Row, cell: Row, catalogue: Catalogue) -> Row:
    fact = cell["fact"] or {}
    source = catalogue.sources.get(fact.get("source", ""), {})
    taken = ("stated", "value", "value_max", "disputed", "statement", "source", "published")
    return {
        **{name: fact.get(name) for name in taken},
        "metric": line["metric"],
        "label": catalogue.words.metric(line["metric"]),
        "holds_for": ", ".join(catalogue.words.holds_for({"entity": "", "qualifiers": line["qualifiers"]})),
        "entity": cell["entity"],
        "name": catalogue.name(cell["entity"]),
        "unit": line["unit"],
        "why": reason(cell, line, catalogue) or None,
        "best": int(cell["best"]),
        "ratio": None if cell["ratio"] is None else float(f"{cell['ratio']:.4g}"),
        "source_title": source.get("title"),
    }
