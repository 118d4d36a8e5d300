"""Citations name what is cited, what it rests on, and exactly which ledger says so."""

import json
import re

import pytest

from analysis.citation import Citable, Edition, bibtex, csl_json, edition_of, text

LEDGER = Edition("0123456789abcdef0123+", "fedcba9876543210ffff", "2026-12-01", "https://ledger.test")
STATEMENT = Citable(
    "statement",
    "9db23612a9be4481",
    "Power of Acme A1: 700 W (per GPU)",
    "/statement/9db23612a9be4481",
    ("Acme, A1 datasheet (2026-03), p. 2",),
)


def test_the_text_is_one_line_with_everything() -> None:
    assert text(STATEMENT, LEDGER) == (
        "Power of Acme A1: 700 W (per GPU). Source: Acme, A1 datasheet (2026-03), p. 2. Specledger as of 2026-12-01, "
        "commit 0123456789abcdef+, content fedcba9876543210, https://ledger.test/statement/9db23612a9be4481"
    )


def test_the_bibtex_entry_is_whole() -> None:
    assert bibtex(STATEMENT, LEDGER) == (
        "@misc{specledger-statement-9db23612a9be4481,\n"
        "  author = {{Specledger contributors}},\n"
        "  title = {{Power of Acme A1: 700 W (per GPU)}},\n"
        "  year = {2026},\n"
        "  month = dec,\n"
        "  howpublished = {Specledger as of 2026-12-01},\n"
        "  version = {commit 0123456789abcdef+, content fedcba9876543210},\n"
        "  url = {https://ledger.test/statement/9db23612a9be4481},\n"
        "  urldate = {2026-12-01},\n"
        "  note = {Source: Acme, A1 datasheet (2026-03), p. 2}\n"
        "}\n"
    )


def test_the_csl_item_is_whole() -> None:
    assert csl_json(STATEMENT, LEDGER) == [
        {
            "id": "specledger-statement-9db23612a9be4481",
            "type": "dataset",
            "title": "Power of Acme A1: 700 W (per GPU)",
            "author": [{"literal": "Specledger contributors"}],
            "publisher": "Specledger",
            "version": "commit 0123456789abcdef0123+, content fedcba9876543210ffff",
            "URL": "https://ledger.test/statement/9db23612a9be4481",
            "issued": {"date-parts": [[2026, 12, 1]]},
            "accessed": {"date-parts": [[2026, 12, 1]]},
            "note": "Source: Acme, A1 datasheet (2026-03), p. 2",
        }
    ]


@pytest.mark.parametrize("kind", ["statement", "claim", "entity", "comparison", "fit", "ledger"])
def test_every_kind_has_a_key_that_tex_takes(kind: str) -> None:
    thing = Citable(kind, "a,b c?{d}", "Two things", "/compare?ids=a,b")
    assert bibtex(thing, LEDGER).startswith(f"@misc{{specledger-{kind}-a-b-c-d,\n")
    assert csl_json(thing, LEDGER)[0]["id"] == f"specledger-{kind}-a-b-c-d"


def test_letters_that_tex_runs_are_written_out() -> None:
    entry = bibtex(Citable("claim", "c", "50 % of $1 & {more}_^~\\ #1", "/claim/c"), LEDGER)
    title = re.search(r"title = \{\{(.*)\}\},", entry)
    assert title is not None
    assert title[1] == (r"50 \% of \$1 \& \{more\}\_\textasciicircum{}\textasciitilde{}\textbackslash{} \#1")


def test_several_sources_stand_one_after_the_other_and_none_leaves_no_trace() -> None:
    two = Citable("comparison", "a,b", "A and B", "/compare?ids=a,b", ("One", "Two"))
    assert text(two, LEDGER).startswith("A and B. Sources: One; Two. Specledger as of")
    none = Citable("claim", "c", "It is fast.", "/claim/c")
    assert text(none, LEDGER).startswith("It is fast. Specledger as of")
    assert "note" not in csl_json(none, LEDGER)[0]
    assert "note" not in bibtex(none, LEDGER)


def test_a_ledger_that_does_not_say_when_is_cited_without_a_date() -> None:
    unknown = edition_of({}, "https://ledger.test/")
    assert unknown == Edition("unknown", "unknown", "unknown", "https://ledger.test")
    assert {"issued", "accessed"}.isdisjoint(json.loads(json.dumps(csl_json(STATEMENT, unknown)))[0])
    assert not {"year", "month", "urldate"} & set(re.findall(r"^  (\w+) =", bibtex(STATEMENT, unknown), re.MULTILINE))
