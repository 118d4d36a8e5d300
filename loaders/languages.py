"""The words of each language, read from data/languages."""

from pathlib import Path

from pydantic import ValidationError

from loaders.dictionary import UnusableDictionaryError
from loaders.problems import Problem
from loaders.read import Marks, Tree, Unreadable, read_file, read_marks, read_tree
from loaders.unit_names import unit_names
from schema.dictionary import Dictionary
from schema.languages import Languages

FOLDER = "languages"
SHARED = "shared"


def load_languages(data_root: Path, dictionary: Dictionary) -> Languages:
    """Read shared.yml and one file a language, and add the unit names that CLDR knows; without a folder there are none.

    Raises UnusableDictionaryError with every fault at its line.
    """
    trees = {path.stem: _tree(path, data_root) for path in sorted((data_root / FOLDER).glob("*.yml"))}
    shared = trees.pop(SHARED, {"defaults": {}})
    try:
        languages = Languages.model_validate({"shared": shared, "by_code": trees})
    except ValidationError as error:
        raise UnusableDictionaryError(
            [_problem(item["loc"], item["msg"], data_root) for item in error.errors()]
        ) from None
    unknown = languages.unknown_names(dictionary)
    if unknown:
        raise UnusableDictionaryError([_misnamed(text, data_root) for text in unknown])
    return _with_unit_names(languages)


def _tree(path: Path, data_root: Path) -> Tree:
    try:
        return read_tree(read_file(path, data_root))
    except Unreadable as error:
        raise UnusableDictionaryError(error.problems(f"data/{FOLDER}/{path.name}")) from None


def _with_unit_names(languages: Languages) -> Languages:
    """What a record lists goes before what CLDR has."""
    by_code = {}
    for code, language in languages.by_code.items():
        units = {token: tuple(names) for token, names in unit_names(code).items()}
        for token, words in language.units.items():
            units[token] = tuple(dict.fromkeys((*words, *units.get(token, ()))))
        by_code[code] = language.model_copy(update={"units": units})
    return languages.model_copy(update={"by_code": by_code})


def _problem(where: tuple[str | int, ...], message: str, data_root: Path) -> Problem:
    code, path = (
        (SHARED, where[1:]) if where[:1] == (SHARED,) else (str(where[1] if len(where) > 1 else SHARED), where[2:])
    )
    name = data_root / FOLDER / f"{code}.yml"
    marks: Marks = read_marks(read_file(name, data_root))
    line, column = marks.value(path)
    text = message.removeprefix("Value error, ")
    return Problem(f"data/{FOLDER}/{code}.yml", line, column, ".".join(map(str, path)), text)


def _misnamed(text: str, data_root: Path) -> Problem:
    """A name the dictionary lacks, at the line of its key."""
    code, _, found = text.partition(": ")
    name = found.rpartition(" ")[2]
    marks: Marks = read_marks(read_file(data_root / FOLDER / f"{code}.yml", data_root))
    path = next((path for path in marks.keys if path and path[-1] == name), ())
    line, column = marks.key(path)
    return Problem(f"data/{FOLDER}/{code}.yml", line, column, ".".join(map(str, path)), found)
