"""Whatever is written in a record, reading it ends with statements or faults, never with anything else."""

from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loaders.read import Tree
from schema.dictionary import Dictionary
from schema.quantity import NotAFigure, UnitChoice, parse_figure
from schema.statement import read_statement, statement_id
from tests.torture import scaled

QUIET = settings(
    max_examples=scaled(150, 5_000), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
DIGITS = st.text("0123456789.,-+eE kKMBT%/²½", max_size=12)
WORDS = st.sampled_from(
    ["80 GB", "up to 2 TB/s", "1.62 .. 1.92 x", "about 1T params", "undeclared", "not_published", "fp8", "dense", "yes",
     "2026-02-30", "2026-Q4", "128K tokens", "9" * 31, "-0 W", "0.000 W", "1 .. 1 W", "up to 1 .. 2 W", "NaN", "inf W"]
)  # fmt: skip
SCALARS = st.one_of(WORDS, DIGITS, st.text(max_size=20))
TREES: st.SearchStrategy[Tree] = st.recursive(
    SCALARS,
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(SCALARS, below, max_size=3)),
    max_leaves=6,
)


@QUIET
@given(st.data())
def test_any_statement_is_read_or_faulted(dictionary: Dictionary, data: st.DataObject) -> None:
    keys = st.one_of(st.sampled_from(sorted(dictionary.statement_keys)), st.text(max_size=8))
    raw = data.draw(st.dictionaries(keys, st.one_of(SCALARS, TREES), max_size=6))
    kind = data.draw(st.sampled_from(["device", "model", "claim"]))
    statement, faults = read_statement(raw, dictionary, kind)
    assert (statement is None) == bool(faults)
    if statement is not None:
        assert raw[statement.metric] == statement.stated
        assert len(statement_id("a", statement, dictionary.explaining)) == 16


@QUIET
@given(st.data())
def test_any_figure_keeps_its_number_or_is_refused(dictionary: Dictionary, data: st.DataObject) -> None:
    choice: UnitChoice = dictionary.unit_choices[data.draw(st.sampled_from(sorted(dictionary.unit_choices)))]
    token = data.draw(st.one_of(st.sampled_from(sorted(choice.by_token)), DIGITS))
    text = data.draw(st.one_of(SCALARS, DIGITS.map(lambda digits: f"{digits} {token}")))
    try:
        figure = parse_figure(text, choice)
    except NotAFigure:
        return
    assert figure.text == text
    assert figure.value.is_finite()
    assert all(step > 0 for end in figure.ends for step in end.steps)
    assert figure.high is None or figure.high.values[0] > figure.low.values[0]
    assert isinstance(figure.value, Decimal)
