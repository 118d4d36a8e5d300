"""Parquet files, written by DuckDB from the CSV files beside them, so that the two cannot differ."""

from pathlib import Path

import duckdb

from loaders.export.shape import Column, Table
from loaders.export.text import MARK

TYPES = {"text": "VARCHAR", "json": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE"}


def write_parquet(folder: Path, tables: list[Table]) -> None:
    """Write FOLDER/PATH.parquet for each table, rows in the order of FOLDER/PATH.csv."""
    with duckdb.connect() as connection:
        for table in tables:
            connection.execute(copy_sql(table), [str(folder / f"{table.path}.csv")]).fetchall()
            target = str(folder / f"{table.path}.parquet").replace("'", "''")
            connection.execute(f"COPY exported TO '{target}' (FORMAT parquet, COMPRESSION zstd)")  # a path takes no ?
            connection.execute("DROP TABLE exported")


def copy_sql(table: Table) -> str:
    """SQL that reads a table's CSV file, named by its one parameter, with typed columns and texts as they were."""
    types = ", ".join(f"'{column.name}': '{TYPES[column.kind]}'" for column in table.columns)
    filled = ", ".join(f"'{column.name}'" for column in table.columns if not column.optional)
    read = f"read_csv(?, header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', columns = {{{types}}}"
    read += f", force_not_null = [{filled}], auto_detect = false, new_line = '\\n')"
    return f"CREATE TABLE exported AS SELECT {', '.join(map(_selected, table.columns))} FROM {read}"  # noqa: S608


def _selected(column: Column) -> str:
    if TYPES[column.kind] != "VARCHAR":
        return f'"{column.name}"'
    mark = MARK.replace("'", "''")
    name = f'"{column.name}"'
    return f"CASE WHEN {name} LIKE '{mark}%' THEN {name}[2:] ELSE {name} END AS {name}"
