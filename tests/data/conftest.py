"""The ledger as Datasette serves it, started once for a module."""

from collections.abc import AsyncIterator

import pytest_asyncio
from datasette.app import Datasette

from tests.conftest import LEDGER, ROOT


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served() -> AsyncIterator[Datasette]:
    """The built ledger with the configuration of the repository."""
    datasette = Datasette(immutables=[str(LEDGER)], config_dir=ROOT)
    await datasette.invoke_startup()
    yield datasette
    datasette.close()
