"""Figures of hardware against their arithmetic: what holds, what does not, and what somebody ranked."""

from dataclasses import replace

from analysis.findings.check import Finding
from analysis.physics import Given, bus_and_rate, engines_and_clock, of_system, sparse_and_dense, units_and_clock

WIDTH = Given("w", "memory_bus_width", "384 bit", 384)
RATE = Given("r", "memory_data_rate", "21 GT/s", 21)
BANDWIDTH = Given("b", "memory_bandwidth", "1008 GB/s", 1008)
CORES = Given("c", "compute_units", "16384", 16384, "", {"unit_kind": "cuda_core"})
CLOCK = Given("k", "clock_boost", "2520 MHz", 2520)
VECTOR = Given("v", "peak_compute", "82.58 TFLOP/s", 82.58, "TFLOP/s", {"precision": "fp32", "path": "vector"})
DENSE = Given("d", "peak_compute", "15 PFLOP/s", 15000, "TFLOP/s", {"precision": "fp4", "sparsity": "dense"})
SPARSE = replace(
    DENSE, statement="s", stated="20 PFLOP/s", value=20000, qualifiers={**DENSE.qualifiers, "sparsity": "sparse"}
)
ENGINES = Given("e", "matrix_engines", "432", 432, "", {"unit_kind": "tensor_core"})
SLOW = replace(CLOCK, stated="1410 MHz", value=1410)
MATRIX = Given(
    "x", "peak_compute", "312 TFLOP/s", 312, "TFLOP/s", {"precision": "fp16", "sparsity": "dense", "path": "matrix"}
)
MEMORY = Given("m", "memory_capacity", "186 GB", 186, "GB")
RACK = Given("t", "memory_capacity", "13.4 TB", 13400, "GB")
COUNT = Given("n", "device_count", "72", 72)


def test_bus_and_rate_give_the_bandwidth() -> None:
    expected = "384 bit / 8 x 21 GT/s = 1008 GB/s"
    message = "1008 GB/s is what the arithmetic gives"
    assert list(bus_and_rate("rtx", [WIDTH, RATE, BANDWIDTH])) == [
        Finding("consistent", "b", message, expected, "w", "bandwidth-from-bus", None, "rtx")
    ]


def test_a_bus_of_another_card_is_an_error() -> None:
    wide = replace(WIDTH, stated="8192 bit", value=8192)
    (found,) = bus_and_rate("max", [wide, RATE, BANDWIDTH])
    assert (found.level, found.message) == ("error", "1008 GB/s is 0.0469 times what the arithmetic gives")


def test_a_ranked_figure_is_asked_about_with_its_reason() -> None:
    ranked = replace(BANDWIDTH, stated="900 GB/s", value=900, reason="The maker's own page.")
    (found,) = bus_and_rate("rtx", [WIDTH, RATE, ranked])
    assert found.level == "question"
    assert found.message == "900 GB/s is 0.893 times what the arithmetic gives; ranked: The maker's own page."


def test_a_rounded_figure_may_miss_by_its_last_digit() -> None:
    rounded = replace(BANDWIDTH, stated="1.0 TB/s", value=1000)
    (found,) = bus_and_rate("rtx", [WIDTH, replace(RATE, stated="21.9 GT/s", value=21.9), rounded])
    assert found.level == "consistent"


def test_editions_are_not_mixed() -> None:
    other = replace(BANDWIDTH, qualifiers={"edition": "laptop"})
    assert list(bus_and_rate("rtx", [WIDTH, RATE, other])) == []


def test_units_clock_and_operations_give_the_vector_peak() -> None:
    (found,) = units_and_clock("rtx", [CORES, CLOCK, VECTOR])
    assert (found.level, found.computed) == ("consistent", "16384 x 2 x 2520 MHz = 82.6 TFLOP/s")


def test_the_width_of_other_units_is_not_guessed() -> None:
    units = replace(CORES, qualifiers={"unit_kind": "sm"})
    assert list(units_and_clock("rtx", [units, CLOCK, VECTOR])) == []


def test_a_matrix_peak_is_a_power_of_two_for_each_engine_and_cycle() -> None:
    expected = "432 x 512 x 1410 MHz = 312 TFLOP/s"
    message = "312 TFLOP/s is what the arithmetic gives"
    assert list(engines_and_clock("a100", [ENGINES, SLOW, MATRIX])) == [
        Finding("consistent", "x", message, expected, "e", "matrix-peak-from-engines", None, "a100")
    ]


def test_the_clock_that_fits_is_taken_where_several_stand() -> None:
    (found,) = engines_and_clock("a100", [ENGINES, CLOCK, SLOW, MATRIX])
    assert found.computed == "432 x 512 x 1410 MHz = 312 TFLOP/s"


def test_peaks_that_miss_alike_share_one_question() -> None:
    other = replace(
        MATRIX, statement="y", stated="624 TOP/s", value=624, qualifiers={**MATRIX.qualifiers, "precision": "int8"}
    )
    fast = replace(SLOW, stated="1600 MHz", value=1600)
    (found,) = engines_and_clock("a100", [ENGINES, fast, MATRIX, other])
    assert (found.level, found.statement) == ("question", "x")
    assert found.message == "312 TFLOP/s is 0.882 times what the arithmetic gives; likewise 1 more"


def test_a_vector_peak_and_a_sum_of_unlike_engines_are_not_held_against_matrix_engines() -> None:
    vector = replace(MATRIX, qualifiers={**MATRIX.qualifiers, "path": "vector"})
    total = replace(MATRIX, qualifiers={**MATRIX.qualifiers, "precision": "undeclared"})
    assert list(engines_and_clock("a100", [ENGINES, CLOCK, vector, total])) == []


def test_a_sparse_peak_that_is_not_twice_the_dense_one_is_asked_about() -> None:
    (found,) = sparse_and_dense("gb300", [DENSE, SPARSE])
    assert found.level == "question"
    assert found.message == "20 PFLOP/s is 0.667 times what the arithmetic gives"
    assert found.computed == "2 x 15 PFLOP/s"


def test_other_formats_and_paths_are_no_twins() -> None:
    other = replace(SPARSE, qualifiers={"precision": "fp8", "sparsity": "sparse"})
    assert list(sparse_and_dense("gb300", [DENSE, other])) == []


def test_a_system_is_its_devices() -> None:
    (found,) = of_system("rack", [RACK], [MEMORY], [COUNT])
    assert (found.level, found.computed) == ("consistent", "72 x 186 GB = 13392 GB")


def test_a_system_that_counts_dies_is_asked_about() -> None:
    (found,) = of_system("rack", [RACK], [MEMORY], [replace(COUNT, stated="144", value=144)])
    assert (found.level, found.message) == ("question", "13.4 TB is 0.5 times what the arithmetic gives")


def test_of_several_figures_of_a_device_the_nearest_is_taken() -> None:
    (found,) = of_system("rack", [RACK], [replace(MEMORY, value=192, stated="192 GB"), MEMORY], [COUNT])
    assert found.computed == "72 x 186 GB = 13392 GB"


def test_peaks_of_a_system_are_held_to_the_same_format() -> None:
    total = replace(DENSE, statement="p", stated="1.08 EFLOP/s", value=1080000)
    (found,) = of_system("rack", [total], [DENSE, SPARSE], [COUNT])
    assert (found.level, found.other) == ("consistent", "d")
