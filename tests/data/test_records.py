"""One test for each file of records: the failing test's name is the file to open."""

from functools import cache
from pathlib import Path

import pytest

from loaders.check.run import Checked, check
from loaders.dictionary import load_dictionary
from loaders.files import record_files
from tests.conftest import DATA

FILES = [file.name for file in record_files(DATA)]


@cache
def checked() -> Checked:
    """One run over all records, shared by the tests of the files."""
    return check(DATA, load_dictionary(DATA))


@pytest.mark.parametrize("name", FILES)
def test_the_record_has_no_problems(name: str) -> None:
    assert [str(problem) for problem in checked().problems if problem.file == name] == []


def test_no_problem_stands_outside_the_records() -> None:
    assert [str(problem) for problem in checked().problems if problem.file not in FILES] == []


def test_our_schema_is_the_one_that_is_imported() -> None:
    import schema

    assert Path(str(schema.__file__)).parent == DATA.parent / "schema"
