"""Which kind of attention each layer of a checkpoint has, read from its configuration by the rule of its class.

The rules of all known classes stand in data/architectures.yml, each with the place where it was read. A class that is
not there is refused: the kind of a layer decides what is cached, and a guess would look like a fact.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Config: TypeAlias = Mapping[str, Any]
Architecture: TypeAlias = Mapping[str, Any]


class ConfigError(ValueError):
    """A configuration that no rule reads; the message says what was found, what is known and what to do."""


@dataclass(frozen=True, slots=True)
class LayerKind:
    """What one layer attends with; `window` and `compression` in tokens."""

    attention: str
    window: int | None = None
    compression: int | None = None
    cache: str | None = None


Layers: TypeAlias = tuple[list[LayerKind], str]
"""One entry per layer (two where attention and state stand side by side), and the field that says so."""

_BY_CLASS = "architectures, num_hidden_layers"


def read_architectures(path: Path) -> dict[str, Architecture]:
    """Architecture classes by name, as written in data/architectures.yml; every scalar stays text."""
    known: dict[str, Architecture] = yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)  # noqa: S506
    return known


def layer_kinds(config: Config, architecture: Architecture) -> Layers:
    """Kinds of all decoder layers. Raises ConfigError where the configuration lacks what the rule needs."""
    layers, at = RULES[architecture["rule"]](config, architecture)
    return _shared(layers, config), at


def need(config: Config, field: str) -> Any:
    """The field's value. Raises ConfigError where it is missing or null."""
    value = config.get(field)
    if value is None:
        raise ConfigError(f"config.json: {field} is missing; the rule of this class reads it, so give the whole file.")
    return value


def _shared(layers: list[LayerKind], config: Config) -> list[LayerKind]:
    """Gemma's last `num_kv_shared_layers` layers read the cache of an earlier one of their kind."""
    sharing = config.get("num_kv_shared_layers") or 0
    first = len(layers) - sharing
    return [
        LayerKind(kind.attention, kind.window, kind.compression, "shared") if number >= first else kind
        for number, kind in enumerate(layers)
    ]


def _named(names: list[str], config: Config, architecture: Architecture) -> list[LayerKind]:
    kinds = architecture["kinds"]
    unknown = sorted(set(names) - set(kinds))
    if unknown:
        raise ConfigError(
            f"config.json: layer kind {unknown[0]} is not known for this class; known: {', '.join(kinds)}."
        )
    return [_kind(kinds[name], config, architecture) for name in names]


def _kind(attention: str, config: Config, architecture: Architecture) -> LayerKind:
    if attention not in ("sliding", "chunked"):
        return LayerKind(attention)
    return LayerKind(attention, window=int(need(config, architecture.get("window", "sliding_window"))))


def _every(config: Config, architecture: Architecture) -> Layers:
    """The same kind in every layer."""
    return [_kind(architecture["attention"], config, architecture)] * need(config, "num_hidden_layers"), _BY_CLASS


def _window(config: Config, architecture: Architecture) -> Layers:
    """A window that holds for every layer, when one is set, in use and shorter than the context."""
    size = config.get("sliding_window") if config.get("use_sliding_window", True) else None
    if size is None or size >= need(config, "max_position_embeddings"):
        at = "sliding_window" if "sliding_window" in config else _BY_CLASS
        return [LayerKind("full")] * need(config, "num_hidden_layers"), at
    first = config.get("max_window_layers", 0) if architecture.get("first") else 0
    layers = need(config, "num_hidden_layers")
    return [LayerKind("full")] * first + [LayerKind("sliding", size)] * (layers - first), "sliding_window"


def _listed(config: Config, architecture: Architecture) -> Layers:
    """A name for each layer, or else one special layer in every `period`."""
    field = architecture.get("field", "layer_types")
    if config.get(field) is not None:
        return _named(list(config[field])[: config.get("num_hidden_layers")], config, architecture), field
    return _periodic(config, architecture)


def _periodic(config: Config, architecture: Architecture) -> Layers:
    """Layer i is the special one where i mod period = offset; by default the last of each period."""
    if "period" not in architecture:
        raise ConfigError(f"config.json: {architecture.get('field', 'layer_types')} is missing; give the whole file.")
    period = _number(architecture["period"], config)
    offset = _number(architecture["offset"], config) if "offset" in architecture else period - 1
    special, other = architecture["special"], architecture["other"]
    layers = need(config, "num_hidden_layers")
    names = [special if i % period == offset else other for i in range(layers)]
    if architecture.get("last"):
        names[-1] = architecture["last"]
    field = str(architecture["period"])
    return [_kind(name, config, architecture) for name in names], _BY_CLASS if field.isdigit() else field


def _number(written: str, config: Config) -> int:
    return int(written) if written.isdigit() else int(need(config, written))


def _letters(config: Config, architecture: Architecture) -> Layers:
    """One letter for each block: M for a state space layer, * for attention, E and - for feed-forward parts."""
    field = architecture["field"]
    if config.get(field) is not None:
        return _named(list(config[field]), config, architecture), field
    return _named(list(need(config, "layers_block_type")), config, architecture), "layers_block_type"


def _numbered(config: Config, architecture: Architecture) -> Layers:
    """Lists of layer numbers by kind, counted from 1; files that transformers wrote name the layers instead."""
    if config.get("layer_types") is not None:
        return _named(list(config["layer_types"]), config, architecture), "layer_types"
    lists = need(config, "linear_attn_config")
    kinds = {number: kind for field, kind in architecture["kinds"].items() for number in lists.get(field, ())}
    layers = need(config, "num_hidden_layers")
    if sorted(kinds) != list(range(1, layers + 1)):
        raise ConfigError(
            f"config.json: linear_attn_config names {len(kinds)} layers of {layers}; give the whole file."
        )
    return [LayerKind(kinds[number]) for number in sorted(kinds)], "linear_attn_config"


def _ratios(config: Config, _: Architecture) -> Layers:
    """Tokens for each cached entry, layer by layer; 0 means that only the window is kept. MTP layers stand last."""
    ratios = need(config, "compress_ratios")[: need(config, "num_hidden_layers")]
    window = LayerKind("sliding", int(need(config, "sliding_window")))
    return [LayerKind("compressed", compression=ratio) if ratio else window for ratio in ratios], "compress_ratios"


def _flags(config: Config, architecture: Architecture) -> Layers:
    """A list of 0 and 1, one for each layer."""
    *parents, field = architecture["field"].split(".")
    for parent in parents:
        config = {**config, **need(config, parent)}
    return _named([str(int(flag)) for flag in need(config, field)], config, architecture), field


def _side_by_side(config: Config, architecture: Architecture) -> Layers:
    """Two kinds in every layer: attention beside a state, or attention twice."""
    both = [LayerKind(kind) for kind in architecture["attention"]]
    field = architecture.get("count", "num_hidden_layers")
    return both * need(config, field), f"architectures, {field}"


def _blocks(config: Config, _: Architecture) -> Layers:
    """A description of each block; attention may be left out of it."""
    blocks = need(config, "block_configs")
    return [LayerKind("none" if block["attention"]["no_op"] else "full") for block in blocks], "block_configs"


RULES: dict[str, Callable[[Config, Architecture], Layers]] = {
    "every": _every,
    "window": _window,
    "listed": _listed,
    "letters": _letters,
    "numbered": _numbered,
    "ratios": _ratios,
    "flags": _flags,
    "side_by_side": _side_by_side,
    "blocks": _blocks,
}
