"""The page that says which hardware holds a model: every device in a table, one of them in full."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from analysis.hosting import queries
from analysis.hosting.cost import costs, price_of, tokens_per_watt
from analysis.hosting.difference import beside
from analysis.hosting.formats import runs_on
from analysis.hosting.launch import launch
from analysis.hosting.reply import as_json, engine_support, places
from analysis.hosting.reverse import most, what_fits
from analysis.hosting.runs import compared, reached
from analysis.hosting.shelf import Known, Shelf
from analysis.memory import Answer, Device, Geometry
from analysis.memory.parallel import NODE
from pages.catalogue import Catalogue
from pages.fit_question import Visitor
from pages.fit_shelf import fetching
from pages.refusals import RefusedError
from pages.rows import Row, fetch

OFFERED = 5
EMPTY: Row = {"model": None, "device": None, "released": [], "answer": None, "devices": [], "beside_it": None}


def read(conn: sqlite3.Connection, catalogue: Catalogue, shelf: Shelf, visitor: Visitor) -> Row:
    """All that the page says, as its JSON twin gives it. Raises RefusedError for names that are not there."""
    model = _named(catalogue, shelf.models.find, "model", visitor.model, visitor)
    device = _named(catalogue, shelf.device_names.find, "device", visitor.device, visitor)
    if model is None:
        return EMPTY
    known = shelf.model(model, fetching(conn))
    chosen = shelf.devices[device] if device else None
    answer = shelf.answer(known, chosen, visitor.question)
    full = as_json(answer, shelf.cited(places(answer), fetching(conn)), engine_support(known.facts, answer.engine))
    return {
        "model": model,
        "device": device,
        "released": known.released,
        "answer": full,
        "devices": _all(conn, shelf, known, visitor),
        "beside_it": _beside(conn, shelf, known, chosen, visitor, answer) if chosen else None,
    }


def _named(catalogue: Catalogue, find: Any, kind: str, text: str | None, visitor: Visitor) -> str | None:
    """The id that a name means; None where none is given. A name beyond doubt is taken, others are offered."""
    if text is None:
        return None
    found: str | None = find(text)[0]
    if found is not None:
        return found
    matches = catalogue.matcher.match(text, [kind], OFFERED)
    if matches and matches[0].sure:
        return matches[0].key
    offered = [
        {"id": match.key, "title": catalogue.name(match.key), "path": visitor.address(**{kind: match.key})}
        for match in matches
    ]
    hint = "Perhaps one of these is meant:" if offered else "The search finds things by their names."
    raise RefusedError(404, f"The ledger has no {kind} “{text[:80]}”. {hint}", offered)


def _all(conn: sqlite3.Connection, shelf: Shelf, known: Known, visitor: Visitor) -> list[Row]:
    """A row for each device of known memory on which the engine runs, those that hold the model first."""
    systems: dict[str, list[Row]] = {}
    for row in fetch(conn, queries.ALL_SYSTEMS):
        systems.setdefault(row["device"], []).append(row)
    rows = []
    for device in shelf.devices.values():
        answer = shelf.answer(known, device, visitor.question)
        if device.visible is not None and runs_on(answer.engine, device):
            rows.append(_row(answer, device, systems.get(device.id, [])))
    return sorted(rows, key=_rank)


def _row(answer: Answer, device: Device, systems: list[Row]) -> Row:
    needed, visible = answer.devices_needed, float(device.visible.value) if device.visible else 0.0
    return {
        "device": device.id,
        "engine": answer.engine,
        "memory": visible,
        "devices_needed": needed,
        "devices": answer.devices,
        "fits": answer.fits,
        "split": answer.split,
        "per_device": answer.per_device_gib,
        "usable": answer.usable_gib,
        "headroom": answer.headroom_gib,
        "weights": answer.weights_gib,
        "cache": answer.cache_gib,
        "states": answer.state_gib,
        "load": answer.load_gib,
        "total": answer.total_gib,
        "format": answer.format,
        "decode": answer.speed.decode if answer.speed else None,
        "validated": answer.validated,
        "systems": [_offer(row, needed) for row in systems if needed and _is_apt(row, needed)],
    }


def _is_apt(row: Mapping[str, Any], needed: int) -> bool:
    """Whether one would get the system for so many devices: not a pod of thousands for one of them."""
    return bool(row["device_count"]) and row["device_count"] <= max(NODE, 2 * needed)


def _offer(row: Mapping[str, Any], needed: int) -> Row:
    """How many of a system hold so many devices."""
    each = int(row["device_count"])
    return {"id": row["id"], "name": row["name"], "devices": each, "systems_needed": -(-needed // each)}


def _rank(row: Row) -> tuple[bool, bool, float, str]:
    needed = row["devices_needed"]
    held = needed is not None and row["format"] != "unsupported"
    return not held, bool(needed and needed > 1), row["memory"] * (needed or 1), row["device"]


def _beside(
    conn: sqlite3.Connection, shelf: Shelf, known: Known, device: Device, visitor: Visitor, answer: Answer
) -> Row:
    """What is known of one device beside the terms: runs, commands, cost, and the questions the other way round."""
    question = visitor.question
    request = question.request(device, known.released)
    runs = compared(known, device, question, fetch(conn, queries.RUNS, model=known.id, device=device.id))
    made = launch(answer, device, request, known.repo_in(request.precision), known.repo_in("bf16"))
    systems = fetch(conn, queries.SYSTEMS, id=device.id)
    needed = answer.devices_needed
    return {
        "systems": [_offer(row, needed) for row in systems if needed and _is_apt(row, needed)],
        "measured": runs,
        "launch": made.as_dict() if made and answer.fits and answer.format != "unsupported" else None,
        "cost": _cost(conn, shelf, device, visitor, answer, reached(runs)),
        **_reverse(known, device, visitor, answer),
    }


def _reverse(known: Known, device: Device, visitor: Visitor, answer: Answer) -> Row:
    if not isinstance(known.model, Geometry) or answer.total_gib is None:
        return {"most": None, "what_fits": [], "ours": None}
    count = visitor.question.devices or answer.devices_needed or 1
    theirs = answer.engine == "llmscale"
    return {
        "most": most(known, device, visitor.question, count),
        "what_fits": [] if answer.fits else what_fits(known.model, device, visitor.question, known.released, count),
        "ours": beside(known.model, device, visitor.question, answer, known.released) if theirs else None,
    }


def _cost(
    conn: sqlite3.Connection, shelf: Shelf, device: Device, visitor: Visitor, answer: Answer, measured: float | None
) -> Row | None:
    """Cost and tokens per watt at the bound; None where nothing of either is known."""
    decode = answer.speed.decode if answer.speed else None
    if decode is None or answer.devices is None or not answer.fits:
        return None
    watts = shelf.power.get(device.id)
    found = (price_of(row) for row in fetch(conn, queries.PRICES, id=device.id))
    prices = [visitor.own_price] if visitor.own_price else [price for price in found if price]
    terms = visitor.terms_with(measured)
    return {
        "watts": watts,
        "tokens_per_second_and_watt": tokens_per_watt(decode, watts, answer.devices),
        "years": terms.years,
        "power_price": terms.power,
        "pue": terms.pue,
        "per_million_tokens": costs(prices, answer.devices, decode, watts, terms),
    }
