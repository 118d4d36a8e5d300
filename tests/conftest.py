"""What several folders of tests need: the real dictionary, an invented house of records, the built ledger."""

import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from datasette.app import Datasette
from hypothesis import HealthCheck, settings

from loaders.dictionary import load_dictionary
from schema.dictionary import Dictionary

# A busy machine makes examples slowly; that says nothing about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
HOUSE = ROOT / "tests" / "house" / "data"
LEDGER = ROOT / "build" / "ledger.db"
DICTIONARY_FILES = ("metrics.yml", "words.yml", "units.yml")


@pytest.fixture(scope="session")
def dictionary() -> Dictionary:
    """The dictionary of the ledger."""
    return load_dictionary(DATA)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A data folder of the invented vendor Acme, free to be changed, under the real dictionary."""
    root = tmp_path / "data"
    shutil.copytree(HOUSE, root)
    for name in DICTIONARY_FILES:
        shutil.copy(DATA / name, root / name)
    return root


@pytest.fixture
def ledger() -> Iterator[sqlite3.Connection]:
    """The built ledger, read-only, rows by column name."""
    with closing(sqlite3.connect(f"file:{LEDGER}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served() -> AsyncIterator[Datasette]:
    """The built ledger with the configuration of the repository."""
    datasette = Datasette(immutables=[str(LEDGER)], config_dir=ROOT)
    await datasette.invoke_startup()
    yield datasette
    datasette.close()
