"""The closing line of `make test` counts what pytest said."""

from collections import Counter

import pytest

from tests.run import counts


@pytest.mark.parametrize(
    ("code", "closing", "expected"),
    [
        (0, "===== 7 passed, 2 skipped in 1.12s =====", {"passed": 7, "skipped": 2}),
        (1, "== 1 failed, 3 passed, 2 errors, 1 xfailed in 61.02s (0:01:01) ==", {"failed": 3, "passed": 4}),
        (5, "===== no tests ran in 0.01s =====", {"failed": 1}),
        (4, "ERROR: file or directory not found: tests/data", {"failed": 1}),
        (-11, "tests/unit/test_run.py ..", {"failed": 1}),
        (1, "= 2 passed, 3 warnings in 0.20s =", {"passed": 2, "warnings": 3, "failed": 1}),
    ],
)
def test_counts(code: int, closing: str, expected: dict[str, int]) -> None:
    assert +counts(code, closing) == Counter(expected)
