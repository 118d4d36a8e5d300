"""The dictionary read from data/: metrics, words and units."""

from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from loaders.problems import Problem
from loaders.read import Marks, Tree, Unreadable, read_file, read_marks, read_tree
from schema.dictionary import Dictionary

PARTS = {"metrics.yml": (), "words.yml": ("words",), "units.yml": ("units", "dimensions")}
"""File and where its tree stands in the dictionary."""


class UnusableDictionaryError(Exception):
    """The dictionary has faults; its text says them, each at its line."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, sorted(problems))))
        self.problems = problems


def load_dictionary(data_root: Path) -> Dictionary:
    """Read the three dictionary files. Raises UnusableDictionaryError with every fault."""
    trees: dict[str, Tree] = {}
    for name in PARTS:
        try:
            trees[name] = read_tree(read_file(data_root / name, data_root))
        except Unreadable as error:
            raise UnusableDictionaryError(error.problems(f"data/{name}")) from None
    metrics = trees["metrics.yml"]
    whole = {"words": trees["words.yml"], "units": {"dimensions": trees["units.yml"]}}
    try:
        return Dictionary.model_validate({**(metrics if isinstance(metrics, dict) else {}), **whole})
    except ValidationError as error:
        raise UnusableDictionaryError([_problem(item, data_root) for item in error.errors()]) from None


def _problem(item: ErrorDetails, data_root: Path) -> Problem:
    """One fault of pydantic's at the line of the file it came from."""
    path = tuple(item["loc"])
    name, start = next(((n, s) for n, s in PARTS.items() if s and path[: len(s)] == s), ("metrics.yml", ()))
    marks: Marks = read_marks(read_file(data_root / name, data_root))
    line, column = marks.value(path[len(start) :])
    where = ".".join(str(part) for part in path[len(start) :])
    return Problem(f"data/{name}", line, column, where, str(item["msg"]).removeprefix("Value error, "))
