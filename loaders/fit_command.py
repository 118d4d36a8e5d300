"""The command `specledger fit`: which hardware holds a model, with every term's reason."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from analysis.hosting import queries
from analysis.hosting.difference import beside
from analysis.hosting.launch import launch
from analysis.hosting.naming import Names
from analysis.hosting.question import CONTEXT, KV, MOST_DEVICES, MOST_TOKENS, MOST_USERS, USERS, Question, problems
from analysis.hosting.reply import as_json, engine_support, places
from analysis.hosting.reverse import holders, most, what_fits
from analysis.hosting.runs import compared
from analysis.hosting.shelf import Known, Shelf
from analysis.memory import ENGINES, Answer, Device, Geometry
from loaders import fit_text
from loaders.cli import DATA, OUT
from loaders.dictionary import load_dictionary
from loaders.fit_ledger import config_file, listed, model_of_config, opened
from loaders.importers.architectures import ConfigError, read_architectures
from loaders.importers.hub import HubError, read_config
from loaders.ledger_reader import NotALedgerError

Json = dict[str, Any]
SPECIFICATION = "specification"


@dataclass(frozen=True, slots=True)
class Asked:
    """The command's options."""

    question: Question
    devices: int | None
    as_of: date | None
    ways: Sequence[str]


@click.command()
@click.argument("model", required=False)
@click.option("--device", help="Id or name of a device; without one, the need on a large device.")
@click.option("--devices", type=int, help="How many of them; by default as many as are needed.")
@click.option("--precision", help="Number format of the weights; by default the widest one released.")
@click.option("--kv", default=KV, show_default=True, help="Number format of the KV cache.")
@click.option("--context", default=CONTEXT, show_default=True, help="Tokens of each user.")
@click.option("--users", default=USERS, show_default=True, help="Users at once.")
@click.option("--engine", type=click.Choice(ENGINES), help="Engine; by default vllm, on Apple's chips mlx.")
@click.option("--as-of", help="Only what was public by that day: 2026-10-06.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A config.json to size.")
@click.option("--hf", metavar="ORG/NAME", help="Read config.json from the Hugging Face hub.")
@click.option("--most-users", is_flag=True, help="Most users at the context, on the device.")
@click.option("--longest-context", is_flag=True, help="Longest context for the users, on the device.")
@click.option("--smallest-device", is_flag=True, help="Devices that hold it, the smallest first.")
@click.option("--what-fits", is_flag=True, help="Formats in which it fits on the device.")
@click.option("--json", "as_json_", is_flag=True, help="One JSON object instead of text.")
@click.option("--db", type=click.Path(dir_okay=False, path_type=Path), default=OUT, hidden=True)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
def fit(
    model: str | None, device: str | None, devices: int | None, precision: str | None, kv: str, context: int,
    users: int, engine: Any, as_of: str | None, config: Path | None, hf: str | None, as_json_: bool, db: Path,
    data: Path, **ways: bool,
) -> None:  # fmt: skip
    """Say which hardware holds MODEL: its terms in GiB, devices needed, the speed that bandwidth allows, and why.

    MODEL is an id, a name or a repository. Instead of it, --config sizes any transformers configuration.
    """
    _refuse(_problems(model, config, hf, precision, kv, context, users, devices, engine, device, ways))
    question = Question(precision and precision.lower(), kv.lower(), context, users, engine, devices)
    asked = Asked(question, devices, _day(as_of), [name for name, chosen in ways.items() if chosen])
    try:
        with opened(db) as shelf:
            known = _model(shelf, model, config, hf, asked.as_of, data)
            reply = _reply(shelf, known, _device(shelf, device, asked.as_of, data), asked)
    except (NotALedgerError, ConfigError, HubError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    text = json.dumps(reply.body, ensure_ascii=False, indent=1) if as_json_ else reply.text()
    click.echo(text)


def _problems(
    model: str | None, config: Path | None, hf: str | None, precision: str | None, kv: str, context: int, users: int,
    devices: int | None, engine: str | None, device: str | None, ways: dict[str, bool],
) -> list[str]:  # fmt: skip
    given = [name for name, value in (("MODEL", model), ("--config", config), ("--hf", hf)) if value is not None]
    found = [] if len(given) == 1 else [f"{listed(given)} are given: one of them names the model"] if given else [
        "no model is named: give MODEL, --config FILE or --hf ORG/NAME"
    ]  # fmt: skip
    numbers = [("context", context, MOST_TOKENS), ("users", users, MOST_USERS)]
    numbers += [("devices", devices, MOST_DEVICES)] if devices is not None else []
    needing = [f"--{name.replace('_', '-')}" for name, on in ways.items() if on and name != "smallest_device"]
    if needing and device is None:
        found.append(f"{listed(needing)} asks about a device: name it with --device")
    return found + problems(precision and precision.lower(), kv.lower(), numbers, engine)


def _refuse(found: list[str]) -> None:
    if found:
        raise click.UsageError("; ".join(found) + ".")


def _day(written: str | None) -> date | None:
    if written is None:
        return None
    try:
        return date.fromisoformat(written)
    except ValueError as error:
        raise click.UsageError(f"--as-of is “{written}”: it can be a day such as 2026-10-06.") from error


def _model(shelf: Shelf, model: str | None, config: Path | None, hf: str | None, day: date | None, data: Path) -> Known:
    if config is not None:
        return model_of_config(config_file(config), config.name, read_architectures(data / "architectures.yml"))
    if hf is not None:
        found, size = read_config(hf)
        return model_of_config(found, hf, read_architectures(data / "architectures.yml"), hf, size)
    id_ = _named(shelf.models, model or "", "model")
    return shelf.model(id_) if day is None else shelf.model_by(id_, day, _trust(data))


def _device(shelf: Shelf, device: str | None, day: date | None, data: Path) -> Device | None:
    if device is None:
        return None
    id_ = _named(shelf.device_names, device, "device")
    return shelf.devices[id_] if day is None else shelf.devices_by(day, _trust(data))[id_]


def _trust(data: Path) -> list[str]:
    return list(load_dictionary(data).trust[SPECIFICATION].order)


def _named(names: Names, text: str, kind: str) -> str:
    found, near = names.find(text)
    if found is not None:
        return found
    offered = "; ".join(f"{id_} ({names.ids[id_]})" for id_ in near)
    hint = f" Perhaps one of these is meant: {offered}." if near else " The page /search finds things by their names."
    raise ValueError(f"The ledger has no {kind} “{text[:80]}”.{hint}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered: JSON, and the text that is made of it when it is wanted."""

    body: Json
    text: Callable[[], str]


def _reply(shelf: Shelf, known: Known, device: Device | None, asked: Asked) -> Reply:
    answer = shelf.answer(known, device, asked.question)
    answer = replace(answer, assumptions=(*known.notes, *answer.assumptions))
    support = engine_support(known.facts, answer.engine)
    day = asked.as_of.isoformat() if asked.as_of else None
    body = as_json(answer, shelf.cited(places(answer)), support, day)
    if answer.engine == "llmscale" and device is not None and isinstance(known.model, Geometry):
        body["beside"] = beside(known.model, device, asked.question, answer, known.released)
    if device is not None:
        body |= _beside(shelf, known, device, asked.question, answer)
    name = device.name if device else None
    parts: list[Callable[[], str]] = [lambda: fit_text.answer_text(body, known.name, name)]
    for key, text in _reverse(shelf, known, device, asked, answer):
        body |= key
        parts.append(text)
    return Reply(body, lambda: "\n\n".join(part() for part in parts))


def _beside(shelf: Shelf, known: Known, device: Device, question: Question, answer: Answer) -> Json:
    request = question.request(device, known.released)
    rows = shelf.fetch(queries.RUNS, model=known.id, device=device.id)
    made = launch(answer, device, request, known.repo_in(request.precision), known.repo_in("bf16"))
    systems = [dict(row) for row in shelf.fetch(queries.SYSTEMS, id=device.id)]
    return {
        "systems": systems,
        "measured": compared(known, device, question, rows),
        "launch": made.as_dict() if made and answer.fits and answer.format != "unsupported" else None,
    }


def _reverse(
    shelf: Shelf, known: Known, device: Device | None, asked: Asked, answer: Answer
) -> list[tuple[Json, Callable[[], str]]]:
    """Answers to the questions the other way round that were asked."""
    model, found = known.model, list[tuple[Json, Callable[[], str]]]()
    if not asked.ways:
        return found
    if not isinstance(model, Geometry):
        raise ValueError(f"{known.name}: nothing can be worked out the other way round without its geometry.")
    count = asked.devices or answer.devices_needed or 1
    if device is not None and {"most_users", "longest_context"} & set(asked.ways):
        ends = most(known, device, asked.question, count)
        found.append(({"most": ends}, lambda: fit_text.most_text(ends, as_json(answer))))
    if device is not None and "what_fits" in asked.ways:
        rows = what_fits(model, device, asked.question, known.released, count if asked.devices else 1)
        found.append(({"what_fits": rows}, lambda: fit_text.formats_text(rows)))
    if "smallest_device" in asked.ways:
        held = holders(model, shelf.devices.values(), asked.question, known.released)
        names = {id_: each.name for id_, each in shelf.devices.items()}
        found.append(({"smallest_device": held}, lambda: fit_text.holders_text(held, names)))
    return found
