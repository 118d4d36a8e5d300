"""Facts as the memory analysis takes them, and what it makes of a model's geometry."""

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.facts import Fact
from analysis.hosting.recorded import Recorded
from analysis.memory import Incomplete, Model, from_facts
from analysis.memory.cache import growing_token_bytes
from analysis.memory.states import sequence_bytes


def plain(facts: Iterable[Fact]) -> list[Recorded]:
    """Facts of one entity with their figures as floats."""
    return [_plain(fact) for fact in facts]


def _plain(fact: Fact) -> Recorded:
    line, statement = fact.shown, fact.shown.statement
    figure = statement.figure
    value = float(figure.value) if figure else None
    value_max = float(figure.value_max) if figure and figure.value_max is not None else None
    text = statement.reading.text
    return Recorded(
        statement.metric, statement.qualifiers, value, value_max, text, line.id, statement.book.source, statement.stated
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a model's row says of its memory."""

    kv_bytes_per_token: float | None
    state_bytes: float | None
    estimable: int
    missing: str | None


def geometry(model: str, facts: Iterable[Fact]) -> Model:
    """Geometry of a model, or what is missing for it."""
    return from_facts(model, plain(facts))


def estimate(model: Model) -> Estimate:
    """Bytes that a token adds to a 16-bit cache and bytes of one sequence's states, vLLM's layout on one device."""
    if isinstance(model, Incomplete):
        return Estimate(None, None, 0, ", ".join(model.missing))
    return Estimate(growing_token_bytes(model, "bf16"), sequence_bytes(model, "vllm", 1), 1, None)
