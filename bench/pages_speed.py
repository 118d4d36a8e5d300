"""How long the server takes for a page, beside the plain SQL behind it, both in one run.

`python -m bench.pages_speed [--ledger FILE] [--rounds N]`. The floor is the same SQL, taken down while the page is read
and run again by sqlite3 alone. Times are medians in milliseconds, of the processor and by the clock; a page is asked
for through the application, without a network. What a page may take is held against the processor's time, since a
clock counts the machine's other work too.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from datasette.app import Datasette

from pages import visit

ROOT = Path(__file__).parents[1]
LEDGER = ROOT / "build/ledger.db"
COMPARED = "nvidia-h200-sxm,nvidia-h100-sxm,amd-mi300x,google-tpu-v5p"
PAGES: dict[str, float | None] = {
    "/device/nvidia-h200-sxm": 15,
    "/device/nvidia-h100-sxm": 15,
    "/device/amd-mi300x": 15,
    "/system/nvidia-gb300-nvl72": 15,
    "/model/moonshot-kimi-k3": 15,
    "/model/qwen3-32b": 15,
    "/software/vllm": 15,
    f"/compare?ids={COMPARED}": 30,
    f"/compare?ids={COMPARED}&to=amd-mi300x&show=all": 30,
    "/compare?ids=moonshot-kimi-k3,qwen3-32b,deepseek-v3": 30,
    "/": None,
    "/claim/vllm-gb300-kimi-k3-decode": None,
    "/source/news-digest-2026-12": None,
    "/disagreements": None,
    "/coverage": None,
    "/explore": None,
    "/search?q=h100": None,
}
"""Pages with the milliseconds that they may take, None for those without a limit."""


def main() -> int:
    """Print a line for each page; 1 when one takes longer than it may."""
    options = argparse.ArgumentParser(description="Measure the pages.")
    options.add_argument("--ledger", type=Path, default=LEDGER)
    options.add_argument("--rounds", type=int, default=40)
    chosen = options.parse_args()
    return asyncio.run(measured(chosen.ledger, chosen.rounds))


async def measured(ledger: Path, rounds: int) -> int:
    datasette = Datasette(immutables=[str(ledger)], config_dir=ROOT)
    await datasette.invoke_startup()
    print(f"{'page':66} {'status':>6} {'kB':>5} {'ms':>7} {'clock':>7} {'SQL ms':>7} {'ratio':>6} {'may take':>8}")
    slow = [address for address, limit in PAGES.items() if not await _line(datasette, ledger, address, limit, rounds)]
    print(f"slower than they may be: {', '.join(slow)}" if slow else "none is slower than it may be")
    return 1 if slow else 0


async def _line(datasette: Datasette, ledger: Path, address: str, limit: float | None, rounds: int) -> bool:
    """Measure and print one page; whether it keeps its limit."""
    app = datasette.app()
    sql = await _sql_of(datasette, app, address)
    times, clocks, floor = [], [], []
    connection = sqlite3.connect(f"file:{ledger}?mode=ro&immutable=1", uri=True)
    for _ in range(rounds):
        clocked, begun = time.perf_counter(), time.process_time()
        await _answer(app, address)
        times.append((time.process_time() - begun) * 1000)
        clocks.append((time.perf_counter() - clocked) * 1000)
        floor.append(_timed(lambda: [connection.execute(text).fetchall() for text in sql]))
    connection.close()
    status, size = await _answer(app, address)
    middle, least = statistics.median(times), statistics.median(floor)
    ratio = f"{middle / least:.1f}" if sql else "-"
    clock, limited = statistics.median(clocks), "" if limit is None else f"{limit:.0f}"
    print(f"{address:66} {status:6} {size / 1000:5.0f} {middle:7.1f} {clock:7.1f} {least:7.2f} {ratio:>6} {limited:>8}")
    return status == 200 and (limit is None or middle <= limit)


async def _sql_of(datasette: Datasette, app: Any, address: str) -> list[str]:
    """Every query of a page with its parameters filled in; the page is asked for once before, to fill its caches."""
    await _answer(app, address)
    heard: list[str] = []
    database = datasette.get_database(visit.LEDGER)
    ask = database.execute_fn

    async def listening(read: Callable[[sqlite3.Connection], Any], *args: Any) -> Any:
        def traced(connection: sqlite3.Connection) -> Any:
            connection.set_trace_callback(heard.append)
            try:
                return read(connection)
            finally:
                connection.set_trace_callback(None)

        return await ask(traced, *args)

    database.execute_fn = listening
    try:
        await _answer(app, address)
    finally:
        database.execute_fn = ask
    return [text for text in heard if text.lower().lstrip().startswith(("select", "with"))]


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


async def _answer(app: Any, address: str) -> tuple[int, int]:
    """Status and bytes of the answer to one request."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": query.encode(), "headers": [(b"host", b"localhost")],
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], sum(len(message.get("body", b"")) for message in sent[1:])


if __name__ == "__main__":
    sys.exit(main())
