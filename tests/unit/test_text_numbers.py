"""Numbers, units and figures out of running text, in the digits of six languages."""

from decimal import Decimal

import pytest

from analysis.text.checking import Checker, Read
from analysis.text.numbers import decimal_sign
from analysis.text.plain import TooLongError, plain
from tests.text_ledger import small_ledger

CHECKER = Checker(small_ledger())


def figures(text: str, language: str) -> list[tuple[str, Decimal, Decimal | None, str]]:
    """Text, value, upper value and first unit of every figure."""
    whole = plain(text)
    lexicon = CHECKER.lexicons[language]
    read = Read(whole, lexicon, CHECKER.names.find(whole), decimal_sign(text, lexicon))
    return [
        (text[found.start : found.end], found.low.value, found.high.value if found.high else None, found.units[0])
        for found in read.sentence(0, len(text)).figures
        if found.units
    ]


@pytest.mark.parametrize(
    ("language", "text", "printed", "value", "unit"),
    [
        ("en", "It has 3.35 TB/s.", "3.35 TB/s", "3.35", "TB/s"),
        ("en", "It has 4,800 GB/s.", "4,800 GB/s", "4800", "GB/s"),
        ("en", "It has 4.8 terabytes per second.", "4.8 terabytes per second", "4.8", "TB/s"),
        ("en", "an 80-core GPU", "80-core", "80", "cores"),
        ("en", "1 trillion parameters", "1 trillion parameters", "1000000000000", "params"),
        ("en", "It costs $65,000 today.", "$65,000", "65000", "USD"),
        ("tr", "GB 4.800 GB/s sunuyor.", "4.800 GB/s", "4800", "GB/s"),
        ("tr", "Saniyede 1,5 terabayt.", "1,5 terabayt", "1.5", "TB/s"),
        ("tr", "bir trilyon parametre", "bir trilyon parametre", "1000000000000", "params"),
        ("tr", "842 token/s'ye ulaşıyor", "842 token/s", "842", "tok/s"),
        ("tr", "%72 artış", "%72", "72", "%"),
        ("de", "bietet 1,3 PFLOPS", "1,3 PFLOPS", "1.3", "PFLOP/s"),
        ("de", "1 Billion Parameter", "1 Billion Parameter", "1000000000000", "params"),
        ("de", "rund 49 Mrd. Parameter", "49 Mrd. Parameter", "49000000000", "params"),
        ("fr", "affiche 8 To/s", "8 To/s", "8", "TB/s"),
        ("fr", "soit 1\u202f307,4 TFLOPS", "1\u202f307,4 TFLOPS", "1307.4", "TFLOP/s"),
        ("fr", "49 milliards de paramètres", "49 milliards de paramètres", "49000000000", "params"),
        ("fr", "est divisé par 3,3 ici", "3,3", "3.3", "x"),
        ("es", "560.000 millones de parámetros", "560.000 millones de parámetros", "560000000000", "params"),
        ("es", "842 tokens por segundo", "842 tokens por segundo", "842", "tok/s"),
        ("zh", "集成 1530 亿个晶体管", "1530 亿个晶体管", "153000000000", "transistors"),
        ("zh", "每秒 5.3 TB", "5.3 TB", "5.3", "TB/s"),
        ("zh", "功耗为 142 兆瓦", "142 兆瓦", "142", "MW"),
        ("zh", "6.71 万亿参数", "6.71 万亿参数", "6710000000000", "params"),
    ],
)
def test_a_figure_is_read_as_its_language_prints_it(
    language: str, text: str, printed: str, value: str, unit: str
) -> None:
    assert figures(text, language) == [(printed, Decimal(value), None, unit)]


@pytest.mark.parametrize(
    ("language", "text", "low", "high"),
    [
        ("en", "1.62–1.92x", "1.62", "1.92"),
        ("en", "between 96 and 512 GB", "96", "512"),
        ("de", "um das 1,62- bis 1,92-fache", "1.62", "1.92"),
        ("fr", "multiplié par 1,62 à 1,92", "1.62", "1.92"),
        ("zh", "1.62 至 1.92 倍", "1.62", "1.92"),
    ],
)
def test_a_range_is_one_figure(language: str, text: str, low: str, high: str) -> None:
    assert [found[1:3] for found in figures(text, language)] == [(Decimal(low), Decimal(high))]


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "falls from 130 to 69 microseconds", ["130", "69"]),
        ("tr", "130'dan 69 mikrosaniyeye iniyor", ["130", "69"]),
        ("tr", "488'e karşı 842 token/s", ["488", "842"]),
        ("es", "842 tokens por segundo, frente a 488 antes", ["842", "488"]),
        ("en", "8 or 16 GPUs", ["8", "16"]),
    ],
)
def test_a_pair_shares_its_unit(language: str, text: str, values: list[str]) -> None:
    found = figures(text, language)
    assert [item[1] for item in found] == [Decimal(value) for value in values]
    assert len({item[3] for item in found}) == 1


@pytest.mark.parametrize(
    "text",
    ["Xe3P and HBM3e", "FP8, TP16 and L2", "Llama 3 runs", "v0.40.0 of it", "2026-10-12", "in 2025", "see https://x.example/80GB",
     "chapter 4", "2:4 sparsity", "10:30"],
)  # fmt: skip
def test_numbers_that_are_names_are_no_figures(text: str) -> None:
    assert figures(text, "en") == []


def test_places_are_those_of_the_original() -> None:
    text = "The Z200\u200b has 1\u200b41 GB of memory."
    (answer,) = CHECKER.check(text, "en").answers
    assert text[answer.start : answer.end] == answer.text == "1\u200b41 GB"


def test_a_paragraph_in_another_language_has_digits_of_its_own() -> None:
    turkish = "Z200 kartında bant genişliği ve bellek var: 1,9 kat daha hızlı."
    text = f"{turkish}\nThe Z200 reaches 4,800 TB/s of memory bandwidth."
    last = CHECKER.check(text).answers[-1]
    assert (last.value, last.unit, last.verdict) == (4800, "TB/s", "contradicted")


def test_full_width_digits_and_composed_letters_are_read() -> None:
    (answer,) = CHECKER.check("Le Z200 offre 141 Go de me\u0301moire.", "fr").answers
    assert (answer.value, answer.unit, answer.verdict) == (141, "GB", "supported")


def test_a_text_that_is_too_long_is_refused_in_a_sentence() -> None:
    with pytest.raises(TooLongError, match=r"^The text has 100,001 characters; at most 100,000 are read at once\."):
        CHECKER.check("x" * 100_001)
