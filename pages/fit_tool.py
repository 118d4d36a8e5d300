"""The tool `fit` for agents: which hardware holds a model."""

from typing import Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, ConfigDict

from pages import fit
from pages.fit_question import read_question
from pages.fit_shelf import shelf_of
from pages.refusals import RefusedError
from pages.rows import Row
from pages.visit import catalogue_of, in_ledger

READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
MOST_DEVICES = 40
Engine = Literal["vllm", "sglang", "llamacpp", "mlx", "trtllm", "llmscale"]


class Reason(BaseModel):
    """One assumption with its reason, and where it was read."""

    value: float | str
    why: str
    where: str


class Holder(BaseModel):
    """A device that holds the model, and how many of it in a split that the engine accepts."""

    device: str
    devices_needed: int
    total: float
    format: str


class Support(BaseModel):
    """What a source says of the engine and the model: the first version that runs it, or a word on its support."""

    metric: str
    says: str | None
    version: str | None
    statement: str
    source: str


class Fit(BaseModel):
    """Terms in GiB on all devices together; null stands for what cannot be said."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    model: str
    device: str | None
    devices: int | None
    devices_needed: int | None
    """Fewest devices in a split that the engine accepts."""
    fits: bool | None
    precision: str
    checkpoint: str
    """released or hypothetical."""
    format: str
    """native, emulated, unsupported or unknown on the device."""
    format_from: str | None
    """device where it was read for the device itself, architecture where for others of its architecture."""
    engine_support: list[Support]
    """Empty where no source on record speaks of it."""
    kv: str
    context: int
    users: int
    engine: str
    weights: float | None
    cache: float | None
    states: float | None
    load: float | None
    total: float | None
    """Null where the shape of the model is not public: `weights` is then a floor and `missing` says what is needed."""
    low: float | None
    high: float | None
    headroom: float | None
    """GiB left on each device."""
    decode_bound: float | None
    """Generated tokens per second that the bandwidth allows at most: no promise."""
    missing: list[str]
    validated: str | None
    """Real runs behind the answer."""
    assumptions: list[Reason]
    holders: list[Holder]
    """Without a device: the smallest that hold it, 40 at most."""


def register(datasette: Any, mcp: Any) -> None:
    """Add the tool to an MCP server."""

    @mcp.tool(annotations=READ_ONLY, name="fit")
    async def fit_(
        model: str,
        device: str | None = None,
        devices: int | None = None,
        precision: str | None = None,
        kv: str = "fp16",
        context: int = 8192,
        users: int = 1,
        engine: Engine | None = None,
    ) -> Fit:
        """Say which hardware holds a model: memory by term with reasons, devices needed, bound on speed.

        Without a device the smallest that hold it are listed. Names as people write them are understood.
        """
        asked = {
            "model": model, "device": device, "devices": devices, "precision": precision, "kv": kv,
            "context": context, "users": users, "engine": engine,
        }  # fmt: skip
        return await _answered(datasette, {name: str(value) for name, value in asked.items() if value is not None})


async def _answered(datasette: Any, asked: dict[str, str]) -> Fit:
    try:
        visitor = read_question(asked)
        catalogue, shelf = await catalogue_of(datasette), await shelf_of(datasette)
        body = await in_ledger(datasette, lambda conn: fit.read(conn, catalogue, shelf, visitor))
    except RefusedError as refused:
        nearest = ", ".join(row["id"] for row in refused.nearest)
        raise ToolError(f"{refused.message} {nearest}".strip()) from None
    return answer(body)


def answer(body: Row) -> Fit:
    """What the tool says of a body of /fit.json."""
    found = body["answer"]
    holding = [row for row in body["devices"] if row["devices_needed"] and row["format"] != "unsupported"]
    plain = {name: found[name] for name in Fit.model_fields if name in found and name != "validated"}
    return Fit(
        **plain,
        validated=found["validated_words"],
        decode_bound=found["speed_bound"]["decode_tokens_per_second"] if found["speed_bound"] else None,
        holders=[] if body["device"] else [Holder(**_holder(row)) for row in holding[:MOST_DEVICES]],
    )


def _holder(row: Row) -> Row:
    return {name: row[name] for name in Holder.model_fields}
