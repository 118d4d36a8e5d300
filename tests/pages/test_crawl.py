"""From the home page over every page of ours: each link answers, and each place on a page that a link names is there.

All pages without a query are opened. Of twins, of queries and of Datasette's tables, which are too many, FEW of each
shape are; statements are looked up in the ledger.
"""

import re
import sqlite3
from collections import Counter, deque
from html import unescape
from urllib.parse import parse_qsl, unquote, urldefrag, urlsplit

import pytest
from datasette.app import Datasette

pytestmark = pytest.mark.asyncio(loop_scope="module")

FEW = 12
BEGIN = ["/", "/explore", "/coverage", "/compare?ids=nvidia-h200-sxm,amd-mi300x"]
HREF = re.compile(r'<a [^>]*?href="([^"]*)"')
ID = re.compile(r'\sid="([^"]+)"')
PAGE = re.compile(r"/(device|system|model|software|benchmark|organization|claim|source)/[^/?]+")
TWIN = re.compile(r"\.(json|bib|csl\.json|csv|svg|atom|db)$")


class Crawl:
    """What was opened, what is still to open, and what did not answer."""

    def __init__(self, datasette: Datasette, statements: set[str]) -> None:
        self.datasette = datasette
        self.statements = statements
        self.waiting = deque(BEGIN)
        self.seen = set(BEGIN)
        self.shapes: Counter[tuple[str, ...]] = Counter()
        self.places: dict[str, set[str]] = {}
        self.named: dict[tuple[str, str], str] = {}
        self.dead: list[str] = []

    async def run(self) -> None:
        while self.waiting:
            await self.open(self.waiting.popleft())

    async def open(self, address: str) -> None:
        answer = await self.datasette.client.get(address)
        if answer.status_code != 200:
            self.dead.append(f"{answer.status_code} {address}")
        elif answer.headers["content-type"].startswith("text/html") and not address.startswith("/ledger"):
            self.places[address] = set(ID.findall(answer.text))
            for link in dict.fromkeys(map(unescape, HREF.findall(answer.text))):
                self.meet(link, address)

    def meet(self, link: str, on: str) -> None:
        target, place = urldefrag(link)
        if place:
            self.named[target or on, place] = on
        if not target.startswith("/") or target in self.seen:
            return
        self.seen.add(target)
        path = urlsplit(target).path
        if path.startswith("/statement/") and not TWIN.search(path):
            if path.removeprefix("/statement/") not in self.statements:
                self.dead.append(f"no such statement: {target} on {on}")
        elif self.wanted(target):
            self.waiting.append(target)

    def wanted(self, target: str) -> bool:
        """Every page of a thing, and the first few of all else that looks the same."""
        path, query = unquote(urlsplit(target).path), urlsplit(target).query
        if PAGE.fullmatch(path) and not query and not TWIN.search(path):
            return True
        end, table = TWIN.search(path), path.split("/")[2:3] if path.startswith("/ledger") else []
        names = sorted(name for name, _ in parse_qsl(query))
        shape = (path.split("/")[1], *table, end[0] if end else "", *names)
        self.shapes[shape] += 1
        return self.shapes[shape] <= FEW and path != "/ledger.db"

    def misplaced(self) -> list[str]:
        """Places that links name and pages that were opened do not have."""
        return [
            f"{target}#{place} on {on}"
            for (target, place), on in self.named.items()
            if target in self.places and unquote(place) not in self.places[target]
        ]


async def test_every_link_answers(served: Datasette, ledger: sqlite3.Connection) -> None:
    crawl = Crawl(served, {row[0] for row in ledger.execute("SELECT id FROM statements")})
    await crawl.run()
    n_things = ledger.execute("SELECT count(*) FROM entities").fetchone()[0]
    opened = {address for address in crawl.places if PAGE.fullmatch(address)}
    assert crawl.dead == []
    assert crawl.misplaced() == []
    assert len(opened) > n_things * 0.9
