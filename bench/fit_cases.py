"""Answers for the rows of the evidence, each by the rule for its quantity, from facts and printed settings alone."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from analysis.memory import Device, Geometry, Model, Request, Split, usable
from analysis.memory.cache import growing_token_bytes, mtp_token_bytes, request_bytes, token_bytes
from analysis.memory.geometry import IndexLayers, KeyValueLayers, StateLayers
from analysis.memory.ladder import Rung, Traits, Workings, ladder, traits
from analysis.memory.load import load_missing
from analysis.memory.pages import pages
from analysis.memory.parallel import tensor_ranks
from analysis.memory.profiles import profile
from analysis.memory.states import layer_bytes, sequence_bytes
from analysis.memory.terms import GB, GIB, MIB
from analysis.memory.weights import Weights, weights
from bench.fit_peers import Question, peers
from bench.fit_truth import Ledger, Row, runs

ASKED_ALONE = 8192
"""Tokens of the one request where a row names no context: the default of the question."""


@dataclass(frozen=True, slots=True)
class Result:
    """One answered or unanswered row: what was predicted, under which heading, and why not otherwise."""

    row: Row
    quantity: str
    predicted: float | None
    why: str = ""
    peers: Mapping[str, float] | None = None
    kind: tuple[str, str, str] = ("", "", "")
    """Engine, device class and attention class; empty where unknown."""

    @property
    def error(self) -> float | None:
        """Relative error; None for unanswered rows and for pools that came out negative."""
        if self.predicted is None or self.row.quantity == "fits" or self.row.measured <= 0:
            return None
        return self.predicted / self.row.measured - 1


@dataclass(frozen=True, slots=True)
class Case:
    """A row with its model, device and the settings it prints."""

    row: Row
    model: Model | None
    device: Device | None
    siblings: tuple[Row, ...]

    @property
    def geometry(self) -> Geometry | None:
        """The row's geometry; a cache said to leave the index out has none."""
        model = self.model
        if not isinstance(model, Geometry):
            return None
        if "fp8 (656" in self.row.kv_precision and "index" not in self.row.kv_precision:
            return replace(model, groups=tuple(group for group in model.groups if not isinstance(group, IndexLayers)))
        return model

    @property
    def split(self) -> Split:
        row = self.row
        parallel = re.search(r"decode context parallel (\d+)", row.note)
        cut = row.engine_name in ("llamacpp", "mlx")
        tp = 1 if cut else row.whole("tp", row.whole("device_count", 1))
        return Split(tp, row.whole("pp", 1), 1, int(parallel[1]) if parallel else 1)

    @property
    def request(self) -> Request:
        row = self.row
        batch = re.search(r"max_num_batched_tokens (\d+)", row.note)
        sequences = re.search(r"(\d+) sequences", row.note)
        return Request(
            precision=row.precision or "bf16",
            kv_precision=row.kv,
            context=row.whole("context", ASKED_ALONE),
            users=row.whole("concurrency", 1),
            engine=row.engine_name or "vllm",
            version=row.version,
            repo=row.hf_repo.split(" ")[0] or None,
            split=self.split,
            dcp=self.split.dcp,
            share=row.number("gpu_mem_util"),
            batch=int(batch[1]) if batch else None,
            sequences=int(sequences[1]) if sequences and row.engine_name == "vllm" else None,
        )

    @property
    def traits(self) -> Traits:
        return traits(self.request, self.device)

    def rung(self) -> Rung | None:
        """The answer for the row's own split."""
        if self.geometry is None or self.row.precision is None:
            return None
        found = ladder(Workings(self.geometry), self.request, self.traits)
        return found.rung(0) if found else None

    def sibling(self, quantity: str) -> float | None:
        """A figure of the same run."""
        return next((row.measured for row in self.siblings if row.quantity == quantity), None)


def results(ledger: Ledger, every: list[Row]) -> list[Result]:
    """An answer, or a reason for none, for every row."""
    by_run = runs(every)
    return [
        answer(Case(row, ledger.geometry(row, by_run[row.run]), ledger.device(row), tuple(by_run[row.run])))
        for row in every
    ]


def answer(case: Case) -> Result:
    """The row's answer by the rule for its quantity."""
    if case.model is None:
        return Result(case.row, case.row.quantity, None, "model not in the ledger")
    result = RULES[case.row.quantity](case)
    if result.quantity != "fits" and re.search(r"\babout\b|rounded", case.row.note):
        result = replace(result, quantity=f"{result.quantity} (rounded in the source)")
    return replace(result, peers=peers(question(case, result)), kind=kind_of(case))


