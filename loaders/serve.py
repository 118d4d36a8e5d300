"""Serves the ledger with Datasette, and starts Datasette anew when a build has put a new ledger in its place.

A running Datasette keeps the file it opened: a build alone would change nothing that a reader sees.
No inspect file is written: at the ledger's size it saves less time than it takes to make.
"""

import errno
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import click

POLL_SECONDS = 0.5
STOP_SECONDS = 5.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

Identity = tuple[int, int, int]


def datasette_command(ledger: Path, host: str, port: int) -> list[str]:
    """The command that serves `ledger` with the metadata.yml and datasette.yml of the folder it is run in.

    `python -m` puts that folder first on the import path, so that `schema` and `pages` are the ledger's own
    whatever else is installed.
    """
    address = ["--host", host, "--port", str(port)]
    return [sys.executable, "-m", "datasette", "serve", ".", "--immutable", str(ledger), "--cors", *address]


def identity(path: Path) -> Identity | None:
    """Device, inode and modification time in ns: what a rename changes. None where there is no file."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns


def port_problem(host: str, port: int) -> str | None:
    """Why nothing can be served at `host` and `port`, with what to do; None when it can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return _in_words(error, host, port)
    return None


def _in_words(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return (
            f"port {port} on {host} is taken by another program: stop it, or choose another port, "
            f"as in `make serve PORT={other}` or `specledger serve --port {other}`"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than this user has: choose a port from 1024 to 65535"
    return f"{host} is no address of this machine ({error.strerror}): use 127.0.0.1, or 0.0.0.0 for all of them"


@dataclass
class Server:
    """Datasette as a child process over one ledger."""

    ledger: Path
    command: list[str]
    served: Identity | None = None
    child: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> subprocess.Popen[bytes]:
        """Start Datasette; the identity is taken first, so that a ledger renamed in meanwhile is noticed."""
        self.served = identity(self.ledger)
        self.child = subprocess.Popen(self.command)
        return self.child

    def stop(self) -> None:
        """End Datasette, if it runs, and wait until its port is free."""
        if self.child is None:
            return
        self.child.terminate()
        try:
            self.child.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()

    def outdated(self) -> bool:
        """Whether another ledger stands where the served one stood (one that is gone is served on)."""
        return identity(self.ledger) not in (self.served, None)

    def watch(self) -> int:
        """Serve, anew with every new ledger, until Datasette ends of itself; its exit code."""
        child = self.start()
        while (code := child.poll()) is None:
            time.sleep(POLL_SECONDS)
            if self.outdated():
                click.echo(f"{self.ledger} is new: serving it", err=True)
                self.stop()
                child = self.start()
        return code


def run(server: Server) -> int:
    """Serve until Datasette ends (its exit code) or SIGINT or SIGTERM comes (0); nothing is left running."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.default_int_handler)
    try:
        return server.watch()
    except KeyboardInterrupt:
        return 0
    finally:
        for number in STOP_SIGNALS:  # a second Ctrl-C must not leave Datasette behind
            signal.signal(number, signal.SIG_IGN)
        server.stop()


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8001, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option(
    "--ledger",
    default=Path("build/ledger.db"),
    show_default=True,
    type=click.Path(path_type=Path),
    help="The built ledger.",
)
def serve(host: str, port: int, ledger: Path) -> None:
    """Serve the ledger, and the next one as soon as it is built."""
    if not ledger.is_file():
        raise click.ClickException(f"{ledger} is not there: build it first, as in `make build` or `specledger build`")
    if problem := port_problem(host, port):
        raise click.ClickException(problem)
    click.echo(f"Specledger at http://{host}:{port} (Ctrl-C stops it)", err=True)
    sys.exit(run(Server(ledger, datasette_command(ledger, host, port))))
