"""What speaks of the same thing, what differs in it, whether that is settled, and which figure is shown."""

from itertools import count

import pytest

from analysis.disagreements import disagreements
from analysis.facts import facts
from analysis.lines import Line, groups
from schema.dictionary import Dictionary
from schema.statement import read_statement

Raw = dict[str, str]


class Bench:
    """Makes lines of raw statements and says what follows from them."""

    def __init__(self, dictionary: Dictionary) -> None:
        self.dictionary = dictionary
        self.numbers = count(1)

    def line(self, raw: Raw) -> Line:
        """A line whose source is of the kind that `kind` names and whose origin is `by`."""
        written = {"source": f"source-{next(self.numbers)}", **raw}
        kind, origin = written.pop("kind", "press"), written.pop("by", written["source"])
        statement, faults = read_statement(written, self.dictionary, "claim")
        assert statement, faults
        return Line(f"{next(self.numbers):04}", statement, kind, origin, written.get("published"))

    def disputes(self, *raw: Raw) -> list[tuple[str, str, str, str]]:
        """Lowest, highest, state and cause of each disagreement."""
        found = disagreements(groups([self.line(one) for one in raw], self.dictionary, "gpu"), self.dictionary)
        return [(d.lowest.statement.stated, d.highest.statement.stated, d.state, d.cause) for d in found]

    def facts(self, *raw: Raw) -> list[tuple[str, int, bool]]:
        """Figure shown, origins behind it, and whether it is disputed, for each fact."""
        found = facts(groups([self.line(one) for one in raw], self.dictionary, "gpu"), self.dictionary)
        return [(f.shown.statement.stated, f.n_origins, f.disputed) for f in found]


@pytest.fixture
def bench(dictionary: Dictionary) -> Bench:
    return Bench(dictionary)


def test_agreeing_close_and_coarse_figures_are_no_disagreement(bench: Bench) -> None:
    assert bench.disputes(*({"memory_bandwidth": text} for text in ("3.35 TB/s", "3352 GB/s", "3.36 TB/s"))) == []
    assert bench.disputes({"memory_bandwidth": "8 TB/s"}, {"memory_bandwidth": "8190 GB/s"}) == []


def test_the_farthest_pair_is_named(bench: Bench) -> None:
    raw = [{"memory_capacity": text} for text in ("180 GB", "186 GB", "192 GB")]
    assert bench.disputes(*raw) == [("180 GB", "192 GB", "open", "unexplained")]


def test_a_rank_settles_a_disagreement_and_its_cause_is_kept(bench: Bench) -> None:
    set_aside = {"memory_type": "gddr6", "rank": "deprecated", "cause": "copied_error", "reason": "a slip"}
    assert bench.disputes({"memory_type": "hbm3"}, set_aside) == [("hbm3", "gddr6", "ranked", "copied_error")]


def test_an_explaining_qualifier_explains(bench: Bench) -> None:
    main, whole = {"params_total": "560B", "counts": "main_model"}, {"params_total": "572.12B", "counts": "with_mtp"}
    assert bench.disputes(main, whole) == [("560B", "572.12B", "explained", "what_is_counted")]


def test_figures_that_a_qualifier_explains_both_hold(bench: Bench) -> None:
    main, whole = {"params_total": "560B", "counts": "main_model"}, {"params_total": "572.12B", "counts": "with_mtp"}
    assert bench.facts(main, {**whole, "kind": "config"}) == [("572.12B", 1, False), ("560B", 1, False)]
    assert bench.facts(main, {**whole, "params_total": "560B"}) == [("560B", 2, False)]


def test_identity_qualifiers_make_another_thing(bench: Bench) -> None:
    dense = {"peak_compute": "1000 TFLOP/s", "precision": "fp8", "sparsity": "dense"}
    sparse = {"peak_compute": "2000 TFLOP/s", "precision": "fp8", "sparsity": "sparse"}
    assert bench.disputes(dense, sparse) == []
    assert (
        bench.disputes({"memory_capacity": "160 GB", "edition": "a"}, {"memory_capacity": "480 GB", "edition": "b"})
        == []
    )
    assert bench.disputes({"memory_capacity": "80 GB"}, {"memory_capacity": "640 GB", "per": "server"}) == []
    assert len(bench.disputes({"memory_capacity": "80 GB", "per": "gpu"}, {"memory_capacity": "96 GB"})) == 1


