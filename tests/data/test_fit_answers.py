"""Answers about memory that the ledger's own records must give."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from loaders.cli import main
from tests.conftest import LEDGER


def fit(*arguments: str) -> Any:
    result = CliRunner().invoke(main, ["fit", *arguments, "--json", "--db", str(LEDGER)])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@pytest.mark.parametrize(
    ("precision", "device", "devices", "total"), [("fp8", "B200", 4, 537.3), ("int4", "M3 Ultra", 1, 287.8)]
)
def test_llmscales_page_of_ling_is_reproduced(precision: str, device: str, devices: int, total: float) -> None:
    answer = fit("Ling-3.1-flash", "--device", device, "--precision", precision, "--engine", "llmscale")
    assert answer["total"] == pytest.approx(total, abs=0.1)
    assert (answer["devices_needed"], answer["fits"]) == (devices, True)
    assert (answer["context"], answer["users"], answer["kv"]) == (8192, 1, "fp16")
    assert "its constants are ours" in answer["assumptions"][0]["why"]
    assert answer["beside"]["terms"][-1]["ours"] is not None


def test_mistral_large_4_had_no_total_before_its_shape_was_public() -> None:
    answer = fit("mistral-large-4", "--as-of", "2026-10-06", "--device", "B200")
    assert answer["weights"] > 900
    assert (answer["total"], answer["devices_needed"], answer["cache"]) == (None, None, None)
    assert answer["missing"] == ["number of layers and their attention kind"]


def test_mistral_large_4_has_a_total_today() -> None:
    answer = fit("mistral-large-4", "--device", "B200", "--precision", "fp8")
    assert answer["missing"] == []
    assert answer["total"] > answer["weights"] > 900
    assert answer["devices_needed"] == 8
