"""The ledger beyond one machine: its Parquet files asked by DuckDB and Spark what SQLite is asked, with equal answers.

    python -m bench.scale_out [--export build/export] [--runs 10000000] [--spark]

Spark wants an environment of its own with pyspark, and Java.
`--runs` makes up a log of so many runs and joins it to the ledger, as somebody with a large log of their own would.
"""

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

Rows = list[tuple[Any, ...]]
Ask = Callable[[str], Iterable[Iterable[Any]]]
TABLES = ("devices", "models", "facts", "statements", "setups", "sources", "disagreements")
DIGITS = 9
"""Significant digits to which numbers are compared: the three add up in different orders."""
QUERIES = {
    "the fastest memory of each year": """
        SELECT year, count(*) AS devices, max(bandwidth_gb_s) AS fastest, max(memory_gb) AS largest
        FROM devices WHERE year IS NOT NULL AND bandwidth_gb_s IS NOT NULL GROUP BY year ORDER BY year""",
    "what facts rest on": """
        SELECT source_kind, count(*) AS facts, sum(disputed) AS disputed,
          sum(CASE WHEN n_origins > 1 THEN 1 ELSE 0 END) AS confirmed
        FROM facts GROUP BY source_kind ORDER BY source_kind""",
    "how far sources are apart": """
        SELECT s.entity, s.metric, s.qualifiers, s.unit, count(DISTINCT o.publisher) AS publishers,
          min(s.value) AS lowest, max(s.value) AS highest
        FROM statements s JOIN sources o ON o.id = s.source
        WHERE s.value > 0 AND s.setup IS NULL AND s.rank <> 'deprecated'
        GROUP BY s.entity, s.metric, s.qualifiers, s.unit HAVING count(DISTINCT o.publisher) > 1
        ORDER BY s.entity, s.metric, s.qualifiers, s.unit""",
    "the best run of each device": """
        SELECT r.device, s.metric, s.unit, count(*) AS runs, max(s.value) AS best, max(d.bandwidth_gb_s) AS bandwidth
        FROM statements s JOIN setups r ON r.id = s.setup JOIN devices d ON d.id = r.device
        WHERE s.value IS NOT NULL GROUP BY r.device, s.metric, s.unit ORDER BY r.device, s.metric, s.unit""",
    "what is most disputed": """
        SELECT metric, entity_kind, count(*) AS groups, sum(n_statements) AS statements, max(ratio) AS widest
        FROM disagreements GROUP BY metric, entity_kind ORDER BY metric, entity_kind""",
}
RUNS = """
    COPY (SELECT 'run-' || i AS run, (SELECT list(id ORDER BY id) FROM devices)[1 + i % {devices}] AS device,
      1 + hash(i) % 64 AS batch, 100.0 + hash(i * 7) % 100000 / 10 AS tokens_per_s
    FROM range({count}) t(i)) TO '{path}' (FORMAT parquet)"""
JOINED = """
    SELECT d.vendor, d.memory_type, count(*) AS runs, max(r.tokens_per_s) AS best,
      max(r.tokens_per_s / d.bandwidth_gb_s) AS best_per_gb_s
    FROM read_parquet('{path}') r JOIN devices d ON d.id = r.device
    WHERE d.bandwidth_gb_s > 0 GROUP BY d.vendor, d.memory_type ORDER BY d.vendor, d.memory_type"""


def rounded(rows: Iterable[Iterable[Any]]) -> Rows:
    """Rows whose numbers are cut to the digits that are compared."""
    return [
        tuple(float(f"{cell:.{DIGITS}g}") if isinstance(cell, int | float) else cell for cell in row) for row in rows
    ]


def timed(ask: Ask, sql: str) -> tuple[float, Rows]:
    """Milliseconds of the second of two asks, and its rows: the first one reads the files."""
    ask(sql)
    start = time.perf_counter()
    rows = list(ask(sql))
    return (time.perf_counter() - start) * 1000, rounded(rows)


def sqlite(export: Path) -> Ask:
    """The SQLite file of an export."""
    connection = sqlite3.connect(f"file:{export / 'ledger.db'}?mode=ro", uri=True)
    return lambda sql: connection.execute(sql).fetchall()


def duckdb(export: Path) -> Ask:
    """DuckDB over the Parquet files of an export."""
    connection = import_module("duckdb").connect()
    for table in TABLES:
        connection.execute(f"CREATE VIEW {table} AS SELECT * FROM '{export}/tables/{table}.parquet'")
    return lambda sql: connection.execute(sql).fetchall()


def spark(export: Path) -> Ask:
    """Spark over the Parquet files of an export, on the cores of this machine."""
    builder = import_module("pyspark.sql").SparkSession.builder.master("local[*]").appName("ledger")
    settings = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.log.level": "ERROR"}
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    for table in TABLES:
        session.read.parquet(f"{export}/tables/{table}.parquet").createOrReplaceTempView(table)
    return lambda sql: session.sql(sql).collect()


def compare(engines: dict[str, Ask]) -> bool:
    """Print each query's time with each engine; whether all gave the rows of the first."""
    print(f"{'query':34}{'rows':>7}" + "".join(f"{name:>12}" for name in engines) + "  answers")
    equal = True
    for name, sql in QUERIES.items():
        answers = [timed(ask, sql) for ask in engines.values()]
        same = all(rows == answers[0][1] for _, rows in answers)
        equal = equal and same
        times = "".join(f"{taken:9.1f} ms" for taken, _ in answers)
        print(f"{name:34}{len(answers[0][1]):7}{times}  {'equal' if same else 'DIFFERENT'}")
    return equal


def join_runs(export: Path, count: int) -> None:
    """Make up a log of `count` runs, join it to the ledger, and print the time and the size of the log."""
    ask = duckdb(export)
    ((devices,),) = ask("SELECT count(*) FROM devices")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.parquet"
        ask(RUNS.format(count=count, devices=devices, path=path))
        taken, rows = timed(ask, JOINED.format(path=path))
        size = path.stat().st_size / 1e6
    print(
        f"{count} made-up runs ({size:.0f} MB of Parquet) joined to {devices} devices: {taken:.0f} ms, {len(rows)} rows"
    )


def main() -> int:
    """0 when all engines agree, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--export", type=Path, default=Path("build/export"))
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--spark", action="store_true")
    chosen = parser.parse_args()
    if chosen.spark and chosen.runs:
        parser.error("a log is made up and joined by DuckDB: ask for --runs without --spark")
    if not (chosen.export / "ledger.db").is_file():
        print(f"{chosen.export} holds no export: `make export` writes one", file=sys.stderr)
        return 1
    engines = {"SQLite": sqlite, "Spark": spark} if chosen.spark else {"SQLite": sqlite, "DuckDB": duckdb}
    equal = compare({name: opened(chosen.export) for name, opened in engines.items()})
    if chosen.runs:
        join_runs(chosen.export, chosen.runs)
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
