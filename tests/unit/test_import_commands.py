"""`specledger import hf-config` and `specledger import vllm-recipes`, on small files of our own."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from loaders.cli import DATA, main
from loaders.importers.vllm_recipes import PROFILES

CONFIG = {
    "architectures": ["Qwen3ForCausalLM"], "head_dim": 128, "hidden_size": 1024, "intermediate_size": 3072,
    "max_position_embeddings": 40960, "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8,
    "tie_word_embeddings": True, "torch_dtype": "bfloat16", "vocab_size": 151936,
}  # fmt: skip

DRAFT = """\
# yaml-language-server: $schema=../../../schema/json/model.json
name: Qwen9-1B
developer: alibaba
kind: language
identifiers: {huggingface: Qwen/Qwen9-1B}

statements:
  - {architecture_class: Qwen3ForCausalLM, source: alibaba-qwen9-1b-config, at: architectures}
  - {layers: 28, source: alibaba-qwen9-1b-config, at: num_hidden_layers}
  - {attention_layers: 28, attention: full, source: alibaba-qwen9-1b-config, at: 'architectures, num_hidden_layers'}
  - {hidden_size: 1024, source: alibaba-qwen9-1b-config, at: hidden_size}
  - {feedforward_width: 3072, source: alibaba-qwen9-1b-config, at: intermediate_size}
  - {vocabulary_size: 151936, source: alibaba-qwen9-1b-config, at: vocab_size}
  - {context_configured: 40960 tokens, source: alibaba-qwen9-1b-config, at: max_position_embeddings}
  - {attention_heads: 16, source: alibaba-qwen9-1b-config, at: num_attention_heads}
  - {kv_heads: 8, source: alibaba-qwen9-1b-config, at: num_key_value_heads}
  - {head_dim: 128, source: alibaba-qwen9-1b-config, at: head_dim}
  - {tied_embeddings: yes, source: alibaba-qwen9-1b-config, at: tie_word_embeddings}
  - {checkpoint_precision: bf16, repo: Qwen/Qwen9-1B, source: alibaba-qwen9-1b-config, at: torch_dtype}
"""

SOURCE = """\
source to add to data/sources/alibaba.yml:
alibaba-qwen9-1b-config:
  title: config.json of Qwen/Qwen9-1B
  kind: config
  publisher: alibaba
  url: https://huggingface.co/Qwen/Qwen9-1B/blob/main/config.json
  language: en
"""

RECIPE = """\
meta:
  title: Kimi-K3
  date_updated: 2026-08-15
  hardware: {h200: verified, rtx_5090_2x: verified, gb300: verified, mi300x: unsupported, xeon6: verified}
model:
  model_id: "moonshotai/Kimi-K3"
  min_vllm_version: "0.27.1"
  parameter_count: "2.8T"
  active_parameters: "16 experts/token + shared"
  context_length: 1048576
variants:
  default: {precision: mxfp4, vram_minimum_gb: 1680}
  nvfp4: {precision: nvfp4, vram_minimum_gb: 1650, model_id: some/Kimi-K3-NVFP4}
  mobile: {precision: int2/4/8, vram_minimum_gb: 4}
strategy_min_gpus: {gb300: 8, single_node_tp: 8}
"""

SOURCE_OF = "source: vllm-project-recipe-kimi-k3"
STATEMENTS = f"""\
# data/models/moonshot-ai/moonshot-kimi-k3.yml
  - {{params_total: 2.8T params, {SOURCE_OF}, at: parameter_count}}
  - {{context_length: 1048576 tokens, {SOURCE_OF}, at: context_length}}
  - {{engine_min_version: 0.27.1, engine: vllm, {SOURCE_OF}, at: min_vllm_version}}
  - {{engine_support: supported, engine: vllm, device: nvidia-h200-sxm, {SOURCE_OF}, at: 'meta.hardware.h200: verified'}}
  - {{engine_support: supported, engine: vllm, device: nvidia-rtx-5090, {SOURCE_OF}, at: 'meta.hardware.rtx_5090_2x: verified'}}
  - {{recipe_devices: 2 devices, device: nvidia-rtx-5090, engine: vllm, {SOURCE_OF}, at: meta.hardware.rtx_5090_2x}}
  - {{engine_support: supported, engine: vllm, device: nvidia-gb300, {SOURCE_OF}, at: 'meta.hardware.gb300: verified'}}
  - {{recipe_devices: 8 devices, device: nvidia-gb300, engine: vllm, {SOURCE_OF}, at: strategy_min_gpus.gb300}}
  - {{engine_support: unsupported, engine: vllm, device: amd-mi300x, {SOURCE_OF}, at: 'meta.hardware.mi300x: unsupported'}}
  - {{checkpoint_precision: mxfp4, repo: moonshotai/Kimi-K3, {SOURCE_OF}, at: variants.default.precision}}
  - {{checkpoint_precision: nvfp4, repo: some/Kimi-K3-NVFP4, {SOURCE_OF}, at: variants.nvfp4.precision}}
