"""Why a file cannot be read: the characters it may not hold, and libyaml's complaints in plainer words."""

import re
from itertools import islice
from typing import NamedTuple, TypeAlias

from yaml import YAMLError

from loaders.problems import Problem

Place: TypeAlias = tuple[int, int]
"""Line and column, both counted from 1."""

MOST_BYTES = 1 << 20
MOST_FAULTS = 100

# YAML 1.1, which libyaml speaks, also ends a line at U+0085, U+2028 and U+2029; editors and YAML 1.2 do not.
_UNWANTED = re.compile("\r(?!\n)|[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_UNWANTED_ESCAPE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_CHARACTERS = {
    "\t": ("a tab", "Indent with spaces."),
    "\r": ("a carriage return", "Save the file with line feeds."),
    "\ufeff": ("a byte order mark", "Save the file as UTF-8 without one."),
}

_HINTS = {
    "mapping values are not allowed in this context": "A text with a colon and a space in it needs quotes; a key needs "
    "the indentation of its neighbours.",
    "block sequence entries are not allowed in this context": "Begin the list on the line below its key.",
    "could not find expected ':'": "A key needs a colon and a space behind it.",
    "did not find expected ',' or '}'": "Close the brace; a text with a comma, bracket or brace in it needs quotes.",
    "did not find expected ',' or ']'": "Close the bracket; a text with a comma, bracket or brace in it needs quotes.",
    "did not find expected key": "Compare the indentation with the line above; quotes must enclose the whole text.",
    "did not find expected node content": "Something is missing between the commas or brackets.",
    "did not find expected '-' indicator": "Compare the indentation with the line above.",
    "did not find expected <document start>": "One file holds one document.",
    "found character that cannot start any token": "A text that begins with @, ` or % needs quotes.",
    "found unexpected end of stream": "Close the quotes that are opened here.",
    "found unknown escape character": "Double the backslash, or use single quotes.",
    "found invalid Unicode character escape code": "Write the character itself instead of its halves.",
}


class Fault(NamedTuple):
    """Why a file cannot be read: the place, what stands there, what to do."""

    line: int
    column: int
    found: str
    todo: str


class Unreadable(Exception):  # noqa: N818 - what is said of the file, not of the program
    """The file cannot be read as a record; `faults` says everything that was noticed, in the order of the file."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.line}:{fault.column}: {fault.found}" for fault in faults))
        self.faults = faults

    def problems(self, file: str) -> list[Problem]:
        """The faults as problems of the file of that name."""
        return [Problem(file, line, column, "", found, todo=todo) for line, column, found, todo in self.faults]


def decode(data: bytes) -> str:
    """The file's text; raises `Unreadable` when it is too long, no UTF-8, or holds control characters."""
    if len(data) > MOST_BYTES:
        raise too_long()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = _place(before, len(before))
        found = f"byte 0x{data[error.start]:02X} is not UTF-8"
        raise Unreadable([Fault(line, column, found, "Save the file as UTF-8.")]) from None
    if text.replace("\n", "").isprintable():  # true of most files, and quicker than the search
        return text
    if faults := [_character_fault(text, match) for match in islice(_UNWANTED.finditer(text), MOST_FAULTS)]:
        raise Unreadable(faults)
    return text


def _character_fault(text: str, match: re.Match[str]) -> Fault:
    found, todo = _CHARACTERS.get(match[0], (f"the character {_code_point(match[0])}", "Delete it."))
    return Fault(*_place(text, match.start()), found, todo)


def unwanted_escape(text: str) -> str:
    """The first character that a text may not even hold by an escape, as `U+0000`, or an empty string."""
    found = _UNWANTED_ESCAPE.search(text)
    return _code_point(found[0]) if found else ""


def syntax_fault(error: YAMLError) -> Fault:
    """What libyaml did not understand, with a hint where its words are of little help."""
    problem = getattr(error, "problem", None) or str(error)
    mark = getattr(error, "problem_mark", None)
    if problem == "found unexpected end of stream":
        mark = getattr(error, "context_mark", mark)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Fault(line, column, f"this is not YAML: {problem}", _HINTS.get(problem, ""))


def refusal(found: str, todo: str) -> Unreadable:
    """The answer about a file of which no line can be named."""
    return Unreadable([Fault(1, 1, found, todo)])


def too_long() -> Unreadable:
    """The answer about a file of more than `MOST_BYTES`."""
    return refusal(f"the file is longer than {MOST_BYTES >> 20} MiB", "Divide it.")


def _place(text: str, index: int) -> Place:
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
