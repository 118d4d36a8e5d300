"""YAML is read as strings, and whatever could surprise is refused at its place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from loaders.problems import Problem
from loaders.read import MOST_BYTES, MOST_FAULTS, Fault, Tree, Unreadable, read_file, read_marks, read_tree

RECORD = b"""\
name: Acme A1
vendor: acme
aliases: [A1, "A1, liquid"]
configurations: {}

statements:
  - {memory_capacity: 80 GB, source: acme-datasheet, at: p. 2}
  - memory_bandwidth: 3.10 TB/s
    reason: >-
      the only figure
      of the maker
"""


def refused(data: bytes) -> list[tuple[int, int, str]]:
    """Line, column and what was found of each fault."""
    with pytest.raises(Unreadable) as caught:
        read_tree(data)
    return [fault[:3] for fault in caught.value.faults]


def test_a_record_is_maps_lists_and_strings() -> None:
    assert read_tree(RECORD) == {
        "name": "Acme A1",
        "vendor": "acme",
        "aliases": ["A1", "A1, liquid"],
        "configurations": {},
        "statements": [
            {"memory_capacity": "80 GB", "source": "acme-datasheet", "at": "p. 2"},
            {"memory_bandwidth": "3.10 TB/s", "reason": "the only figure of the maker"},
        ],
    }


@pytest.mark.parametrize(
    "word",
    [
        "NO",
        "on",
        "3.10",
        "1:30",
        "2024-03",
        "1e3",
        "012",
        "1_000",
        "~",
        "null",
        "=",
        ".inf",
        "0x1F",
        "2024-03-01",
        "2:4",
    ],
)
def test_words_that_other_readers_turn_into_something_else_stay_strings(word: str) -> None:
    assert read_tree(f"{{{word}: {word}}}".encode()) == {word: word}


def test_an_empty_text_in_quotes_is_a_text() -> None:
    assert read_tree(b"a: ''\nb: ['', \"\"]\n") == {"a": "", "b": ["", ""]}


def test_windows_line_ends_are_read() -> None:
    assert read_tree(b"a: 1\r\nb: 2\r\n") == {"a": "1", "b": "2"}


def test_every_duplicate_key_is_reported_at_once() -> None:
    assert refused(b"a: 1\nb: {c: 1, c: 2}\na: 2\nd:\n  - {e: 1, e: 1}\n") == [
        (2, 11, "the key c stands here a second time"),
        (3, 1, "the key a stands here a second time"),
        (5, 12, "the key e stands here a second time"),
    ]


def test_a_comma_that_splits_a_figure_is_explained() -> None:
    with pytest.raises(Unreadable) as caught:
        read_tree(b"statements:\n  - {memory_capacity: 1, 2 GB, source: acme}\n")
    todo = "A comma ends a value: put the figure or text that holds it in quotes, or each key on its own line."
    assert caught.value.faults == [Fault(2, 26, "2 GB has no value: a comma split the figure or text before it", todo)]


@pytest.mark.parametrize(
    ("data", "line", "column", "found"),
    [
        (b"a:\nb: 1\n", 1, 1, "a has no value"),
        (b"{a: 1, b: }\n", 1, 8, "b has no value"),
        (b"{a}\n", 1, 2, "a has no value"),
        (b"a:\n  -\n", 2, 4, "a list item without a value"),
        (b"", 1, 1, "the file is empty"),
        (b"---\n", 1, 1, "the file is empty"),
        (b"# nothing but a comment\n", 1, 1, "the file is empty"),
        (b"a: &x 1\n", 1, 4, "an anchor, &x"),
        (b"a: &x {b: 1}\n", 1, 4, "an anchor, &x"),
        (b"&x a: 1\n", 1, 1, "an anchor, &x"),
        (b"a: *x\n", 1, 4, "an alias, *x"),
        (b"a: [*x]\n", 1, 5, "an alias, *x"),
        (b"a: !!python/object:os.system 1\n", 1, 4, "a tag, tag:yaml.org,2002:python/object:os.system"),
        (b"a: ! 1\n", 1, 4, "a tag, !"),
        (b"a: !\n", 1, 4, "a tag, !"),
        (b"a: !x [1]\n", 1, 4, "a tag, !x"),
        (b"<<: {b: 1}\n", 1, 1, "a merge key, <<"),
        (b"'<<': {b: 1}\n", 1, 1, "a merge key, <<"),
        (b"? [b, c]\n: 1\n", 1, 3, "a list or map as a key"),
        (b"{{b: c}: 1}\n", 1, 2, "a list or map as a key"),
        (b"'': 1\n", 1, 1, "a key that is empty or longer than 200 characters"),
        (b"a" * 201 + b": 1\n", 1, 1, "a key that is empty or longer than 200 characters"),
        (b"a: 1\n---\nb: 1\n", 2, 1, "a second document begins here"),
        (b"a: 1\n---\n: : [\n", 2, 1, "a second document begins here"),
        (b"%YAML 1.1\n---\na: 1\n", 1, 1, "a directive"),
        (b"a: 1\n\tb: 2\n", 2, 1, "a tab"),
        (b"a:\n  - b\n  -\tc\n", 3, 4, "a tab"),
        (b"\xef\xbb\xbfa: 1\n", 1, 1, "a byte order mark"),
        (b"a: x\xef\xbb\xbfy\n", 1, 5, "a byte order mark"),
        (b"a: 1\rb: 2\n", 1, 5, "a carriage return"),
        (b"a: 1\nb: x\0y\n", 2, 5, "the character U+0000"),
        (b"a: 'x\x07y'\n", 1, 6, "the character U+0007"),
        ("é: 'x\x85y'\n".encode(), 1, 6, "the character U+0085"),
        ("a: x\u2028y\n".encode(), 1, 5, "the character U+2028"),
        (b'a: "x\\0y"\n', 1, 4, "the text holds U+0000"),
        (b'"a\\x1b": 1\n', 1, 1, "the text holds U+001B"),
        ("a: 1\né: é".encode() + b"\xff\n", 2, 5, "byte 0xFF is not UTF-8"),
        ("a: 1\n".encode("utf-16"), 1, 1, "byte 0xFF is not UTF-8"),
        (b"a: \xed\xa0\x80\n", 1, 4, "byte 0xED is not UTF-8"),
        (b'a: "\\ud800"\n', 1, 7, "this is not YAML: found invalid Unicode character escape code"),
        (b"a: b: c\n", 1, 5, "this is not YAML: mapping values are not allowed in this context"),
        (b"a: 1\nb: 'c\nd: 2\n", 2, 4, "this is not YAML: found unexpected end of stream"),
        (b"a: 'b' c\n", 1, 8, "this is not YAML: did not find expected key"),
        (b"a: [b, , c]\n", 1, 8, "this is not YAML: did not find expected node content"),
        (b"a" * (MOST_BYTES + 1), 1, 1, "the file is longer than 1 MiB"),
    ],
)
def test_refused_at_its_place(data: bytes, line: int, column: int, found: str) -> None:
    assert refused(data) == [(line, column, found)]


def test_faults_before_a_syntax_error_are_kept() -> None:
    assert refused(b"a: 1\na: 2\nb: c: d\n") == [
        (2, 1, "the key a stands here a second time"),
        (3, 5, "this is not YAML: mapping values are not allowed in this context"),
    ]


def test_nesting_ends_at_twelve_levels() -> None:
    assert read_tree(b"[" * 12 + b"]" * 12) == [[[[[[[[[[[[]]]]]]]]]]]]
    assert refused(b"[" * 13 + b"]" * 13) == [(1, 13, "lists and maps nested deeper than 12")]


@pytest.mark.parametrize("opening", [b"[", b"{", b"- ", b"? ", b"{a: ", b"[a, [", b"{? [", b"a: {", b"!!x [", b"&a ["])
def test_hostile_files_end_soon(opening: bytes) -> None:
    data = opening * (MOST_BYTES // len(opening))
    assert 1 <= len(refused(data)) <= MOST_FAULTS


def test_faults_are_many_but_not_without_end() -> None:
    assert len(refused(b"a: 1\n" * 200_000)) == MOST_FAULTS


def test_faults_become_problems() -> None:
    with pytest.raises(Unreadable) as caught:
        read_tree(b"a: 1\na: 2\n")
    assert caught.value.problems("a1.yml") == [
        Problem("a1.yml", 2, 1, "", "the key a stands here a second time", todo="Keep one of the two.")
    ]


def test_marks_say_where_keys_and_values_stand() -> None:
    marks = read_marks(RECORD)
    assert marks.key(("vendor",)) == (2, 1)
    assert marks.value(("vendor",)) == (2, 9)
    assert marks.value(("aliases", 1)) == (3, 15)
    assert marks.key(("statements", 0)) == (7, 5)
    assert marks.key(("statements", 0, "source")) == (7, 30)
    assert marks.value(("statements", 0, "source")) == (7, 38)
    assert marks.value(("statements", 1)) == (8, 5)
    assert marks.value(("statements", 1, "reason")) == (9, 13)


def test_marks_count_characters_not_bytes() -> None:
    assert read_marks("{größe: 'ü', b: 1}".encode()).value(("b",)) == (1, 17)


def test_marks_fall_back_to_the_nearest_ancestor() -> None:
    marks = read_marks(RECORD)
    assert marks.value(("statements", 1, "quantity", "unit")) == (8, 5)
    assert marks.key(("statements", 1, "source")) == (8, 5)
    assert marks.key(("kind",)) == (1, 1)
    assert marks.key(()) == marks.value(()) == (1, 1)


def test_marks_of_a_file_that_cannot_be_read() -> None:
    with pytest.raises(Unreadable):
        read_marks(b"[" * 10_000)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Cn", "Zl", "Zp"]), max_size=20)
KEYS = TEXTS.filter(lambda key: key not in {"", "<<"})
TREES: st.SearchStrategy[Tree] = st.recursive(
    TEXTS, lambda below: st.lists(below, max_size=4) | st.dictionaries(KEYS, below, max_size=4), max_leaves=12
).filter(lambda tree: tree != "" and _levels(tree) <= 12)


def _levels(tree: Tree) -> int:
    below = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return 0 if isinstance(tree, str) else 1 + max(map(_levels, below), default=0)


@given(TREES, st.booleans())
def test_reads_back_what_another_library_writes(tree: Tree, flow: bool) -> None:
    written = yaml.safe_dump(tree, allow_unicode=True, default_flow_style=flow, default_style='"')
    assert read_tree(written.encode()) == tree


@given(st.binary(max_size=200) | st.text(alphabet="ab:-?[]{},&*!|>'\"%@` \n#", max_size=80).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_place(data: bytes) -> None:
    try:
        read_tree(data)
    except Unreadable as unreadable:
        assert all(fault.line >= 1 and fault.column >= 1 and fault.found for fault in unreadable.faults)  # noqa: PT017
    else:
        assert read_marks(data).value(())[0] >= 1


def test_read_file_gives_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a1.yml").write_bytes(RECORD)
    assert read_file(tmp_path / "a1.yml", tmp_path) == RECORD


def test_read_file_follows_a_link_that_stays_inside(tmp_path: Path) -> None:
    (tmp_path / "a1.yml").write_bytes(RECORD)
    (tmp_path / "a2.yml").symlink_to("a1.yml")
    assert read_file(tmp_path / "a2.yml", tmp_path) == RECORD


def _file_link(root: Path, outside: Path) -> Path:
    (root / "a1.yml").symlink_to(outside / "secret")
    return root / "a1.yml"


def _folder_link(root: Path, outside: Path) -> Path:
    (root / "devices").symlink_to(outside)
    return root / "devices" / "secret"


def _dots(root: Path, outside: Path) -> Path:
    return root / ".." / outside.name / "secret"


@pytest.mark.parametrize("leave", [_file_link, _folder_link, _dots])
def test_read_file_stays_inside_its_root(tmp_path: Path, leave: Callable[[Path, Path], Path]) -> None:
    root, outside = tmp_path / "data", tmp_path / "elsewhere"
    root.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("a: 1\n")
    assert _not_read(leave(root, outside), root) == "the path leads out of the folder"


def _not_read(path: Path, root: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        read_file(path, root)
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (1, 1)
    return fault.found


def test_read_file_says_why_there_is_nothing_to_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yml")
    (tmp_path / "circle.yml").symlink_to("circle.yml")
    (tmp_path / "long.yml").write_bytes(b"a" * (MOST_BYTES + 1))
    assert _not_read(tmp_path / "gone.yml", tmp_path) == "the file is gone"
    assert _not_read(tmp_path / "gone" / "a1.yml", tmp_path) == "the file is gone"
    assert _not_read(tmp_path, tmp_path.parent) == "this is no regular file"
    assert _not_read(tmp_path / "pipe.yml", tmp_path) == "this is no regular file"
    assert _not_read(tmp_path / "circle.yml", tmp_path) == "the file cannot be read: its links lead in a circle"
    assert _not_read(tmp_path / "long.yml", tmp_path) == "the file is longer than 1 MiB"
