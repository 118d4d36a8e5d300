"""The served ledger follows the built one, and nothing is left running."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders.serve import port_problem, serve

ROOT = Path(__file__).parents[2]
# Stands in for Datasette: notes what it serves, then waits to be ended.
CHILD = """
import os, pathlib, time
with open("served", "a") as log:
    log.write(pathlib.Path("ledger.db").read_text() + " " + str(os.getpid()) + chr(10))
time.sleep(60)
"""
PARENT = f"""
import sys
from pathlib import Path
from loaders.serve import Server, run
sys.exit(run(Server(Path("ledger.db"), [sys.executable, "-c", {CHILD!r}])))
"""


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def server(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    (tmp_path / "ledger.db").write_text("first")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=tmp_path, env=environment) as started:
        yield started
        started.terminate()


def served(folder: Path) -> list[list[str]]:
    log = folder / "served"
    return [line.split() for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_new_ledger_is_served_and_a_signal_ends_all(
    server: subprocess.Popen[bytes], tmp_path: Path, number: signal.Signals
) -> None:
    wait_for(lambda: len(served(tmp_path)) == 1)
    (tmp_path / "new.db").write_text("second")
    (tmp_path / "new.db").replace(tmp_path / "ledger.db")
    wait_for(lambda: len(served(tmp_path)) == 2)
    (first, first_child), (second, second_child) = served(tmp_path)
    assert (first, second) == ("first", "second")
    assert not runs(int(first_child))

    server.send_signal(number)
    assert server.wait(10) == 0
    assert not runs(int(second_child))


def test_ledger_that_is_gone_is_served_on(server: subprocess.Popen[bytes], tmp_path: Path) -> None:
    wait_for(lambda: len(served(tmp_path)) == 1)
    (tmp_path / "ledger.db").unlink()
    time.sleep(1.2)
    assert server.poll() is None
    assert len(served(tmp_path)) == 1


def test_taken_port_is_named_with_another_to_choose() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert port_problem("127.0.0.1", port) == (
            f"port {port} on 127.0.0.1 is taken by another program: stop it, or choose another port, "
            f"as in `make serve PORT={port + 1}` or `specledger serve --port {port + 1}`"
        )
    assert port_problem("127.0.0.1", port) is None


def test_address_of_another_machine_is_refused() -> None:
    assert port_problem("192.0.2.1", 8001) == (
        "192.0.2.1 is no address of this machine (Cannot assign requested address): "
        "use 127.0.0.1, or 0.0.0.0 for all of them"
    )


def test_missing_ledger_says_how_to_build_it() -> None:
    result = CliRunner().invoke(serve, ["--ledger", "no/ledger.db"])
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: no/ledger.db is not there: build it first, as in `make build` or `specledger build`\n"
    )
