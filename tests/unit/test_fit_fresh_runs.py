"""Fresh runs are a hold-out: in the columns of the evidence, and of reports that the evidence does not know."""

from pathlib import Path

from bench.fit_cases import RULES
from bench.fit_truth import rows

FRESH = Path(__file__).parent.parent / "data" / "fit-fresh-runs.csv"


def test_fresh_runs_are_of_other_reports_in_the_same_columns() -> None:
    fresh, known = rows(FRESH), rows()
    assert {tuple(row.cells) for row in fresh} == {tuple(known[0].cells)}
    assert {row.url for row in fresh} & {row.url for row in known} == set()
    assert {row.quantity for row in fresh} - RULES.keys() == set()
    assert [row.id for row in fresh] == [f"fresh-{number:03d}" for number in range(1, len(fresh) + 1)]
