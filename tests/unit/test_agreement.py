"""Two figures of the same thing agree by their printed digits, in one of five ways."""

import pytest

from schema.agreement import agreement, compare
from schema.dictionary import Dictionary
from schema.quantity import parse_figure
from schema.reading import read_stated


def outcome(dictionary: Dictionary, metric: str, one: str, other: str) -> str:
    """Agreement of two stated figures, which must not depend on their order."""
    mine, theirs = (parse_figure(text, dictionary.unit_choices[metric]) for text in (one, other))
    assert agreement(mine, theirs) == agreement(theirs, mine)
    return agreement(mine, theirs)


@pytest.mark.parametrize(
    ("metric", "one", "other", "expected"),
    [
        ("memory_bandwidth", "3.35 TB/s", "3352 GB/s", "agree"),
        ("memory_bandwidth", "3.35 TB/s", "3.36 TB/s", "close"),
        ("memory_bandwidth", "8 TB/s", "8190 GB/s", "coarse"),
        ("memory_bandwidth", "8 TB/s", "7.7 TB/s", "coarse"),
        ("memory_bandwidth", "8 TB/s", "7.1 TB/s", "differ"),
        ("memory_bandwidth", "8.0 TB/s", "7.7 TB/s", "differ"),
        ("peak_compute", "2610 TFLOP/s", "2614.9 TFLOP/s", "close"),
        ("peak_compute", "3958 TOP/s", "3958 TFLOP/s", "agree"),
        ("params_total", "1T params", "1.05T params", "coarse"),
        ("params_total", "about 1T params", "1.05T params", "coarse"),
        ("params_total", "560B params", "572.12B params", "differ"),
        ("params_active", "49B params", "52B params", "differ"),
        ("memory_capacity", "64 GB", "64 GiB", "differ"),
        ("memory_capacity", "up to 480 GB", "480 GB", "agree"),
        ("memory_capacity", "up to 480 GB", "160 GB", "not_comparable"),
        ("memory_capacity", "up to 480 GB", "512 GB", "differ"),
        ("memory_capacity", "up to 480 GB", "up to 160 GB", "differ"),
        ("memory_capacity", "up to 480 GB", "96 .. 512 GB", "differ"),
        ("memory_capacity", "at least 160 GB", "96 GB", "differ"),
        ("memory_capacity", "at least 160 GB", "480 GB", "not_comparable"),
        ("memory_capacity", "at least 160 GB", "up to 96 GB", "not_comparable"),
        ("ratio", "1.62 .. 1.92 x", "1.7 x", "agree"),
        ("ratio", "1.62 .. 1.92 x", "1.31 .. 1.58 x", "differ"),
        ("ratio", "1.62 .. 1.92 x", "1.6 .. 1.9 x", "coarse"),
        ("ratio", "1.62 .. 1.92 x", "2.5 x", "differ"),
        ("ratio", "up to 1.9 x", "1.62 .. 1.92 x", "coarse"),
        ("training_devices", "about 4000 GPUs", "3800 GPUs", "coarse"),
        ("training_devices", "4000 GPUs", "3800 GPUs", "differ"),
        ("context_length", "128K tokens", "131072 tokens", "agree"),
        ("context_length", "128K tokens", "128000 tokens", "agree"),
        ("context_length", "256K tokens", "262144 tokens", "agree"),
        ("context_length", "1M tokens", "1048576 tokens", "agree"),
        ("context_length", "128K tokens", "160K tokens", "differ"),
        ("price", "3999 USD", "3999 EUR", "not_comparable"),
        ("benchmark_score", "38 points", "38 %", "not_comparable"),
        ("dense_layers", "0", "0", "agree"),
        ("dense_layers", "0", "1", "differ"),
    ],
)
def test_agreement(dictionary: Dictionary, metric: str, one: str, other: str, expected: str) -> None:
    assert outcome(dictionary, metric, one, other) == expected


@pytest.mark.parametrize(
    ("metric", "one", "other", "expected"),
    [
        ("released", "2024-03", "2024-03-18", "agree"),
        ("released", "2024", "2024-03-18", "agree"),
        ("released", "2024-Q1", "2024-04", "differ"),
        ("memory_type", "hbm3", "gddr6", "differ"),
        ("number_formats", "fp8, fp16", "fp16, fp8", "agree"),
        ("number_formats", "fp8", "fp16, fp8", "not_comparable"),
        ("open_weights", "yes", "no", "differ"),
        ("feature", "one thing", "another", "not_comparable"),
        ("price", "not_announced", "3999 USD", "not_comparable"),
    ],
)
def test_words_and_dates(dictionary: Dictionary, metric: str, one: str, other: str, expected: str) -> None:
    item = dictionary.metrics[metric]
    mine, theirs = (read_stated(text, metric, item, dictionary)[0] for text in (one, other))
    assert mine
    assert theirs
    assert compare(mine, theirs, item) == expected
