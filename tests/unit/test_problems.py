"""Problems read as lines an editor can jump to, and are reported all at once."""

from loaders.problems import Problem, near_miss, report

METRICS = ["memory_bandwidth", "memory_capacity", "peak_compute"]


def test_one_line_when_there_is_nothing_to_do() -> None:
    problem = Problem("data/devices/acme/a1.yml", 9, 5, "statements[2]", "no metric is called memory_bandwith")
    assert str(problem) == "data/devices/acme/a1.yml:9:5: statements[2]: no metric is called memory_bandwith"


def test_second_line_says_what_is_allowed_and_what_to_do() -> None:
    problem = Problem("a1.yml", 9, 5, "sparsity", "2:4", "dense, sparse or undeclared", "Did you mean sparse?")
    assert str(problem) == "a1.yml:9:5: sparsity: 2:4\n    Allowed: dense, sparse or undeclared. Did you mean sparse?"


def test_second_line_with_only_something_to_do() -> None:
    problem = Problem("a1.yml", 1, 1, "", "the file is empty", todo="Copy a record from data/templates.")
    assert str(problem) == "a1.yml:1:1: the file is empty\n    Copy a record from data/templates."


def test_text_of_the_input_cannot_break_the_line_or_drive_the_terminal() -> None:
    problem = Problem("a1.yml", 2, 3, "name", "H100\n\x1b[2J\u202eNVL")
    assert str(problem) == "a1.yml:2:3: name: H100\\n\\x1b[2J\\u202eNVL"


def test_as_dict_holds_every_field() -> None:
    assert Problem("a1.yml", 9, 5, "per", "gpus", "gpu", "Did you mean gpu?", "words").as_dict() == {
        "file": "a1.yml",
        "line": 9,
        "column": 5,
        "where": "per",
        "found": "gpus",
        "allowed": "gpu",
        "todo": "Did you mean gpu?",
        "rule": "words",
    }


def test_report_sorts_by_place_and_counts() -> None:
    problems = [
        Problem("b.yml", 1, 1, "name", "third"),
        Problem("a.yml", 10, 1, "name", "second"),
        Problem("a.yml", 9, 12, "name", "first"),
    ]
    assert report(problems, 214) == (
        "a.yml:9:12: name: first\n"
        "a.yml:10:1: name: second\n"
        "b.yml:1:1: name: third\n"
        "3 problems in 2 files (214 files checked)"
    )


def test_report_counts_one_as_one() -> None:
    assert report([Problem("a.yml", 1, 1, "", "empty")], 1) == "a.yml:1:1: empty\n1 problem in 1 file (1 file checked)"


def test_report_of_nothing() -> None:
    assert report([], 214) == "no problems (214 files checked)"


def test_near_miss_names_the_closest_word() -> None:
    assert near_miss("memory_bandwith", METRICS) == "Did you mean memory_bandwidth?"
    assert near_miss("Memory-Capacity", METRICS) == "Did you mean memory_capacity?"
    assert near_miss("h100", ["NVIDIA", "H100"]) == "Did you mean H100?"


def test_near_miss_is_silent_when_nothing_is_close() -> None:
    assert near_miss("colour", METRICS) == ""
    assert near_miss("", METRICS) == ""
    assert near_miss("memory_bandwidth" * 10_000, METRICS) == ""
