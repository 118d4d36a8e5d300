"""What our own pages say in English, page by page, with what the check may answer to each figure.

No claim about the world, and left out by rule: what stands behind `Source:` (documents, and editions of the ledger),
counts of statements and origins, sums shown as code. What the ledger works out itself, as answers on memory, must only
not be accused, and likewise the further figures of a sentence, each of which has a sentence of its own elsewhere.
"""

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from html import unescape
from typing import Any, NamedTuple

from datasette.app import Datasette

from analysis.text.checking import Answer, Checker
from pages.catalogue import Catalogue
from pages.rows import Row
from pages.visit import catalogue_of, in_ledger
from pages.words import Words

SUPPORTING = ("supported", "only_repeated")
ACCUSING = ("contradicted", "misleading")
SHEETS = ("device", "system", "model")
REFUTED = frozenset({"false", "misleading"})
TOLD_OF = ("outdated", "refuted")
"""Rules by which a verdict says what the page says as well: a price of the past, a claim that the page refutes."""
NAMES = ("id", "metric", "stated", "rank", "qualifiers")
_TAG = re.compile(r"<[^>]+>")
_CITATION = re.compile(r'<p class="citation">(.*?)</p>', re.DOTALL)
_DISAGREEMENT = re.compile(
    r'<strong><a href="[^"]*">(.*?)</a></strong>(.*?)<span class="span"><a href="/statement/(\w+)">(.*?)</a>\s*against '
    r'<a href="/statement/(\w+)">(.*?)</a>',
    re.DOTALL,
)
_FINDING = re.compile(r"<li>(?:<span[^>]*>[^<]*</span> )?(.*?)\n.*?on <a href=\"/statement/(\w+)\"", re.DOTALL)


class Said(NamedTuple):
    """A sentence of a page with the place of a figure that it asserts; `rank` is that of its statement.

    `open` says that the figure's source leaves open what the page tells of the group that it stands in.
    """

    kind: str
    path: str
    sentence: str
    start: int
    end: int
    rank: str = "normal"
    open: bool = False


class Judged(NamedTuple):
    """A sentence with the answer to its figure, None where the check found none; `side` holds those to the rest."""

    said: Said
    answer: Answer | None
    side: tuple[Answer, ...]

    @property
    def right(self) -> bool:
        """Whether the answer is what the page deserves."""
        if self.answer is None:
            return self.said.rank == "deprecated"
        if self.said.rank == "deprecated":
            return self.answer.verdict not in SUPPORTING or any(item.primary for item in self.answer.statements)
        if self.said.open or self.answer.rule == "set_aside":
            return self.answer.verdict != "contradicted"
        return self.answer.verdict in SUPPORTING or self.answer.rule in TOLD_OF

    def __str__(self) -> str:
        told = f"{self.answer.text}: {self.answer.verdict}, {self.answer.why}" if self.answer else "not found"
        return f"{self.said.path}: {self.said.sentence} | {told}"


def judged(checker: Checker, said: Said) -> Judged:
    """The answers to a sentence; the figure is the one that begins within its place."""
    answers = checker.check(said.sentence, "en").answers
    own = [item for item in answers if said.start <= item.start < said.end]
    return Judged(said, own[0] if own else None, tuple(item for item in answers if item not in own))


def plain(html: str) -> str:
    """A piece of a page as text."""
    return " ".join(unescape(_TAG.sub(" ", html)).split()).replace(" ,", ",")


def _said(kind: str, path: str, before: str, figure: str, after: str = "", rank: str = "normal") -> Said:
    return Said(kind, path, f"{before}{figure}{after}", len(before), len(before) + len(figure), rank)


def _differs(row: Row, before: str, figure: str) -> Said:
    said = _said("disagreement", f"/disagreements#{row['id']}", before, figure, "", row["rank"])
    return said._replace(open="undeclared" in row["qualifiers"])


async def body(datasette: Datasette, path: str) -> dict[str, Any]:
    """What a page is made from."""
    found: dict[str, Any] = (await datasette.client.get(f"{path}.json")).json()
    return found


def sheet(body: Row, words: Words) -> Iterator[Said]:
    """A sentence for each figure of a spec sheet: `NVIDIA H200 SXM: Memory 141 GB, per GPU.`"""
    for fact in body["facts"]:
        if fact["value"] is not None and fact["claim"] is None:
            held = "".join(f", {part}" for part in words.holds_for(fact))
            before = f"{body['entity']['name']}: {words.about(fact)} "
            yield _said("sheet", f"{body['kind']}/{body['id']}", before, words.stated(fact), f"{held}.")


async def sheets(datasette: Datasette, checker: Checker, each: int) -> AsyncIterator[Said]:
    """The spec sheets of every so many-th device, system and model."""
    catalogue = await catalogue_of(datasette)
    paths = [f"/{thing.kind}/{thing.id}" for thing in checker.ledger.things.values() if thing.kind in SHEETS]
    for path in paths[::each]:
        for said in sheet(await body(datasette, path), catalogue.words):
            yield said


