"""Two served ledgers: the real one, and the invented one of the vendor Acme, whose texts no new record changes."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner
from datasette.app import Datasette

from loaders.cli import main
from tests.conftest import DATA, DICTIONARY_FILES, HOUSE


def build_house(folder: Path, changes: dict[str, str] | None = None) -> Path:
    """Build Acme's records, with texts replaced as `changes` says, to FOLDER/ledger.db."""
    shutil.copytree(HOUSE, folder / "data")
    for name in DICTIONARY_FILES:
        shutil.copy(DATA / name, folder / "data" / name)
    shutil.copytree(DATA / "languages", folder / "data" / "languages")
    for record in (folder / "data").rglob("*.yml"):
        text = record.read_text()
        for old, new in (changes or {}).items():
            text = text.replace(old, new)
        record.write_text(text)
    out = folder / "ledger.db"
    result = CliRunner().invoke(main, ["build", "--data", str(folder / "data"), "--out", str(out)])
    assert result.exit_code == 0, (result.output, result.exception)
    return out


@asynccontextmanager
async def serving(ledger: Path) -> AsyncIterator[Datasette]:
    """A started Datasette over `ledger`, without the configuration of the repository."""
    datasette = Datasette(immutables=[str(ledger)])
    await datasette.invoke_startup()
    try:
        yield datasette
    finally:
        datasette.close()


@pytest.fixture(scope="session")
def acme_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Acme's ledger."""
    return build_house(tmp_path_factory.mktemp("acme"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def acme(acme_ledger: Path) -> AsyncIterator[Datasette]:
    """Acme's ledger, served."""
    async with serving(acme_ledger) as datasette:
        yield datasette
