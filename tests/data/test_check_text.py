"""The checker on the built ledger: given sentences, mutations of its own figures, the digest, hostile texts."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest
from click.testing import CliRunner

from analysis.text.checking import MOST_FIGURES, Checker
from analysis.text.ledger import Ledger
from analysis.text.plain import LONGEST
from analysis.text.report import as_dict, stretches
from analysis.text.verdicts import Options
from loaders.check_text import check_text
from loaders.ledger_reader import read_ledger
from tests.conftest import LEDGER
from tests.text_cases import DIGEST, EVIDENCE, OWN, Case, cases
from tests.text_mutations import Made, sentences, swaps

SUPPORTING = ("supported", "only_repeated")
DIGEST_SOURCE = "news-digest-2026-12"
SECONDS_FOR_THE_WORST = 40
"""Twice what the slowest hostile text takes on two slow cores."""


@pytest.fixture(scope="module")
def known() -> Ledger:
    return read_ledger(LEDGER)


@pytest.fixture(scope="module")
def checker(known: Ledger) -> Checker:
    return Checker(known)


@pytest.fixture(scope="module")
def made(known: Ledger) -> list[Made]:
    return list(chain(sentences(known), swaps(known)))


@pytest.mark.parametrize("case", list(cases(EVIDENCE)), ids=lambda case: case.id)
def test_no_wrong_verdict_on_the_evidence(case: Case, checker: Checker) -> None:
    answer = case.answer(checker.check(case.text).answers)
    assert answer is not None, "the figure is found"
    assert not case.wrong(answer.verdict), answer.why


def test_nine_in_ten_of_the_evidence_get_a_full_answer(checker: Checker) -> None:
    found = [(case, case.answer(checker.check(case.text).answers)) for case in cases(EVIDENCE)]
    missed = [case.id for case, answer in found if answer is None or not case.full(answer.verdict)]
    assert len(missed) <= len(found) // 10, missed


@pytest.mark.parametrize("case", list(chain(*map(cases, OWN))), ids=lambda case: case.id)
def test_own_sentences(case: Case, checker: Checker) -> None:
    answer = case.answer(checker.check(case.text).answers)
    assert answer is not None, "the figure is found"
    assert case.full(answer.verdict), answer.why


def test_nearly_every_sentence_is_known_by_its_language(checker: Checker) -> None:
    given = [case for path in (EVIDENCE, *OWN) for case in cases(path)]
    mistaken = [case.text for case in given if checker.check(case.text).language != case.language]
    assert len(mistaken) <= 0.02 * len(given), mistaken


def test_no_mutation_is_ever_supported(made: list[Made], checker: Checker) -> None:
    false = [item for item in made if item.kind != "true" and any(_supports(item, checker))]
    assert false == []


def _supports(item: Made, checker: Checker) -> Iterator[bool]:
    """Whether each figure of a sentence is supported; a memory size that is part of a name is no figure of the test."""
    for answer in checker.check(item.text, item.language).answers:
        yield answer.verdict in SUPPORTING and answer.text not in item.name


def test_true_figures_are_supported_in_the_digits_of_every_language(made: list[Made], checker: Checker) -> None:
    told: Counter[tuple[str, bool]] = Counter()
    for item in made:
        if item.kind == "true":
            verdicts = [answer.verdict for answer in checker.check(item.text, item.language).answers]
            told[item.language, bool(verdicts) and all(verdict in SUPPORTING for verdict in verdicts)] += 1
    for language in ("en", "de", "tr", "fr", "es", "zh"):
        right, wrong = told[language, True], told[language, False]
        assert right >= 0.98 * (right + wrong), (language, right, wrong)


DIGEST_FIGURES = [
    "1,9", "8", "16", "130", "69", "1,62–1,92", "1,31–1,58", "488", "842", "32", "256", "32", "1,3",
    "350", "160", "480", "1,5", "1,5", "1,6", "3,3", "480", "v0.40.0", "1T", "49B", "3.800", "38",
    "9", "49B", "1T", "560B", "25B", "1M", "72", "63", "9", "8K", "537,3", "4", "287,8", "512", "8",
    "4", "572,12B", "8k",
]  # fmt: skip


def test_every_figure_of_the_digest_is_found_and_none_is_accused(checker: Checker) -> None:
    answers = checker.check(DIGEST.read_text(encoding="utf-8")).answers
    found = [answer.text for answer in answers]
    assert len(found) == len(DIGEST_FIGURES)
    assert all(text.startswith(number) for text, number in zip(found, DIGEST_FIGURES, strict=True)), found
    accused = [(answer.text, answer.why) for answer in answers if answer.verdict in ("contradicted", "misleading")]
    assert accused == []
    assert sum(answer.verdict in SUPPORTING for answer in answers) >= 0.8 * len(answers)


def test_the_digest_is_no_witness_for_itself(checker: Checker, known: Ledger) -> None:
    options = Options(frozenset({DIGEST_SOURCE}))
    answers = checker.check(DIGEST.read_text(encoding="utf-8"), options=options).answers
    for answer in answers:
        assert answer.verdict not in ("contradicted", "misleading"), answer.why
        if answer.verdict in SUPPORTING:
            assert answer.statements
            assert all(item.source.root != DIGEST_SOURCE for item in answer.statements)


def test_a_thousand_words_take_less_than_a_tenth_of_a_second(checker: Checker) -> None:
    text = DIGEST.read_text(encoding="utf-8")
    checker.check(text)
    spent = min(_seconds(checker, text) for _ in range(3))
    assert spent / len(text.split()) * 1000 < 0.1


def _seconds(checker: Checker, text: str) -> float:
    start = time.process_time()
    checker.check(text)
    return time.process_time() - start


@pytest.mark.parametrize(
    "piece",
    ["1", "1, ", "1,", "H200 141 GB, ", "H200 has 141 GB of memory.\n", "vLLM Kimi K3 GB300 842 tok/s TP8 batch 1 ",
     "H200 ", "RTX 9099 ", "<b onclick='x'>H200</b> 141&nbsp;GB\n", "H\u0301", "1\u200b4 GB ", "\u202e",
     "参数内存带宽", "memory bandwidth FP8 ",
     "x", "a.", " ", "\n", "v1.", "1'0,", "#", "9 x "],
)  # fmt: skip
def test_hostile_texts_end_in_bounded_time(piece: str, checker: Checker) -> None:
    text = (piece * LONGEST)[:LONGEST]
    start = time.process_time()
    report = checker.check(text)
    assert time.process_time() - start < SECONDS_FOR_THE_WORST
    assert len(report.answers) < MOST_FIGURES + 300


def test_the_marked_text_is_the_text(checker: Checker) -> None:
    text = DIGEST.read_text(encoding="utf-8")
    report = checker.check(text)
    assert "".join(part for part, _ in stretches(text, report)) == text
    assert [number for _, number in stretches(text, report) if number] == list(range(1, len(report.answers) + 1))


def test_the_command_prints_json_with_the_keys_of_the_contract() -> None:
    text = "The H200 has 141 GB of memory and 4,800 TB/s of memory bandwidth."
    result = CliRunner().invoke(check_text, ["--json", "--ledger", str(LEDGER), "-"], input=text)
    found = json.loads(result.output)["figures"]
    keys = {"text", "start", "end", "entity", "metric", "value", "unit", "verdict", "why", "fact", "sources"}
    assert result.exit_code == 1
    assert all(keys <= figure.keys() for figure in found)
    assert [(item["text"], item["verdict"]) for item in found] == [
        ("141 GB", "supported"),
        ("4,800 TB/s", "contradicted"),
    ]


def test_the_command_says_what_it_cannot_use() -> None:
    result = CliRunner().invoke(check_text, ["--language", "xx", "--ledger", str(LEDGER), "-"], input="H200")
    assert result.exit_code == 1
    assert result.output.startswith("Error: The language is “xx”: it can be auto, ")


def test_a_report_is_data(checker: Checker, known: Ledger) -> None:
    found = as_dict(checker.check("Die H100 SXM erreicht 3,35 TB/s Speicherbandbreite."), known)
    assert found["language"] == "de"
    assert found["counts"]["supported"] == 1
    assert json.loads(json.dumps(found)) == found
