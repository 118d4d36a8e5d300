"""What the weights of a model depend on, read from its facts: parameters, checkpoints, experts, embedding."""

from analysis.memory.facts import FactBook, words
from analysis.memory.formats import UNQUANTISED
from analysis.memory.geometry import Checkpoint, Experts, Group, KeyValueLayers, Totals
from analysis.memory.terms import GB

PACKED = frozenset({"int4", "awq", "gptq", "w4a16", "mxfp4", "nvfp4", "fp4", "int2", "int1"})
# Counts that leave weights out, or count what is stored and not what it stands for.
NOT_ALL = frozenset({"without_embeddings", "stored_elements", "effective", "prefill", "decode", "without_tables"})


def read_totals(book: FactBook) -> Totals:
    """All that is known of the weights; what nobody says stays None."""
    tied = book.word("tied_embeddings")
    params, core = _params(book, "params_total"), _scaled(book, "params_total", "without_tables")
    return Totals(
        params=params,
        params_with_mtp=_scaled(book, "params_total", "with_mtp"),
        params_active=_params(book, "params_active"),
        checkpoints=_checkpoints(book),
        hidden_size=book.whole("hidden_size"),
        vocabulary=book.whole("vocabulary_size"),
        tied=None if tied is None else tied in ("yes", "true"),
        experts=_experts(book, params),
        layers=book.whole("layers", counts="main_model"),
        feedforward_width=book.whole("feedforward_width"),
        vision=bool(book.all("encoder_layers")) or "image" in words(book.word("modality")),
        released=_released(book),
        tables=max(params - core, 0.0) if params and core else 0.0,
        origins=book.origins,
    )


def _params(book: FactBook, metric: str) -> float | None:
    """Parameters as a plain count: the figure without a scope first, then the main model's, then any whole one.

    The stored elements of an unquantised release are its parameters to the last one and go before rounded figures;
    those of a release whose values are not packed stand in where nobody gives another figure.
    """
    released = _released(book)
    order = {"stored_elements": 0 if released & UNQUANTISED else 4, None: 1, "main_model": 2}
    left_out = NOT_ALL if released & PACKED and not released & UNQUANTISED else NOT_ALL - {"stored_elements"}
    facts = [fact for fact in book.all(metric) if fact.value and fact.qualifiers.get("counts") not in left_out]
    facts.sort(key=lambda fact: order.get(fact.qualifiers.get("counts"), 3))
    if not facts or facts[0].value is None:
        return None
    book.note(metric, facts[0])
    return float(round(facts[0].value * 1e9))


def _released(book: FactBook) -> frozenset[str]:
    """Formats of all releases on record."""
    return frozenset[str]().union(*(words(fact.value_text) for fact in book.all("checkpoint_precision")))


def _scaled(book: FactBook, metric: str, counts: str) -> float | None:
    for fact in book.all(metric):
        if fact.qualifiers.get("counts") == counts and fact.value:
            book.note(f"{metric} {counts}", fact)
            return float(round(fact.value * 1e9))
    return None


def _checkpoints(book: FactBook) -> tuple[Checkpoint, ...]:
    return tuple(
        Checkpoint(
            fact.qualifiers.get("precision", "undeclared"),
            fact.value * GB,
            fact.qualifiers.get("repo", ""),
            fact.statement,
            fact.source,
        )
        for fact in sorted(book.all("checkpoint_size"), key=lambda fact: "file" in fact.qualifiers)
        if fact.value and fact.qualifiers.get("counts") not in NOT_ALL
    )


def _experts(book: FactBook, params: float | None) -> Experts | None:
    total, active = book.whole("experts_total"), book.whole("experts_active")
    if not total or not active:
        return None
    inner = book.whole("expert_width")
    outer = book.whole("expert_latent_width") or book.whole("hidden_size")
    layers, every = book.whole("moe_layers"), book.whole("layers", counts="main_model")
    if layers is None and every is not None:
        layers = _expert_layers(book.whole("dense_layers"), every, params, 3 * total * (inner or 0) * (outer or 0))
    return Experts(total, active, inner, outer, layers)


def _expert_layers(dense: int | None, every: int, params: float | None, each: int) -> int | None:
    """Layers with experts: all but the dense ones, or as many as the parameters leave room for."""
    if dense is not None:
        return every - dense
    return min(every, int(params // each)) if params and each else None


def spare_weights(totals: Totals, groups: tuple[Group, ...], heads: int | None) -> float:
    """Weights of an output matrix that files hold although it is tied to the embedding: engines load one of the two.

    Found by counting a plain dense model: its files hold the count and the matrix once more, to one per cent.
    """
    embedding, params, layers = totals.embedding, totals.params, _dense_layers(totals, groups, heads)
    if not (totals.tied and embedding and params and layers):
        return 0.0
    return embedding if abs(params - layers - 2 * embedding) < SAME_COUNT * params else 0.0


def tied_by_count(totals: Totals, groups: tuple[Group, ...], heads: int | None) -> bool | None:
    """Whether a plain dense model has one matrix of the vocabulary or two, where nobody says so.

    The one of both counts that comes within one per cent of the parameters tells; None where both do or neither.
    """
    matrix, params, layers = totals.matrix, totals.params, _dense_layers(totals, groups, heads)
    if not (matrix and params and layers):
        return None
    one, two = (abs(params - layers - count * matrix) < SAME_COUNT * params for count in (1, 2))
    return one if one != two else None


SAME_COUNT = 0.01
"""Part of the parameters by which two counts of the same weights may differ: norms, biases, rounding."""


def _dense_layers(totals: Totals, groups: tuple[Group, ...], heads: int | None) -> float | None:
    """Weights of attention and feed-forward parts of a plain dense model; None for others and unknown sizes."""
    hidden, width, layers = totals.hidden_size, totals.feedforward_width, totals.layers
    plain = [group for group in groups if isinstance(group, KeyValueLayers)]
    if len(plain) < len(groups) or totals.experts is not None or not (heads and hidden and width and layers):
        return None
    attention = sum(
        g.layers * hidden * (2 * heads * g.key_size + g.kv_heads * (g.key_size + g.value_size)) for g in plain
    )
    return attention + 3.0 * layers * hidden * width
