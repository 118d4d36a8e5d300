"""Published formulas of other calculators, in our words, for the same rows. What one does not output stays None."""

from dataclasses import dataclass

from analysis.memory import Geometry
from analysis.memory.geometry import Group, IndexLayers, KeyValueLayers, LatentLayers, Totals
from analysis.memory.terms import GB, GIB

LLMSCALE_BYTES = {"bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "fp8_block": 1.0, "w8a8": 1.0, "mlx8": 1.0}
LLMFIT_BYTES = {
    "bf16": 2.0,
    "fp16": 2.0,
    "q8_0": 1.05,
    "q6_k": 0.80,
    "q5_k_m": 0.68,
    "q4_k_m": 0.58,
    "q4_0": 0.58,
    "q3_k_m": 0.48,
    "q2_k": 0.37,
    "mlx4": 0.55,
    "mlx8": 1.0,
    "awq": 0.5,
    "gptq": 0.5,
    "int4": 0.5,
    "w4a16": 0.5,
}


@dataclass(frozen=True, slots=True)
class Question:
    """What a row asks of a calculator.

    `tokens` in all, bytes of the `files` and of the measured `pool` on each device where they are on record, GiB of
    `room` on each device.
    """

    quantity: str
    totals: Totals
    model: Geometry | None
    precision: str
    files: float | None
    tokens: float | None
    context: int
    devices: int
    pool: float | None
    room: float | None


class Peer:
    """A calculator. Weights and cache in bytes on each device; need in GiB on each device."""

    name = ""

    def weights(self, asked: Question) -> float | None:
        raise NotImplementedError

    def token_bytes(self, asked: Question) -> float | None:
        """Bytes of cache per token on all devices."""
        return _full_heads(asked.model)

    def cache(self, asked: Question) -> float | None:
        each = self.token_bytes(asked)
        return None if each is None or asked.tokens is None else each * asked.tokens / asked.devices

    def need(self, asked: Question) -> float | None:
        raise NotImplementedError


class LLMScale(Peer):
    """June 2026: parameters at 2, 1 or half a byte, all heads, ten per cent and 0.75 GiB."""

    name = "LLMScale"

    def weights(self, asked: Question) -> float | None:
        params = asked.totals.params
        each = LLMSCALE_BYTES.get(asked.precision, 0.5)
        return None if params is None else params * each / asked.devices

    def need(self, asked: Question) -> float | None:
        weights, cache = self.weights(asked), self.cache(asked)
        if weights is None or cache is None:
            return None
        return ((weights + cache) * asked.devices / GIB * 1.10 + 0.75) / asked.devices


class Llmfit(Peer):
    """A table of bytes per parameter; billions of bytes are compared with devices in GiB."""

    name = "llmfit"

    def weights(self, asked: Question) -> float | None:
        params = asked.totals.params
        each = LLMFIT_BYTES.get(asked.precision, 0.58)
        return None if params is None else params * each / 1e9 * GIB / asked.devices

    def need(self, asked: Question) -> float | None:
        weights, cache = self.weights(asked), self.cache(asked)
        return None if weights is None or cache is None else (weights + cache) / GIB + 0.5 / asked.devices


class HfMem(Peer):
    """Bytes of the files and the cache; windows hold exactly the window; nothing else."""

    name = "hf-mem"

    def weights(self, asked: Question) -> float | None:
        size = _files(asked)
        return None if size is None else size / asked.devices

    def cache(self, asked: Question) -> float | None:
        each = self.token_bytes(asked)
        if asked.model is None or asked.tokens is None or each is None:
            return None
        evicted = sum(_layer(g) * max(asked.context - (_window(g) or asked.context), 0) for g in asked.model.groups)
        return (each * asked.tokens - evicted * asked.tokens / asked.context) / asked.devices

    def need(self, asked: Question) -> float | None:
        weights, cache = self.weights(asked), self.cache(asked)
        return None if weights is None or cache is None else (weights + cache) / GIB


class Kaito(Peer):
    """Files with two and five per cent, 2.3 GiB and a part of the cache on each device; latent vectors known."""

    name = "KAITO"

    def weights(self, asked: Question) -> float | None:
        size = _files(asked)
        return None if size is None else size * 1.02 / asked.devices

    def token_bytes(self, asked: Question) -> float | None:
        groups = asked.model.groups if asked.model else ()
        latent = [group for group in groups if isinstance(group, LatentLayers)]
        if not latent:
            return _full_heads(asked.model)
        layers = asked.totals.layers or sum(group.layers for group in latent)
        pure = all(isinstance(group, LatentLayers | IndexLayers) for group in groups)
        return float((layers if pure else sum(g.layers for g in latent)) * (latent[0].rank + latent[0].rope) * 2)

    def need(self, asked: Question) -> float | None:
        weights, cache = self.weights(asked), self.cache(asked)
        return None if weights is None or cache is None else weights * 1.05 / GIB + 2.3 + cache / GIB


PEERS: tuple[Peer, ...] = (LLMScale(), Llmfit(), HfMem(), Kaito())


def peers(asked: Question | None) -> dict[str, float]:
    """What each calculator says, in the row's unit; 1 and 0 for yes and no."""
    if asked is None:
        return {}
    said = {peer.name: _says(peer, asked) for peer in PEERS}
    return {name: value for name, value in said.items() if value is not None}


def _says(peer: Peer, asked: Question) -> float | None:
    if asked.quantity == "fits":
        need = peer.need(asked)
        return None if need is None or asked.room is None else float(need <= asked.room)
    if asked.quantity == "kv_tokens":
        each = peer.token_bytes(asked)
        return asked.pool * asked.devices / each if asked.pool and each else None
    outputs = {
        "weights_gib": lambda: _over(peer.weights(asked), GIB),
        "checkpoint_gb": lambda: _over(peer.weights(asked), GB),
        "kv_bytes_per_token": lambda: peer.token_bytes(asked),
        "KV bytes": lambda: _over(peer.cache(asked), GIB),
        "peak_gib": lambda: peer.need(asked),
    }
    return outputs[asked.quantity]() if asked.quantity in outputs else None


def _over(size: float | None, unit: float) -> float | None:
    return None if size is None else size / unit


def _files(asked: Question) -> float | None:
    """Bytes of the files on record; of unquantised models two bytes per parameter, which is what their files hold."""
    if asked.files is not None:
        return asked.files
    plain = asked.precision in ("bf16", "fp16") and asked.totals.params is not None
    return 2.0 * asked.totals.params if plain and asked.totals.params else None


def _full_heads(model: Geometry | None) -> float | None:
    """16-bit keys and values of all heads in every layer, whatever the layer is; latent layers as wide as the model."""
    if model is None:
        return None
    layers = model.totals.layers or sum(group.layers for group in model.groups)
    if model.latent:
        return 4.0 * layers * model.totals.hidden_size if model.totals.hidden_size else None
    keyed = [group for group in model.groups if isinstance(group, KeyValueLayers)]
    if not keyed:
        return None
    counted = sum(group.layers for group in keyed)
    return sum(_layer(group) for group in keyed) * max(layers, counted) / counted


def _layer(group: Group) -> float:
    """Bytes per token of all layers of a group with keys and values in 16 bits."""
    if isinstance(group, KeyValueLayers):
        return 2.0 * group.layers * group.kv_heads * (group.key_size + group.value_size)
    return 0.0


def _window(group: Group) -> int | None:
    return group.window if isinstance(group, KeyValueLayers) else None
