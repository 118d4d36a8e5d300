"""Faults that other tools were caught with on models, put to the ledger: it answers rightly."""

import csv
import json
import sqlite3

import pytest

from analysis.memory import Request, fit, growing_token_bytes
from tests.conftest import ROOT
from tests.data.test_known_faults import ANSWERED as HARDWARE
from tests.model_facts import geometry, kept, layers, said

Ledger = sqlite3.Connection
FAULTS = ROOT / "tests" / "evidence" / "known-faults-of-peers.csv"
ANSWERED = {"BL15", "BL19", "BL21", "BL25", "BL27", "BL29", "BX16", "BX18", "BX22", "BX24", "BX30"}
# Models that nobody has put on record, a rule for another project's file, a board without runs.
NOT_ON_RECORD = {"BL23", "BX20", "BX10", "BL31"}
GIB = 2.0**30


def weights(ledger: Ledger, model: str, precision: str) -> float:
    """Weights in GiB."""
    found = fit(geometry(ledger, model), None, Request(precision)).weights_gib
    assert found is not None
    return found


def test_every_fault_on_models_is_answered_or_named() -> None:
    with FAULTS.open(newline="", encoding="utf-8") as table:
        ids = {row["id"] for row in csv.DictReader(table)}
    assert ids - HARDWARE == ANSWERED | NOT_ON_RECORD


def test_bl15_a_gib_is_a_gib(ledger: Ledger) -> None:
    params = geometry(ledger, "meta-llama-3.1-70b").totals.params
    assert params is not None
    assert weights(ledger, "meta-llama-3.1-70b", "bf16") == pytest.approx(params * 2 / GIB, rel=0.01)
    assert round(70e9 * 2 / GIB, 2) == 130.39


@pytest.mark.parametrize(
    ("model", "gigabytes"), [("qwen3.5-122b-a10b", (70, 80)), ("deepseek-v3", (370, 430))]
)  # BL19, BX16
def test_all_experts_are_loaded_not_the_active_ones(ledger: Ledger, model: str, gigabytes: tuple[float, float]) -> None:
    low, high = gigabytes
    assert low < weights(ledger, model, "q4_k_m") * GIB / 1e9 < high


@pytest.mark.parametrize(
    ("model", "tokens", "gib"), [("deepseek-v3.1", 163_840, 10.72), ("moonshot-kimi-k2.5", 262_144, 17.16)]
)
def test_bl21_latent_caches(ledger: Ledger, model: str, tokens: int, gib: float) -> None:
    assert growing_token_bytes(geometry(ledger, model), "bf16") * tokens / GIB == pytest.approx(gib, abs=0.01)


def test_bl25_the_bytes_of_files_go_before_nominal_bits(ledger: Ledger) -> None:
    sizes = kept(ledger, "qwen3.8-2.4t-a95b", "checkpoint_size")
    assert {"4892388705238 B", "1597051793152 B"} <= sizes
    assert weights(ledger, "qwen3.8-2.4t-a95b", "mxfp4") == pytest.approx(1597051793152 / GIB, rel=0.01)
    assert "65248815744 B" in kept(ledger, "openai-gpt-oss-120b", "checkpoint_size")
    made_by_rule = (
        "SELECT count(*) FROM facts WHERE entity_kind = 'model' AND stated IN ('1440 GB', '72 GB', '1680 GB')"
    )
    assert ledger.execute(made_by_rule).fetchone()[0] == 0


def test_bl27_one_open_model_is_open_everywhere(ledger: Ledger) -> None:
    row = ledger.execute("SELECT open_weights, context_tokens, released FROM models WHERE id = 'openai-gpt-oss-120b'")
    open_weights, context, released = row.fetchone()
    assert (open_weights, released) == ("yes", "2025-08-05")
    assert context in (128_000, 131_072)
    assert kept(ledger, "openai-gpt-oss-120b", "context_configured") == {"131072 tokens"}


def test_bl29_the_cost_of_a_phase_is_not_the_cost_of_the_model(ledger: Ledger) -> None:
    sql = "SELECT stated, qualifiers FROM facts WHERE entity = ? AND metric = ?"
    (cost,) = ledger.execute(sql, ("deepseek-r1", "training_cost")).fetchall()
    assert (cost["stated"], json.loads(cost["qualifiers"])["workload"]) == (
        "294000 USD",
        "reinforcement learning upon the base model",
    )
    hours = {row["stated"] for row in ledger.execute(sql, ("deepseek-v3", "training_hours"))}
    assert "2788000 GPU-hours" in hours


def test_bx18_windows_and_states_are_not_charged_at_full_length(ledger: Ledger) -> None:
    assert layers(ledger, "google-gemma-3-27b") == {"sliding 1024 tokens": 52, "full": 10}
    assert layers(ledger, "qwen3.5-27b") == {"gdn": 48, "full": 16}
    assert growing_token_bytes(geometry(ledger, "qwen3.5-27b"), "bf16") * 262_144 / GIB == pytest.approx(16.0)
    # 131,072 tokens in the ten full layers and a window of 1,024 in the others come to the figure of the report.
    gemma = growing_token_bytes(geometry(ledger, "google-gemma-3-27b"), "bf16") * 131_072 / GIB
    assert gemma == pytest.approx(10.0)
    assert gemma + 52 * 16 * 2 * 128 * 2 * 1024 / GIB == pytest.approx(10.41, abs=0.01)


def test_bx22_both_totals_of_deepseek_v3_with_their_scope(ledger: Ledger) -> None:
    found = {(stated, counts) for stated, counts, _, _ in said(ledger, "deepseek-v3", "params_total")}
    assert {("671B params", "main_model"), ("685B params", "with_mtp")} <= found
    assert ("14B params", "with_mtp", "normal", None) in said(ledger, "deepseek-v3", "params_part")


def test_bx24_a_date_keeps_the_precision_it_was_stated_with(ledger: Ledger) -> None:
    sql = "SELECT qualifiers, value_text FROM statements WHERE entity = ? AND metric = 'weights_released'"
    rows = ledger.execute(sql, ("mistral-large-4",))
    stages = {json.loads(row["qualifiers"]).get("stage"): row["value_text"] for row in rows}
    assert stages == {"announced": "2026-10", "shipped": "2026-10-29"}
    written = (
        "SELECT count(*) FROM statements WHERE metric IN ('released', 'weights_released') AND value_text <> stated"
    )
    assert ledger.execute(written).fetchone()[0] == 0


def test_bx30_a_sentence_is_no_number(ledger: Ledger) -> None:
    row = ledger.execute(
        "SELECT experts_active, experts_total, params_total_b FROM models WHERE id = 'moonshot-kimi-k3'"
    )
    assert tuple(row.fetchone()) == (16, 896, 2800)
    sql = "SELECT count(*) FROM statements WHERE metric LIKE 'params_%' AND value IS NULL AND comparator <> 'absent'"
    assert ledger.execute(sql).fetchone()[0] == 0
