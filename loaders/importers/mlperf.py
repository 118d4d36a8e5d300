"""Results of MLPerf Inference from a round's official `summary_results.json` into rows of text, digits untouched.

Two counts of accelerators are kept apart: the one printed in the names of accelerator or system, and nodes times
accelerators per node. They need not agree.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from loaders.importers.results import NotResultsError, read_objects

LANGUAGE = ("bert", "deepseek", "gpt", "llama", "mixtral", "qwen")
"""How the names of language models begin."""
_IN_BRACKETS = re.compile(r"\s*\(x(\d+)\)")
_BEFORE_NAME = re.compile(r"(?<![A-Za-z0-9])(\d+)x-?([A-Za-z0-9]+)", re.IGNORECASE)
_AT_END = re.compile(r"x(\d+)(?=_|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """One result. Empty fields were empty or absent; numbers are text with the digits of the file."""

    round: str
    entry: str
    suite: str
    division: str
    availability: str
    submitter: str
    system: str
    platform: str
    accelerator: str
    accelerators_named: str
    nodes: str
    accelerators_per_node: str
    accelerators_total: str
    benchmark: str
    model: str
    scenario: str
    unit: str
    value: str
    power: str
    power_unit: str
    weights: str
    software: str
    location: str

    @property
    def counted(self) -> int | None:
        """Accelerators as nodes times accelerators per node."""
        return int(self.nodes) * int(self.accelerators_per_node) if self.accelerators_per_node else None

    @property
    def agreed(self) -> int | None:
        """The number of accelerators where every count that is given says the same."""
        counts = {self.counted, *(int(n) for n in (self.accelerators_named, self.accelerators_total) if n)}
        return self.counted if len(counts) == 1 else None

    @property
    def kinds(self) -> list[tuple[str, int | None]]:
        """Kinds of accelerator with the number of each, where it is printed or there is one kind alone."""
        parts = re.split(r"(?<=\)) and |(?<=\)), ", self.accelerator) if self.accelerator else []
        if len(parts) == 1:
            return [(_IN_BRACKETS.sub("", parts[0]), self.counted)]
        return [(_IN_BRACKETS.sub("", part), _printed(part, "")) for part in parts]


COLUMNS = tuple(field.name for field in fields(Row))
_KEYS = {
    "round": "version", "entry": "ID", "suite": "Suite", "division": "Category", "availability": "Availability",
    "submitter": "Submitter", "system": "System", "platform": "Platform", "accelerator": "Accelerator",
    "nodes": "Nodes", "accelerators_per_node": "a#", "accelerators_total": "Total Accelerators", "benchmark": "Model",
    "model": "UsedModel", "scenario": "Scenario", "unit": "Performance_Units", "value": "Performance_Result",
    "power": "Power_Result", "power_unit": "Power_Units", "weights": "weight_data_types", "software": "Software",
    "location": "Location",
}  # fmt: skip
_NEEDED = ("version", "ID", "Submitter", "Model", "Scenario", "Performance_Units", "Performance_Result")


def read_results(path: Path) -> list[Row]:
    """All results of one file. Raises NotResultsError, or OSError when the file cannot be read."""
    return [_row(result) for result in read_objects(path, "summary_results.json of MLPerf Inference", _NEEDED)]


def _row(result: dict[str, Any]) -> Row:
    told = {name: _text(result.get(key)) for name, key in _KEYS.items()}
    named = _printed(told["accelerator"], told["platform"])
    return Row(**told, accelerators_named="" if named is None else str(named))


def _text(value: object) -> str:
    """A field as text; counts that are written as 8.0 become 8."""
    text = "" if value is None or value == "-" else str(value).strip()
    return re.sub(r"^(\d+)\.0$", r"\1", text) if len(text) < len("10000.0") else text


def _printed(accelerator: str, platform: str) -> int | None:
    """Accelerators as names give them: `(x87)`, `8xMI300X` where the kind is the accelerator's, `…GBx8_TRT`."""
    bracketed = [int(number) for number in _IN_BRACKETS.findall(accelerator)]
    kind = accelerator.replace(" ", "").casefold()
    before = [int(number) for number, name in _BEFORE_NAME.findall(platform) if kind and name.casefold() in kind]
    found = bracketed or before or [int(number) for number in _AT_END.findall(platform)[-1:] if kind]
    return sum(found) if found else None


def language_rows(rows: Iterable[Row]) -> list[Row]:
    """The rows of language models, without speech."""
    return [row for row in rows if row.benchmark.startswith(LANGUAGE) and not row.benchmark.startswith("bert")]


def read_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """Rows of a CSV file with the line of each. Raises NotResultsError for other columns."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise NotResultsError(f"{path}: the columns are not {', '.join(COLUMNS)}")
        for told in reader:
            yield reader.line_num, Row(**told)
