"""What was once said stays known: on the page of corrections, at the statement, on a given day, and as a feed."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
import pytest_asyncio
from datasette.app import Datasette

from pages import feeds
from tests.pages import visible
from tests.pages.conftest import serving

pytestmark = pytest.mark.asyncio(loop_scope="module")
STATEMENT = "9db23612a9be4481"
COLUMNS = 'id, entity, metric, qualifiers, source, old, new, kind, date, subject, "commit", file, statement'
CHANGES = [
    ("c1", "2026-06-01", "3.2 TB/s", "3.3 TB/s", "correction", "Read the table again"),
    ("c2", "2026-07-01", "3.3 TB/s", "3.35 TB/s", "source_revised", "Take the second edition"),
    ("c3", "2026-08-01", "3.35 TB/s (normal)", "3.35 TB/s (preferred)", "rank", "Prefer the datasheet"),
]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def remembering(acme_ledger: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Datasette]:
    """Acme's ledger with three changes in its history, served."""
    ledger = tmp_path_factory.mktemp("remembering") / "ledger.db"
    shutil.copy(acme_ledger, ledger)
    with closing(sqlite3.connect(ledger)) as connection:
        for id_, date, old, new, kind, subject in CHANGES:
            row = (id_, "acme-a1", "memory_bandwidth", "{}", "acme-a1-datasheet", old, new, kind, date, subject, "0")
            connection.execute(
                f"INSERT INTO changes ({COLUMNS}) VALUES ({', '.join('?' * 13)})", (*row, "data/x.yml", STATEMENT)
            )
        connection.execute(
            "INSERT INTO findings (id, rule, level, statement, message) VALUES ('f1', 'range', 'question', ?, 'Odd.')",
            (STATEMENT,),
        )
        connection.execute("INSERT INTO records SELECT file, '2026-05-01', '2026-05-02' FROM claims")
        connection.execute("INSERT OR REPLACE INTO build_info VALUES ('history', 'since 2026-05-01')")
        connection.commit()
    async with serving(ledger) as datasette:
        yield datasette


async def test_the_page_lists_figures_that_are_others_now(remembering: Datasette) -> None:
    page = await remembering.client.get("/corrections")
    assert visible.text(page.text).split("\nShow\n")[1] == (
        "2 changes. The log of the records tells of changes since 2026-05-01. JSON · feed · in the table\n"
        "Changes, the newest first\nFigure\nBefore\nSince\nWhy\n"
        "Memory bandwidth of Acme A1: 3.35 TB/s\n3.3 TB/s\n2026-07-01\n"
        "revised by its source Take the second edition\n"
        "Memory bandwidth of Acme A1: 3.3 TB/s\n3.2 TB/s\n2026-06-01\n"
        "our mistake, corrected Read the table again\n"
    ).replace("source Take", "sourceTake").replace("corrected Read", "correctedRead")


async def test_a_kind_is_chosen(remembering: Datasette) -> None:
    body = (await remembering.client.get("/corrections.json?kind=rank&entity=acme-a1")).json()
    assert [(row["id"], row["new"]) for row in body["changes"]] == [("c3", "3.35 TB/s (preferred)")]
    assert (await remembering.client.get("/corrections.json?entity=acme-m1")).json()["total"] == 0


async def test_a_statement_says_what_it_was(remembering: Datasette) -> None:
    text = visible.text((await remembering.client.get(f"/statement/{STATEMENT}")).text)
    assert "3.35 TB/s since 2026-07-01, before that 3.3 TB/s. revised by its source: Take the second edition" in text


@pytest.mark.parametrize(
    ("day", "stated"),
    [("2026-05-01", "3.2 TB/s"), ("2026-06-01", "3.3 TB/s"), ("2026-06-30", "3.3 TB/s"), ("2026-07-01", "3.35 TB/s")],
)
async def test_a_statement_as_of_a_day(remembering: Datasette, day: str, stated: str) -> None:
    body = (await remembering.client.get(f"/statement/{STATEMENT}.json?as-of={day}")).json()
    assert body["as_of"] == {"day": day, "stated": stated}
    page = await remembering.client.get(f"/statement/{STATEMENT}?as-of={day}")
    assert f"On {day} the ledger said {stated}." in visible.text(page.text)


