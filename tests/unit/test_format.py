"""Formatting gives every record one form, keeps its comments, and never changes what it says."""

import json
import random
import re
from collections import Counter

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from loaders.format import KeyOrder, diff, format_record
from loaders.read import Tree, Unreadable, read_tree

DEVICE = KeyOrder(
    head=("name", "vendor", "kind", "aliases", "configurations", "setups", "statements"),
    metrics=("memory_capacity", "memory_bandwidth", "peak_compute", "power"),
    qualifiers=("precision", "sparsity", "edition"),
)
SOURCES = KeyOrder(head=("title", "kind", "publisher", "url", "published"), by_id=True)
MODELINE = "# yaml-language-server: $schema=../schema.json\n"


def formatted(text: str, order: KeyOrder = DEVICE) -> str:
    """The text below the modeline, after a check that a second run finds nothing to do."""
    once = format_record(text.encode(), order, "../schema.json")
    assert format_record(once, order, "../schema.json") == once
    assert once.decode().startswith(MODELINE)
    return once.decode().removeprefix(MODELINE)


def test_a_whole_record() -> None:
    untidy = """\
# yaml-language-server: $schema=../somewhere/else.json
# Measured in May.

vendor: 'acme'
"name": Acme A1     # as on the box
aliases: [ 'A1', "A1, liquid" ]
configurations:
    reference:
        headline: true
statements:
    - {source: acme-datasheet, power: "700 W"}
    - {memory_bandwidth: 684 GB/s, rank: deprecated, source: acme-blog, reason: 'an estimate: see page 2'}
    # the page counts both directions
    - {at: p. 2, source: acme-datasheet, memory_bandwidth: 3.10 TB/s}
    - memory_bandwidth: 3.2 TB/s
      source: acme-page
      rank: preferred
      reason: the newest
    - peak_compute: '1,000 TFLOP/s'
      source: acme-datasheet
      sparsity: dense
      precision: fp16
"""
    tidy = """\
# Measured in May.

name: Acme A1  # as on the box
vendor: acme
aliases: [A1, 'A1, liquid']
configurations: {reference: {headline: true}}

statements:
  - memory_bandwidth: 3.2 TB/s
    source: acme-page
    rank: preferred
    reason: the newest
  # the page counts both directions
  - {memory_bandwidth: 3.10 TB/s, source: acme-datasheet, at: p. 2}
  - memory_bandwidth: 684 GB/s
    source: acme-blog
    rank: deprecated
    reason: 'an estimate: see page 2'

  - {peak_compute: '1,000 TFLOP/s', precision: fp16, sparsity: dense, source: acme-datasheet}

  - {power: 700 W, source: acme-datasheet}
"""
    assert formatted(untidy) == tidy


def test_a_whole_file_of_sources() -> None:
    untidy = """\
# Papers and pages of Acme.

acme-datasheet: {published: 2024-03, title: 'A1: the datasheet', kind: datasheet, publisher: acme}
# gone since May
acme-blog:
  publisher: acme
  title: A1 is fast
  kind: press
"""
    tidy = """\
# Papers and pages of Acme.

# gone since May
acme-blog:
  title: A1 is fast
  kind: press
  publisher: acme

acme-datasheet:
  title: 'A1: the datasheet'
  kind: datasheet
  publisher: acme
  published: 2024-03
"""
    assert formatted(untidy, SOURCES) == tidy


def test_setups_of_a_claim_stand_one_a_line() -> None:
    untidy = "name: A\nsetups: {tp8: {devices: [{device: a1, count: 8}]}, tp16: {like: tp8}}\nvendor: acme\n"
    tidy = """\
name: A
vendor: acme

setups:
  tp8: {devices: [{device: a1, count: 8}]}
  tp16: {like: tp8}
"""
    assert formatted(untidy) == tidy


def test_keys_of_a_statement_have_one_order() -> None:
    right = (
        "power precision edition of over source at part printed basis asserted_by published valid_from valid_to "
        "rank cause reason unresolved note"
    )
    written = ", ".join(f"{key}: x" for key in reversed(right.split()))
    assert " ".join(re.findall(r"(\w+): x", formatted(f"statements: [{{{written}}}]"))) == right