"""  # noqa: E501 - lines as they are written

KIMI = "models/moonshotai/Kimi-K3.yaml"
LEFT = [
    "11 statements of 1 recipes of 2",
    f"{KIMI}: active_parameters is “16 experts/token + shared”: a figure such as 37B can be taken",
    f"{KIMI}: meta.hardware.xeon6 is verified: no single device of the ledger is known by that name",
    f"{KIMI}: variants.mobile.precision is “int2/4/8”: the words are in data/words.yml",
    "models/nobody/Nothing.yaml: no record has nobody/Nothing",
]  # fmt: skip


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["import", *arguments])
    return result.exit_code, result.stdout, result.stderr


def config_at(folder: Path, config: object) -> str:
    path = folder / "config.json"
    path.write_text(json.dumps(config), encoding="utf-8")
    return str(path)


def test_a_configuration_becomes_a_record_with_its_source(tmp_path: Path) -> None:
    code, text, told = run("hf-config", config_at(tmp_path, CONFIG), "--repo", "Qwen/Qwen9-1B")
    assert (code, text) == (0, DRAFT)
    assert told.endswith(SOURCE)


def test_the_repository_is_taken_from_the_file_where_it_says_it(tmp_path: Path) -> None:
    named = {**CONFIG, "_name_or_path": "Qwen/Qwen9-1B"}
    assert run("hf-config", config_at(tmp_path, named))[1] == DRAFT


def test_the_record_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    out = tmp_path / "new" / "qwen9-1b.yml"
    code, text, _ = run("hf-config", config_at(tmp_path, CONFIG), "--repo", "Qwen/Qwen9-1B", "--out", str(out))
    assert (code, text, out.read_text(encoding="utf-8")) == (0, "", DRAFT)


def test_what_nobody_says_is_named_and_left_open(tmp_path: Path) -> None:
    folder = tmp_path / "My-Model"
    folder.mkdir()
    code, text, told = run("hf-config", config_at(folder, CONFIG))
    record = yaml.load(text, yaml.BaseLoader)  # noqa: S506 - texts only
    assert (code, record["name"], record["developer"], "identifiers" in record) == (0, "My-Model", "unknown", False)
    assert "developer: unknown: write an id of data/organizations.yml, or give --developer ID\n" in told
    assert "name: My-Model (the folder's name): the repository is not known, give --repo ORG/NAME\n" in told


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"architectures": ["NewForCausalLM"]},
            "config.json: architectures is NewForCausalLM; data/architectures.yml does not know it. Add the class "
            "there with its rule and the place where you read it.",
        ),
        (
            {"architectures": ["LlamaForCausalLM"]},
            "config.json: num_hidden_layers is missing; the rule of this class reads it, so give the whole file.",
        ),
    ],
)
def test_what_no_rule_reads_is_refused(tmp_path: Path, config: object, message: str) -> None:
    code, text, told = run("hf-config", config_at(tmp_path, config), "--repo", "some/Model")
    assert (code, text, told) == (1, "", f"Error: {message}\n")


def test_a_file_that_is_no_json_is_refused_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"hidden_size": 1,\n  oops}', encoding="utf-8")
    code, _, told = run("hf-config", str(path))
    assert code == 1
    assert told.startswith(f"Error: {path}:2:3: no JSON (")
    assert told.endswith("): give a whole config.json\n")


def recipes(folder: Path) -> str:
    for owner, name, text in (
        ("moonshotai", "Kimi-K3", RECIPE),
        ("nobody", "Nothing", RECIPE.replace("moonshotai/Kimi-K3", "nobody/Nothing")),
    ):
        path = folder / "models" / owner / f"{name}.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)


def test_recipes_become_statements_of_the_models_on_record(tmp_path: Path) -> None:
    code, text, told = run("vllm-recipes", recipes(tmp_path), "--commit", "0123abc")
    statements, _, sources = text.partition("\n# data/sources/vllm-project.yml\n")
    assert (code, statements, told.splitlines()) == (0, STATEMENTS, LEFT)
    source = yaml.load(sources, yaml.BaseLoader)["vllm-project-recipe-kimi-k3"]  # noqa: S506 - texts only
    assert len(source.pop("accessed")) == len("2026-12-01")
    assert source == {
        "title": "vLLM recipe Kimi-K3", "kind": "repository", "publisher": "vllm-project", "language": "en",
        "url": "https://github.com/vllm-project/recipes/blob/0123abc/models/moonshotai/Kimi-K3.yaml",
        "published": "2026-08-15",
    }  # fmt: skip


def test_memory_made_by_a_rule_of_thumb_is_not_taken(tmp_path: Path) -> None:
    text = run("vllm-recipes", recipes(tmp_path))[1]
    assert "1680" not in text
    assert "memory_required" not in text


def test_a_folder_without_recipes_is_refused(tmp_path: Path) -> None:
    message = f"Error: {tmp_path}: holds no models/*/*.yaml: give a checkout of vllm-project/recipes.\n"
    assert run("vllm-recipes", str(tmp_path)) == (1, "", message)


def test_profiles_lead_to_devices_on_record() -> None:
    recorded = {path.stem for path in (DATA / "devices").glob("*/*.yml")}
    assert set(PROFILES.values()) <= recorded
