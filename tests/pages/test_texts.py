"""Whole pages as a reader meets them, over the records of the invented vendor Acme."""

import re
from pathlib import Path

import pytest
from datasette.app import Datasette

from tests.pages import visible

EXPECTED = Path(__file__).parent / "expected"
PAGES = {
    "home": "/",
    "device-acme-a1": "/device/acme-a1",
    "model-acme-m1": "/model/acme-m1",
    "organization-acme": "/organization/acme",
    "claim-acme-a1-is-fast": "/claim/acme-a1-is-fast",
    "source-acme-press-2026-04-03": "/source/acme-press-2026-04-03",
    "statement": "/statement/9db23612a9be4481",
}
CHANGES_WITH_EVERY_BUILD = [
    (r"content [0-9a-f]{16}", "content HASH"),
    (r"Specledger as of \d{4}-\d\d-\d\d", "Specledger as of DAY"),
    (r"\([0-9a-f]{16}, built \d{4}-\d\d-\d\d\)", "(HASH, built DAY)"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", PAGES)
async def test_a_page_reads_as_it_should(acme: Datasette, name: str) -> None:
    text = visible.text((await acme.client.get(PAGES[name])).text)
    for changing, fixed in CHANGES_WITH_EVERY_BUILD:
        text = re.sub(changing, fixed, text)
    assert text == (EXPECTED / f"{name}.txt").read_text()
