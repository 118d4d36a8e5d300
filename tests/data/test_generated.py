"""Generated files follow their origin, and every record of the ledger passes in an editor."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders import generate as module
from loaders.files import RecordFile, record_files
from loaders.generate import generate, ids_in_use
from loaders.layout import schema_of
from schema.dictionary import Dictionary
from schema.editor import editor_schemas
from tests.conftest import DATA, ROOT
from tests.editors import JsonSchema, underlined

ORIGINS = ("data", "docs", "schema/json", "metadata.yml", "datasette.yml")


@pytest.fixture(scope="module")
def schemas(dictionary: Dictionary) -> dict[str, JsonSchema]:
    """Schemas of the records as they are, whether the committed ones are fresh or not."""
    return editor_schemas(dictionary, ids_in_use(DATA))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all that generated files are made of, freshly generated."""
    for name in ORIGINS:
        origin, target = ROOT / name, tmp_path / name
        (shutil.copytree if origin.is_dir() else shutil.copy)(origin, target)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    assert CliRunner().invoke(generate).exit_code == 0
    return tmp_path


def test_committed_files_are_fresh() -> None:
    result = CliRunner().invoke(generate, ["--check"])
    assert result.stderr == ""
    assert result.exit_code == 0


def test_each_stale_file_is_named_with_what_to_do(repository: Path) -> None:
    with (repository / "docs/tables.md").open("a") as file:
        file.write("one more line\n")
    (repository / "schema/json/device.json").unlink()
    (repository / "schema/json/chip.json").write_text("{}")
    result = CliRunner().invoke(generate, ["--check"])
    assert result.exit_code == 1
    assert sorted(result.stderr.splitlines()) == [
        "Run `specledger generate` and commit what it writes.",
        "docs/tables.md is not what types, dictionary and records make it",
        "schema/json/chip.json is made by nothing",
        "schema/json/device.json is missing",
    ]


def test_generating_mends_what_is_stale(repository: Path) -> None:
    (repository / "schema/json/device.json").write_text("{}")
    (repository / "schema/json/chip.json").write_text("{}")
    result = CliRunner().invoke(generate)
    assert result.stdout.splitlines()[:2] == ["schema/json/device.json written", "schema/json/chip.json deleted"]
    assert CliRunner().invoke(generate, ["--check"]).exit_code == 0


def test_a_new_source_is_one_more_line_of_the_ids(repository: Path) -> None:
    before = (repository / "schema/json/ids.json").read_text().splitlines()
    with (repository / "data/sources/nvidia.yml").open("a") as file:
        file.write("\nzzz-source:\n  title: A source\n  kind: press\n  publisher: nvidia\n  note: none\n")
    assert CliRunner().invoke(generate).exit_code == 0
    after = (repository / "schema/json/ids.json").read_text().splitlines()
    added = set(after) - set(before)
    assert len(after) == len(before) + 1
    assert '        "zzz-source"' in added


def test_what_is_written_by_hand_stays(repository: Path) -> None:
    path = repository / "metadata.yml"
    path.write_text(path.read_text().replace("title: Devices\n", "title: Accelerators # a word of ours\n"))
    assert CliRunner().invoke(generate).exit_code == 0
    assert "title: Accelerators # a word of ours\n" in path.read_text()


@pytest.mark.parametrize("file", list(record_files(DATA)), ids=lambda file: file.name)
def test_a_record_is_not_underlined(file: RecordFile, schemas: dict[str, JsonSchema]) -> None:
    assert underlined(file.path.read_text(), Path(schema_of(file)).name, schemas) == []
