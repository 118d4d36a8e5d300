"""The nginx configuration of the documents is sound, and caches pages as they allow."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from email.message import Message
from pathlib import Path

import pytest

from tests.conftest import ROOT

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light")
AROUND = """
pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; worker_processes 1; {user}
events {{ worker_connections 64; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/f;
uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; include {folder}/specledger.conf; }}
"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def address(acme_ledger: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of nginx with the documented configuration, before a Datasette with Acme's ledger."""
    folder, behind, front = tmp_path_factory.mktemp("nginx"), free_port(), free_port()
    text = (ROOT / "docs/deploy/nginx.conf").read_text()
    for old, new in {
        "127.0.0.1:8001": f"127.0.0.1:{behind}",
        "listen 80;": f"listen 127.0.0.1:{front};",
        "/var/cache/nginx/specledger": f"{folder}/cache",
    }.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "specledger.conf").write_text(text)
    user = "user root;" if Path("/proc/self").owner() == "root" else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user))
    serve = [
        sys.executable,
        "-m",
        "datasette",
        "serve",
        "--immutable",
        str(acme_ledger),
        "--cors",
        "--port",
        str(behind),
    ]
    commands = [serve, [str(NGINX), "-e", "stderr", "-c", str(folder / "nginx.conf")]]
    with ExitStack() as running:
        for command in commands:
            process = running.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
            running.callback(process.terminate)
        yield ready(f"http://127.0.0.1:{front}")


def ready(address: str) -> str:
    """The address, when it answers."""
    for _ in range(150):
        try:
            asked(f"{address}/search")
        except OSError:
            time.sleep(0.1)
        else:
            return address
    raise AssertionError(f"{address} does not answer")


def asked(address: str, **headers: str) -> tuple[int, Message, bytes]:
    """Status, headers and body of an answer."""
    with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
        return answer.status, answer.headers, answer.read()


def test_a_page_is_cached_for_as_long_as_it_says(address: str) -> None:
    first, second = (asked(f"{address}/device/acme-a1", Cookie=f"n={n}") for n in range(2))
    assert [answer[1]["x-cache"] for answer in (first, second)] == ["MISS", "HIT"]
    assert first[2] == second[2]
    assert second[1]["cache-control"] == "public, max-age=300"


def test_twins_are_cached_apart_and_open_to_other_sites(address: str) -> None:
    page, twin = asked(f"{address}/device/acme-a1"), asked(f"{address}/device/acme-a1.json")
    assert page[2] != twin[2]
    assert twin[1]["access-control-allow-origin"] == "*"


def test_pages_are_compressed(address: str) -> None:
    assert asked(f"{address}/device/acme-a1.json", **{"Accept-Encoding": "gzip"})[1]["content-encoding"] == "gzip"


def test_links_name_the_host_that_was_asked(address: str) -> None:
    _, _, body = asked(f"{address}/statement/9db23612a9be4481", Host="ledger.example")
    assert b"http://ledger.example/statement/9db23612a9be4481" in body


def test_too_many_queries_are_put_off(address: str) -> None:
    statuses = []
    for number in range(20):
        try:
            statuses.append(asked(f"{address}/ledger/-/query.json?sql=select+{number}")[0])
        except urllib.error.HTTPError as error:
            statuses.append(error.code)
    assert statuses[:10] == [200] * 10
    assert 429 in statuses
