"""Sentences that retell a claim of the ledger are held against that claim's own figures."""

import re
from collections.abc import Iterator

import pytest

from analysis.text.checking import Answer, Checker
from loaders.ledger_reader import read_ledger
from tests.conftest import LEDGER

SUPPORTING = ("supported", "only_repeated")
MORIIO = "Sending caches with MoRIIO lets 2.5 times as many requests meet their targets on MI300X in vLLM."


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(read_ledger(LEDGER))


def verdicts(checker: Checker, text: str) -> dict[str, str]:
    return {answer.text: answer.verdict for answer in checker.check(text, "en").answers}


def test_a_claim_told_in_its_own_words_is_supported_by_its_own_figures(checker: Checker) -> None:
    (answer,) = checker.check(MORIIO, "en").answers
    assert (answer.verdict, answer.rule) == ("supported", "retold")
    assert answer.why == f"It is 2.5 x in the claim «{MORIIO}», from AMD."


def test_a_claim_told_in_other_words_is_known_by_its_rare_ones(checker: Checker) -> None:
    text = "On MI300X, vLLM with MoRIIO lets 2.5 times as many requests meet targets when sending caches."
    assert verdicts(checker, text) == {"2.5 times": "supported"}


@pytest.mark.parametrize(
    "text",
    [
        MORIIO.replace("2.5", "3.5"),
        MORIIO.replace("MI300X", "H200"),
        MORIIO.replace("vLLM", "SGLang"),
        "It is not true that " + MORIIO,
        "Some post says 2.5 times.",
    ],
)
def test_another_figure_another_thing_and_a_denial_get_no_support(text: str, checker: Checker) -> None:
    assert not set(verdicts(checker, text).values()) & set(SUPPORTING)


def test_how_a_run_was_made_belongs_to_the_claim(checker: Checker) -> None:
    run = "Eight H200 serve GLM-5 in FP8 with vLLM at 404 output tokens a second to 16 at once"
    text = f"{run}, after prompts of 1,024 tokens."
    assert set(verdicts(checker, text).values()) <= set(SUPPORTING)
    assert verdicts(checker, text.replace("Eight", "Nine"))["Nine H200"] == "not_in_ledger"


def test_what_is_said_after_a_claim_speaks_of_it(checker: Checker) -> None:
    first = "A node of eight H800 reads 73,700 prompt tokens a second at DeepSeek."
    after = "56.3 per cent of the prompt tokens came from a cache."
    assert verdicts(checker, f"{first}\n\n{after}")["56.3 per cent"] in SUPPORTING
    assert verdicts(checker, after) == {"56.3 per cent": "not_in_ledger"}


def test_who_repeats_a_refuted_claim_misleads(checker: Checker) -> None:
    (answer,) = checker.check("B200 is 350 % cheaper per token than MI325X on DeepSeek-R1.", "en").answers
    assert (answer.verdict, answer.rule) == ("misleading", "refuted")
    assert answer.why == (
        "It repeats the claim «B200 is 350 % cheaper per token than MI325X on DeepSeek-R1.», which is called false "
        "here: 0.092 USD per million tokens against 0.416 USD per million tokens is 78 per cent cheaper; nothing can "
        "be more than 100 per cent cheaper."
    )


def changed(text: str, answer: Answer) -> str | None:
    """The text with the first digit of a figure changed."""
    digit = re.search(r"\d", text[answer.start : answer.end])
    if digit is None:
        return None
    place = answer.start + digit.start()
    return f"{text[:place]}{(int(text[place]) + 3) % 9 + 1}{text[place + 1 :]}"


def retold(checker: Checker) -> Iterator[tuple[str, Answer]]:
    """Every figure of a claim's sentence that only the claim itself supports."""
    for claim in checker.ledger.claims.values():
        for answer in checker.check(claim.sentence, "en").answers:
            if answer.rule in ("retold", "how_measured"):
                yield claim.sentence, answer


def test_no_changed_figure_of_a_claim_is_supported(checker: Checker) -> None:
    texts = [(changed(text, answer), answer.start) for text, answer in retold(checker)]
    tried = [(text, start) for text, start in texts if text]
    assert len(tried) > 20
    assert [
        (text, answer.why)
        for text, start in tried
        for answer in checker.check(text, "en").answers
        if answer.start == start and answer.rule in ("retold", "how_measured")
    ] == []
