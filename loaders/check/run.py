"""One run over all records: read, judge, and say every problem at its line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path

from loaders.catalogue import Catalogue, add_bundled, add_files
from loaders.check import figures, places, references  # noqa: F401 - their rules enter themselves
from loaders.check.rule import faults as found_faults
from loaders.files import RecordFile, record_files, stray_files
from loaders.format import diff
from loaders.layout import untidy
from loaders.lines import lines_of
from loaders.mlperf import mlperf_records
from loaders.problems import Problem, near_miss
from loaders.read import Marks, Unreadable, read_file, read_marks
from loaders.records import Record, read_records
from loaders.renamed import Renamed, dangling, read_renamed
from schema.dictionary import Dictionary
from schema.faults import Fault
from schema.records import Entity

AT_KEY = frozenset({"unknown-key", "extra_forbidden", "one-metric", "qualifier-place", "metric-place", "missing"})
"""Rules whose place is the key rather than the value behind it."""


@dataclass(slots=True)
class Checked:
    """Outcome of a run."""

    catalogue: Catalogue
    problems: list[Problem] = field(default_factory=list)
    n_files: int = 0
    differences: dict[str, str] = field(default_factory=dict)
    renamed: Renamed = field(default_factory=Renamed)
    digests: dict[str, str] = field(default_factory=dict)
    """Digest of each file below data/, once a ledger has been built of them."""

    @classmethod
    def over(cls, dictionary: Dictionary) -> "Checked":
        """A run that has not seen anything yet."""
        return cls(Catalogue(dictionary))


def check(data_root: Path, dictionary: Dictionary, only: Iterable[Path] = ()) -> Checked:
    """Check every record below `data_root`; with `only`, report on those files and folders alone."""
    checked = Checked.over(dictionary)
    for _ in checked_records(data_root, checked):
        pass
    _judge_layout(data_root, checked)
    chosen = tuple(path.resolve() for path in only)
    if chosen:
        inside = [p for p in checked.problems if _below(data_root.parent / p.file, chosen)]
        checked.problems = inside
    return checked


def _judge_layout(data_root: Path, checked: Checked) -> None:
    """Files that are not in canonical layout, each at its first line that would change, with the whole difference."""
    for file, data, wanted in untidy(data_root, checked.catalogue.dictionary):
        pairs = zip_longest(data.splitlines(), wanted.splitlines())
        line = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 1)
        todo = "Run `specledger format`; the difference stands below."
        checked.problems.append(
            Problem(file.name, line, 1, "", "the file is not in its canonical layout", "", todo, "layout")
        )
        checked.differences[file.name] = diff(data, wanted, file.name)


def _below(path: Path, chosen: tuple[Path, ...]) -> bool:
    return any(path.resolve().is_relative_to(place) for place in chosen)


def checked_records(data_root: Path, checked: Checked) -> Iterator[Record]:
    """Records one after another, each judged already; problems gather in `checked`. Nothing is held but ids."""
    files = list(record_files(data_root))
    checked.n_files = len(files)
    for path in stray_files(data_root):
        name = f"data/{path.relative_to(data_root).as_posix()}"
        checked.problems.append(
            Problem(name, 1, 1, "", "a file that is no record", "names that end in .yml", "Move it.")
        )
    for file, taken in add_files(checked.catalogue, files):
        found = f"{file.id} is taken by {taken}"
        checked.problems.append(Problem(file.name, 1, 1, "", found, todo="Ids are unique over all kinds: rename one."))
    bundled = [record for file in files if file.is_bundle for record in _read(file, data_root, checked)]
    for record in bundled:
        holder = add_bundled(checked.catalogue, record)
        if holder:
            record.faults.append(Fault((), f"{record.id} is taken by {holder}", "", "Rename one.", "unique-id"))
    names: dict[str, str] = {}
    checked.renamed = read_renamed(data_root, checked.problems)
    for record in chain(bundled, _unbundled(files, data_root, checked)):
        judge(record, checked, names, data_root)
        if checked.renamed.waiting:
            _note_statements(record, checked)
        yield record
    checked.problems += dangling(checked.renamed, checked.catalogue, data_root)
    yield from mlperf_records(data_root, checked.catalogue, checked.problems)


def _note_statements(record: Record, checked: Checked) -> None:
    """Strike the addresses that renamed ones lead to from the list of those not seen yet."""
    for line in lines_of(record, checked.catalogue):
        checked.renamed.seen(line.id)


def _unbundled(files: list[RecordFile], data_root: Path, checked: Checked) -> Iterator[Record]:
    for file in files:
        if not file.is_bundle:
            yield from _read(file, data_root, checked)


def judged(files: Iterable[RecordFile], data_root: Path, checked: Checked, names: dict[str, str]) -> Iterator[Record]:
    """The records of some files, judged by what `checked` and `names` know of all others."""
    for file in files:
        for record in _read(file, data_root, checked):
            judge(record, checked, names, data_root)
            yield record


def _read(file: RecordFile, data_root: Path, checked: Checked) -> list[Record]:
    try:
        return list(read_records(file, read_file(file.path, data_root), checked.catalogue.dictionary))
    except Unreadable as error:
        checked.problems += error.problems(file.name)
        return []


def judge(record: Record, checked: Checked, names: dict[str, str], data_root: Path) -> None:
    """Apply every rule to a record and turn what they find into problems with a line."""
    faults = [*record.faults, *_name_clashes(record, names), *found_faults(record, checked.catalogue)]
    if faults:
        marks = read_marks(read_file(record.file.path, data_root))
        checked.problems += (problem(fault.under(*record.prefix), record.file.name, marks) for fault in faults)


def _name_clashes(record: Record, names: dict[str, str]) -> Iterator[Fault]:
    """A name or alias leads to one thing only."""
    if not isinstance(record.head, Entity) or record.kind == "organization":  # Ollama is a project and a program
        return
    for index, alias in enumerate((record.head.name, *record.head.aliases)):
        taken = names.setdefault(alias.casefold(), record.id)
        if taken != record.id:
            path = ("aliases", index - 1) if index else ("name",)
            yield Fault(path, f"{alias} is a name of {taken} already", "", "A name leads to one thing.", "name-clash")


def problem(fault: Fault, file: str, marks: Marks) -> Problem:
    """A fault with its line and column, and a suggestion where a word is nearly right."""
    at_key = fault.rule in AT_KEY or fault.rule.startswith("needs-")
    line, column = (marks.key if at_key else marks.value)(fault.path)
    suggestion = near_miss(fault.near[0], list(fault.near[1])) if fault.near else ""
    todo = " ".join(part for part in (suggestion, fault.todo) if part)
    return Problem(file, line, column, _where(fault), fault.found, fault.allowed, todo, fault.rule)


def _where(fault: Fault) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault.path).lstrip(".")