def test_what_is_not_in_the_dictionary_keeps_its_order_behind_what_is() -> None:
    text = """\
extra: y
statements:
  - {memory_width: 1, zeta: 2, alpha: 3, edition: x, source: b}
  - {power: 1, source: a}
"""
    tidy = """\
statements:
  - {power: 1, source: a}

  - {memory_width: 1, edition: x, zeta: 2, alpha: 3, source: b}

extra: y
"""
    assert formatted(text) == tidy


def test_a_line_of_120_columns_stays_and_a_longer_one_is_divided() -> None:
    line = "  - {power: 1 W, source: acme-datasheet, at: " + "x" * 74 + "}"
    assert len(line) == 120
    assert formatted(f"statements:\n{line}\n") == f"statements:\n{line}\n"
    longer = line.replace("xx}", "xxx}")
    assert formatted(f"statements:\n{longer}\n") == (
        f"statements:\n  - power: 1 W\n    source: acme-datasheet\n    at: {'x' * 75}\n"
    )


def test_long_texts_are_folded_only_where_one_line_is_too_narrow() -> None:
    text = "reason: " + "word " * 22 + "ab"
    assert len(text) == 120
    assert formatted(text + "\n") == text + "\n"
    assert formatted(text + "c\n") == "reason: >-\n  " + "word " * 22 + "abc\n"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ('"NO"', "NO"),
        ("'3.10'", "3.10"),
        ("'1:30'", "1:30"),
        ("'-5 °C'", "-5 °C"),
        ("'- 5'", "'- 5'"),
        ("'a: b'", "'a: b'"),
        ("'a:b'", "a:b"),
        ("'a #b'", "'a #b'"),
        ("'a#b'", "a#b"),
        ("'#b'", "'#b'"),
        ('"it\'s"', "it's"),
        ('"it\'s: so"', "'it''s: so'"),
        ("'say \"so\"'", 'say "so"'),
        ("''", "''"),
        ("' a'", "' a'"),
        ("'a '", "'a '"),
        ("'*a'", "'*a'"),
        ("'a, b'", "a, b"),
        ("'[a]'", "'[a]'"),
        ('"a\\tb"', '"a\\tb"'),
        ("https://acme.example/?a=1&b=2#c", "https://acme.example/?a=1&b=2#c"),
        ("|\n  one\n  two\n", '"one\\ntwo\\n"'),
        ("|-\n  one\n\n  - two", "|-\n  one\n\n  - two"),
        (">-\n  one\n  two", "one two"),
        ("一二三", "一二三"),
    ],
)
def test_quotes_stand_only_where_they_are_needed(written: str, canonical: str) -> None:
    assert formatted(f"name: {written}\n") == f"name: {canonical}\n"


def test_commas_and_brackets_need_quotes_in_a_line_only() -> None:
    assert formatted("aliases: ['a, b', 'c]', '{d', e]\n") == "aliases: ['a, b', 'c]', '{d', e]\n"


def test_comments_go_where_their_entry_goes() -> None:
    untidy = """\
name: A  # the name
statements:  # all of them
  # one
  # two
  - {power: 1 W, source: a}  # beside power
  - # behind the dash
    source: b
    # above the metric
    memory_capacity: 80 GB
  - {memory_bandwidth: 3 TB/s,  # in braces
     source: c}
  # - {power: 2 W, source: d}
"""
    tidy = """\
name: A  # the name

statements:  # all of them
  # behind the dash
  # above the metric
  - {memory_capacity: 80 GB, source: b}

  - memory_bandwidth: 3 TB/s  # in braces
    source: c

  # one
  # two
  - {power: 1 W, source: a}  # beside power
  # - {power: 2 W, source: d}
"""
    assert formatted(untidy) == tidy


def test_a_number_sign_in_a_text_is_no_comment() -> None:
    text = "name: 'a # b'\nvendor: a#b\naliases: ['x # y']\n"
    assert formatted(text) == text


