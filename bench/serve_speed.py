"""How fast a ledger of a million statements is served: beside the plain SQL of each page, and beside stock Datasette.

    python -m bench.serve_speed [--statements 1000000] [--rounds 5] [--ledger FILE] [--older PYTHON]

All servers run at once over one file, in processes of their own, and are asked in turn; what counts is the median of
their processor time for each answer, in milliseconds. Stock Datasette has the same settings and no plugin. `--older`
names the Python of an environment with the last Datasette before 1.0, to stand in the same table.
"""

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
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
TEXT = (
    "select * from statements where rowid in "
    '(select rowid from statements_fts where statements_fts match \'"hbm3" "footnote"\') limit 51'
)
SETTINGS = {"suggest_facets": "off", "facet_time_limit_ms": "10000", "sql_time_limit_ms": "10000",
            "default_page_size": "50", "max_csv_mb": "0"}  # fmt: skip
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Page:
    """A page with the plain SQL of its parts; `faceted` pages of stock Datasette are asked for their facets by name.

    `times` is how often it is asked for within one measure, since the clock ticks every ten milliseconds.
    """

    path: str
    sql: tuple[str, ...] = ()
    faceted: bool = False
    times: int = 10


@dataclass(frozen=True)
class Cost:
    """Processor milliseconds of one page; None where it has no SQL of its own or stock Datasette no such page."""

    name: str
    sql: float | None
    ours: float
    stock: float | None = None
    older: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours over the plain SQL."""
        return self.ours / max(self.sql, 0.01) if self.sql is not None else None


def _sql(where: str = "", facets: bool = True) -> tuple[str, ...]:
    clause, more = (f"where {where}", f"and {where}") if where else ("", "")
    counted = [FACET.format(name=name, more=more) for name in FACETS] if facets else []
    return (ROWS.format(where=clause), COUNT.format(where=clause), *counted)


TABLE = "/ledger/statements?_sort_desc=published"
FIRST = "table, 6 facets, first visit"
PAGES = {
    "table, 6 facets": Page(TABLE, _sql(), True, 3),
    "table, 6 facets, 2 filters": Page(f"{TABLE}&{FILTER}", _sql(WHERE), True, 3),
    "table as JSON": Page("/ledger/statements.json?_sort_desc=published", _sql(facets=False)[:1]),
    "row": Page("/ledger/devices/maker-0-a0", ("select * from devices where id = 'maker-0-a0'",)),
    "full text in the table": Page("/ledger/statements?_search=hbm3+footnote", (TEXT,)),
}
OURS = {
    "device page": Page("/device/maker-0-a0-1", times=20),
    "model page": Page("/model/maker-3-m3-1", times=20),
    "search": Page("/search?q=accelerator+120", times=20),
    "search for nothing": Page("/search?q=nothingofthatname", times=20),
    "fit, one pair by SQL": Page(
        "/ledger/-/query.json?sql=select+fit('maker-3-m3-1','maker-0-a0-1','bf16',8192,1)&_shape=array", times=20
    ),
    "fit, all devices": Page("/fit?model=maker-3-m3-1&precision=bf16&context=8192&users=1", times=1),
}


class Server:
    """A Datasette in a process of its own: ours, or without our plugin; `python` names another environment's."""

    def __init__(self, ledger: Path, stock: bool, python: str = sys.executable) -> None:
        port = free_port()
        where = ["--immutable", str(ledger)] if stock else [".", "--immutable", str(ledger)]
        options = [part for name, value in SETTINGS.items() for part in ("--setting", name, value)]
        command = [python, "-m", "datasette", "serve", *where, "--port", str(port), *options]
        environment = {**os.environ, **({"DATASETTE_LOAD_PLUGINS": ""} if stock else {})}
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            command, cwd=ledger.parent if stock else ROOT, env=environment, stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self._wait()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

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
        """Processor milliseconds of one answer, over `times` of them."""
        before = self.used()
        for _ in range(times):
            self.ask(path)
        return (self.used() - before) * 1000 / times


def plain(connection: sqlite3.Connection, queries: tuple[str, ...]) -> float:
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
    """Make the ledger, start the servers, ask in turn, print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--statements", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--ledger", type=Path, help="one that was made before")
    options.add_argument("--older", help="Python of an environment with Datasette 0.65.5")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ledger = chosen.ledger or Path(folder) / "ledger.db"
        if not chosen.ledger:
            held = make(ledger, chosen.statements, ROOT / "data")
            print(f"{held:,} statements, {ledger.stat().st_size / 1e6:,.0f} MB", flush=True)
        print(f"{'processor ms':28}{'SQL':>9}{'ours':>9}{'stock':>9}{'older':>9}{'ours / SQL':>12}")
        for cost in measured(ledger, chosen.rounds, chosen.older):
            print(_line(cost), flush=True)


def measured(ledger: Path, rounds: int, older: str | None = None) -> Iterator[Cost]:
    """Cost of each page, and at the end rows of a CSV a second under the same names."""
    with ExitStack() as stack:
        connection = stack.enter_context(closing(sqlite3.connect(f"file:{ledger}?immutable=1", uri=True)))
        yield _first_visit(ledger, connection, rounds)
        ours, stock = (stack.enter_context(Server(ledger, stock=without)) for without in (False, True))
        servers = [ours, stock, *([stack.enter_context(Server(ledger, True, older))] if older else [])]
        for name, page in PAGES.items():
            yield _cost(name, page, connection, servers, rounds)
        for name, page in OURS.items():
            ours.ask(page.path)
            yield Cost(name, None, statistics.median(ours.cost(page.path, page.times) for _ in range(rounds)))
        rows = [csv_rows(server) for server in servers]
        yield Cost("CSV, rows a second", None, *rows)


def _first_visit(ledger: Path, connection: sqlite3.Connection, rounds: int) -> Cost:
    """The table when nobody has asked for it since the server started, which has answered other pages already."""
    page, costs = PAGES["table, 6 facets"], []
    plain(connection, page.sql)
    for _ in range(rounds):
        with Server(ledger, stock=False) as server:
            server.ask("/ledger/models")
            costs.append(server.cost(page.path, 1))
    return Cost(FIRST, plain(connection, page.sql), statistics.median(costs))


def _cost(name: str, page: Page, connection: sqlite3.Connection, servers: list[Server], rounds: int) -> Cost:
    asked = f"{page.path}&{FACETED}" if page.faceted else page.path
    found: list[list[float]] = []
    for round_ in range(rounds + 1):
        ours, *others = servers
        costs = [plain(connection, page.sql), ours.cost(page.path, page.times)]
        costs += [other.cost(asked, page.times) for other in others]
        if round_:  # the first warms all of them up
            found.append(costs)
    return Cost(name, *(statistics.median(column) for column in zip(*found, strict=True)))


def _line(cost: Cost) -> str:
    digits = 0 if "rows" in cost.name else 1
    figures = (cost.sql, cost.ours, cost.stock, cost.older)
    told = "".join(f"{'' if value is None else format(value, f',.{digits}f'):>9}" for value in figures)
    return f"{cost.name:28}{told}{'' if cost.ratio is None else format(cost.ratio, '.2f'):>12}"


if __name__ == "__main__":
    main()
