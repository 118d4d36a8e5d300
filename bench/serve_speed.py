"""How fast a ledger of a million statements is served: beside the plain SQL of each page, and beside stock Datasette.

    python -m bench.serve_speed [--statements 1000000] [--rounds 9] [--ledger FILE]

Both servers run at once over one file, in processes of their own, and are asked in turn; what counts is the median of
their processor time for each answer, in milliseconds. Stock Datasette has the same settings and no plugin.
"""

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

from bench.million import make
from bench.soak import free_port

ROOT = Path(__file__).resolve().parent.parent
FACETS = ("entity_kind", "metric", "basis", "rank", "precision", "sparsity")
"""Those that metadata.yml declares, which stock Datasette is asked for by name."""
FACETED = "&".join(f"_facet={name}" for name in FACETS)
WHERE = "entity_kind = 'device' and metric = 'peak_compute'"
FILTER = "entity_kind=device&metric=peak_compute"
ROWS = "select * from statements {where} order by published desc limit 51"
COUNT = "select count(*) from statements {where}"
FACET = (
    "select {name} as value, count(*) as count from statements where {name} is not null {more} "
    "group by {name} order by count desc, value limit 31"
)
SETTINGS = {"suggest_facets": "off", "facet_time_limit_ms": "10000", "sql_time_limit_ms": "10000",
            "default_page_size": "50", "max_csv_mb": "0"}  # fmt: skip
TICK = os.sysconf("SC_CLK_TCK")


def _sql(where: str = "", facets: bool = True) -> list[str]:
    clause, more = (f"where {where}", f"and {where}") if where else ("", "")
    counted = [FACET.format(name=name, more=more) for name in FACETS] if facets else []
    return [ROWS.format(where=clause), COUNT.format(where=clause), *counted]


PAGES: dict[str, tuple[str, list[str]]] = {
    "table, 6 facets": ("/ledger/statements?_sort_desc=published", _sql()),
    "table, 6 facets, 2 filters": (f"/ledger/statements?_sort_desc=published&{FILTER}", _sql(WHERE)),
    "table as JSON": ("/ledger/statements.json?_sort_desc=published", _sql(facets=False)[:1]),
    "row": ("/ledger/devices/maker-0-a0", ["select * from devices where id = 'maker-0-a0'"]),
    "full text in the table": (
        "/ledger/statements?_search=hbm3+footnote",
        ["select * from statements where rowid in (select rowid from statements_fts where statements_fts match "
         "'\"hbm3\" \"footnote\"') limit 51"],
    ),
}  # fmt: skip
OURS: dict[str, str] = {
    "device page": "/device/maker-0-a0-1",
    "model page": "/model/maker-3-m3-1",
    "search": "/search?q=accelerator+120",
    "search for nothing": "/search?q=nothingofthatname",
}


class Server:
    """A Datasette in a process of its own."""

    def __init__(self, ledger: Path, stock: bool) -> None:
        port = free_port()
        where = ["--immutable", str(ledger)] if stock else [".", "--immutable", str(ledger)]
        options = [part for name, value in SETTINGS.items() for part in ("--setting", name, value)]
        command = [sys.executable, "-m", "datasette", "serve", *where, "--port", str(port), *options]
        environment = {**os.environ, **({"DATASETTE_LOAD_PLUGINS": ""} if stock else {})}
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, cwd=ledger.parent if stock else ROOT, env=environment, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                self.ask("/-/versions.json")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError("the server did not start")

    def ask(self, path: str) -> int:
        """Read an answer to its end; the lines in it."""
        with urlopen(self.base + path) as answer:  # noqa: S310 - our own server
            return sum(block.count(b"\n") for block in iter(lambda: answer.read(1 << 20), b""))

    def used(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def cost(self, path: str, times: int) -> float:
        """Processor milliseconds of one answer, over `times` of them, since the clock ticks every ten."""
        before = self.used()
        for _ in range(times):
            self.ask(path)
        return (self.used() - before) * 1000 / times


def plain(connection: sqlite3.Connection, queries: list[str]) -> float:
    """Processor milliseconds of the SQL alone."""
    started = time.process_time()
    for query in queries:
        connection.execute(query).fetchall()
    return (time.process_time() - started) * 1000


def csv_rows(server: Server) -> float:
    """Rows of a streamed CSV of devices for each processor second."""
    before = server.used()
    lines = server.ask("/ledger/devices.csv?_stream=1&_size=max")
    return (lines - 1) / (server.used() - before)


def main() -> None:
    """Make the ledger, start both servers, ask in turn, print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--statements", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--ledger", type=Path, help="one that was made before")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ledger = chosen.ledger or Path(folder) / "ledger.db"
        if not chosen.ledger:
            held = make(ledger, chosen.statements, ROOT / "data")
            print(f"{held:,} statements, {ledger.stat().st_size / 1e6:,.0f} MB", flush=True)
        compare(ledger, chosen.rounds)


def compare(ledger: Path, rounds: int) -> None:
    """Print each page's cost: the plain SQL, ours, stock Datasette's."""
    ours, stock = Server(ledger, stock=False), Server(ledger, stock=True)
    try:
        with closing(sqlite3.connect(f"file:{ledger}?immutable=1", uri=True)) as connection:
            print(f"{'processor ms':28}{'SQL':>9}{'ours':>9}{'stock':>9}{'ours / SQL':>12}")
            for name, (path, queries) in PAGES.items():
                print(_line(name, path, queries, connection, ours, stock, rounds), flush=True)
        for name, path in OURS.items():
            ours.ask(path)
            print(f"{name:28}{'':9}{statistics.median(ours.cost(path, 20) for _ in range(rounds)):9.1f}", flush=True)
        print(f"{'CSV rows a second':28}{'':9}{csv_rows(ours):9,.0f}{csv_rows(stock):9,.0f}")
    finally:
        for server in (ours, stock):
            server.process.terminate()
            server.process.wait()


def _line(
    name: str, path: str, queries: list[str], connection: sqlite3.Connection, ours: Server, stock: Server, rounds: int
) -> str:
    faceted = "facets" in name
    times, asked = (3, f"{path}&{FACETED}") if faceted else (10, path)
    measured: list[tuple[float, float, float]] = []
    for round_ in range(rounds + 1):
        costs = (plain(connection, queries), ours.cost(path, times), stock.cost(asked, times))
        if round_:  # the first warms all three up
            measured.append(costs)
    sql, mine, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
    return f"{name:28}{sql:9.1f}{mine:9.1f}{theirs:9.1f}{mine / max(sql, 0.01):12.2f}"


if __name__ == "__main__":
    main()
