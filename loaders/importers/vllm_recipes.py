"""Draft statements from the recipes that the vLLM project keeps: versions, verified devices, released precisions.

`vram_minimum_gb` is no figure: it is made of parameters, nominal bits and a margin of a fifth. The devices of a profile
are those of its machine, not those that a model needs, so that a count is drafted only where the recipe itself gives
one or the profile exists for that count alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from loaders.importers.hf_config import Statement
from loaders.importers.model_draft import statement_lines
from loaders.importers.recorded import RecordedModel

Recipe: TypeAlias = Mapping[str, Any]

PROFILES = {
    "a100": "nvidia-a100-80-sxm",
    "arc_pro_b60": "intel-arc-pro-b60",
    "arc_pro_b70": "intel-arc-pro-b70",
    "b200": "nvidia-b200",
    "b300": "nvidia-b300",
    "dgx_spark_gb10": "nvidia-gb10",
    "dgx_station_gb300": "nvidia-gb300",
    "gb200": "nvidia-gb200",
    "gb300": "nvidia-gb300",
    "h20": "nvidia-h20",
    "h100": "nvidia-h100-sxm",
    "h200": "nvidia-h200-sxm",
    "ironwood": "google-tpu-v7",
    "mi300x": "amd-mi300x",
    "mi325x": "amd-mi325x",
    "mi350x": "amd-mi350x",
    "mi355x": "amd-mi355x",
    "rtx_4090_2x": "nvidia-rtx-4090",
    "rtx_5090": "nvidia-rtx-5090",
    "rtx_5090_2x": "nvidia-rtx-5090",
    "rtx_pro_5000": "nvidia-rtx-pro-5000-72gb",
    "rtx_pro_5000_4x": "nvidia-rtx-pro-5000-72gb",
    "trillium": "google-tpu-v6e",
}
"""Devices of the profiles in taxonomy.yaml; a profile that fits several devices is not here."""
FIXED = {
    "dgx_spark_gb10": 1, "dgx_station_gb300": 1, "rtx_4090_2x": 2, "rtx_5090": 1, "rtx_5090_2x": 2, "rtx_pro_5000": 1,
    "rtx_pro_5000_4x": 4,
}  # fmt: skip
"""Devices of the profiles that stand for one count and no other."""
_FIGURE = re.compile(r"\d+(\.\d+)?[MBT]")
_VERSION = re.compile(r"\d+(\.\d+)+|nightly")


class NotRecipesError(ValueError):
    """A folder or file that holds no recipes; the message says which and what was looked for."""


@dataclass(slots=True)
class Draft:
    """Statements of the recipe at `path` for a model, and `left`: what is not taken, each with its place and reason."""

    path: str
    repo: str
    source: str
    updated: str
    statements: list[Statement] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def read_recipes(root: Path, precisions: Sequence[str]) -> list[Draft]:
    """Drafts of all recipes in a checkout of vllm-project/recipes, by path. Raises NotRecipesError.

    `precisions` are the words for number formats in data/words.yml.
    """
    paths = sorted(root.glob("models/*/*.yaml"))
    if not paths:
        raise NotRecipesError(f"{root}: holds no models/*/*.yaml: give a checkout of vllm-project/recipes.")
    return [_draft(path.relative_to(root).as_posix(), _read(path), precisions) for path in paths]


def _read(path: Path) -> Recipe:
    try:
        recipe = yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)  # noqa: S506 - makes plain texts only
    except yaml.YAMLError as error:
        raise NotRecipesError(f"{path}: cannot be read as YAML ({' '.join(str(error).split())}).") from error
    if not isinstance(recipe, dict) or "model_id" not in recipe.get("model", {}):
        raise NotRecipesError(f"{path}: has no model.model_id: give a checkout of vllm-project/recipes.")
    return recipe


def _draft(path: str, recipe: Recipe, precisions: Sequence[str]) -> Draft:
    model = recipe["model"]
    slug = re.sub(r"[^a-z0-9.]+", "-", path.rpartition("/")[2].removesuffix(".yaml").lower()).strip("-")
    updated = recipe.get("meta", {}).get("date_updated", "")
    draft = Draft(path, model["model_id"], f"vllm-project-recipe-{slug}", updated)
    draft.statements += _parameters(model, draft.left)
    draft.statements += _version(model, draft.left)
    draft.statements += _devices(recipe, draft.left)
    draft.statements += _variants(recipe, precisions, draft.left)
    return draft


def _parameters(model: Recipe, left: list[str]) -> Iterator[Statement]:
    """Parameters where the field holds a figure, and the context."""
    fields = {"params_total": "parameter_count", "params_active": "active_parameters"}
    for metric, at in fields.items():
        written = model.get(at)
        if written and _FIGURE.fullmatch(written):
            yield {metric: f"{written} params", "at": at}
        elif written:
            left.append(f"{at} is “{written}”: a figure such as 37B can be taken")
    if model.get("context_length", "").isdigit():
        yield {"context_length": f"{model['context_length']} tokens", "at": "context_length"}


def _version(model: Recipe, left: list[str]) -> Iterator[Statement]:
    written = model.get("min_vllm_version", "")
    if _VERSION.fullmatch(written):
        yield {"engine_min_version": written, "engine": "vllm", "at": "min_vllm_version"}
    else:
        left.append(f"min_vllm_version is “{written}”: a version such as 0.11.0 can be taken")


def _devices(recipe: Recipe, left: list[str]) -> Iterator[Statement]:
    """Devices on which the recipe was verified, and how many where that is said."""
    for profile, state in recipe.get("meta", {}).get("hardware", {}).items():
        device = PROFILES.get(profile)
        if device is None:
            left.append(f"meta.hardware.{profile} is {state}: no single device of the ledger is known by that name")
        elif state in ("verified", "supported", "unsupported"):
            word = "unsupported" if state == "unsupported" else "supported"
            at = f"meta.hardware.{profile}: {state}"
            yield {"engine_support": word, "engine": "vllm", "device": device, "at": at}
            if state == "verified":
                yield from _count(recipe, profile, device)


def _count(recipe: Recipe, profile: str, device: str) -> Iterator[Statement]:
    places = {
        f"strategy_min_gpus.{profile}": recipe.get("strategy_min_gpus", {}).get(profile),
        "strategy_overrides.single_node_tp.tp": recipe.get("strategy_overrides", {})
        .get("single_node_tp", {})
        .get("tp"),
        f"meta.hardware.{profile}": FIXED.get(profile),
    }
    for at, count in places.items():
        if count is not None:
            yield {"recipe_devices": f"{count} devices", "device": device, "engine": "vllm", "at": at}
            return


def _variants(recipe: Recipe, precisions: Sequence[str], left: list[str]) -> Iterator[Statement]:
    """Number format of each repository that the recipe serves."""
    for name, variant in recipe.get("variants", {}).items():
        written, at = variant.get("precision", ""), f"variants.{name}.precision"
        if written in precisions:
            repo = variant.get("model_id", recipe["model"]["model_id"])
            yield {"checkpoint_precision": written, "repo": repo, "at": at}
        else:
            left.append(f"{at} is “{written}”: the words are in data/words.yml")


def draft_text(drafts: Sequence[Draft], models: Mapping[str, RecordedModel], commit: str, accessed: str) -> str:
    """Statements by the record they belong to, then the entries of their sources.

    `commit` and `accessed` (a day, 2026-12-01) say which state of the recipes was read, and when.
    """
    parts = []
    known = [draft for draft in drafts if draft.repo.lower() in models]
    for draft in known:
        model = models[draft.repo.lower()]
        head = f"# data/models/{model.developer}/{model.id}.yml"
        parts.append("\n".join([head, *statement_lines(draft.statements, draft.source)]))
    return (
        "\n\n".join([*parts, "# data/sources/vllm-project.yml", *(_source(d, commit, accessed) for d in known)]) + "\n"
    )


def left_out(drafts: Sequence[Draft], models: Mapping[str, RecordedModel]) -> list[str]:
    """What is not in the text: fields of recorded models that no statement was drafted from, recipes without record."""
    known = [f"{d.path}: {line}" for d in drafts if d.repo.lower() in models for line in d.left]
    return [*known, *(f"{d.path}: no record has {d.repo}" for d in drafts if d.repo.lower() not in models)]


def _source(draft: Draft, commit: str, accessed: str) -> str:
    name = draft.path.rpartition("/")[2].removesuffix(".yaml")
    url = f"https://github.com/vllm-project/recipes/blob/{commit}/{draft.path}"
    pairs = {"title": f"vLLM recipe {name}", "kind": "repository", "publisher": "vllm-project", "url": url}
    pairs |= {"published": draft.updated} if draft.updated else {}
    pairs |= {"accessed": accessed, "language": "en"}
    return "\n".join([f"{draft.source}:", *(f"  {key}: {value}" for key, value in pairs.items())])
