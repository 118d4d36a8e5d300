"""Verdicts on sentences about invented things: what is on record, what is true of something else, what is not known."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.text.checking import Answer, Checker
from analysis.text.request import NotAskableError, asked
from analysis.text.verdicts import Options
from tests.text_ledger import small_ledger

LEDGER = small_ledger()
CHECKER = Checker(LEDGER)


def only(text: str, options: Options | None = None) -> Answer:
    """The answer to the one figure of an English text."""
    (answer,) = CHECKER.check(text, "en", options).answers
    return answer


@pytest.mark.parametrize(
    ("text", "verdict", "why"),
    [
        ("The Z100 has 80 GB of memory.", "supported",
         "The ledger holds 80 GB as the memory of Acme Z100, from Acme."),
        ("The Z200 has 141 GB of memory.", "supported",
         "The ledger holds 141 GB as the memory of Acme Z200, from blogger, press-house."),
        ("The Z100 reaches 3.35 TB/s of memory bandwidth.", "only_repeated",
         "The ledger holds 3.35 TB/s as the memory bandwidth of Acme Z100, from one origin alone: press-house."),
        ("The Z200 reaches 4.8 TB/s of memory bandwidth.", "supported",
         "The ledger holds 4.8 TB/s as the memory bandwidth of Acme Z200, from Acme."),
        ("The Z200 reaches 4,800 TB/s of memory bandwidth.", "contradicted",
         "On record for the memory bandwidth of Acme Z200: 4.8 TB/s; the text is too large by a factor of a thousand."),
        ("The Z200 has 411 GB of memory.", "contradicted",
         "On record for the memory of Acme Z200: 141 GB; two digits seem to have changed places."),
        ("The Z200 has 141 GiB of memory.", "misleading",
         "On record is 141 GB, which is 131.3 GiB: the digits are right and the prefix is not."),
        ("The Z100 has 94 GB of memory.", "misleading",
         "94 GB is the memory of Acme Z100 NVL, not of Acme Z100."),
        ("A single Z200 has 10 TB of memory.", "misleading",
         "10 TB is the memory of Acme Z200 Rack72, not of Acme Z200."),
        ("The Z200 delivers 3,958 TFLOPS in FP8.", "misleading",
         "3958 TFLOP/s (FP8, 2:4 sparse) is on record for Acme Z200 with sparsity 2:4 sparse, but the text does not "
         "say the sparsity."),
        ("With sparsity the Z200 delivers 3,958 TFLOPS in FP8.", "supported",
         "The ledger holds 3958 TFLOP/s (FP8, 2:4 sparse) as the peak compute of Acme Z200, from Acme."),
        ("The Z200 delivers 3,940 TFLOPS of dense FP8.", "misleading",
         "This figure is on record only as set aside (A blog): The sparse rate under the word dense."),
        ("Loom 2 has 49B parameters.", "misleading",
         "49B params is the active parameters of Loom 2, not the total parameters."),
        ("The Z200's NVLink reaches 4.8 TB/s.", "misleading",
         "4.8 TB/s is the memory bandwidth of Acme Z200, not the scale-up bandwidth."),
        ("The Z200 will cost 30,000 dollars.", "not_in_ledger",
         "The ledger holds no price of Acme Z200: not announced, by Z in the press."),
        ("Loom 2 was trained on 20 trillion tokens.", "not_in_ledger",
         "The ledger holds no figure for the training tokens of Loom 2."),
        ("The RTX 9099 has 141 GB.", "not_in_ledger",
         "No device, system, model or software of the ledger is named near this figure."),
        ("Does the Z200 have 256 GB of memory?", "unsure",
         "On record for Acme Z200: 141 GB; no verdict, since the wording leaves open whether the text asserts it."),
        ("An earlier report said the Z200 had 256 GB of memory.", "unsure",
         "On record for Acme Z200: 141 GB; no verdict, since the wording leaves open whether the text asserts it."),
        ("Eight Z200s hold 1,128 GB of memory.", "supported",
         "It is 8 × 141 GB, the memory of Acme Z200 (blogger, press-house)."),
        ("Loom 2 has a context of 8K tokens.", "unsure",
         "On record for Loom 2: 128K tokens; no verdict, since a smaller one may be a condition."),
        ("Spindle always decodes Loom 2 1.9 times as fast.", "misleading",
         "On record is a maximum, up to 1.9 x (TP16), which the text tells as a rule."),
        ("With Spindle the TTFT of Loom 2 is divided by 3.3.", "misleading",
         "3.3 x is on record for Weft 2, not for Loom 2."),
        ("Spindle runs Loom 2 at TP8 1.9 times as fast in decoding.", "misleading",
         "up to 1.9 x (TP16) is on record for Loom 2 with parallelism TP16, but the text says TP8."),
        ("Spindle serves Loom 2 at 8,420 tokens per second at batch 1.", "contradicted",
         "On record for the decode throughput of Loom 2: 842 tok/s (batch 1); the text is too large by a factor "
         "of ten."),
    ],
)  # fmt: skip
def test_verdict_and_reason(text: str, verdict: str, why: str) -> None:
    answer = CHECKER.check(text, "en").answers[-1]
    assert (answer.verdict, answer.why) == (verdict, why)


def test_an_excluded_source_takes_its_copies_along() -> None:
    text = "The Z200 reaches 4.8 TB/s of memory bandwidth."
    assert only(text, Options(frozenset({"sheet"}))).verdict == "not_in_ledger"


def test_one_of_two_witnesses_excluded_leaves_one_origin() -> None:
    answer = only("The Z200 has 141 GB of memory.", Options(frozenset({"blog"})))
    assert answer.verdict == "only_repeated"
    assert [item.source.id for item in answer.statements] == ["press"]


def test_a_figure_that_held_once_is_judged_as_of_a_date() -> None:
    text = "The Z200 rents for 4 dollars per hour."
    assert only(text).why == "4 USD/h was on record until 2025-12, and is superseded."
    assert only(text, Options(as_of="2025-06")).verdict == "only_repeated"
    assert only(text, Options(as_of="2024-06")).verdict == "not_in_ledger"


def test_every_wrong_request_is_named_at_once() -> None:
    with pytest.raises(NotAskableError) as error:
        asked(LEDGER, "xx", "20x", ["nope"])
    assert str(error.value) == (
        "The language is “xx”: it can be auto, de, en, es, fr, tr, zh. "
        "The date is “20x”: it can be 2026-10-06, 2026-10, 2026-Q4, 2026-H2 or 2026. "
        "No source is called “nope”: ids of sources stand at the end of their addresses."
    )


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Z200'ün belleği", ["acme-z200"]),
        ("Z200s and Z100s", ["acme-z200", "acme-z100"]),
        ("Z200配备141GB", ["acme-z200"]),
        ("the Z100 NVL", ["acme-z100-nvl"]),
        ("AZ200 and Z2001", []),
        ("a z-100 card", []),
    ],
)
def test_names_with_endings_neighbours_and_longer_names(text: str, ids: list[str]) -> None:
    from analysis.text.plain import plain

    assert [id_ for mention in CHECKER.names.find(plain(text)) for id_ in mention.ids] == ids


@settings(max_examples=200, deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from("0123456789.,' -–~xKMBTGB/s%$€Z20Loom \n;:()\u200b\u0301İ兆亿每秒TPd"), max_size=120
    )
)
def test_no_text_breaks_the_reader_and_every_place_holds(text: str) -> None:
    for answer in CHECKER.check(text).answers:
        assert answer.text == text[answer.start : answer.end]
        assert answer.why
