"""Whatever a record says, it is text and nothing else."""

import sqlite3
from pathlib import Path

from tests.pages import visible
from tests.pages.conftest import build_house, serving

EVIL = '<script>alert(1)</script><img src=x onerror=alert(2)>" onmouseover="alert(3)'
QUOTED = "'" + EVIL + "'"
CHANGES = {
    "name: Acme A1": f"name: {QUOTED}",
    "name: Acme\n": f"name: {QUOTED}\n",
    "aliases: [A1]": f"aliases: [{QUOTED}]",
    "pci: 1af4:0001": f"pci: {QUOTED}",
    "at: p. 2": f"at: {QUOTED}",
    "title: A1 datasheet": f"title: {QUOTED}",
    "url: https://acme.example/a1.pdf": "url: javascript:alert(4)",
    "reason: An early sample": f"note: {QUOTED}\n    reason: An early sample",
    "claim: Acme Serve decodes M1 up to 1.9 times as fast on 8 A1 as before.": f"claim: {QUOTED}",
    "engine_version: 0.1": f"engine_version: {QUOTED}",
    "setting: keep_blocks": f"setting: {QUOTED}",
}
ADDRESSES = [
    "/",
    "/device/acme-a1",
    "/system/acme-box",
    "/software/acme-serve",
    "/organization/acme",
    "/claim/acme-a1-is-fast",
    "/source/acme-a1-datasheet",
    "/disagreements",
    "/search?q=acme",
    "/search?q=%3Cscript%3Ealert(1)%3C/script%3E",
    "/device/%3Cscript%3Ealert(1)%3C",
    "/disagreements?state=%3Cscript%3E",
]


async def test_hostile_text_stays_text(tmp_path: Path) -> None:
    out = build_house(tmp_path, CHANGES)
    ids = [row[0] for row in sqlite3.connect(out).execute("SELECT id FROM statements ORDER BY id")]
    async with serving(out) as datasette:
        pages = [(await datasette.client.get(a)).text for a in [*ADDRESSES, *(f"/statement/{ref}" for ref in ids)]]
    for page in pages:
        assert visible.code(page) == []
        assert [link for link in visible.links(page) if "javascript:" in link] == []
    assert sum(EVIL in visible.text(page) for page in pages) > 10


async def test_hostile_text_stays_text_in_datasettes_tables(tmp_path: Path) -> None:
    out = build_house(tmp_path, CHANGES)
    async with serving(out) as datasette:
        tables = [(await datasette.client.get(f"/ledger/{name}")).text for name in ("devices", "statements", "claims")]
    for page in tables:
        assert "<script>alert" not in page
        assert "<img" not in page
