"""The recipe of the image, read and followed without a builder of images."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

RECIPE = ROOT / "docs" / "deploy" / "Containerfile"
HOME = "/srv/specledger/"


def steps() -> list[list[str]]:
    """Steps as words, without comments."""
    lines = RECIPE.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def stages() -> list[list[list[str]]]:
    """Steps of each stage, which its FROM begins."""
    found: list[list[list[str]]] = []
    for step in steps():
        if step[0] == "FROM":
            found.append([])
        found[-1].append(step)
    return found


def copied(stage: list[list[str]]) -> Iterator[str]:
    """What a stage copies from the repository."""
    for step in stage:
        if step[0] == "COPY" and not step[1].startswith("--from"):
            yield from step[1:-1]


def test_base_images_are_exact() -> None:
    images = [step[1] for step in steps() if step[0] == "FROM"]
    assert images == [
        "docker.io/library/python:3.11.14-bookworm", "docker.io/library/python:3.11.14-slim-bookworm",
    ]  # fmt: skip


def test_all_that_is_copied_is_there_and_tracked() -> None:
    named = [name for stage in stages() for name in copied(stage) if name != ".git"]
    listed = subprocess.run(["git", "ls-files", "--", *named], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = listed.stdout.splitlines()
    assert [name for name in named if not any(path == name or path.startswith(f"{name}/") for path in tracked)] == []


def test_it_runs_as_nobody_who_may_write() -> None:
    last = stages()[-1]
    assert [step for step in last if step[0] == "USER"] == [["USER", "10001"]]
    assert [step for step in last if step[0] == "RUN"] == [
        ["RUN", "useradd", "--system", "--uid", "10001", "ledger"]
    ]  # fmt: skip


def test_the_last_stage_takes_what_the_first_has_made() -> None:
    made = [step[2].removeprefix(HOME) for step in stages()[-1] if step[0] == "COPY" and step[1] == "--from=built"]
    assert made == [".venv", "build/ledger.db"]


def test_what_is_copied_last_is_all_that_the_plugin_imports(tmp_path: Path) -> None:
    for name in copied(stages()[-1]):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    told = "import pages, pages.plugin; print(pages.__file__)"
    run = subprocess.run([sys.executable, "-c", told], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.stderr, run.stdout.strip()) == ("", str(tmp_path / "pages" / "__init__.py"))


@pytest.mark.parametrize("setting", ["--immutable", "--host"])
def test_the_command_serves_the_ledger_that_was_copied(setting: str) -> None:
    command = re.findall(r'"([^"]+)"', RECIPE.read_text(encoding="utf-8").rpartition("CMD")[2])
    assert command[command.index(setting) + 1] == {"--immutable": "build/ledger.db", "--host": "0.0.0.0"}[setting]  # noqa: S104 - within a container