async def test_a_day_that_cannot_be_answered_for_is_refused(remembering: Datasette, acme: Datasette) -> None:
    async def said(datasette: Datasette, day: str) -> tuple[int, str]:
        answer = await datasette.client.get(f"/statement/{STATEMENT}.json?as-of={day}")
        return answer.status_code, answer.json()["error"]

    assert await said(remembering, "2026") == (
        400, "The parameter “as-of” is “2026”: it can be a day, such as 2026-12-01.",
    )  # fmt: skip
    assert await said(remembering, "2026-04-30") == (
        404, "The history of this ledger begins since 2026-05-01: there is nothing before.",
    )  # fmt: skip
    assert await said(acme, "2026-05-01") == (
        404, "This ledger holds no history, so what it said on that day is not known.",
    )  # fmt: skip


async def test_a_ledger_without_history_says_so(acme: Datasette) -> None:
    text = visible.text((await acme.client.get("/corrections")).text)
    assert "0 changes. Changes before this build are not known: git says: not a git repository" in text


@pytest.mark.parametrize(
    "path", ["/feeds/claims.atom", "/feeds/findings.atom", "/feeds/changes.atom", "/device/acme-a1.atom"]
)
async def test_feeds_have_all_that_atom_demands(remembering: Datasette, path: str) -> None:
    answer = await remembering.client.get(path)
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 - our own answer
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}id") == f"http://localhost{path}"
    entries = feed.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert entries
    assert len(set(ids)) == len(ids)
    for element in (feed, *entries):
        assert element.findtext(f"{ATOM}title")
        assert len(element.findtext(f"{ATOM}updated") or "") == len("2026-12-01T00:00:00Z")
    for entry in entries:
        assert entry.findtext(f"{ATOM}author/{ATOM}name") == "Specledger"
        link = entry.find(f"{ATOM}link")
        assert link is not None
        page = link.attrib["href"].removeprefix("http://localhost").partition("#")[0]
        assert (await remembering.client.get(page)).status_code == 200


async def test_entries_are_dated_by_the_day_on_which_they_came_on_record(
    remembering: Datasette, acme: Datasette
) -> None:
    async def told(datasette: Datasette, name: str) -> tuple[str | None, list[tuple[str | None, ...]]]:
        feed = ElementTree.fromstring((await datasette.client.get(f"/feeds/{name}.atom")).content)  # noqa: S314 - ours
        dates = [
            tuple(entry.findtext(ATOM + tag) for tag in ("updated", "published")) for entry in feed.iter(f"{ATOM}entry")
        ]
        return feed.findtext(f"{ATOM}subtitle"), dates

    assert await told(remembering, "claims") == (feeds.DATED, [("2026-05-01T00:00:00Z", "2026-04-01T00:00:00Z")])
    _, findings = await told(remembering, "findings")
    assert ("2026-07-01T00:00:00Z", "2026-03-01T00:00:00Z") in findings, "the figure changed after it came on record"
    assert await told(acme, "claims") == (feeds.UNDATED, [("2026-04-01T00:00:00Z", None)])


async def test_the_newest_comes_first(remembering: Datasette) -> None:
    feed = ElementTree.fromstring((await remembering.client.get("/feeds/changes.atom")).content)  # noqa: S314 - as above
    assert [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")] == [
        "Memory bandwidth of Acme A1: 3.35 TB/s, before that 3.3 TB/s",
        "Memory bandwidth of Acme A1: 3.3 TB/s, before that 3.2 TB/s",
    ]


@pytest.mark.parametrize(
    ("date", "moment"),
    [
        ("2026", "2026-01-01"),
        ("2026-11", "2026-11-01"),
        ("2026-11-05", "2026-11-05"),
        ("2026-Q4", "2026-10-01"),
        ("2026-H2", "2026-07-01"),
    ],
)
async def test_dates_are_moments_in_feeds(date: str, moment: str) -> None:
    assert feeds.moment(date) == f"{moment}T00:00:00Z"
