"""One answer as the command, the pages and programs give it: the keys that the design names, in GiB on all devices."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from analysis.hosting.formats import is_released, read_for, word_for
from analysis.hosting.question import Question
from analysis.hosting.recorded import Recorded
from analysis.hosting.rivals import Other, widened
from analysis.memory import NO_RUNS, Answer, Cited, Device, Model, Validated, fit
from analysis.memory.terms import LLMSCALE_CODE

Json = dict[str, Any]
RECONSTRUCTION = Cited(
    "estimated", "a reconstruction of LLMScale's pages from two printed totals: its constants are ours", LLMSCALE_CODE
)


def answered(
    model: Model,
    device: Device | None,
    question: Question,
    released: Sequence[str],
    validated: Validated = NO_RUNS,
    others: Sequence[Other] = (),
) -> Answer:
    """The answer, its checkpoint and format in the words of the ledger, tried again as each of `others` has it.

    Raises FormatError.
    """
    request = question.request(device, list(released))
    answer = fit(model, device, request, validated)
    shown = replace(request, devices=answer.devices)
    for other in others:
        again = fit(other.model or model, other.device or device, shown, validated)
        answer = widened(answer, other.stated, again)
    if device is not None:
        asked = request.precision, device, request.engine
        answer = replace(answer, format=word_for(*asked), format_from=read_for(*asked))
    if request.engine == "llmscale":
        checkpoint = "released" if is_released(request.precision, released) else "hypothetical"
        answer = replace(answer, checkpoint=checkpoint, assumptions=(RECONSTRUCTION, *answer.assumptions))
    return answer


def places(answer: Answer) -> list[str]:
    """Where the assumptions were read: addresses and ids of statements, each once."""
    entries = [*answer.assumptions, *(answer.speed.why if answer.speed else ())]
    return list(dict.fromkeys(entry.where for entry in entries if entry.where not in ("", "arithmetic")))


def as_json(
    answer: Answer, sources: Sequence[Json] = (), supports: Sequence[Json] = (), as_of: str | None = None
) -> Json:
    """The answer with the keys of `specledger fit --json`. What is unknown is None, never 0.

    `sources` are those of `places`, as the ledger knows them.
    """
    speed = answer.speed
    assumptions = [*answer.assumptions, *(speed.why if speed else ())]
    return {
        "model": answer.model,
        "device": answer.device,
        "devices": answer.devices,
        "precision": answer.precision,
        "kv": answer.kv_precision,
        "context": answer.context,
        "users": answer.users,
        "engine": answer.engine,
        "as_of": as_of,
        "weights": answer.weights_gib,
        "cache": answer.cache_gib,
        "states": answer.state_gib,
        "load": answer.load_gib,
        "total": answer.total_gib,
        "low": answer.low_gib,
        "high": answer.high_gib,
        "devices_needed": answer.devices_needed,
        "speed_bound": speed.as_dict() if speed else None,
        "assumptions": [entry.as_dict() for entry in assumptions],
        "sources": list(sources),
        "fits": answer.fits,
        "floor": answer.floor,
        "missing": list(answer.missing),
        "checkpoint": answer.checkpoint,
        "format": answer.format,
        "format_from": answer.format_from,
        "split": answer.split,
        "per_device": answer.per_device_gib,
        "usable": answer.usable_gib,
        "headroom": answer.headroom_gib,
        "bare_minimum": answer.bare_minimum,
        "validated": answer.validated,
        "validated_words": answer.validated_words or None,
        "engine_support": list(supports),
    }


def engine_support(facts: Iterable[Recorded], engine: str) -> list[Json]:
    """Words on whether and since which version the engine runs the model, each with its statement and source."""
    return [
        {
            "metric": fact.metric,
            "says": fact.value_text or fact.stated,
            "version": fact.qualifiers.get("version"),
            "statement": fact.statement,
            "source": fact.source,
        }
        for fact in facts
        if fact.metric in ("engine_support", "engine_min_version") and fact.qualifiers.get("engine") == engine
    ]