async def statements(datasette: Datasette, each: int) -> AsyncIterator[Said]:
    """What every so many-th page of a statement with a figure says to be cited, and every one that is set aside."""
    words = (await catalogue_of(datasette)).words
    rows = await in_ledger(datasette, _with_figures)
    plainly, aside = ([row for row in rows if (row["rank"] == "deprecated") is told] for told in (False, True))
    for row in (*plainly[::each], *aside[:: max(1, each // 10)]):
        page = (await datasette.client.get(f"/statement/{row['id']}")).text
        sentence = plain(_CITATION.findall(page)[0]).partition(". Source: ")[0].partition(", set aside: ")[0]
        place = sentence.index(f": {words.stated(row)}") + 2
        end = place + len(words.stated(row))
        yield Said("statement", f"/statement/{row['id']}", sentence, place, end, row["rank"])


def _with_figures(conn: Any) -> list[Row]:
    rows = conn.execute(f"select {', '.join(NAMES)} from statements where value is not null order by id")
    return [dict(zip(NAMES, row, strict=True)) for row in rows]


async def disagreements(datasette: Datasette, most: int) -> AsyncIterator[Said]:
    """Both ends of each disagreement on so many pages of the list."""
    rows = {row["id"]: row for row in await in_ledger(datasette, _with_figures)}
    for page in range(1, most + 1):
        html = (await datasette.client.get(f"/disagreements?page={page}")).text
        for about, held, low, lowest, high, highest in _DISAGREEMENT.findall(html):
            for ref, figure in ((low, lowest), (high, highest)):
                if ref in rows:
                    yield _differs(rows[ref], f"{plain(about)}, {plain(held)}: ".replace(", :", ":"), plain(figure))


async def findings(datasette: Datasette, paths: Sequence[str]) -> AsyncIterator[Said]:
    """What checks noticed, with the figure that they speak of, on pages of things and claims."""
    words = (await catalogue_of(datasette)).words
    rows = {row["id"]: row for row in await in_ledger(datasette, _with_figures)}
    for path in paths:
        html = (await datasette.client.get(path)).text
        for told, ref in _FINDING.findall(html.partition('id="findings"')[2]):
            sentence, row = plain(told), rows.get(ref)
            about, _, message = sentence.partition(": ")
            figure = next((f for f in _ways(row, words) if message.startswith(f)), None) if row else None
            if row and figure:
                yield _said("finding", path, f"{about}: ", figure, message[len(figure) :], row["rank"])


def _ways(row: Row, words: Words) -> tuple[str, str]:
    return words.stated(row), row["stated"]


async def comparisons(datasette: Datasette, checker: Checker, each: int) -> AsyncIterator[Said]:
    """Tables of comparisons as they are copied: things across the head, a metric with its qualifiers in each row."""
    catalogue = await catalogue_of(datasette)
    devices = [thing.id for thing in checker.ledger.things.values() if thing.kind == "device"]
    for one, other in zip(devices[::each], devices[1::each], strict=False):
        path = f"/compare?ids={one},{other}"
        for line in await _lines(datasette, path):
            for said in _cells(path, line, catalogue):
                yield said


async def _lines(datasette: Datasette, path: str) -> list[Row]:
    found: list[Row] = (await datasette.client.get(path.replace("/compare?", "/compare.json?"))).json()["lines"]
    return [line for line in found if line["unit"] and all(cell["fact"] for cell in line["cells"])]


def _cells(path: str, line: Row, catalogue: Catalogue) -> Iterator[Said]:
    """A row of a comparison under its head: each cell once as the one in question."""
    words, cells = catalogue.words, line["cells"]
    held = words.holds_for({"entity": "", "qualifiers": line["qualifiers"]})
    text = "\t".join(["Figure", *(catalogue.name(cell["entity"]) for cell in cells)]) + "\n"
    text += ", ".join([words.metric(line["metric"]), *held])
    stated = [words.stated(cell["fact"]) for cell in cells]
    for place in range(len(cells)):
        before = text + "".join(f"\t{figure}" for figure in stated[:place]) + "\t"
        yield _said("comparison", path, before, stated[place], "".join(f"\t{figure}" for figure in stated[place + 1 :]))


async def fits(datasette: Datasette, models: Sequence[str]) -> AsyncIterator[str]:
    """Sentences of memory answers: what the ledger works out itself."""
    for model in models:
        page = (await datasette.client.get(f"/fit?model={model}")).text
        main = page.partition('id="answer"')[2].partition("<script")[0]
        for piece in re.findall(r"<(?:p|h2|figcaption|dd)[^>]*>(.*?)</(?:p|h2|figcaption|dd)>", main, re.DOTALL):
            yield plain(piece)
