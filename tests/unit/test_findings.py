"""Every check says of its documented case what is expected, and of a sound twin at most that it is consistent."""

from collections.abc import Iterator
from typing import Any

import pytest

from analysis.findings.check import CHECKS, Check, Finding, run
from analysis.findings.run import findings
from analysis.findings.view import BenchmarkFacts, ClaimView, DeviceFacts, Ledger, Said, SourceFacts, amount
from analysis.lines import Line
from loaders.read import read_tree
from loaders.rows.setups import whole_setup
from schema.dictionary import Dictionary
from schema.records import Claim, Setup
from schema.statement import read_statement
from tests.conftest import ROOT

CASES = ROOT / "tests" / "findings"
HEAD = {"claim": "An invented claim.", "claimant": "acme"}


def lines(tree: dict[str, Any], claim: str, dictionary: Dictionary) -> Iterator[Said]:
    """The statements of a claim with their setups written out, as the loader gives them to the checks."""
    head = Claim.model_validate({**HEAD, "about": "vllm", "setups": tree.get("setups", {}), "statements": []})
    setups = {name: whole_setup(head, name) for name in head.setups}
    for number, raw in enumerate(tree["statements"]):
        statement, faults = read_statement(raw, dictionary, "claim")
        assert statement is not None, faults
        book = statement.book
        line = Line(f"{claim}{number}", statement, "", book.asserted_by or book.source, None)
        yield Said(claim, line, setups.get(book.of or "", Setup()), setups.get(book.over or "", Setup()))


def ledger(tree: dict[str, Any], dictionary: Dictionary) -> Ledger:
    """What a check may look up, from the `ledger` of a case."""
    said: dict[tuple[str, str], list[Said]] = {}
    for item in lines(tree["said"], "other", dictionary) if "said" in tree else ():
        said.setdefault((item.setup.model or "", item.metric), []).append(item)
    devices = {
        name: DeviceFacts(float(told["bandwidth"]) if "bandwidth" in told else None, {
            key: float(value) for key, value in told.items() if key != "bandwidth"
        })
        for name, told in tree.get("devices", {}).items()
    }  # fmt: skip
    benchmarks = {
        name: BenchmarkFacts(told["kind"], int(told["problems"]) if "problems" in told else None)
        for name, told in tree.get("benchmarks", {}).items()
    }
    sources = {name: SourceFacts(**told) for name, told in tree.get("sources", {}).items()}
    active = {name: float(value) for name, value in tree.get("active_params", {}).items()}
    return Ledger(devices, active, benchmarks, sources, said, tree.get("families", {}))


def view(name: str, part: str, dictionary: Dictionary) -> ClaimView:
    """The case or the twin of a check."""
    tree: Any = read_tree((CASES / f"{name}.yml").read_bytes())
    about = tree[part].get("about", "vllm")
    return ClaimView(
        "claim", about, tuple(lines(tree[part], "claim", dictionary)), "", ledger(tree.get("ledger", {}), dictionary)
    )


def told(found: Finding) -> dict[str, str]:
    """Level, message and arithmetic of a finding, as cases write them."""
    parts = {"level": found.level, "message": found.message, "computed": found.computed}
    return {key: value for key, value in parts.items() if value is not None}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_fires_on_its_documented_case(check: Check, dictionary: Dictionary) -> None:
    tree: Any = read_tree((CASES / f"{check.name}.yml").read_bytes())
    found = [told(item) for item in run(view(check.name, "case", dictionary), [check]) if item.level != "consistent"]
    assert found == tree["expected"]
    assert {item["level"] for item in found} <= set(check.levels)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_is_silent_on_a_sound_twin(check: Check, dictionary: Dictionary) -> None:
    twin = view(check.name, "twin", dictionary)
    assert [told(item) for item in run(twin, [check]) if item.level != "consistent"] == []


def test_every_case_belongs_to_a_check() -> None:
    assert {path.stem for path in CASES.glob("*.yml")} == {check.name for check in CHECKS}


def test_confirmations_print_their_arithmetic(dictionary: Dictionary) -> None:
    found = [told(item) for item in findings(view("implied-ratio", "twin", dictionary)) if item.rule == "implied-ratio"]
    assert found == [
        {
            "level": "consistent",
            "message": "842 tok/s against 488 tok/s (run) lies within the up to 1.9 x of the headline",
            "computed": "842 / 488 = 1.73 x",
        },
        {
            "level": "consistent",
            "message": "69 us against 130 us (run) lies within the up to 1.9 x of the headline",
            "computed": "130 / 69 = 1.88 x",
        },
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [("24K", 24000), ("8192", 8192), ("about 16k tokens", 16000), ("1M", 1000000), ("1..64", None), (None, None)],
)
def test_conditions_are_read_as_numbers(text: str | None, value: int | None) -> None:
    assert amount(text) == value


def test_the_document_names_every_check() -> None:
    text = (ROOT / "docs" / "findings.md").read_text()
    rows = [line for line in text.split("\n## ")[1].splitlines() if line.startswith("| `")]
    assert rows == [f"| `{check.name}` | {check.asks} | {', '.join(check.levels)} |" for check in CHECKS]
