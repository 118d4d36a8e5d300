"""Tables pasted as text: bars, tabs and wide gaps, things down a column or across the head."""

import pytest

from analysis.text.checking import Checker
from analysis.text.plain import LONGEST
from analysis.text.tables import tables
from tests.text_ledger import small_ledger

BARS = "| Chip | Memory (GB) | Bandwidth |\n|---|---|---|\n| Z100 | 80 | 3.35 TB/s |\n| Z200 | 114 | 4.8 TB/s |\n"
ACROSS = "Spec\tZ100\tZ200\nMemory\t80 GB\t141 GB\n"
GAPS = "Chip      Memory, GB    Power\nZ200      141           up to 700 W\n"


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(small_ledger())


def told(checker: Checker, text: str) -> list[tuple[str, str | None, str]]:
    report = checker.check(text, "en")
    assert all(text[answer.start : answer.end] == answer.text for answer in report.answers)
    return [(answer.text, answer.entity, answer.verdict) for answer in report.answers]


def test_each_cell_is_judged_by_its_row_and_column(checker: Checker) -> None:
    assert told(checker, f"What they have:\n\n{BARS}\nThe Z100 has 80 GB of memory.") == [
        ("80", "acme-z100", "supported"),
        ("3.35 TB/s", "acme-z100", "only_repeated"),
        ("114", "acme-z200", "contradicted"),
        ("4.8 TB/s", "acme-z200", "supported"),
        ("80 GB", "acme-z100", "supported"),
    ]


def test_things_may_stand_in_the_head(checker: Checker) -> None:
    assert told(checker, ACROSS) == [("80 GB", "acme-z100", "supported"), ("141 GB", "acme-z200", "supported")]


def test_columns_may_be_parted_by_wide_gaps(checker: Checker) -> None:
    assert told(checker, GAPS) == [("141", "acme-z200", "supported"), ("700 W", "acme-z200", "supported")]


@pytest.mark.parametrize(
    "text",
    [
        "The Z200 has 141 GB | the Z100 has 80 GB.",
        "A | B\nC | D",
        "Z200 | 141 GB\nZ100 | 80 GB | 700 W",
        "|\t   |\n|\t   |",
    ],
)
def test_what_has_no_rows_and_no_names_is_no_table(text: str) -> None:
    assert tables(text, lambda cell: cell.startswith("Z")) == []


def test_a_huge_table_ends(checker: Checker) -> None:
    text = ("Z200 | 141 GB\n" * LONGEST)[:LONGEST]
    assert len(checker.check(text, "en").answers) <= 1_000