def kind_of(case: Case) -> tuple[str, str, str]:
    """Engine, device class and attention class of the run."""
    known = case.device is not None and case.device.id != "unnamed"
    device_class = case.device.device_class if case.device and known else ""
    return case.row.engine_name or "", device_class, case.geometry.attention_class if case.geometry else ""


def weights_of(case: Case) -> Result:
    """Bytes held on each device after loading; of files alone where no engine ran."""
    row, model = case.row, case.model
    if row.precision is None or model is None:
        return Result(row, "weights", None, f"format {row.weight_precision or 'not named'} is not one of ours")
    found = weights(model.totals, row.precision, case.request.repo)
    if found is None:
        return Result(row, "weights", None, "neither parameters nor bytes on record")
    heading = "weights, bytes recorded" if found.files else "weights, from parameters"
    if (found.files and re.search(r"copy", row.hf_repo)) or re.search(r"\([A-Z][a-z]+\)", row.weight_precision):
        heading = "weights, bytes of another maker's files"
    if row.per == "total" and row.engine == "safetensors":
        return Result(row, heading, found.size.expected / GIB)
    rung = case.rung()
    if rung is None:
        return Result(row, heading, found.size.expected / GIB / case.split.devices, "shape unknown: files alone")
    return Result(row, heading, rung.weights.expected)


def checkpoint(case: Case) -> Result:
    """Size of the files: as recorded, or from parameters."""
    row, model = case.row, case.model
    if row.precision is None or model is None:
        return Result(row, "files", None, f"format {row.weight_precision} is not one of ours")
    found: Weights | None = weights(model.totals, row.precision, case.request.repo)
    if found is None:
        return Result(row, "files", None, "neither parameters nor bytes on record")
    kind = "recorded" if found.files else "from parameters, hypothetical" if found.floor else "from parameters"
    return Result(row, f"files, {kind}", found.size.expected / GB)


SLOT = "KV tokens, type of the states not printed"
"""What a slot of recurrent states costs: SGLang lets whoever starts it choose their type, and no row prints it."""


def kv_tokens(case: Case) -> Result:
    """Tokens of the pool that the run measured, else of the pool from first principles."""
    geometry, row = case.geometry, case.row
    if geometry is None:
        return Result(row, "KV tokens", None, missing(case))
    if "state slot costs" in row.note:
        slot = sequence_bytes(geometry, case.request.engine, case.split.tp)
        each = growing_token_bytes(geometry, row.kv, case.split.tp)
        return Result(row, SLOT, slot / (each + _mtp(case, geometry)))
    pool = case.sibling("kv_cache_gib")
    if pool is None:
        return _from_sibling_tokens(case, geometry)
    heading = "KV tokens" if engine_documented(case) else "KV tokens, older version or fork"
    return Result(row, heading, tokens(case, geometry, pool * GIB), "of the measured pool")


def _mtp(case: Case, geometry: Geometry) -> float:
    """Bytes per token of the prediction layer where the note counts it among the KV layers."""
    if "with the MTP layer" not in case.row.note:
        return 0.0
    return mtp_token_bytes(geometry, case.row.kv, case.split.tp)


def _from_sibling_tokens(case: Case, geometry: Geometry) -> Result:
    """Tokens under another split or number of state slots of the same run."""
    row = case.row
    for other in case.siblings:
        if other.quantity == "kv_tokens" and other.id < row.id:
            if case.split.dcp > 1:
                return Result(row, "KV tokens", other.measured * case.split.dcp, "from the run without it")
            slots = [re.search(r"(\d+) state slots", each.note) for each in (other, row)]
            if all(slots):
                freed = int(slots[0][1]) - int(slots[1][1])  # type: ignore[index]
                slot = sequence_bytes(geometry, case.request.engine, case.split.tp)
                each_token = growing_token_bytes(geometry, row.kv, case.split.tp)
                return Result(row, SLOT, other.measured + freed * slot / each_token, "from the other slots")
    predicted, why = pool_gib(case)
    if predicted is None:
        return Result(row, "KV tokens", None, why)
    return Result(row, "KV tokens, no pool measured", tokens(case, geometry, predicted * GIB))


