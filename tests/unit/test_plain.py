"""What is read by its lines says what YAML says, or is left to YAML."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loaders.faults import decode
from loaders.files import record_files
from loaders.plain import plain_tree
from loaders.read import Unreadable, tree_of_events
from tests.conftest import DATA

RECORD = """\
# yaml-language-server: $schema=../../../schema/json/device.json
name: Acme A1
vendor: acme
aliases: [A1, 'A1: liquid', "A1 (air)"]
configurations:
  air: {headline: 'true'}

statements:
  # memory
  - {memory_capacity: 80 GB, source: acme-datasheet, at: 'p. 2, table ''b'''}
  - memory_bandwidth: 3.10 TB/s
    source: acme-datasheet
    reason: It's the maker's.
"""
PIECES = (
    "", " ", "  ", "    ", "\n", "\n  ", "\n  - ", "\n    ", "\r", "- ", ": ", ":", ", ", ",", "{", "}", "[", "]", "'",
    "''", '"', "\\", "#", " #", "a", "b", "a: b", "key", "80 GB", "-1", "-", "?", "&a", "*a", "!t", "|", ">", "%", "@",
    "`", "~", "<<", "=", "...", "---", "http://a.b/c#d", "é", "\u00a0", "\u3000", "中", "{a: b, c: d}", "[a, b]",
    "a: 'b, c: d'", 'a: "b"',
)  # fmt: skip


def as_events(text: str) -> object:
    """The tree as YAML's events tell it; None where the file is refused."""
    try:
        return tree_of_events(text.encode(), decode(text.encode()))
    except Unreadable:
        return None


def agrees(text: str) -> bool:
    """Whether the text is left to YAML, or says what YAML says."""
    tree = plain_tree(text)
    return tree is None or tree == as_events(text)


def test_a_record_in_the_usual_layout_is_read_by_its_lines() -> None:
    assert plain_tree(RECORD) == {
        "name": "Acme A1",
        "vendor": "acme",
        "aliases": ["A1", "A1: liquid", "A1 (air)"],
        "configurations": {"air": {"headline": "true"}},
        "statements": [
            {"memory_capacity": "80 GB", "source": "acme-datasheet", "at": "p. 2, table 'b'"},
            {"memory_bandwidth": "3.10 TB/s", "source": "acme-datasheet", "reason": "It's the maker's."},
        ],
    }
    assert as_events(RECORD) == plain_tree(RECORD)


@pytest.mark.parametrize(
    "text",
    [
        "", "# nothing\n", "a:\n", "a: 1\na: 2\n", "a: {b: 1, b: 2}\n", "a: b\n  c\n", "a: b # c\n", "a: &b c\n",
        "a: *b\n", "a: !b c\n", "<<: {b: c}\n", "a: {b: 1, 2}\n", "a: [b, [c]]\n", "a: [b, 'c, d']\n", "a: 1\r\n",
        "a: >-\n  b\n", "a: |\n  b\n", "a: 'b\n", "a: b: c\n", "a: b:\n", "a: b \n", "a: []\n", "- - a\n", "- \n",
        "-\n", "---\na: b\n", " a: b\n", "a:\n- b\n", "a:\n   b: c\n  d: e\n", 'a: "b\\n"\n', "a: {b: 'c, d: e}\n",
        "a: " + "b" * 200,
    ],
)  # fmt: skip
def test_what_goes_beyond_the_layout_is_left_to_yaml(text: str) -> None:
    assert plain_tree(text) is None


@settings(max_examples=1_000)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("a: {b: c, d}")
@example("- {a: b}\n- c: d\n  e: f\n- g")
def test_any_text_says_what_yaml_says_or_is_left_to_it(text: str) -> None:
    try:
        decode(text.encode())
    except Unreadable:
        return
    assert agrees(text)


@settings(max_examples=1_000)
@given(st.integers(0, len(RECORD)), st.integers(0, 6), st.sampled_from(PIECES))
def test_a_record_with_something_else_in_it_says_what_yaml_says(start: int, removed: int, put: str) -> None:
    assert agrees(RECORD[:start] + put + RECORD[start + removed :])


def test_every_record_says_what_yaml_says_and_nearly_all_are_read_by_their_lines() -> None:
    texts = [decode(file.path.read_bytes()) for file in record_files(DATA)]
    assert [text for text in texts if not agrees(text)] == []
    assert sum(plain_tree(text) is not None for text in texts) > 0.8 * len(texts)
