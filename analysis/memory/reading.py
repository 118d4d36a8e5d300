"""From a model's facts to its geometry, or to the list of what is missing."""

from collections.abc import Iterable
from dataclasses import replace

from analysis.memory.facts import Fact, FactBook, tokens
from analysis.memory.geometry import (
    CompressedLayers,
    Geometry,
    Group,
    Incomplete,
    IndexLayers,
    KeyValueLayers,
    LatentLayers,
    Model,
    StateLayers,
    Totals,
)
from analysis.memory.totals import read_totals, spare_weights, tied_by_count

NO_CACHE = frozenset({"none", "encoder"})
INDEXED = frozenset({"sparse_mla", "sparse", "compressed"})
STATES = frozenset({"kda", "gdn", "lightning", "mamba", "mamba2", "conv"})


class _Reader:
    """Reads one model; every lookup that fails adds its words to `missing`."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.book = FactBook(facts)
        self.missing: list[str] = []

    def need(self, metric: str, words: str, kind: str) -> int:
        """The size for layers of `kind`. Notes `words` as missing and returns 0 where nobody says it."""
        value = self.book.whole(metric, f"{metric} of {kind} layers", attention=kind)
        if value is None:
            self.lack(words)
        return value or 0

    def lack(self, words: str) -> None:
        if words not in self.missing:
            self.missing.append(words)


def from_facts(model: str, facts: Iterable[Fact]) -> Model:
    """Geometry of `model`, or Incomplete with its totals and the words for what is missing.

    A fact that names no kind of layer holds for all kinds. Counts are whole; sizes in values; checkpoints in bytes.
    """
    reader = _Reader(facts)
    totals = read_totals(reader.book)
    groups = _groups(reader, totals)
    if totals.params is None and not totals.checkpoints:
        reader.lack("total parameters or the bytes of a checkpoint")
    if reader.missing:
        return Incomplete(model, totals, tuple(reader.missing))
    book = reader.book
    heads = book.whole("attention_heads")
    if totals.tied is None:
        totals = replace(totals, tied=tied_by_count(totals, groups, heads))
    totals = replace(totals, spare=spare_weights(totals, groups, heads))
    return Geometry(model, totals, groups, heads, book.word("state_precision"), book.whole("mtp_layers") or 0)


def _groups(reader: _Reader, totals: Totals) -> tuple[Group, ...]:
    counted = _layers_by_kind(reader.book)
    _check_layers(reader, totals.layers, counted)
    groups: list[Group] = []
    compressed = any(fact.qualifiers["attention"] == "compressed" for fact in counted)
    for fact in counted:
        kind = fact.qualifiers["attention"]
        if kind in NO_CACHE or fact.qualifiers.get("cache") == "shared":
            continue
        reader.book.note(f"attention_layers {kind}", fact)
        groups.append(_compressed(reader, fact) if compressed and kind not in STATES else _group(reader, fact, kind))
    groups += _index(reader, counted)
    return tuple(groups)


def _layers_by_kind(book: FactBook) -> list[Fact]:
    """One fact for each kind, window, compression and use of the cache; the more exact wording wins."""
    facts = [fact for fact in book.all("attention_layers") if "attention" in fact.qualifiers and fact.value]
    exact = {(fact.qualifiers["attention"], key) for fact in facts for key in ("window",) if key in fact.qualifiers}
    owned = {fact.qualifiers["attention"] for fact in facts if fact.qualifiers.get("cache") == "own"}
    seen: set[tuple[str | None, ...]] = set()
    kept = []
    for fact in facts:
        kind = fact.qualifiers["attention"]
        vague = (kind, "window") in exact and "window" not in fact.qualifiers
        vague = vague or (kind in owned and "cache" not in fact.qualifiers)
        key = (kind, *(fact.qualifiers.get(name) for name in ("window", "compression", "cache")))
        if not vague and key not in seen:
            seen.add(key)
            kept.append(fact)
    return kept


def _check_layers(reader: _Reader, layers: int | None, counted: list[Fact]) -> None:
    by_kind = sum(round(fact.value or 0) for fact in counted)
    side_by_side = any(fact.qualifiers["attention"] in STATES for fact in counted)
    if layers is None and not counted:
        reader.lack("number of layers and their attention kind")
    elif layers is not None and by_kind < layers:
        reader.lack(f"attention kind of {layers - by_kind} layers")
    elif layers is not None and by_kind > layers and not side_by_side:
        reader.lack(f"layer counts that agree: {by_kind} by kind, {layers} in all")


def _group(reader: _Reader, fact: Fact, kind: str) -> Group:
    layers = round(fact.value or 0)
    if kind in STATES:
        return _state(reader, kind, layers)
    if kind in ("mla", "sparse_mla"):
        rank = reader.need("kv_lora_rank", "KV latent rank", kind)
        return LatentLayers(kind, layers, rank, reader.need("qk_rope_head_dim", "rotary key size", kind))
    size = reader.need("head_dim", "head size", kind)
    value = reader.book.whole("value_head_dim", f"value_head_dim of {kind} layers", attention=kind)
    heads = reader.need("kv_heads", "KV heads", kind)
    return KeyValueLayers(kind, layers, heads, size, value or size, _window(reader, fact, kind))


def _window(reader: _Reader, fact: Fact, kind: str) -> int | None:
    if kind not in ("sliding", "chunked"):
        return None
    return tokens(fact.qualifiers.get("window")) or reader.need("sliding_window", f"window of {kind} layers", kind)


def _compressed(reader: _Reader, fact: Fact) -> Group:
    """Layers of a model with compressed entries; its sliding layers keep the same entries for the window alone."""
    kind = fact.qualifiers["attention"]
    every = tokens(fact.qualifiers.get("compression"))
    if kind == "compressed" and every is None:
        reader.lack("tokens for each cached entry of compressed layers")
    window = tokens(fact.qualifiers.get("window")) or reader.need("sliding_window", "window of compressed layers", kind)
    size = reader.need("head_dim", "head size", kind)
    rope = reader.need("qk_rope_head_dim", "rotary key size", kind)
    return CompressedLayers(kind, round(fact.value or 0), size, rope, every, window)


def _state(reader: _Reader, kind: str, layers: int) -> StateLayers:
    if kind == "mamba2":
        inner = reader.need("mamba_heads", "Mamba heads", kind) * reader.need("mamba_head_dim", "Mamba head size", kind)
        size = reader.need("state_size", "state size", kind)
        channels = inner + 2 * reader.need("mamba_groups", "Mamba groups", kind) * size
        return StateLayers(kind, layers, inner * size, channels, _width(reader, kind))
    if kind == "mamba":
        inner = reader.need("mamba_inner_size", "Mamba inner size", kind)
        return StateLayers(
            kind, layers, inner * reader.need("state_size", "state size", kind), inner, _width(reader, kind)
        )
    if kind == "conv":
        return StateLayers(kind, layers, 0, reader.need("hidden_size", "hidden size", kind), _width(reader, kind))
    if kind == "lightning":
        size = reader.need("head_dim", "head size", kind)
        return StateLayers(kind, layers, reader.need("attention_heads", "attention heads", kind) * size * size, 0, 1)
    return _delta(reader, kind, layers)


def _delta(reader: _Reader, kind: str, layers: int) -> StateLayers:
    """KDA and Gated DeltaNet: one matrix per value head, a convolution over queries, keys and values."""
    keys = reader.need("linear_key_heads", "linear key heads", kind)
    key_size = reader.need("linear_key_head_dim", "linear key size", kind)
    values = reader.need("linear_value_heads", "linear value heads", kind)
    value_size = reader.need("linear_value_head_dim", "linear value size", kind)
    channels = 2 * keys * key_size + values * value_size
    return StateLayers(kind, layers, values * key_size * value_size, channels, _width(reader, kind))


def _width(reader: _Reader, kind: str) -> int:
    return reader.need("conv_width", "convolution width", kind)


def _index(reader: _Reader, counted: list[Fact]) -> list[Group]:
    """Layers with index keys of their own: no more than there are layers that choose among tokens."""
    choosing = sum(round(f.value or 0) for f in counted if f.qualifiers["attention"] in INDEXED)
    layers = reader.book.whole("index_layers", cache="own")
    if layers is None and any(fact.qualifiers["attention"] == "sparse_mla" for fact in counted):
        reader.lack("layers with an index")
    if not layers or not choosing:
        return []
    return [IndexLayers(min(layers, choosing), reader.need("index_head_dim", "index key size", "index"))]
