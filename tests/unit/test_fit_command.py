"""`specledger fit`: the answer as text and as JSON, names that are nearly right, what cannot be asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from click.testing import CliRunner

from loaders.cli import main
from loaders.importers import hub
from tests.acme_m2 import build_with_m2
from tests.conftest import DATA

Fit = Callable[..., Any]
CONFIG = {
    "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 131072, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
    "tie_word_embeddings": False, "torch_dtype": "bfloat16", "vocab_size": 128256,
}  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_with_m2(tmp_path_factory.mktemp("fit"))


def said(built: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, ["fit", *arguments, "--db", str(built), "--data", str(DATA)])
    assert result.exit_code == 0, result.output
    return result.output


def refused(built: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, ["fit", *arguments, "--db", str(built), "--data", str(DATA)])
    assert result.exit_code != 0, result.output
    return result.output.splitlines()[-1]


def test_the_text_adds_up_and_says_where_it_comes_from(built: Path) -> None:
    lines = said(built, "M2-8B", "--device", "a1", "--precision", "fp8", "--engine", "vllm").splitlines()
    assert lines[:9] == [
        "Acme M2 in FP8 on 1 × Acme A1",
        "8,192 tokens for 1 user, fp16 cache, vllm, hypothetical checkpoint",
        "",
        "  weights                           8.49 GiB",
        "  KV cache                          1.00 GiB",
        "  states                            0.00 GiB",
        "  activations and runtime           3.01 GiB",
        "  total                            12.50 GiB",
        "  between                          10.97 and 14.40 GiB",
    ]
    assert "Devices needed: 1 in a split the engine accepts; 1 if it could be cut at will." in lines
    assert "FP8 on it: computed natively. Never validated here." in lines
    assert "To be had as: 1 × Acme Box (8)." in lines
    assert [line.partition("]  ")[2].partition(",")[0] for line in lines[-3:]] == ["A1 datasheet"] * 3
    (start,) = [line for line in lines if line.startswith("  vllm serve")]
    assert start.startswith("  vllm serve acme/M2 --max-model-len 8192 --max-num-seqs 1024")


def test_the_json_has_the_keys_of_the_design(built: Path) -> None:
    answer = json.loads(said(built, "acme-m2", "--device", "acme-a1", "--precision", "fp8", "--json"))
    named = ("weights", "cache", "states", "load", "total", "low", "high", "devices_needed", "speed_bound")
    assert set(named) | {"assumptions", "sources"} <= set(answer)
    assert answer["total"] == pytest.approx(sum(answer[key] for key in named[:4]))
    assert answer["low"] < answer["total"] < answer["high"]
    assert answer["speed_bound"]["missing"] == []
    places = {entry["where"] for entry in answer["assumptions"]} - {"arithmetic"}
    assert {entry["where"] for entry in answer["sources"]} == places
    assert {"A1 datasheet"} <= {entry["title"] for entry in answer["sources"]}
    assert answer["systems"][0]["id"] == "acme-box"
    assert [run["measured"] for run in answer["measured"]] == []


def test_a_model_of_unknown_shape_has_a_floor_and_no_total(built: Path) -> None:
    answer = json.loads(said(built, "acme-m1", "--precision", "fp8", "--device", "a1", "--json"))
    assert (answer["total"], answer["devices_needed"], answer["floor"]) == (None, None, True)
    assert answer["weights"] == pytest.approx(671e9 / 2**30)
    assert answer["missing"] == ["number of layers and their attention kind"]
    text = said(built, "acme-m1", "--precision", "fp8", "--device", "a1")
    assert "  A floor: weights alone. There is no total, since what is missing may be the larger part." in text
    assert "  Not known: number of layers and their attention kind." in text


def test_only_what_was_public_by_a_day_counts(built: Path) -> None:
    before = json.loads(said(built, "acme-m2", "--as-of", "2026-04-01", "--json"))
    assert (before["weights"], before["total"], before["as_of"]) == (None, None, "2026-04-01")
    after = json.loads(said(built, "acme-m2", "--as-of", "2026-04-02", "--json"))
    assert after["total"] == pytest.approx(19.0, abs=0.1)


def test_the_other_way_round(built: Path) -> None:
    way = ("--most-users", "--longest-context", "--what-fits", "--smallest-device")
    answer = json.loads(said(built, "acme-m2", "--device", "a1", "--precision", "fp8", "--json", *way))
    assert answer["most"]["longest_context"] == answer["most"]["context_limit"] == 32768
    assert answer["most"]["most_users"] > 16
    assert [row["device"] for row in answer["smallest_device"]] == ["acme-a1"]
    assert {"precision": "bf16", "checkpoint": "released"}.items() <= answer["what_fits"][0].items()
    text = said(built, "acme-m2", "--device", "a1", "--precision", "fp8", *way)
    assert f"at most {answer['most']['most_users']} users at 8,192 tokens, at most 32,768 tokens for 1 at once." in text


def test_llmscale_stands_beside_our_own_answer(built: Path) -> None:
    answer = json.loads(
        said(built, "acme-m2", "--device", "a1", "--precision", "fp8", "--engine", "llmscale", "--json")
    )
    assert "its constants are ours" in answer["assumptions"][0]["why"]
    terms = {row["term"]: row for row in answer["beside"]["terms"]}
    assert terms["weights"]["llmscale"] == pytest.approx(8.03e9 / 2**30)
    assert terms["total"]["difference"] == pytest.approx(terms["total"]["ours"] - answer["total"])
    assert all(terms[name]["why"] for name in ("weights", "cache", "states", "load"))


def test_a_configuration_is_sized(built: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    answer = json.loads(said(built, "--config", str(config), "--device", "a1", "--json"))
    assert answer["weights"] == pytest.approx(8.03e9 * 2 / 2**30, abs=0.05)
    assert answer["cache"] == 1.0
    assert answer["assumptions"][0]["why"].startswith("parameters counted from the shapes in the configuration")


def test_a_configuration_that_is_none_is_refused_at_its_place(built: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"architectures": [', encoding="utf-8")
    assert refused(built, "--config", str(config)) == (
        f"Error: {config}:1:20: no JSON (Expecting value): give a whole config.json"
    )
    config.write_text('{"architectures": ["NobodysModel"]}', encoding="utf-8")
    assert "architectures is NobodysModel; data/architectures.yml does not know it." in refused(
        built, "--config", str(config)
    )


def test_the_hub_is_read_where_there_is_a_network(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"config.json": CONFIG, "model.safetensors.index.json": {"metadata": {"total_size": 16_060_522_496}}}
    monkeypatch.setattr(hub, "_json", lambda _, name: files[name])
    answer = json.loads(said(built, "--hf", "acme/Llama-8B", "--device", "a1", "--json"))
    assert answer["weights"] == pytest.approx(16_060_522_496 / 2**30 + 0.03)
    assert answer["assumptions"][1]["why"] == "bytes of the released bf16 files acme/Llama-8B"


def test_without_a_network_it_is_said_plainly(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise URLError("Name or service not known")

    monkeypatch.setattr(hub, "urlopen", unreachable)
    assert refused(built, "--hf", "acme/M2") == (
        "Error: No network reaches https://huggingface.co (Name or service not known). Save config.json of acme/M2 "
        "where there is one and give it with --config FILE."
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("acme m3",),
            "Error: The ledger has no model “acme m3”. Perhaps one of these is meant: acme-m2 (Acme M2); "
            "acme-m1 (Acme M1).",
        ),
        ((), "Error: no model is named: give MODEL, --config FILE or --hf ORG/NAME."),
        (
            ("acme-m2", "--hf", "a/b", "--users", "0", "--kv", "int2", "--what-fits"),
            "Error: MODEL and --hf are given: one of them names the model; --what-fits asks about a device: name it "
            "with --device; kv is “int2”: it can be bf16, fp16, fp32, fp8, int8, nvfp4, q4_0, q8_0; users is 0: it can "
            "be a whole number from 1 to 1048576.",
        ),
        (("acme-m2", "--as-of", "October"), "Error: --as-of is “October”: it can be a day such as 2026-10-06."),
        (
            ("acme-m1", "--device", "a1", "--most-users"),
            "Error: Acme M1: nothing can be worked out the other way round without its geometry.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said_at_once(built: Path, arguments: tuple[str, ...], message: str) -> None:
    assert refused(built, *arguments) == message


def test_a_ledger_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    assert refused(path, "acme-m2") == (
        f"Error: There is no {path}: `make build` or `specledger build --out {path}` makes it."
    )