def test_windows_line_ends_and_a_missing_last_one() -> None:
    assert formatted("name: A  # b\r\nvendor: c") == "name: A  # b\nvendor: c\n"


@pytest.mark.parametrize("text", ["- a\n", "a\n"])
def test_a_file_that_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="this file is no map"):
        format_record(text.encode(), DEVICE, "../schema.json")


def test_diff_shows_what_formatting_changes() -> None:
    assert diff(b"name: 'A'\nkind: gpu", b"name: A\nkind: gpu\n", "a1.yml") == (
        "--- a1.yml\n+++ a1.yml (formatted)\n@@ -1,2 +1,2 @@\n-name: 'A'\n-kind: gpu\n"
        "\\ No newline at end of file\n+name: A\n+kind: gpu\n"
    )
    assert diff(b"name: A\n", b"name: A\n", "a1.yml") == ""


WORDS = st.sampled_from(
    ["fp8", "a, b", "c: d", "it's", "# e", "", "-", "2:4", "x" * 70, "one two " * 20, "é", "[f]", "g\nh"]
)
TEXTS = WORDS | st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Cn", "Zl", "Zp"]), max_size=9
)
KEYS = st.sampled_from([*DEVICE.qualifiers, "source", "rank", "reason", "note", "power", "odd", "key: x"])
STATEMENTS = st.dictionaries(KEYS, TEXTS | st.lists(TEXTS, max_size=3), max_size=5)
RECORDS = st.fixed_dictionaries(
    {"statements": st.lists(STATEMENTS, max_size=4)},
    optional={"name": TEXTS, "aliases": st.lists(TEXTS), "setups": st.dictionaries(KEYS, STATEMENTS, max_size=2)},
)


def written_with_comments(tree: Tree, rng: random.Random, indent: int = 0) -> tuple[list[str], list[str]]:
    """The tree in block style with numbered comments at random places: its lines, and the comments."""
    lines: list[str] = []
    comments: list[str] = []
    pairs = [(f"{json.dumps(k, ensure_ascii=False)}:", v) for k, v in tree.items()] if isinstance(tree, dict) else []
    for head, value in pairs or [("-", item) for item in tree]:
        comment = f"# comment {rng.randrange(10**9)}"
        flow = not value or isinstance(value, str) or rng.random() < 0.4
        line = " " * indent + head + (f" {json.dumps(value, ensure_ascii=False)}" if flow else "")
        place = rng.choice(["above", "beside", "none"])
        lines += [" " * rng.choice([0, indent]) + comment] if place == "above" else []
        lines.append(f"{line}  {comment}" if place == "beside" else line)
        comments += [comment] if place != "none" else []
        if not flow:
            below, more = written_with_comments(value, rng, indent + 2)
            lines, comments = lines + below, comments + more
    return lines, comments


def meaning(tree: Tree) -> Tree:
    """The tree with statements in an order that formatting does not change."""
    assert isinstance(tree, dict)
    ordered: list[Tree] = [*sorted(json.dumps(one, sort_keys=True) for one in tree["statements"])]
    return {**tree, "statements": ordered}


@given(RECORDS, st.randoms(use_true_random=False), st.booleans())
def test_any_record_keeps_its_meaning_and_its_comments(tree: Tree, rng: random.Random, by_id: bool) -> None:
    lines, comments = written_with_comments(tree, rng)
    result = formatted("\n".join(lines), SOURCES if by_id else DEVICE)
    assert meaning(read_tree(result.encode())) == meaning(tree)
    assert Counter(re.findall(r"# comment \d+$", result, re.MULTILINE)) == Counter(comments)


@given(RECORDS, st.booleans(), st.sampled_from(["'", '"', "|", ">"]), st.integers(20, 200))
def test_any_style_gives_the_same_bytes(tree: Tree, flow: bool, style: str, width: int) -> None:
    # json is YAML with every text in double quotes and everything on one line.
    other = yaml.safe_dump(
        tree, allow_unicode=True, default_flow_style=flow, default_style=style, width=width, sort_keys=False
    )
    assert formatted(other) == formatted(json.dumps(tree, ensure_ascii=False))
