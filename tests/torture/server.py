"""A Datasette of its own process, as a reader meets it: over HTTP, with the memory it takes in sight."""

import http.client
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

START_SECONDS = 30.0


@dataclass
class Answer:
    """One answer, its body read as far as asked for."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")


class Server:
    """Datasette over one ledger with the repository's configuration, until it is closed."""

    def __init__(self, ledger: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "datasette",
            "serve",
            ".",
            "--immutable",
            str(ledger),
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                self.ask("GET", "/-/versions.json")
            except OSError:
                time.sleep(0.1)
            else:
                return
        self.close()
        raise TimeoutError("the server did not start")

    def ask(
        self, method: str, target: str, body: bytes | None = None, headers: dict[str, str] | None = None,
        most: int | None = None, timeout: float = 30,
    ) -> Answer:  # fmt: skip
        """The answer to one request; `most` bytes of its body are read, all where it is None."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body, headers or {})
            response = connection.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, told, response.read(most))
        finally:
            connection.close()

    @property
    def peak_mb(self) -> float:
        """The most memory the process has held so far, in MB of 10^6 bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
        return int(kib) * 1024 / 1e6

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
