"""The evidence of real runs, and the models and devices of the ledger that its rows speak of."""

import csv
import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from analysis.hosting.recorded import Recorded
from analysis.memory import Cited, Device, EngineName, Model, device_from_facts, from_facts, raised_limit
from analysis.memory.geometry import Checkpoint
from analysis.memory.terms import GB, GIB, MIB

EVIDENCE = Path(__file__).parent.parent / "tests" / "evidence" / "memory-truth.csv"
LEDGER = Path(__file__).parent.parent / "build" / "ledger.db"

FACTS = """
select s.entity, s.metric, s.qualifiers, s.value, s.value_max, s.value_text, s.id as statement, s.source, s.stated
from statements s left join facts f on f.statement = s.id
where s.claim is null and s.rank <> 'deprecated' and s.entity_kind in ('model', 'device')
order by f.statement is null, s.rowid
"""

# Words of a repository's name that say how it was packed or tuned, not which model it is.
_PACKING_WORDS = """
instruct it hf chat base bf16 fp8 fp16 int4 int8 dynamic quantized w8a8 w4a16 w4a4 nvfp4 mxfp4 awq gptq gguf exl3 mlx
bit copy autoround meta nvidia ai21 2507 2503 0528 0324 exp by kv size v1
"""
_PACKING = frozenset(_PACKING_WORDS.split())
_RUN = ("url", "engine", "model", "weight_precision", "kv_precision", "device", "device_count", "tp", "pp", "context",
        "gpu_mem_util")  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One row of the evidence."""

    cells: Mapping[str, str]

    def __getattr__(self, name: str) -> str:
        return self.cells[name]

    @property
    def measured(self) -> float:
        return float(self.cells["value"])

    @property
    def run(self) -> tuple[str, ...]:
        """What tells runs apart: rows that agree in it are of one run and correlated."""
        return tuple(self.cells[name] for name in _RUN)

    def number(self, name: str) -> float | None:
        return float(self.cells[name]) if self.cells[name] else None

    def whole(self, name: str, absent: int) -> int:
        return int(self.cells[name]) if self.cells[name] else absent

    @cached_property
    def file_bytes(self) -> float | None:
        """Bytes of the checkpoint where the note prints them."""
        match = re.search(r"safetensors files ([\d.]+) GiB", self.cells["note"])
        return float(match[1]) * GIB if match else None

    @cached_property
    def engine_name(self) -> EngineName | None:
        """Our word for the engine; None where its rules are not modelled."""
        text = self.cells["engine"].lower()
        known: tuple[tuple[str, EngineName], ...] = (
            ("mlx", "mlx"),
            ("vllm", "vllm"),
            ("sglang", "sglang"),
            ("llama.cpp", "llamacpp"),
            ("ollama", "llamacpp"),
            ("tensorrt", "trtllm"),
        )
        return next((name for word, name in known if word in text), None)

    @cached_property
    def precision(self) -> str | None:
        """Our word for the weights' format, the one that most weights are in; None where there is none."""
        return weight_format(self.cells["weight_precision"])

    @cached_property
    def kv(self) -> str:
        """Our word for the cache's format; 16 bits where the row is silent."""
        text = self.cells["kv_precision"].lower()
        return next(
            (word for word in ("fp8", "q8_0", "q4_0", "nvfp4") if word in text), "fp32" if text == "f32" else "bf16"
        )

    @cached_property
    def version(self) -> str | None:
        """Version for the engine's profile; a run that names none is taken as one of before 0.19."""
        match = re.search(r"\d[\d.\-x]*", self.cells["engine_version"])
        return match[0] if match else "0.1"


_FORMATS = (
    (r"^(bf16|fp16|fp32)", None),
    (r"gguf f16", "fp16"),
    (r"mxfp4", "mxfp4"),
    (r"nvfp4", "nvfp4"),
    (r"w8a8", "w8a8"),
    (r"fp8 block", "fp8_block"),
    (r"fp4 experts \+ fp8", "mixed"),
    (r"fp4", "mxfp4"),
    (r"fp8", "fp8"),
    (r"int8 experts", None),
    (r"awq", "awq"),
    (r"int4", "int4"),
    (r"gguf .*(q\d_k_m|q\d_0|q6_k|q2_k)", None),
    (r"mlx (\d)[.\d]*-bit( g\d+)?$", None),
)


def weight_format(text: str) -> str | None:
    """Our word for a format as the evidence prints it."""
    text = text.lower()
    for pattern, word in _FORMATS:
        match = re.search(pattern, text)
        if match is None:
            continue
        if word:
            return word
        if pattern.startswith("mlx"):
            return f"mlx{match[1]}" + (match[2] or "").replace(" g", "-g").replace("-g64", "")
        return match[1] if match.re.groups and match[1] else None
    return None


def rows(path: Path = EVIDENCE) -> list[Row]:
    """All rows of the evidence."""
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(cells) for cells in csv.DictReader(file)]


def words_of(name: str) -> frozenset[str]:
    """What tells a model apart from others in a name: its words and sizes without those of packing."""
    plain = re.sub(r"\(.*?\)", " ", name.lower().rsplit("/", 1)[-1])
    words = [word for word in re.split(r"[-_ ]+|(?<=[a-z])\.(?=[a-z])", plain) if word not in _PACKING]
    return frozenset(re.findall(r"[a-z]+|\d[\d.]*[a-z]*", re.sub(r"(?<=[a-z])(?=\d)", " ", " ".join(words))))