def tokens(case: Case, geometry: Geometry, pool: float) -> float:
    """Tokens that the engine reports for a pool of so many bytes on each device."""
    split, request = case.split, case.request
    if request.engine != "vllm":
        stage = 1 / split.pp
        return pool / (token_bytes(geometry, request.kv_precision, split.tp, split.dcp) * stage)
    layout = pages(geometry, request.kv_precision, split)
    if newer(case) and len(layout.kinds) > 1 and case.row.context:
        return layout.tokens_by_concurrency(pool * split.pp, request.context)
    return layout.tokens(pool * split.pp)


def newer(case: Case) -> bool:
    """Whether the run's vLLM prints tokens as requests times context."""
    return profile("vllm", case.request.version).since >= "0.21"


def kv_cache(case: Case) -> Result:
    """Cache of an asked context, or the pool that the engine has left."""
    row, geometry = case.row, case.geometry
    if geometry is None:
        return Result(row, "KV bytes", None, missing(case))
    state = _state_rows(case, geometry)
    if state is not None:
        return Result(row, "KV bytes", state / GIB)
    if row.engine_name in ("llamacpp", "mlx") and row.context:
        return Result(row, "KV bytes", _asked(case, geometry) / GIB)
    predicted, why = pool_gib(case)
    if predicted is not None:
        return Result(row, "pool" if documented(case) else "pool, version or memory not printed", predicted)
    counted = case.sibling("kv_tokens")
    if counted is not None and row.engine_name == "sglang":
        return Result(row, "KV bytes", counted * token_bytes(geometry, row.kv, case.split.tp) / GIB, "of the tokens")
    return Result(row, "pool", None, why)


def _asked(case: Case, geometry: Geometry) -> float:
    """Bytes of an asked context; of the layers alone that the note speaks of."""
    note, request = case.row.note, case.request
    groups = geometry.groups
    if re.search(r"SWA (layers|part)", note):
        groups = tuple(g for g in groups if isinstance(g, KeyValueLayers) and g.window)
    elif "full-attention layers" in note:
        groups = tuple(g for g in groups if isinstance(g, KeyValueLayers) and not g.window)
    batch = re.search(r"ubatch (\d+)", note)
    part = replace(geometry, groups=groups)
    rule, kv = request.engine, request.kv_precision
    return sum(request_bytes(part, rule, kv, request.context, request.users, Split(), int(batch[1]) if batch else 512))


def _state_rows(case: Case, geometry: Geometry) -> float | None:
    """Bytes of states, where the note says that the row is of states alone."""
    note, engine = case.row.note, case.request.engine
    groups = [group for group in geometry.groups if isinstance(group, StateLayers)]
    if "one linear layer" in note and groups:
        return layer_bytes(geometry, groups[0], engine, case.split.tp)
    if re.search(r"(recurrent state|state) of (\d+|one) sequence", note):
        return case.request.users * sequence_bytes(geometry, engine, case.split.tp)
    return None


def pool_gib(case: Case) -> tuple[float | None, str]:
    """GiB that the engine has left for the cache on each device, from first principles."""
    row, device, geometry = case.row, case.device, case.geometry
    if geometry is None:
        return None, missing(case)
    if device is None or row.engine_name not in ("vllm", "sglang"):
        return None, "device or engine without a pool"
    if not row.gpu_mem_util:
        return None, "share of the memory not printed"
    rung = case.rung()
    if rung is None:
        return None, f"format {row.weight_precision or 'not named'}: no weights"
    if silent := load_missing(geometry, profile(row.engine_name)):
        return None, silent[0]
    room = usable(replace(device, shared=False), float(row.gpu_mem_util))
    held = rung.need - rung.cache - rung.state
    return (None, "memory of the device unknown") if room is None else (float(room.value) - held, "")


def documented(case: Case) -> bool:
    """Whether the run prints all that a pool follows from: a version whose rules were read, and GiB of the device."""
    return bool(re.search(r"[\d.]+ GiB", case.row.device)) and engine_documented(case)


def engine_documented(case: Case) -> bool:
    """Whether the rules of the run's own engine were read: not those of a vLLM before 0.19 or unnamed, nor a fork's."""
    row = case.row
    fork = bool(row.weight_precision) and row.precision is None
    if row.engine_name != "vllm":
        return not fork
    return not fork and bool(row.engine_version) and profile("vllm", row.version).since != ""


