"""LLMScale's answer and our own side by side: what each term differs by, and why."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from analysis.hosting.question import Question
from analysis.hosting.reply import answered
from analysis.memory import Answer, Device, Geometry

WHY = {
    "weights": "it counts every listed parameter at one average; we take file bytes, else wide embeddings",
    "cache": "it counts bytes per token; we count what the engine sets aside, whole pages included",
    "states": "it keeps states of linear layers in 32 bits; we take the engine's type and its pages",
    "load": "it adds one constant for each device; we count sampler, runtime, graphs and expert buffers",
}


def beside(
    model: Geometry, device: Device, question: Question, theirs: Answer, released: Sequence[str]
) -> dict[str, Any]:
    """Our answer for as many devices as theirs has, its engine's rules, and each term's difference in GiB."""
    ours = answered(model, device, replace(question, engine=None, devices=theirs.devices), released)
    pairs = {
        "weights": (theirs.weights_gib, ours.weights_gib),
        "cache": (theirs.cache_gib, ours.cache_gib),
        "states": (theirs.state_gib, ours.state_gib),
        "load": (theirs.load_gib, ours.load_gib),
        "total": (theirs.total_gib, ours.total_gib),
    }
    return {
        "engine": ours.engine,
        "low": ours.low_gib,
        "high": ours.high_gib,
        "terms": [_term(name, *pair) for name, pair in pairs.items()],
    }


def _term(name: str, theirs: float | None, ours: float | None) -> dict[str, Any]:
    gap = None if theirs is None or ours is None else ours - theirs
    return {"term": name, "llmscale": theirs, "ours": ours, "difference": gap, "why": WHY.get(name)}
