"""Lets other people's libraries judge an export: `python tests/judge_export.py build/export`.

It wants an environment of its own with frictionless, mlcroissant and pyarrow: they bring pandas and forty others with
them, which the ledger needs for nothing else. Frictionless checks types, keys, references, sizes and sums, and its rows
are compared with the SQLite file one by one; mlcroissant reads every record set; the guide for pandas is run.
"""

import re
import sqlite3
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

GUIDE = Path(__file__).resolve().parent.parent / "docs/programs.md"
MEMORY = "SELECT statement, value FROM facts WHERE metric = 'memory_capacity' AND per = 'gpu' ORDER BY statement"


def frictionless_faults(folder: Path) -> list[str]:
    """What frictionless finds wrong, and each table whose rows are not those of the SQLite file."""
    package = import_module("frictionless").Package(str(folder / "datapackage.json"))
    report = package.validate()
    faults = [error.message for part in (report, *report.tasks) for error in part.errors]
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        return faults + [
            f"{resource.name} is not what the ledger holds"
            for resource in package.resources
            if resource.name != "facts_wide" and _rows(resource) != _kept(ledger, resource)
        ]


def _rows(resource: Any) -> list[tuple[Any, ...]]:
    names = [field.name for field in resource.schema.fields]
    return [tuple(_as_kept(row[name]) for name in names) for row in resource.read_rows()]


def _as_kept(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix("'")
    return float(value) if hasattr(value, "as_tuple") else value


def _kept(ledger: sqlite3.Connection, resource: Any) -> list[tuple[Any, ...]]:
    names = ", ".join(f"[{field.name}]" for field in resource.schema.fields)
    return ledger.execute(f"SELECT {names} FROM [{resource.name}] ORDER BY rowid").fetchall()


def croissant_faults(folder: Path) -> list[str]:
    """Issues that mlcroissant reports, and each record set that has not the rows of its CSV file."""
    dataset = import_module("mlcroissant").Dataset(jsonld=str(folder / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    faults = [*issues.errors, *issues.warnings]
    package = import_module("frictionless").Package(str(folder / "datapackage.json"))
    for records in dataset.metadata.record_sets:
        wanted = package.get_resource(records.id).to_descriptor()["rows"]
        found = sum(1 for _ in dataset.records(records.id))
        if found != wanted:
            faults.append(f"{records.id}: mlcroissant reads {found} records of {wanted}")
    return faults


def pandas_faults(folder: Path) -> list[str]:
    """What the first lines for pandas in the documents find, where SQLite finds another thing."""
    block = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block, "the guide has lines for pandas"
    found: dict[str, Any] = {"print": lambda *_: None}
    exec(block[1].replace("build/export", str(folder)), found)  # noqa: S102 - our own documents
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        kept = ledger.execute(MEMORY).fetchall()
    read = sorted(zip(found["memory"]["statement"], found["memory"]["value"], strict=True))
    return [] if kept and read == kept else [f"pandas finds {len(read)} figures of memory, SQLite {len(kept)}"]


def main() -> int:
    """0 when all find nothing, else 1 with what they found."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/export")
    faults = [*frictionless_faults(folder), *croissant_faults(folder), *pandas_faults(folder)]
    sys.stdout.write("".join(f"{line}\n" for line in (*faults, f"{folder}: {len(faults)} faults")))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