def kv_bytes(case: Case) -> Result:
    """Bytes per token on one device, or on all where the row says total."""
    if case.geometry is None:
        return Result(case.row, "KV bytes", None, missing(case))
    tp = 1 if case.row.per == "total" else case.split.tp
    return Result(case.row, "KV bytes", token_bytes(case.geometry, case.row.kv, tp))


def activation(case: Case) -> Result:
    """Peak activation of vLLM; compute buffers of llama.cpp."""
    rung = case.rung()
    if rung is None or case.geometry is None:
        return Result(case.row, "activation", None, missing(case))
    if silent := load_missing(case.geometry, profile(case.request.engine)):
        return Result(case.row, "activation", None, silent[0])
    part = rung.load.activation if case.request.engine == "vllm" else rung.load.runtime
    return Result(case.row, "activation", part.expected * GIB / MIB)


def graphs(case: Case) -> Result:
    """CUDA graphs, one figure for all models."""
    rung = case.rung()
    return Result(case.row, "CUDA graphs", rung.load.graphs.expected if rung else None, "" if rung else missing(case))


def peak(case: Case) -> Result:
    """Most memory in use: of MLX and llama.cpp all terms, of a pool engine nothing that can be known."""
    rung = case.rung()
    if case.request.engine == "vllm":
        return Result(case.row, "peak", None, "a pool engine fills what it is given")
    return Result(case.row, "peak", rung.need if rung else None, "" if rung else missing(case))


def fits(case: Case) -> Result:
    """1 for fits, 0 for not: the need on each device against what the engine may fill."""
    row, device, model = case.row, case.device, case.model
    if device is None or model is None:
        return Result(row, "fits", None, "device without a size")
    share = case.request.share or float(profile(case.request.engine, case.request.version).share.value)
    room = usable(device, share)
    rung = case.rung()
    if room is None or row.precision is None:
        return Result(row, "fits", None, missing(case))
    if case.geometry and case.split.tp not in tensor_ranks(case.geometry):
        return Result(row, "fits", 0.0, f"{case.split} is no legal split")
    if rung is not None:
        return Result(
            row, "fits", float(rung.need <= float(room.value)), f"{rung.need:.1f} of {float(room.value):.1f} GiB"
        )
    found = weights(model.totals, row.precision, case.request.repo)
    if found is None:
        return Result(row, "fits", None, missing(case))
    least = found.size.expected / GIB / case.split.devices
    if least > float(room.value):
        return Result(row, "fits", 0.0, f"weights alone {least:.1f} of {float(room.value):.1f} GiB")
    return Result(row, "fits", None, missing(case))


RULES: dict[str, Callable[[Case], Result]] = {
    "weights_gib": weights_of,
    "checkpoint_gb": checkpoint,
    "kv_tokens": kv_tokens,
    "kv_cache_gib": kv_cache,
    "kv_bytes_per_token": kv_bytes,
    "compute_buffer_mib": activation,
    "cuda_graph_gib": graphs,
    "peak_gib": peak,
    "fits": fits,
}


def missing(case: Case) -> str:
    """Why a row has no answer."""
    model = case.model
    if model is not None and not isinstance(model, Geometry):
        return "missing: " + ", ".join(model.missing)
    return f"format {case.row.weight_precision or 'not named'} is not one of ours"


def question(case: Case, result: Result) -> Question | None:
    """The row as other calculators would be asked it; None where it is about a part that none of them prints."""
    row, model, request = case.row, case.model, case.request
    partial = re.search(r"SWA (layers|part)|full-attention layers|linear layer|state of|state slot", row.note)
    if model is None or partial or (row.quantity == "kv_cache_gib" and "of the tokens" in result.why):
        return None
    found = weights(model.totals, request.precision, request.repo) if row.precision else None
    pool = case.sibling("kv_cache_gib") if result.why == "of the measured pool" else None
    device = case.device
    return Question(
        quantity=result.quantity.split(",")[0] if row.quantity == "kv_cache_gib" else row.quantity,
        totals=model.totals,
        model=case.geometry,
        precision=row.precision or "",
        files=found.files.size if found and found.files else None,
        tokens=float(request.context * request.users),
        context=request.context,
        devices=case.split.devices,
        pool=pool * GIB if pool else None,
        room=float((device.limit or device.visible).value) if device and device.visible else None,
    )
