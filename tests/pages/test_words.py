"""Labels and numbers: what pages print for the words of the dictionary and for figures."""

import pytest

from pages.figures import factor, in_unit, number, restates, stated_in_words
from pages.rivals import EXPLAINING, identity, same_thing
from pages.rows import Row
from pages.words import PHRASES, QUANTITIES, VOCABULARY_OF_METRIC, VOCABULARY_OF_QUALIFIER, Words
from schema.dictionary import Dictionary


def statement(**values: object) -> Row:
    return {"entity": "acme-a1", "metric": "memory_bandwidth", "qualifiers": {}, "baseline": None, **values}


def test_every_word_is_looked_up_in_its_own_vocabulary(dictionary: Dictionary) -> None:
    qualifiers = {name: item.words for name, item in dictionary.qualifiers.items() if item.words}
    assert {name: VOCABULARY_OF_QUALIFIER.get(name, name) for name in qualifiers} == qualifiers
    metrics = {name: item.words for name, item in dictionary.metrics.items() if item.words}
    assert {name: VOCABULARY_OF_METRIC.get(name, name) for name in metrics} == metrics


def test_explaining_qualifiers_are_those_of_the_dictionary(dictionary: Dictionary) -> None:
    assert dictionary.explaining == EXPLAINING


def test_phrases_are_of_qualifiers_that_there_are(dictionary: Dictionary) -> None:
    assert PHRASES.keys() <= dictionary.qualifiers.keys()
    assert QUANTITIES.keys() <= dictionary.qualifiers.keys()


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (3350.0, "3,350"),
        (0.1 + 0.2, "0.3"),
        (4, "4"),
        (0, "0"),
        (208e9, "208,000,000,000"),
        (2.5e15, "2,500,000,000,000,000"),
        (None, ""),
    ],
)
def test_numbers_have_no_more_digits_than_they_need(value: float | None, printed: str) -> None:
    assert number(value) == printed


def test_ratios_have_three_significant_digits() -> None:
    assert [factor(ratio) for ratio in (1.024, 30.303, 28_000.4, 1e9)] == ["1.02", "30.3", "28,000", "1 billion"]


@pytest.mark.parametrize(
    ("stated", "printed"),
    [("1.62 .. 1.92 x", "1.62 to 1.92 ×"), ("up to 480 GB", "up to 480 GB"), ("814 mm2", "814 mm²"), ("96", "96")],
)
def test_stated_figures_read_as_words(stated: str, printed: str) -> None:
    assert stated_in_words(stated) == printed


def test_a_value_is_repeated_only_where_it_tells_something() -> None:
    row = {"value": 3350.0, "value_max": None, "unit": "GB/s"}
    assert in_unit(row) == "3,350 GB/s"
    assert in_unit({"value": 96.0, "value_max": 512.0, "unit": "GB"}) == "96 to 512 GB"
    assert [restates(row, stated) for stated in ("3350 GB/s", "up to 3350 GB/s", "3.35 TB/s")] == [True, True, False]
    count = {"value": 72.0, "value_max": None, "unit": ""}
    assert [restates(count, stated) for stated in ("72 GPUs", "72", "0.072K GPUs")] == [True, True, False]


def test_what_a_figure_holds_for_is_said_in_words(dictionary: Dictionary) -> None:
    labels = {(name, word): item.label for name, words in dictionary.words.items() for word, item in words.items()}
    words = Words({}, labels, {}, {("acme-a1", "large"): "144 GB"}, {"vllm": "vLLM"})
    row = statement(
        precision="fp8", sparsity="undeclared", per="gpu", edition="large", stage="announced",
        qualifiers={"precision": "fp8", "kv_precision": "fp16", "context": "8192", "engine": "vllm",
                    "users": "undeclared"},
    )  # fmt: skip
    assert words.holds_for(row) == [
        "FP8", "sparsity not stated", "per GPU", "144 GB edition", "announced", "KV cache in FP16",
        "context of 8192 tokens", "on vLLM", "users not stated",
    ]  # fmt: skip


def test_what_the_dictionary_does_not_hold_prints_as_itself() -> None:
    words = Words({}, {}, {}, {}, {})
    assert words.label("cause", "not_yet_known") == "not yet known"
    assert words.metric("peak_compute") == "peak compute"
    assert words.holds_for(statement(qualifiers={"new_one": "so"})) == ["new one: so"]


def test_undeclared_fits_every_reading_and_explaining_qualifiers_change_nothing() -> None:
    dense = statement(sparsity="dense", qualifiers={"sparsity": "dense", "counts": "with_mtp"})
    sparse = statement(sparsity="sparse", qualifiers={"sparsity": "sparse"})
    silent = statement(sparsity="undeclared", qualifiers={"sparsity": "undeclared"})
    assert identity(dense) == (("sparsity", "dense"),)
    assert same_thing(dense, silent)
    assert same_thing(silent, sparse)
    assert not same_thing(dense, sparse)
    assert not same_thing(dense, statement())
    assert not same_thing(statement(baseline="before"), statement(baseline="other"))
