"""A draft record of a model, written as the text that a contributor completes."""

from collections.abc import Iterable, Mapping
from typing import Any

from loaders.importers.architectures import Architecture, Config
from loaders.importers.hf_config import Statement, draft
from loaders.scalars import on_one_line

HEAD = "# yaml-language-server: $schema=../../../schema/json/model.json"


def draft_record(config: Config, repo: str, developer: str, architectures: Mapping[str, Architecture]) -> str:
    """Text of data/models/<developer>/<id>.yml for the parsed config.json of `repo`. Raises ConfigError.

    `repo` is ORG/NAME, or a plain name, which leaves the identifier out. The source has the id that its entry in
    data/sources should get; `source_entry` writes that entry.
    """
    name = repo.rpartition("/")[2]
    kind = "multimodal" if config.get("vision_config") or config.get("audio_config") else "language"
    head = {"name": name, "developer": developer, "kind": kind}
    lines = [HEAD, *(f"{key}: {on_one_line(value, flow=False)}" for key, value in head.items())]
    lines += [f"identifiers: {{huggingface: {on_one_line(repo, flow=True)}}}"] if "/" in repo else []
    lines += ["", "statements:"]
    source = source_id(repo, developer)
    return "\n".join([*lines, *statement_lines(draft(config, repo, architectures), source)]) + "\n"


def source_id(repo: str, developer: str) -> str:
    """Id of the configuration of `repo` as a source: its publisher, its name and `config`."""
    slug = "".join(sign if sign.isalnum() or sign == "." else "-" for sign in repo.rpartition("/")[2].lower())
    return f"{slug}-config" if slug.startswith(f"{developer}-") else f"{developer}-{slug}-config"


def source_entry(repo: str, developer: str) -> dict[str, Any]:
    """The entry of that source for data/sources/<developer>.yml, to which the day of reading has to be added.

    A plain name has no address, which is then to be added too.
    """
    return {
        source_id(repo, developer): {
            "title": f"config.json of {repo}",
            "kind": "config",
            "publisher": developer,
            **({"url": f"https://huggingface.co/{repo}/blob/main/config.json"} if "/" in repo else {}),
            "language": "en",
        }
    }


def source_text(repo: str, developer: str) -> str:
    """The same entry as lines of data/sources/<developer>.yml."""
    lines = []
    for id_, entry in source_entry(repo, developer).items():
        lines += [f"{id_}:", *(f"  {key}: {on_one_line(value, flow=False)}" for key, value in entry.items())]
    return "\n".join(lines) + "\n"


def statement_lines(statements: Iterable[Statement], source: str) -> Iterable[str]:
    """Flow lines of a record for draft statements, each with its source and place."""
    for statement in statements:
        place = {"source": source, "at": statement["at"]}
        pairs = {key: value for key, value in statement.items() if key not in ("at", "basis")} | place
        pairs |= {"basis": statement["basis"]} if "basis" in statement else {}
        yield "  - {" + ", ".join(f"{key}: {on_one_line(value, flow=True)}" for key, value in pairs.items()) + "}"
