"""Stated figures are read with their comparator, unit and last printed digit; everything else is refused in words."""

import re
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.dictionary import Dictionary
from schema.quantity import NotAFigure, parse_figure


@pytest.mark.parametrize(
    ("metric", "text", "comparator", "value", "value_max", "unit"),
    [
        ("ratio", "1.62 .. 1.92 x", "range", "1.62", "1.92", "x"),
        ("memory_capacity", "up to 480 GB", "up_to", "480", None, "GB"),
        ("params_total", "about 1T params", "approx", "1000", None, "B params"),
        ("params_total", "1T", "exact", "1000", None, "B params"),
        ("params_total", "2.8T params", "exact", "2800", None, "B params"),
        ("params_total", "572.12B params", "exact", "572.12", None, "B params"),
        ("training_devices", "3.8k GPUs", "exact", "3800", None, "GPUs"),
        ("context_length", "512K tokens", "exact", "512000", None, "tokens"),
        ("context_length", "at least 1M tokens", "at_least", "1000000", None, "tokens"),
        ("memory_capacity", "141 GiB", "exact", "151.397597184", None, "GB"),
        ("memory_capacity", "141 GB", "exact", "141", None, "GB"),
        ("memory_visible", "183359 MiB", "exact", "183359", None, "MiB"),
        ("peak_compute", "1.3 PFLOP/s", "exact", "1300", None, "TFLOP/s"),
        ("peak_compute", "2 POP/s", "exact", "2000", None, "TOP/s"),
        ("scaleout_bandwidth", "400 Gb/s", "exact", "50", None, "GB/s"),
        ("context_length", "512K .. 1M tokens", "range", "512000", "1000000", "tokens"),
        ("power_configurable", "300 .. 700 W", "range", "300", "700", "W"),
        ("layers", "72", "exact", "72", None, ""),
        ("layers", "72 layers", "exact", "72", None, ""),
        ("price", "3999 EUR", "exact", "3999", None, "EUR"),
        ("benchmark_score", "72.1 %", "exact", "72.1", None, "%"),
        ("power", "1.4kW", "exact", "1400", None, "W"),
        ("transistors", "208B transistors", "exact", "208000000000", None, "transistors"),
    ],
)
def test_figures(
    dictionary: Dictionary, metric: str, text: str, comparator: str, value: str, value_max: str | None, unit: str
) -> None:
    figure = parse_figure(text, dictionary.unit_choices[metric])
    found = (figure.comparator, figure.value, figure.value_max, figure.unit, figure.text)
    assert found == (comparator, Decimal(value), Decimal(value_max) if value_max else None, unit, text)


@pytest.mark.parametrize(
    ("metric", "text", "found"),
    [
        ("memory_capacity", "80", "`80` has no unit"),
        ("memory_capacity", "80 W", "`80 W` has the unit `W`"),
        ("memory_capacity", "80 gb", "`80 gb` has the unit `gb`"),
        ("memory_capacity", "1,400 GB", "`1,400 GB` is not a figure"),
        ("memory_capacity", "circa 80 GB", "`circa 80 GB` is not a figure"),
        ("memory_capacity", "80 .. 40 GB", "`80 .. 40 GB` is a range whose end is not above its start"),
        ("memory_capacity", "up to 40 .. 80 GB", "`up to 40 .. 80 GB` is a range with a comparator"),
        ("memory_capacity", "80K GB", "`80K GB` has the unit `KGB`"),
        ("params_total", "560", "`560` has no unit"),
        ("power", "1K .. 2M W", "`1K .. 2M W` has the unit `MW`"),
        ("power", "", "`` is not a figure"),
    ],
)
def test_what_is_no_figure(dictionary: Dictionary, metric: str, text: str, found: str) -> None:
    with pytest.raises(NotAFigure, match=f"^{re.escape(found)}$"):
        parse_figure(text, dictionary.unit_choices[metric])


def test_the_last_printed_digit_is_kept(dictionary: Dictionary) -> None:
    choice = dictionary.unit_choices["memory_bandwidth"]
    assert parse_figure("3.35 TB/s", choice).low.steps == (Decimal("10000000000"),)
    assert parse_figure("3.350 TB/s", choice).low.steps == (Decimal("1000000000"),)


def test_a_k_of_tokens_has_two_readings(dictionary: Dictionary) -> None:
    figure = parse_figure("128K tokens", dictionary.unit_choices["context_length"])
    assert figure.low.values == (Decimal(128000), Decimal(131072))


@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(dictionary: Dictionary, text: str) -> None:
    with suppress(NotAFigure):
        assert parse_figure(text, dictionary.unit_choices["memory_capacity"]).text == text
