"""Every atomic claim of the evidence is in the ledger where the map says, or was turned down with a reason."""

import csv
import sqlite3

import pytest

from tests.conftest import DATA, ROOT

MAP = ROOT / "tests" / "data" / "claims-map.csv"
REJECTED = DATA / "rejected-claims.csv"
ATOMIC = 930
"""Atomic claims of the evidence, prices left out."""


def rows(path_text: str) -> list[dict[str, str]]:
    """Rows of a CSV text by column."""
    return list(csv.DictReader(path_text.splitlines()))


MAPPED = rows(MAP.read_text(encoding="utf-8"))
TURNED_DOWN = rows(REJECTED.read_text(encoding="utf-8"))


def test_every_claim_is_in_or_turned_down() -> None:
    ids = [row["claim_id"] for row in (*MAPPED, *TURNED_DOWN)]
    assert len(ids) == len(set(ids)) == ATOMIC
    assert len(TURNED_DOWN) < ATOMIC / 10
    assert all(len(row["reason"].split()) > 5 for row in TURNED_DOWN)


def test_every_mapped_claim_is_found_from_its_entity(ledger: sqlite3.Connection) -> None:
    query = """SELECT s.file, s.metric, e.entity, s.stated FROM statements s
        JOIN statement_entities e ON e.statement = s.id"""
    found = {tuple(row) for row in ledger.execute(query)}
    wanted = [(row["file"], row["metric"], row["entity"], row["stated"]) for row in MAPPED if row["file"] != "finding"]
    assert [place for place in wanted if place not in found] == []


def test_every_figure_is_reached_from_whatever_was_run(ledger: sqlite3.Connection) -> None:
    query = """WITH named AS (
          SELECT id, model AS entity FROM setups UNION SELECT id, engine FROM setups UNION SELECT id, system FROM setups
          UNION SELECT setups.id, json_extract(part.value, '$.device') FROM setups, json_each(setups.devices) AS part)
        SELECT s.id, named.entity FROM statements s JOIN named ON named.id IN (s.setup, s.baseline)
        WHERE named.entity IS NOT NULL
        EXCEPT SELECT statement, entity FROM statement_entities"""
    assert [tuple(row) for row in ledger.execute(query)] == []


def test_the_sums_of_the_digest_are_findings(ledger: sqlite3.Connection) -> None:
    found = {tuple(row) for row in ledger.execute("SELECT rule, entity, computed FROM findings")}
    wanted = {(row["metric"], row["entity"], row["stated"]) for row in MAPPED if row["file"] == "finding"}
    assert wanted == {
        ("implied-ratio", "vllm", "842 / 488 = 1.73 x"),
        ("index-version", "mistral-large-4", "38 - 9 = 29 points"),
    }
    assert wanted <= found


