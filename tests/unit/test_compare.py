"""Figures stand in one row when they are of the same thing; else the row says why not."""

from analysis.compare import FITS_ANY, Cell, Figure, Line, compare
from loaders.dictionary import load_dictionary
from tests.conftest import DATA

HIGHER_IS = {"peak_compute": "better", "memory_capacity": "better", "power": "worse"}


def peak(entity: str, value: float, **qualifiers: str) -> Figure:
    return Figure(f"{entity}-{value:g}", entity, "peak_compute", {"precision": "fp8", **qualifiers}, value, "TFLOP/s")


def memory(entity: str, value: float | None, absence: str = "", **qualifiers: str) -> Figure:
    return Figure(f"{entity}-{value}", entity, "memory_capacity", qualifiers, value, "GB", absence)


def rows(*figures: Figure, headline: dict[str, str] | None = None, to: str | None = None) -> list[Line]:
    return compare(["a", "b"], figures, headline or {}, HIGHER_IS, to)


def told(cell: Cell) -> object:
    """Value of a cell, or why there is none and the value that is another thing."""
    return cell.figure.value if cell.figure else (cell.why, cell.other.value if cell.other else None)


def table(lines: list[Line]) -> list[tuple[dict[str, str], list[object]]]:
    return [(dict(line.key), [told(cell) for cell in line.cells]) for line in lines]


def test_dense_is_never_set_against_sparse() -> None:
    found = rows(peak("a", 1000, sparsity="dense"), peak("b", 2000, sparsity="sparse"))
    assert table(found) == [
        ({"precision": "fp8", "sparsity": "dense"}, [1000, ("sparsity", 2000)]),
        ({"precision": "fp8", "sparsity": "sparse"}, [("sparsity", 1000), 2000]),
    ]
    assert not any(cell.best or cell.ratio for line in found for cell in line.cells)


def test_a_figure_per_die_is_never_set_against_one_of_the_whole() -> None:
    found = rows(memory("a", 96, per="die"), memory("b", 192))
    assert table(found) == [({"per": "die"}, [96, ("per", 192)]), ({}, [("per", 96), 192])]


def test_undeclared_figures_are_shown_and_not_measured_against_one_another() -> None:
    (line,) = rows(peak("a", 1000, sparsity="undeclared"), peak("b", 2000, sparsity="undeclared"), to="a")
    assert (line.compared, line.doubled) == (False, False)
    assert [(cell.best, cell.ratio) for cell in line.cells] == [(False, None), (False, None)]


def test_an_undeclared_figure_is_doubled_where_the_same_thing_has_a_declared_one() -> None:
    found = rows(
        peak("a", 1000, sparsity="undeclared"), peak("a", 1001, sparsity="dense"), peak("b", 900, sparsity="dense")
    )
    assert [(dict(line.key)["sparsity"], line.doubled) for line in found] == [("undeclared", True), ("dense", False)]


def test_another_precision_is_simply_not_on_record() -> None:
    found = rows(peak("a", 1000, sparsity="dense"), peak("b", 500, sparsity="dense", precision="bf16"))
    assert [told(cell) for cell in found[0].cells] == [1000, ("not_on_record", None)]


def test_a_sourced_absence_is_told_where_it_fits_the_row() -> None:
    (line,) = rows(memory("a", 192), memory("b", None, absence="not_published"))
    assert (line.cells[1].why, line.cells[1].other) == ("absent", memory("b", None, absence="not_published"))
    dense = Figure("no", "b", "peak_compute", {"precision": "fp8", "sparsity": "sparse"}, absence="not_supported")
    assert told(rows(peak("a", 1000, sparsity="dense"), dense)[0].cells[1]) == ("not_on_record", None)


def test_the_best_is_marked_by_the_metrics_direction_and_ratios_are_to_the_chosen_thing() -> None:
    bigger, less = rows(
        memory("a", 80), memory("b", 192),
        Figure("p-a", "a", "power", {}, 700, "W"), Figure("p-b", "b", "power", {}, 750, "W"),
        to="a",
    )  # fmt: skip
    assert [(cell.best, cell.ratio) for cell in bigger.cells] == [(False, 1.0), (True, 2.4)]
    assert [cell.best for cell in less.cells] == [True, False]


def test_equal_figures_and_ranges_have_no_best() -> None:
    (equal,) = rows(memory("a", 80), memory("b", 80))
    (span,) = rows(memory("a", 80), memory("b", None))
    assert not any(cell.best for line in (equal, span) for cell in line.cells)


def test_units_that_differ_stand_in_rows_of_their_own() -> None:
    tops = Figure("t", "b", "peak_compute", {"precision": "fp8"}, 5.0, "TOP/s")
    assert [line.unit for line in rows(peak("a", 1.0), tops)] == ["TFLOP/s", "TOP/s"]


def test_the_headline_edition_stands_for_its_device() -> None:
    figures = (memory("a", 80, edition="small"), memory("a", 160, edition="large"), memory("b", 96))
    (line,) = rows(*figures, headline={"a": "large"})
    assert [told(cell) for cell in line.cells] == [160, 96]
    (line,) = rows(*figures, headline={"a": "medium"})
    assert [told(cell) for cell in line.cells] == [("edition", 80), 96]


def test_a_condition_that_may_be_left_out_fits_the_one_row_that_names_it() -> None:
    joined = rows(peak("a", 1000, path="matrix"), peak("b", 900))
    assert table(joined) == [({"precision": "fp8", "path": "matrix"}, [1000, 900])]
    assert joined[0].cells[1].left_open == ("path",)
    either = rows(peak("a", 1000, path="matrix"), peak("a", 60, path="vector"), peak("b", 900))
    assert [told(line.cells[1]) for line in either] == [("path", 900), ("path", 900), 900]


def test_what_may_be_left_out_is_what_the_dictionary_says() -> None:
    dictionary = load_dictionary(DATA)
    assert FITS_ANY | {"edition", "repo"} == dictionary.fits_any_when_absent
