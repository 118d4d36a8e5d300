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
from tests import own_pages
from tests.conftest import LEDGER
from tests.own_pages import body

ACCUSING = ("contradicted", "misleading")
SUPPORTING = ("supported", "only_repeated")
DERIVED = {"inferencex-b200-mi325x": "a percentage of two costs"}
"""Claims with a figure that follows from others, with what it is."""
UNREAD = {"NVIDIA GB200 NVL72: Weight 1.36 t, per rack."}
"""Sentences of spec sheets that nobody reads: a letter t behind a number may be a scale."""
OF_OTHER_RUNS = ("leaves prefill out",)
"""Words of findings that set a figure of a run on other devices beside it, unnamed."""
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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sheets(served: Datasette, checker: Checker) -> list[own_pages.Judged]:
    """Answers for each figure of the spec sheet of every device, system and model."""
    return [own_pages.judged(checker, said) async for said in own_pages.sheets(served, checker, 1)]


@pytest.mark.asyncio(loop_scope="module")
async def test_no_figure_of_a_spec_sheet_is_accused(sheets: list[own_pages.Judged]) -> None:
    assert len(sheets) > 9000
    assert accused(sheets) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_every_figure_of_a_spec_sheet_is_supported(sheets: list[own_pages.Judged]) -> None:
    assert {item.said.sentence for item in sheets if not item.right} == UNREAD


def wrong(items: list[own_pages.Judged], share: float) -> list[str]:
    """Those that are answered otherwise than the page deserves, where they are more than this share."""
    found = [str(item) for item in items if not item.right]
    return found if len(found) > share * len(items) else []


def accused(items: list[own_pages.Judged]) -> list[str]:
    """Sentences with a figure that is called wrong, or true of something else, without their saying so."""
    answers = [(item, answer) for item in items for answer in (*([item.answer] if item.answer else []), *item.side)]
    return [
        str(item)
        for item, answer in answers
        if answer.verdict in ACCUSING
        and answer.rule not in (*own_pages.TOLD_OF, "set_aside")
        and item.said.rank != "deprecated"
        and not item.said.open
        and not any(words in item.said.sentence for words in OF_OTHER_RUNS)
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_citations_of_statements_are_supported_unless_set_aside(served: Datasette, checker: Checker) -> None:
    """A sample of every kind of statement, those of runs and those set aside included."""
    items = [own_pages.judged(checker, said) async for said in own_pages.statements(served, 20)]
    assert len(items) > 900
    assert sum(item.said.rank == "deprecated" for item in items) > 150
    assert wrong(items, 0.005) == []
    assert len(accused(items)) <= 0.003 * len(items)


@pytest.mark.asyncio(loop_scope="module")
async def test_both_ends_of_every_disagreement_are_known(served: Datasette, checker: Checker) -> None:
    items = [own_pages.judged(checker, said) async for said in own_pages.disagreements(served, 30)]
    assert len(items) > 900
    assert wrong(items, 0.01) == []
    assert accused(items) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_what_checks_noticed_speaks_of_figures_on_record(served: Datasette, checker: Checker) -> None:
    """On the pages of all claims and of a part of the things."""
    things = [f"/{thing.kind}/{thing.id}" for thing in checker.ledger.things.values() if thing.kind in own_pages.SHEETS]
    claims = [f"/claim/{ref}" for ref in (await catalogue_of(served)).claims]
    items = [own_pages.judged(checker, said) async for said in own_pages.findings(served, [*claims, *things[::8]])]
    assert len(items) > 300
    assert wrong(items, 0.02) == []
    assert accused(items) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_rows_of_comparisons_are_supported(served: Datasette, checker: Checker) -> None:
    items = [own_pages.judged(checker, said) async for said in own_pages.comparisons(served, checker, 8)]
    assert len(items) > 500
    assert [str(item) for item in items if not item.right] == []
    assert accused(items) == []


@pytest.mark.asyncio(loop_scope="module")
async def test_answers_on_memory_are_never_accused(served: Datasette, checker: Checker) -> None:
    models = [thing.id for thing in checker.ledger.things.values() if thing.kind == "model"]
    lines = [line async for line in own_pages.fits(served, models[::20])]
    answers = [(line, answer) for line in lines for answer in checker.check(line, "en").answers]
    assert len(answers) > 80
    assert [(line, answer.why) for line, answer in answers if answer.verdict in ACCUSING] == []


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
