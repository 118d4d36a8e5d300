"""What counts as stated, absent or unsearched."""

import pytest

from analysis.coverage import Covered, Word, covered

TRUST = ("datasheet", "documentation", "press", "database")
DENSE = Word({"precision": "fp8", "sparsity": "dense", "path": "matrix"}, False, 2, frozenset({"press"}))
VECTOR = Word({"precision": "fp32", "sparsity": "dense", "path": "vector"}, False, 1, frozenset({"database"}))
ABSENT = Word({"precision": "undeclared", "sparsity": "undeclared"}, True)
NOT_SPARSE = Word({"precision": "fp8", "sparsity": "sparse"}, True)


@pytest.mark.parametrize(
    ("words", "part", "expected"),
    [
        ([], "any", Covered("unsearched")),
        ([DENSE], "any", Covered("stated", 2, "press")),
        ([DENSE, VECTOR], "any", Covered("stated", 2, "press")),
        ([VECTOR], "dense", Covered("unsearched")),
        ([VECTOR], "vector", Covered("stated", 1, "database")),
        ([ABSENT], "sparse", Covered("absent")),
        ([ABSENT], "any", Covered("absent")),
        ([NOT_SPARSE], "sparse", Covered("absent")),
        ([NOT_SPARSE], "any", Covered("unsearched")),
        ([ABSENT, DENSE], "dense", Covered("stated", 2, "press")),
        ([Word({}, False, 1, frozenset({"press", "datasheet"}))], "any", Covered("stated", 1, "datasheet")),
    ],
)
def test_a_figure_is_covered(words: list[Word], part: str, expected: Covered) -> None:
    assert covered(words, part, TRUST) == expected