class Ledger:
    """Models and devices of a built ledger, by name."""

    def __init__(self, path: Path = LEDGER) -> None:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.facts: dict[str, list[Recorded]] = {}
        for entity, metric, qualifiers, *rest in connection.execute(FACTS):
            self.facts.setdefault(entity, []).append(Recorded(metric, json.loads(qualifiers), *rest))
        names = connection.execute("select id, kind, name, aliases from entities").fetchall()
        self.kinds = {entity: kind for entity, kind, *_ in names}
        self.names = {entity: [entity, name, *json.loads(aliases or "[]")] for entity, _, name, aliases in names}
        self.repos = {
            repo.lower(): entity
            for entity, scheme, repo in connection.execute("select entity, scheme, id from identifiers")
            if scheme == "huggingface"
        }
        for entity, facts in self.facts.items():
            self.repos.update({f.qualifiers["repo"].lower(): entity for f in facts if f.qualifiers.get("repo")})
        self.devices = {
            entity: head
            for entity, *head in connection.execute("select id, name, vendor, kind, architecture from devices")
        }
        connection.close()

    @cached_property
    def _by_words(self) -> dict[frozenset[str], str]:
        models = (entity for entity, kind in self.kinds.items() if kind == "model")
        return {words_of(name): entity for entity in models for name in reversed(self.names[entity])}

    def model_of(self, row: Row) -> str | None:
        """Id of the model that the row names by repository or by name; None where the ledger has none."""
        repo = row.hf_repo.split(" ")[0].lower()
        for name in (repo, row.model):
            found = self.repos.get(name) or self._by_words.get(words_of(name)) if name else None
            if found:
                return found
        return None

    def geometry(self, row: Row, run: Iterable[Row] = ()) -> Model | None:
        """The row's model, with the file bytes that a row of its run prints as its checkpoint."""
        entity = self.model_of(row)
        printing = next((each for each in (row, *run) if each.file_bytes), row)
        if entity is None:
            return self._printed(printing)
        return with_files(from_facts(entity, self.facts.get(entity, [])), printing)

    def _printed(self, row: Row) -> Model | None:
        """Totals alone, from parameters and file bytes that the row prints."""
        params = row.number("params_total")
        if params is None and row.file_bytes is None:
            return None
        facts = (
            [Recorded("params_total", {}, params / 1e9, None, None, row.id, row.url, row.params_total)]
            if params
            else []
        )
        return with_files(from_facts(row.model, facts), row)

    def device(self, row: Row) -> Device | None:
        """The row's device with the memory that the row prints; None where it names neither device nor size."""
        text = row.device
        found = self._device_named(text)
        device = found or Device("unnamed", text, "", "", None)
        printed = re.search(r"([\d.]+) GiB", text)
        label = re.search(r"(\d+) GB", text)
        if printed:
            device = replace(device, visible=Cited(float(printed[1]), "memory that the run printed", row.url))
        elif label and (device.visible is None or device.vendor == "apple"):
            device = _sized(device, float(label[1]), "apple" in text.lower(), row.url)
        if limit := re.search(r"iogpu\.wired_limit_mb=(\d+)|limit (\d+),?(\d*) MB", row.note):
            device = replace(
                device, limit=raised_limit(device, float("".join(filter(None, limit.groups()))) * MIB / GIB)
            )
        elif "limit raised" in row.note and device.visible:
            device = replace(device, limit=raised_limit(device, float(device.visible.value)))
        return device if device.visible else None

    def _device_named(self, text: str) -> Device | None:
        squeezed = re.sub(r"[^a-z0-9]", "", text.lower())
        best = ("", "")
        for entity in self.devices:
            for name in self.names[entity]:
                key = re.sub(r"[^a-z0-9]", "", name.lower())
                if key in squeezed and len(key) > len(best[0]):
                    best = (key, entity)
        if not best[1]:
            return None
        name, vendor, kind, architecture = self.devices[best[1]]
        return device_from_facts(best[1], name, vendor, kind, architecture or "", self.facts.get(best[1], []))


def with_files(model: Model, row: Row) -> Model:
    """The model with the file bytes printed in the row, which belong to its very repository."""
    if row.file_bytes is None or row.precision is None:
        return model
    printed = Checkpoint(row.precision, row.file_bytes, row.hf_repo, row.id, row.url)
    return replace(model, totals=replace(model.totals, checkpoints=(printed, *model.totals.checkpoints)))


def _sized(device: Device, gigabytes: float, apple: bool, where: str) -> Device:
    if not apple:
        return replace(device, visible=Cited(gigabytes * GB / GIB, "label, read as decimal", where))
    part, why = (2 / 3, "two thirds") if gigabytes <= 36 else (3 / 4, "three quarters")
    limit = Cited(gigabytes * part, f"{why} of the memory", where)
    return replace(device, vendor="apple", visible=Cited(gigabytes, "label, in GiB", where), limit=limit)


def runs(every: Iterable[Row]) -> dict[tuple[str, ...], list[Row]]:
    """Rows by run."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in every:
        found.setdefault(row.run, []).append(row)
    return found
