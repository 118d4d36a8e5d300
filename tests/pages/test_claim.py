"""Pages of claims answer five questions in one order: who, what, compared with what, how it was run, who else."""

import re

import pytest
from datasette.app import Datasette

from tests.pages import visible

QUESTIONS = [
    "Who said it", "What exactly", "Compared with what", "Under which conditions",
    "Who else measured it, and what came out",
]  # fmt: skip
NOTE = "figures per accelerator and per watt are worked out from them here and are no official metrics of MLPerf"


async def page(served: Datasette, claim: str) -> str:
    answer = await served.client.get(f"/claim/{claim}")
    assert answer.status_code == 200
    return str(answer.text)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "claim", ["vllm-gb300-kimi-k3-decode", "mlperf-inference-v6.0-nvidia", "hle-leaderboard", "prime-rl-decode-ttl"]
)
async def test_the_five_questions_stand_in_their_order(served: Datasette, claim: str) -> None:
    heads = re.findall(r'<h2 id="[a-z]+">([^<]+)</h2>', await page(served, claim))
    assert heads[:5] == QUESTIONS


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("claim", "noted"),
    [("mlperf-inference-v6.0-amd", True), ("nvidia-mlperf-gb300-gb200-v6.0", True), ("hle-leaderboard", False)],
)
async def test_results_of_mlperf_carry_the_note_of_mlcommons(served: Datasette, claim: str, noted: bool) -> None:
    text = visible.text(await page(served, claim))
    assert (NOTE in text) is noted
    assert ("entry 6.0-00" in text) is noted


@pytest.mark.asyncio(loop_scope="module")
async def test_a_press_figure_stands_beside_what_others_submitted(served: Datasette) -> None:
    others = (await served.client.get("/claim/amd-mlperf-one-mi355x.json")).json()["others"]
    assert [(group["metric"], group["model"], len(group["rows"])) for group in others] == [
        ("throughput", "meta-llama-2-70b", 6)
    ]
    assert others[0]["n"] > 100
    assert {row["statement"]["per"] for row in others[0]["rows"]} == {"gpu"}
    assert {part["device"] for row in others[0]["rows"] for part in row["devices"]} == {"amd-mi355x"}
    assert {"dell", "giga-computing"} <= {row["by"] for row in others[0]["rows"]}


@pytest.mark.asyncio(loop_scope="module")
async def test_others_are_no_words_of_the_claimant(served: Datasette) -> None:
    claim = (await served.client.get("/claim/vllm-gb300-kimi-k3-decode.json")).json()
    told = [(row["statement"]["stated"], row["by"]) for group in claim["others"] for row in group["rows"]]
    assert told == [("709 tok/s", "inferact"), ("452 tok/s", "inferact"), ("about 1 tok/s", "hugging-face")]
    assert "Nobody else on record" in await page(served, "llmfit-mixtral-offloading")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_score_stands_beside_those_of_the_same_benchmark(served: Datasette) -> None:
    claim = (await served.client.get("/claim/hle-leaderboard.json")).json()
    assert [(group["model"], [row["statement"]["stated"] for row in group["rows"]]) for group in claim["others"]] == [
        ("thinkingmachines-inkling", ["29.33 %", "26.65 %"])
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_many_findings_of_one_check_fold_up(served: Datasette) -> None:
    text = await page(served, "hle-leaderboard")
    assert "<summary>11 more of this check</summary>" in text
    assert text.count("names no tools, effort, attempts or harness") == 14


@pytest.mark.asyncio(loop_scope="module")
async def test_conditions_without_a_name_of_ours_stand_by_their_own(served: Datasette) -> None:
    text = visible.text(await page(served, "mlperf-inference-v6.0-coreweave"))
    assert "weight data types\nfp4" in text
    assert "{" not in text
