"""What the template of /fit prints beside the answer: choices of the form, bars, groups of the table, addresses."""

from analysis.hosting.formats import known_formats
from analysis.hosting.question import MOST_DEVICES, MOST_USERS
from analysis.hosting.shelf import Shelf
from analysis.memory import ENGINES
from analysis.memory.formats import CACHE_FORMATS
from pages import fit_chart
from pages.fit_question import Visitor
from pages.rows import Row

CONTEXTS = (2048, 8192, 32768, 131072, 262144, 1048576)
ENGINE_NAMES = {
    "vllm": "vLLM", "sglang": "SGLang", "llamacpp": "llama.cpp", "mlx": "MLX", "trtllm": "TensorRT-LLM",
    "llmscale": "LLMScale",
}  # fmt: skip


def view(body: Row, shelf: Shelf, visitor: Visitor) -> Row:
    """The template's own values."""
    question, visitor = visitor.question, visitor.naming(body["model"], body["device"])
    return {
        "question": question,
        "given": visitor.given,
        "visitor": visitor,
        "offered": {
            "models": shelf.models.ids,
            "devices": shelf.device_names.ids,
            "precisions": known_formats(),
            "caches": sorted(CACHE_FORMATS),
            "contexts": CONTEXTS,
            "engines": ENGINES,
            "most_users": MOST_USERS,
            "most_devices": MOST_DEVICES,
        },
        "engine_names": ENGINE_NAMES,
        "terms": fit_chart.TERMS,
        "bars": fit_chart.bars(_drawn(body)),
        "groups": fit_chart.groups(body["devices"]),
        "where": {entry["where"]: number for number, entry in enumerate(_sources(body), 1)},
    }


def _drawn(body: Row) -> list[Row]:
    """The device asked about, else the smallest that hold the model, one of each size of memory."""
    rows: list[Row] = body["devices"]
    if body["device"]:
        return [row for row in rows if row["device"] == body["device"]]
    sizes = {row["memory"]: row for row in reversed(rows) if row["fits"] and row["format"] != "unsupported"}
    return [row for row in rows if sizes.get(row["memory"]) is row][: fit_chart.BARS]


def _sources(body: Row) -> list[Row]:
    answer: Row | None = body["answer"]
    return list(answer["sources"]) if answer else []
