"""What our own pages say in English is checked as any text is: nothing in it may be contradicted or misleading."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from datasette.app import Datasette

from analysis.text.checking import Answer, Checker
from loaders.ledger_reader import read_ledger
from pages.visit import catalogue_of
from pages.words import Words
from tests.conftest import LEDGER

THINGS = (
    "device/nvidia-h200-sxm", "device/nvidia-h100-sxm", "device/nvidia-b200", "device/amd-mi300x",
    "device/amd-mi355x", "device/intel-gaudi-3", "device/google-tpu-v5e", "device/nvidia-rtx-5090",
    "system/nvidia-gb200-nvl72", "system/nvidia-gb300-nvl72", "model/deepseek-v3", "model/deepseek-r1",
    "model/qwen3-235b-a22b", "model/moonshot-kimi-k2", "model/openai-gpt-oss-120b",
)  # fmt: skip
ACCUSING = ("contradicted", "misleading")
SUPPORTING = ("supported", "only_repeated")
UNREAD = {
    "token_price": "a price for a million tokens of one seller is no unit of running text",
    "memory_visible": "a count of bytes such as 206141652992 B is no figure of running text",
    "device_count": "a bare number behind the word Devices has no unit",
    "weight": "tonnes are no unit of running text",
    "checkpoint_size": "a count of bytes such as 65248815744 B is no figure of running text",
}
"""Metrics of spec sheets whose figures the checker need not know, with the reason."""
OTHERS_WORDS = frozenset({"false", "misleading"})
"""Ratings of claims whose sentence the page repeats in order to refute it: accusing it is right."""
EXCEPTED = {
    "cerebras-maverick": "the rival named is a DGX B200 and the record counts a single B200",
    "nvidia-mlperf-gb300-gb200-v5.1": "the claim names racks and the record counts each GPU of them",
    "nvidia-roi-15x": "the claimant says GB200 of a whole rack, which is what the verdict points out",
    "nvidia-mlperf-b200-v4.1": "eight H100 are the other side of the comparison; a server with eight B200 is on record",
}
"""Claims whose sentences may be called misleading, with the reason."""
_TAG = re.compile(r"<[^>]+>")


class Judged(NamedTuple):
    """A sentence of a page with an answer to a figure in it."""

    page: str
    sentence: str
    answer: Answer

    def __str__(self) -> str:
        return f"{self.page}: {self.sentence} | {self.answer.text}: {self.answer.verdict}, {self.answer.why}"


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(read_ledger(LEDGER))


def judged(checker: Checker, page: str, sentence: str) -> Iterator[Judged]:
    """Every figure of a sentence."""
    return (Judged(page, sentence, answer) for answer in checker.check(sentence, "en").answers)


async def body(served: Datasette, path: str) -> dict[str, Any]:
    """What a page is made from."""
    found: dict[str, Any] = (await served.client.get(f"{path}.json")).json()
    return found


def sheet(body: dict[str, Any], words: Words) -> Iterator[tuple[str, str]]:
    """Metric and sentence for each figure of a spec sheet: `NVIDIA H200 SXM: Memory 141 GB, per GPU.`"""
    name = body["entity"]["name"]
    for fact in body["facts"]:
        if fact["value"] is not None and fact["claim"] is None:
            told = ", ".join([f"{words.about(fact)} {words.stated(fact)}", *words.holds_for(fact)])
            yield fact["metric"], f"{name}: {told}."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sheets(served: Datasette, checker: Checker) -> list[tuple[str, list[Judged], str]]:
    """Metric, answers and sentence for the figures of all THINGS."""
    words = (await catalogue_of(served)).words
    return [
        (metric, list(judged(checker, path, sentence)), sentence)
        for path in THINGS
        for metric, sentence in sheet(await body(served, f"/{path}"), words)
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_no_figure_of_a_spec_sheet_is_accused(sheets: list[tuple[str, list[Judged], str]]) -> None:
    assert len(sheets) > 300
    assert [str(item) for _, items, _ in sheets for item in items if item.answer.verdict in ACCUSING] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_every_figure_of_a_spec_sheet_is_on_record(sheets: list[tuple[str, list[Judged], str]]) -> None:
    missed = [
        (metric, sentence)
        for metric, items, sentence in sheets
        if not any(item.answer.verdict in SUPPORTING for item in items)
    ]
    assert [sentence for metric, sentence in missed if metric not in UNREAD] == []
    assert {metric for metric, _ in missed} == set(UNREAD)


def claim_sentences(body: dict[str, Any]) -> Iterator[str]:
    """Sentences of a claim's page in our own words: the claim unless it is refuted, and the reason of its rating."""
    if body["claim"]["rating"] not in OTHERS_WORDS:
        yield body["claim"]["claim"]
    if body["claim"]["rating_reason"]:
        yield body["claim"]["rating_reason"]


@pytest.mark.asyncio(loop_scope="module")
async def test_no_sentence_of_a_claims_page_is_accused(served: Datasette, checker: Checker) -> None:
    claims = (await catalogue_of(served)).claims
    answers = [
        item
        for ref in claims
        for sentence in claim_sentences(await body(served, f"/claim/{ref}"))
        for item in judged(checker, ref, sentence)
    ]
    accused = [item for item in answers if item.answer.verdict in ACCUSING]
    assert [str(item) for item in accused if item.page not in EXCEPTED] == []
    assert {item.page for item in accused} == set(EXCEPTED)
    assert sum(item.answer.verdict in SUPPORTING for item in answers) >= 60


@pytest.mark.asyncio(loop_scope="module")
async def test_the_home_page_says_nothing_that_is_accused(served: Datasette, checker: Checker) -> None:
    page = (await served.client.get("/")).text
    shown = await body(served, "/index")
    refuted = [row["claim"] for row in shown["claims"] if row["rating"] in OTHERS_WORDS]
    main = page.split("<h1>", 1)[1].split("</main>", 1)[0]
    own = [line for line in main.split("\n") if not any(claim in line for claim in refuted)]
    lines = [" ".join(_TAG.sub(" ", line).split()) for line in own]
    accused = [item for line in lines for item in judged(checker, "/", line) if item.answer.verdict in ACCUSING]
    assert [str(item) for item in accused] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "NVIDIA H100 SXM: Bandwidth of one link 25 GB/s, one way.",
        "DeepSeek V4 Flash has 285 billion parameters, V4 Pro 1.6 trillion.",
        "vLLM decodes Inkling at up to 380 tokens a second for one user on four GB200.",
        "A cap of 1,000 W leaves 0.84 of the throughput of MI355X.",
        "gpt-oss-120b: Checkpoint size 65248815744 B.",
    ],
)
def test_figures_of_something_else_are_not_held_against_a_thing(sentence: str, checker: Checker) -> None:
    accused = [item for item in judged(checker, "", sentence) if item.answer.verdict in ACCUSING]
    assert [str(item) for item in accused] == []
