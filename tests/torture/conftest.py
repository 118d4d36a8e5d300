"""A server to be tortured, one for the whole run, so that what it holds on to adds up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import LEDGER
from tests.pages.conftest import build_house
from tests.torture.server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The built ledger, served by a process of its own."""
    running = Server(LEDGER)
    yield running
    running.close()


@pytest.fixture(scope="session")
def acme_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Acme's ledger."""
    return build_house(tmp_path_factory.mktemp("acme"))
