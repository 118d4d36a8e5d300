"""Chromium over the served ledger: every page that a test opens must ask nothing of any other host.

Nothing is built here: build/ledger.db is served as it is, on a free port.
"""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright

from loaders.serve import datasette_command
from tests import chromium

ROOT = Path(__file__).parents[2]
LEDGER = Path("build/ledger.db")
LOG = ROOT / "build/browser-tests.log"
SCREENSHOTS = ROOT / "build/screenshots"
START_SECONDS = 30
FLAGS = [
    "--no-sandbox",  # Chromium refuses to run as root with it; only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Screenshot = Callable[[Page, str], Path]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_served(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return when `address` answers; fail with the server's own words when it has ended or takes too long."""
    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            urlopen(f"{address}/-/versions.json").close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"Datasette did not serve {LEDGER}:\n{LOG.read_text()}")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Address of a Datasette over the built ledger, without a slash at the end."""
    if not (ROOT / LEDGER).is_file():
        pytest.fail(f"{LEDGER} is not there: `make build` makes it")
    port = free_port()
    with LOG.open("wb") as log:
        command = datasette_command(LEDGER, "127.0.0.1", port)
        server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        try:
            wait_until_served(f"http://127.0.0.1:{port}", server)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@contextmanager
def opened(browser: Browser, address: str, width: int, height: int) -> Iterator[Page]:
    """A page of `width` × `height` CSS pixels whose relative addresses are the ledger's.

    Requests to other hosts are stopped; they and errors of scripts fail the test when it ends.
    """
    wrong: list[str] = []

    def only_ours(route: Route) -> None:
        if urlsplit(route.request.url).netloc == urlsplit(address).netloc:
            route.continue_()
        else:
            wrong.append(f"asked another host: {route.request.url}")
            route.abort()

    viewport = ViewportSize(width=width, height=height)
    context = browser.new_context(base_url=address, viewport=viewport, service_workers="block")
    context.route("**/*", only_ours)
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(f"error in a script: {error.message}"))
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page as on a laptop."""
    with opened(browser, address, width=1280, height=800) as wide:
        yield wide


@pytest.fixture
def narrow_page(browser: Browser, address: str) -> Iterator[Page]:
    """A page as on a telephone, 375 CSS pixels wide."""
    with opened(browser, address, width=375, height=812) as narrow:
        yield narrow


@pytest.fixture(scope="session")
def screenshot() -> Screenshot:
    """Saves a page as build/screenshots/NAME.png, whole, and gives the path."""

    def save(page: Page, name: str) -> Path:
        path = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path, full_page=True)
        return path

    return save
