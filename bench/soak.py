"""A served ledger under full load for minutes, with rebuilds and restarts: no client may see an error.

    python -m bench.soak [--minutes 10] [--clients 4] [--rebuild-seconds 45]

`specledger serve` serves made-up records, clients ask for every kind of page as fast as they can, and every so often a
record is edited and the ledger built again, upon which the server restarts. A refused connection is asked again, as a
cache or proxy in front does it; an answer of 500 and above, or none within ten seconds, is an error. The most memory of
each server process is written down, and for those that lived long enough how it grew between its first and last third.
"""

import argparse
import http.client
import json
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from bench.records import write_records

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 10.0
PAGES = (
    "/", "/search?q=accelerator+{n}", "/device/maker-{d}-a{n}", "/device/maker-{d}-a{n}.json", "/disagreements",
    "/ledger/statements?metric=power", "/ledger/statements.json?_size=20", "/ledger/devices.csv", "/source/press-{d}-1",
    "/ledger/-/query.json?sql=select+count(*)+from+facts", "/device/nothing-{n}", "/compare?ids=maker-0-a0,maker-1-a1",
)  # fmt: skip


class Soak:
    """What clients and builders do until the time is up, and what they saw."""

    def __init__(self, folder: Path, records: int) -> None:
        self.data, self.out = folder / "data", folder / "ledger.db"
        write_records(self.data, records, ROOT / "data")
        self.records = records
        self.seen: Counter[str] = Counter()
        self.errors: list[str] = []
        self.stop = threading.Event()
        self.port = free_port()
        self.build()

    def build(self) -> None:
        """Edit a record and build."""
        record = random.choice(list((self.data / "devices").rglob("*.yml")))  # noqa: S311 - no secrets
        record.write_text(record.read_text() + "\n")
        command = [sys.executable, "-m", "loaders.cli", "build", "--data", str(self.data), "--out", str(self.out)]
        ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        if ended.returncode:
            self.errors.append(f"build: {ended.stdout[-300:]}{ended.stderr[-300:]}")

    def serve(self) -> subprocess.Popen[bytes]:
        """The server that starts anew with each new ledger."""
        command = [sys.executable, "-m", "loaders.cli", "serve", "--ledger", str(self.out), "--port", str(self.port)]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def client(self, seed: int) -> None:
        """Ask for one page after another."""
        chance = random.Random(seed)  # noqa: S311 - no secrets
        while not self.stop.is_set():
            number = chance.randrange(self.records)
            path = chance.choice(PAGES).format(n=number, d=number % 40)
            status = self.ask(path)
            self.seen[str(status)] += 1
            if status is None or status >= 500:
                self.errors.append(f"{status} {path}")

    def ask(self, path: str) -> int | None:
        """Status of an answer; None when there is none in time, however often it is asked for."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and not self.stop.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                self.seen["asked again"] += 1
                time.sleep(0.1)
            else:
                return answer.status
            finally:
                connection.close()
        return 0 if self.stop.is_set() else None


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def resident(parent: int) -> tuple[int, float] | None:
    """Process number and resident megabytes of the server that `specledger serve` has started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    try:
        status = Path(f"/proc/{children[0]}/status").read_text()
        kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    except (IndexError, OSError, StopIteration):
        return None
    return int(children[0]), int(kib) * 1024 / 1e6


def growth(sizes: list[float]) -> float:
    """Megabytes between the medians of the second and the last third of a process's life."""
    third = len(sizes) // 3
    middle, last = sorted(sizes[third : 2 * third]), sorted(sizes[2 * third :])
    return last[len(last) // 2] - middle[len(middle) // 2]


def main() -> int:
    """Soak for the minutes that are asked for; 1 when a client saw an error."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--records", type=int, default=300)
    options.add_argument("--rebuild-seconds", type=float, default=45)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(Path(folder), chosen.records)
        sizes = run(soak, chosen.minutes * 60, chosen.clients, chosen.rebuild_seconds)
    longest = max(sizes.values(), key=len, default=[])
    print(
        json.dumps(
            {
                "minutes": chosen.minutes, "answers": dict(soak.seen), "errors": soak.errors[:20],
                "servers": len(sizes), "most_mb": round(max((max(held) for held in sizes.values()), default=0), 1),
                "growth_mb": round(growth(longest), 1) if len(longest) > 8 else None,
            },
            indent=1,
        )
    )  # fmt: skip
    return 1 if soak.errors else 0


def run(soak: Soak, seconds: float, clients: int, rebuild_seconds: float) -> dict[int, list[float]]:
    """Resident megabytes of each server process, taken every second."""
    server = soak.serve()
    sizes: dict[int, list[float]] = {}
    threads = [threading.Thread(target=soak.client, args=(number,)) for number in range(clients)]
    try:
        soak.ask("/")
        for thread in threads:
            thread.start()
        started = rebuilt = time.monotonic()
        while time.monotonic() - started < seconds:
            time.sleep(1)
            if found := resident(server.pid):
                sizes.setdefault(found[0], []).append(found[1])
            if time.monotonic() - rebuilt > rebuild_seconds:
                soak.build()
                rebuilt = time.monotonic()
    finally:
        soak.stop.set()
        for thread in threads:
            thread.join()
        server.terminate()
        server.wait()
    return sizes


if __name__ == "__main__":
    sys.exit(main())