@pytest.mark.parametrize(
    ("claim", "rule", "level", "part"),
    [
        ("vllm-gb300-kimi-k3-decode", "headline-range", "misleading", "1.31 .. 1.58 x (tp8, 8 devices)"),
        (
            "vllm-gb300-kimi-k3-decode",
            "synthetic-acceptance",
            "misleading",
            "842 tok/s rests on a synthetic",
        ),
        ("vllm-gb300-kimi-k3-decode", "implied-ratio", "consistent", "69 us against 130 us"),
        ("vllm-gb300-kimi-k3-decode", "decode-or-end-to-end", "question", "331 tok/s leaves prefill out"),
        ("vllm-artificial-analysis", "mixed-acceptance", "misleading", "326 tok/s was run with synthetic acceptance"),
        ("lmsys-gb200-deepseek", "precision-of-sides", "misleading", "at equal precision it is 3.26 x"),
        (
            "trtllm-h100-a100",
            "precision-of-sides",
            "misleading",
            "up to 4.6 x compares fp8 with fp16; at equal precision it is 2 x",
        ),
        ("nvidia-inferencemax-b200", "not-simultaneous", "misleading", "60000 tok/s per GPU and 1000 tok/s per user"),
        ("amd-mlperf-one-mi355x", "gpu-or-system", "error", "for 8 devices"),
        ("deepseek-node-throughput", "gpu-or-system", "error", "at least 73700 tok/s is told of one device"),
        ("deepseek-node-throughput", "cache-hits-counted", "misleading", "without hits 32206 tok/s is on record"),
        ("vllm-bidirectional-kv-transfer", "no-cache-in-baseline", "misleading", "states 18 .. 41 %"),
        ("vllm-mooncake-store", "no-cache-in-baseline", "misleading", "hit for 1.7 %"),
        ("vllm-bidirectional-kv-transfer", "longest-prompt", "misleading", "3.32 x for the longest"),
        ("lmsys-gb200-deepseek", "software-of-different-dates", "question", "software of different times"),
        ("semianalysis-43-days", "broken-baseline", "misleading", "starts from 20.4 tok/s"),
        ("vllm-qwen3.5-25k", "total-tokens", "question", "output alone is 11.1 %"),
        ("lmsys-inferencemax", "decode-gpus-only", "question", "does not say how many GPUs"),
        (
            "vllm-gdn-prefill-kernel",
            "kernel-or-product",
            "misleading",
            "up to 5.92 x of a kernel comes to 1.13 x for the whole",
        ),
        ("inferencex-b200-mi325x", "impossible-percent", "error", "nothing becomes more than 100 % less: 350 %"),
        ("trtllm-r1-latency", "speed-for-quality", "misleading", "mmlu-pro fell to 81.2 %"),
        ("hle-leaderboard", "unstated-harness", "question", "40.5 % on hle"),
        ("mistral-large-4-preview", "index-version", "question", "38 points against 9 points"),
        ("vllm-qwen3.8-quality", "within-noise", "question", "on 30 problems lie within the benchmark's noise"),
        ("amd-mi355x-r1-tco", "mixed-baselines", "misleading", "are over different baselines"),
        ("nvidia-roi-15x", "changed-number", "error", "prints 7500000000 USD"),
        (
            "mlperf-inference-v6.0-amd",
            "counts-add-up",
            "question",
            "is named with 87 accelerators, and its fields give 88",
        ),
        ("mlperf-inference-v5.1-hpe", "units-of-one-entry", "question", "36052.3 req/s of entry 5.1-0051"),
        ("trtllm-h100-a100", "ratio-arithmetic", "error", "2.4 x is stated, but 185 tok/s and 111 tok/s"),
        ("nvidia-mlperf-gb300-gb200-v6.0", "ratio-arithmetic", "consistent", "1.33 x follows from"),
    ],
)
def test_documented_traps_are_found(ledger: sqlite3.Connection, claim: str, rule: str, level: str, part: str) -> None:
    messages = [
        row["message"]
        for row in ledger.execute(
            "SELECT message FROM findings WHERE claim = ? AND rule = ? AND level = ?", (claim, rule, level)
        )
    ]
    assert any(part in message for message in messages), messages


def test_a_peak_without_sparsity_is_a_question(ledger: sqlite3.Connection) -> None:
    found = ledger.execute(
        "SELECT f.level, s.stated FROM findings f JOIN statements s ON s.id = f.statement "
        "WHERE f.rule = 'undeclared-sparsity' AND f.entity = 'intel-d270' AND s.source = 'news-digest-2026-12'"
    ).fetchall()
    assert [tuple(row) for row in found] == [("question", "1.3 PFLOP/s")]


def test_claims_count_their_findings(ledger: sqlite3.Connection) -> None:
    wrong = ledger.execute(
        "SELECT id FROM claims c WHERE n_findings <> "
        "(SELECT count(*) FROM findings f WHERE f.claim = c.id AND f.level <> 'consistent')"
    ).fetchall()
    assert wrong == []
    assert ledger.execute("SELECT count(*) FROM claims WHERE n_findings > 0").fetchone()[0] > 50


def test_prices_of_tokens_name_seller_and_date(ledger: sqlite3.Connection) -> None:
    listed = ledger.execute(
        "SELECT entity, seller, observed, source FROM prices WHERE metric = 'token_price'"
    ).fetchall()
    assert len(listed) >= 282
    assert all(row["seller"] for row in listed)
    dated = [row for row in listed if row["source"].startswith("models-dev-prices-")]
    assert len(dated) >= 270
    assert {row["observed"][:7] for row in dated} == {"2026-07"}
