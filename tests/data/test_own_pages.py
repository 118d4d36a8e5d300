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

ACCUSING = ("contradicted", "misleading")
SHEETS = ("device", "system", "model")
SUPPORTING = ("supported", "only_repeated")
DERIVED = {"inferencex-b200-mi325x": "a percentage of two costs"}
"""Claims with a figure that follows from others, with what it is."""
UNREAD = {"NVIDIA GB200 NVL72: Weight 1.36 t, per rack."}
"""Sentences of spec sheets that nobody reads: a letter t behind a number may be a scale."""
REFUTED = frozenset({"false", "misleading"})
"""Ratings of claims whose own sentence the page repeats in order to refute it."""
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


def sheet(body: dict[str, Any], words: Words) -> Iterator[str]:
    """A sentence for each figure of a spec sheet: `NVIDIA H200 SXM: Memory 141 GB, per GPU.`"""
    name = body["entity"]["name"]
    for fact in body["facts"]:
        if fact["value"] is not None and fact["claim"] is None:
            told = ", ".join([f"{words.about(fact)} {words.stated(fact)}", *words.holds_for(fact)])
            yield f"{name}: {told}."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sheets(served: Datasette, checker: Checker) -> list[tuple[list[Judged], str]]:
    """Answers and sentence for each figure of the spec sheet of every device, system and model."""
    catalogue = await catalogue_of(served)
    paths = [f"{thing.kind}/{thing.id}" for thing in checker.ledger.things.values() if thing.kind in SHEETS]
    return [
        (list(judged(checker, path, sentence)), sentence)
        for path in paths
        for sentence in sheet(await body(served, f"/{path}"), catalogue.words)
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_no_figure_of_a_spec_sheet_is_accused(sheets: list[tuple[list[Judged], str]]) -> None:
    assert len(sheets) > 9000
    assert [str(item) for items, _ in sheets for item in items if item.answer.verdict in ACCUSING] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_every_figure_of_a_spec_sheet_is_supported(sheets: list[tuple[list[Judged], str]]) -> None:
    missed = [sentence for items, sentence in sheets if not any(item.answer.verdict in SUPPORTING for item in items)]
    assert set(missed) == UNREAD


@pytest.mark.asyncio(loop_scope="module")
async def test_every_figure_that_a_claims_page_says_in_our_words_is_supported(
    served: Datasette, checker: Checker
) -> None:
    """The claim, unless it is refuted, and the reason of its rating, as they stand on the page."""
    refs = (await catalogue_of(served)).claims
    answers = [item for ref in refs for item in said_of_claim(checker, ref, await body(served, f"/claim/{ref}"))]
    assert len(answers) > 180
    missed = [str(item) for item in answers if item.answer.verdict not in SUPPORTING]
    assert [line for line in missed if line.split(":")[0] not in DERIVED] == []
    assert [str(item) for item in answers if item.answer.verdict in ACCUSING] == []


def said_of_claim(checker: Checker, ref: str, body: dict[str, Any]) -> Iterator[Judged]:
    """Answers for a claim's page; those of the sentence that it refutes are left out."""
    claim = body["claim"]["claim"]
    text = f"{claim}\n\n{body['claim']['rating_reason'] or ''}"
    first = len(claim) if body["claim"]["rating"] in REFUTED else 0
    return (item for item in judged(checker, ref, text) if item.answer.start >= first)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_home_page_says_nothing_that_is_accused(served: Datasette, checker: Checker) -> None:
    page = (await served.client.get("/")).text
    shown = await body(served, "/index")
    refuted = [row["claim"] for row in shown["claims"] if row["rating"] in REFUTED]
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
