"""The whole export: written beside the old one, put in its place when every file is there."""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from analysis import citation
from loaders.export import edition as terms
from loaders.export.croissant import croissant
from loaders.export.edition import Edition, read_edition
from loaders.export.package import FORMULA_NOTE, data_package
from loaders.export.parquet import write_parquet
from loaders.export.shape import Table, tables
from loaders.export.sums import SUMS, measure, write_sums
from loaders.export.text import Row, write_csv, write_json
from loaders.export.workbook import write_workbook

LEDGER, WORKBOOK, README = "ledger.db", "ledger.xlsx", "README.md"
LEFT_OUT_OF_WORKBOOK = ("facts", "fits", "search", "statement_entities")
"""`facts` stands there with its sources, `fits` is too long to scroll; the others tie tables together."""


class NotOursError(Exception):
    """The place for the export holds something else, which is left alone."""


class OtherLedgerError(Exception):
    """The ledger was built when tables were others than they are now."""


def export(database: Path, out: Path, address: str = "", edition: Edition | None = None) -> dict[str, int]:
    """Write every file into `out` and return the rows of each table; `edition` where it is a numbered one.

    Raises NotOursError when `out` holds what no export wrote, OtherLedgerError when the ledger has other tables,
    LossyError for a row that a format would change.
    """
    with closing(sqlite3.connect(f"file:{database.resolve()}?mode=ro", uri=True)) as connection:
        edition = edition or read_edition(connection, address)
        gathered = [(table, _rows(connection, table)) for table in tables()]
    counts = {table.name: len(rows) for table, rows in gathered}
    with _in_place_of(out) as folder:
        shutil.copyfile(database, folder / LEDGER)
        _write_tables(folder, edition, gathered)
        _describe(folder, edition, [table for table, _ in gathered], counts)
        write_sums(folder)
    return counts


def _rows(connection: sqlite3.Connection, table: Table) -> list[Row]:
    try:
        return connection.execute(table.sql).fetchall()
    except sqlite3.OperationalError as error:
        raise OtherLedgerError(f"{table.name} cannot be read ({error}): build the ledger again") from error


@contextmanager
def _in_place_of(out: Path) -> Iterator[Path]:
    """A folder beside `out` that replaces it when the block ends well, and vanishes when it does not."""
    if out.exists() and not (out.is_dir() and ((out / SUMS).is_file() or not any(out.iterdir()))):
        raise NotOursError(f"{out} holds something that no export wrote: name another place with --out, or empty it")
    folder = out.with_name(f".{out.name}.{os.getpid()}")
    (folder / "tables").mkdir(parents=True)
    try:
        yield folder
        if out.exists():
            shutil.rmtree(out)
        folder.replace(out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write_tables(folder: Path, edition: Edition, gathered: list[tuple[Table, list[Row]]]) -> None:
    for table, rows in gathered:
        write_csv(folder / f"{table.path}.csv", table, rows)
        write_json(folder / f"{table.path}.json", table, rows)
    write_parquet(folder, [table for table, _ in gathered])
    sheets = [(table, rows) for table, rows in gathered if table.name not in LEFT_OUT_OF_WORKBOOK]
    write_workbook(folder / WORKBOOK, _about(edition, {table.name: len(rows) for table, rows in sheets}), sheets)


def _about(edition: Edition, counts: dict[str, int]) -> list[tuple[str, str]]:
    """What the first sheet says."""
    return [
        ("title", terms.TITLE),
        ("description", terms.DESCRIPTION),
        ("version", edition.version),
        ("built", edition.built_at),
        ("commit", edition.commit),
        ("content", edition.content_hash),
        ("licence", f"{terms.LICENCE_TITLE}, {terms.LICENCE_URL}"),
        ("cite as", citation.text(whole(edition), _cited(edition))),
        ("left out", f"{', '.join(LEFT_OUT_OF_WORKBOOK[1:])}: they are in the other formats"),
        ("dates", "as precise as their sources (2026, 2026-03 or 2026-03-31), and therefore texts"),
        *((f"rows in {name.removesuffix('_wide')}", str(count)) for name, count in counts.items()),
    ]


def whole(edition: Edition) -> citation.Citable:
    """The whole ledger as a thing to cite."""
    return citation.Citable("ledger", edition.content_hash, "Specledger, all figures", "/" if edition.address else "")


def _cited(edition: Edition) -> citation.Edition:
    return citation.Edition(edition.commit, edition.content_hash, edition.day, edition.address)


def _describe(folder: Path, edition: Edition, described: list[Table], counts: dict[str, int]) -> None:
    files = measure(folder)
    bibtex = citation.bibtex(whole(edition), _cited(edition))
    _write_object(folder / "datapackage.json", data_package(edition, described, counts, files))
    _write_object(folder / "croissant.json", croissant(edition, described, files, bibtex))
    (folder / README).write_text(_readme(edition, described, counts), encoding="utf-8")


def _write_object(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _readme(edition: Edition, described: list[Table], counts: dict[str, int]) -> str:
    rows = [f"| `{table.path}` | {counts[table.name]} | {table.meaning} |" for table in described]
    lines = [
        f"# {terms.TITLE}, version {edition.version}",
        terms.DESCRIPTION,
        f"Built {edition.built_at} from commit `{edition.commit}`, content `{edition.content_hash}`. "
        f"Data: [{terms.LICENCE_TITLE}]({terms.LICENCE_URL}).",
        "Start with `facts`: a row for each figure shown, with its source. Every table comes as `.csv`, `.json` and "
        f"`.parquet`; `{WORKBOOK}` holds them as sheets, `{LEDGER}` is the SQLite database. `datapackage.json` "
        f"(Frictionless) and `croissant.json` describe every column; `sha256sum --check {SUMS}` proves the files.",
        f"CSV is UTF-8 with a decimal point. {FORMULA_NOTE} The other formats hold the texts as they are. "
        "In a spreadsheet with a decimal comma open the workbook, whose numbers are numbers.",
        "| table | rows | holds |\n| --- | ---: | --- |\n" + "\n".join(rows),
    ]
    return "\n\n".join(lines) + "\n"
