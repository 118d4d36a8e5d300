"""Models on record by the repositories of their weights, read from the heads of their files."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True)
class RecordedModel:
    """Where a model stands on record."""

    id: str
    developer: str
    repo: str


def recorded_models(data: Path) -> dict[str, RecordedModel]:
    """Models below `data` by the repository of their weights in lower case."""
    found = [_head(path) for path in sorted((data / "models").glob("*/*.yml"))]
    return {model.repo.lower(): model for model in found if model.repo}


def developer_of(repo: str, models: dict[str, RecordedModel]) -> str | None:
    """Developer of the models whose weights lie beside `repo`; None where there are none, or of several developers."""
    owner = repo.lower().partition("/")[0] + "/"
    developers = {model.developer for key, model in models.items() if key.startswith(owner)}
    return developers.pop() if len(developers) == 1 else None


def _head(path: Path) -> RecordedModel:
    head = path.read_text(encoding="utf-8").partition("\nstatements:")[0]
    record = yaml.load(head, yaml.CBaseLoader)  # noqa: S506 - the base loader makes plain texts only
    return RecordedModel(path.stem, record.get("developer", ""), record.get("identifiers", {}).get("huggingface", ""))