def test_a_figure_without_edition_clashes_only_if_it_fits_none(bench: Bench) -> None:
    options = [{"memory_capacity": "160 GB", "edition": "a"}, {"memory_capacity": "480 GB", "edition": "b"}]
    assert bench.disputes(*options, {"memory_capacity": "480 GB"}) == []
    assert bench.disputes(*options, {"memory_capacity": "256 GB"}) == [("160 GB", "256 GB", "open", "unexplained")]


def test_an_undeclared_peak_clashes_only_if_it_fits_neither_reading(bench: Bench) -> None:
    peak = {"precision": "fp8"}
    both = [
        {"peak_compute": "1000 TFLOP/s", "sparsity": "dense", **peak},
        {"peak_compute": "2000 TFLOP/s", "sparsity": "sparse", **peak},
    ]
    undeclared = {"peak_compute": "2000 TFLOP/s", "sparsity": "undeclared", **peak}
    assert bench.disputes(*both, undeclared) == []
    assert len(bench.disputes(*both, {**undeclared, "peak_compute": "4000 TFLOP/s"})) == 1
    assert ("2000 TFLOP/s", 1, False) in bench.facts(both[0], undeclared)


def test_announced_and_shipped_do_not_disagree_and_the_later_is_shown(bench: Bench) -> None:
    announced, shipped = {"memory_capacity": "288 GB", "stage": "announced"}, {"memory_capacity": "256 GB"}
    assert bench.disputes(announced, shipped) == []
    assert bench.facts(announced, shipped) == [("256 GB", 1, False)]


def test_only_figures_that_held_at_one_time_disagree(bench: Bench) -> None:
    old, new = {"power": "700 W", "valid_to": "2025-03"}, {"power": "1000 W", "valid_from": "2025-04"}
    assert bench.disputes(old, new) == []
    assert len(bench.disputes({**old, "valid_to": "2025-06"}, new)) == 1


def test_prices_of_different_days_do_not_disagree(bench: Bench) -> None:
    price = {"price": "2999 USD", "published": "2025-01"}
    assert bench.disputes(price, {"price": "3999 USD", "published": "2025-10"}) == []
    assert bench.facts(price, {"price": "3999 USD", "published": "2025-10"})[0][0] == "3999 USD"


def test_estimates_and_units_are_named_as_causes(bench: Bench) -> None:
    estimate = {"memory_bandwidth": "684 GB/s", "basis": "estimated"}
    assert bench.disputes({"memory_bandwidth": "1.5 TB/s"}, estimate)[0][3] == "estimate_as_fact"
    assert bench.disputes({"memory_capacity": "64 GB"}, {"memory_capacity": "64 GiB"})[0][3] == "unit"


def test_preference_goes_before_trust_and_trust_before_date(bench: Bench) -> None:
    press = {"power": "600 W", "kind": "press", "published": "2026-01"}
    sheet = {"power": "700 W", "kind": "datasheet", "published": "2024-01"}
    newer = {"power": "750 W", "kind": "datasheet", "published": "2025-01"}
    assert bench.facts(press, sheet, newer) == [("750 W", 1, True)]
    preferred = {**press, "rank": "preferred", "reason": "measured at the socket"}
    assert bench.facts(preferred, sheet) == [("600 W", 1, True)]


def test_results_are_trusted_by_basis_first(bench: Bench) -> None:
    stated = {"ttft": "20 ms", "kind": "paper", "basis": "vendor_stated"}
    assert bench.facts(stated, {"ttft": "30 ms", "kind": "press", "basis": "measured"})[0][0] == "30 ms"


def test_copies_are_no_second_witness(bench: Bench) -> None:
    raw = [{"power": "700 W", "by": "acme"}, {"power": "700 W", "by": "acme"}, {"power": "0.70 kW", "by": "other"}]
    assert bench.facts(*raw) == [("700 W", 2, False)]


def test_what_is_set_aside_or_absent_is_no_fact(bench: Bench) -> None:
    set_aside = {"power": "700 W", "rank": "deprecated", "reason": "a slip"}
    assert bench.facts(set_aside, {"price": "not_announced"}) == []
