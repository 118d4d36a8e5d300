"""Files to records: read, validated by the types of the schema, with every fault at its place in the tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from loaders.files import RecordFile
from loaders.read import Tree, read_marks, read_tree
from schema.base import Strict
from schema.dictionary import Dictionary
from schema.faults import Fault, from_pydantic
from schema.records import RECORD_TYPES
from schema.statement import Statement, read_statement

if TYPE_CHECKING:
    from analysis.lines import Line
    from loaders.lines import Told

_ADAPTERS = {kind: TypeAdapter(model) for kind, model in RECORD_TYPES.items()}
MOST_STATEMENTS = 1_000
"""Statements of one record: all that speak of one thing are compared with one another."""


@dataclass(slots=True)
class Record:
    """One record. `head` is None where its own keys are at fault; `statements` holds those that could be read.

    `keys` holds every key of its statements; `indexes` gives each read statement's place in the file's list, `prefix`
    the path of the record in its file; `lines` and `told` are kept by loaders.lines.
    """

    file: RecordFile
    id: str
    head: Strict | None
    statements: list[Statement] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    prefix: tuple[str, ...] = ()
    lines: "list[Line] | None" = None
    told: "list[Told] | None" = None

    @property
    def kind(self) -> str:
        """device, system, model, software, claim, source, organization or benchmark."""
        return self.file.kind


def read_records(file: RecordFile, data: bytes, dictionary: Dictionary) -> Iterator[Record]:
    """The record or records of a file. Raises Unreadable where it is no YAML that the ledger takes."""
    tree = read_tree(data)
    if not file.is_bundle:
        yield _record(file, file.id, tree, data, dictionary)
        return
    if not isinstance(tree, dict):
        yield Record(file, "", None, faults=[Fault((), "a file that is not a map", "ids, each with its record")])
        return
    for key, entry in tree.items():
        record = _record(file, key, entry, b"", dictionary)
        record.prefix = (key,)
        yield record


def _record(file: RecordFile, id_: str, tree: Tree, data: bytes, dictionary: Dictionary) -> Record:
    record = Record(file, id_, None)
    if not isinstance(tree, dict):
        record.faults.append(Fault((), "a record that is not a map", "keys with values", rule="record-shape"))
        return record
    try:
        record.head = _ADAPTERS[file.kind].validate_python(tree)
    except ValidationError as error:
        record.faults += from_pydantic(error, RECORD_TYPES[file.kind].model_fields)
    lines = tree.get("statements", [])
    if isinstance(lines, list) and lines:
        _read_statements(record, lines, data, dictionary)
    return record


def _read_statements(record: Record, raw: list[Tree], data: bytes, dictionary: Dictionary) -> None:
    if len(raw) > MOST_STATEMENTS:
        found = f"{len(raw)} statements in one record"
        record.faults.append(Fault(("statements",), found, f"at most {MOST_STATEMENTS}", "Divide the record."))
        return
    numbers = _line_numbers(data, len(raw))
    for index, item in enumerate(raw):
        record.keys.update(item if isinstance(item, dict) else ())
        statement, faults = read_statement(item, dictionary, record.kind, numbers[index])
        if faults:
            record.faults += [fault.under("statements", index) for fault in faults]
        if statement is not None:
            record.statements.append(statement)
            record.indexes.append(index)


def _line_numbers(data: bytes, count: int) -> list[int]:
    """Line of each statement. In canonical layout each is a `  - ` line; any other layout is read a second time."""
    lines = data.split(b"\n")
    start = lines.index(b"statements:") if b"statements:" in lines else len(lines)
    numbers = [number for number, line in enumerate(lines[start:], start + 1) if line.startswith(b"  - ")]
    if len(numbers) == count:
        return numbers
    marks = read_marks(data)
    return [marks.value(("statements", index))[0] for index in range(count)]
