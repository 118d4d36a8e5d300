"""Pages of the built ledger answer, and every link on it leads somewhere."""

import re
import sqlite3
from urllib.parse import urldefrag

import pytest
from datasette.app import Datasette

from tests.pages import visible

pytestmark = pytest.mark.asyncio(loop_scope="module")

ADDRESSES = """
SELECT '/' || kind || '/' || id FROM entities WHERE kind NOT IN ('model', 'organization') OR rowid % 5 = 0
UNION ALL SELECT '/claim/' || id FROM claims UNION ALL SELECT '/source/' || id FROM sources WHERE rowid % 10 = 0
UNION ALL SELECT * FROM (SELECT '/statement/' || id FROM statements ORDER BY id LIMIT 100)"""
"""Every device, system and software, and samples of what there is plenty of."""


async def test_every_page_and_twin_answers(served: Datasette, ledger: sqlite3.Connection) -> None:
    for (address,) in ledger.execute(ADDRESSES).fetchall():
        page = await served.client.get(address)
        assert page.status_code == 200, address
        assert re.findall(r"\bNone\b|\bUndefined\b|\[\]|\{\}", visible.text(page.text)) == [], address
        assert (await served.client.get(f"{address}.json")).status_code == 200, address


@pytest.mark.parametrize(
    "address",
    ["/", "/device/nvidia-h100-sxm", "/model/moonshot-kimi-k3", "/claim/vllm-gb300-kimi-k3-decode", "/disagreements",
     "/software/vllm", "/organization/nvidia", "/source/news-digest-2026-12", "/search?q=h100"],
)  # fmt: skip
async def test_every_link_of_a_page_leads_somewhere(served: Datasette, address: str) -> None:
    page = (await served.client.get(address)).text
    anchors = set(re.findall(r'\sid="([^"]+)"', page))
    dead = []
    for link in dict.fromkeys(visible.links(page)):
        target, anchor = urldefrag(link)
        if target.startswith("/") and not target.startswith("/ledger.db"):
            answer = await served.client.get(target)
            there = set(re.findall(r'\sid="([^"]+)"', answer.text)) if anchor else {anchor}
            dead += [] if answer.status_code == 200 and anchor in there else [link]
        elif not target and anchor not in anchors:
            dead.append(link)
    assert dead == []


async def test_ids_on_a_page_are_unique(served: Datasette) -> None:
    for address in ("/", "/device/nvidia-h100-sxm", "/claim/vllm-gb300-kimi-k3-decode", "/disagreements", "/search"):
        ids = re.findall(r'\sid="([^"]+)"', (await served.client.get(address)).text)
        assert sorted(set(ids)) == sorted(ids), address
