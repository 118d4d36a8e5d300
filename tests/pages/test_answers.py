"""Every address answers: with a page, its twin, a redirect, or a sentence that says why not."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette

from tests.conftest import ROOT
from tests.pages import visible
from tests.pages.conftest import build_house, serving

pytestmark = pytest.mark.asyncio(loop_scope="module")

STRICT = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "script-src 'self'; style-src 'self'; frame-ancestors 'none'"
)
THINGS = [
    "/device/acme-a1",
    "/system/acme-box",
    "/model/acme-m1",
    "/software/acme-serve",
    "/benchmark/acme-bench",
    "/organization/acme",
    "/claim/acme-a1-is-fast",
    "/source/acme-blog",
    "/statement/9db23612a9be4481",
]
LISTS = ["/search", "/disagreements", "/coverage", "/compare"]


@pytest.mark.parametrize("address", ["/", *LISTS, *THINGS])
async def test_our_pages_hold_no_inline_code_and_may_be_cached(acme: Datasette, address: str) -> None:
    answer = await acme.client.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == STRICT
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert visible.code(answer.text) == []


async def test_datasettes_pages_may_run_their_own_inline_code_and_no_other(acme: Datasette) -> None:
    answer = await acme.client.get("/ledger/devices")
    assert answer.headers["content-security-policy"] == STRICT.replace(
        "script-src 'self'; style-src 'self'", "script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"


def documented(heading: str) -> set[str]:
    """Keys that docs/json.md names below a heading."""
    part = (ROOT / "docs/json.md").read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    first_cells = re.findall(r"^\| (`[^|]+) \|", part, re.MULTILINE)
    return {key for cell in first_cells for key in re.findall(r"`(\w+)`", cell)}


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        *[(thing, "A device, system, model, software, benchmark or organization") for thing in THINGS[:6]],
        (THINGS[6], "A claim"),
        (THINGS[7], "A source"),
        (THINGS[8], "A statement"),
        ("/index", "The home page"),
        ("/search", "The search"),
        ("/disagreements", "The disagreements"),
        ("/coverage", "The coverage"),
        ("/compare", "A comparison"),
    ],
)
async def test_a_twin_has_the_keys_that_are_documented(acme: Datasette, address: str, heading: str) -> None:
    answer = await acme.client.get(f"{address}.json")
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.json().keys() == documented(heading) | {"ok"}


async def test_a_twin_holds_rows_with_their_json_read(acme: Datasette) -> None:
    body = (await acme.client.get("/device/acme-a1.json")).json()
    assert body["entity"]["aliases"] == ["A1"]
    assert body["record"]["memory_options"] == [80, 160]
    assert [(row["metric"], row["why"]) for row in body["absences"]] == [("price", "not_announced")]
    shown = {(row["metric"], row["stated"], str(row["qualifiers"])) for row in body["facts"]}
    assert ("peak_compute", "2000 TFLOP/s", "{'precision': 'fp8', 'sparsity': 'sparse'}") in shown
    assert ("memory_bandwidth", "2 TB/s") not in {(metric, stated) for metric, stated, _ in shown}
    assert "2 TB/s" in {row["stated"] for row in body["statements"]}
    assert sorted(body["sources"]) == ["acme-a1-datasheet", "acme-blog", "acme-press-2026-04-03"]


@pytest.mark.parametrize(
    ("address", "now"),
    [
        ("/device/acme-alpha", "/device/acme-a1"),
        ("/device/acme-alpha.json", "/device/acme-a1.json"),
        ("/device/acme-box", "/system/acme-box"),
        ("/model/acme.json", "/organization/acme.json"),
    ],
)
async def test_an_old_or_misplaced_id_leads_on(acme: Datasette, address: str, now: str) -> None:
    answer = await acme.client.get(address)
    assert (answer.status_code, answer.headers["location"]) == (301, now)


async def test_an_id_may_end_like_a_twin(tmp_path: Path) -> None:
    async with serving(build_house(tmp_path, {"acme-blog": "acme-blog.json"})) as datasette:
        page = await datasette.client.get("/source/acme-blog.json")
        twin = await datasette.client.get("/source/acme-blog.json.json")
    assert visible.text(page.text).startswith("source\nA1 outruns its forerunner\n")
    assert "/source/acme-blog.json.json" in visible.links(page.text)
    assert twin.json()["id"] == "acme-blog.json"


async def test_an_unknown_id_is_answered_with_the_nearest(acme: Datasette) -> None:
    answer = await acme.client.get("/device/acme-b1")
    assert answer.status_code == 404
    sentence = "The ledger has no device “acme-b1”. Perhaps one of these is meant:"
    assert visible.text(answer.text) == f"Not here\n{sentence}\nAcme A1 acme-a1\n"
    nearest = [{"id": "acme-a1", "title": "Acme A1", "path": "/device/acme-a1"}]
    assert (await acme.client.get("/device/acme-b1.json")).json() == {
        "ok": False, "error": sentence, "errors": [sentence], "status": 404, "nearest": nearest,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/statement/0", 404, "The ledger has no statement “0”. The search finds things by their names."),
        ("/device/acme-a1?sort=x", 400, "This page has no parameter “sort”: it takes none."),
        ("/search?query=x", 400, "This page has no parameter “query”: it takes q, kind."),
        ("/search?q=a&q=b", 400, "The parameter “q” is given 2 times: once is allowed."),
        ("/search?q=" + "a" * 301, 400, "The parameter “q” has 301 characters: at most 300 are read."),
        (
            "/disagreements?state=shut&page=1&x=",
            400,
            "The parameter “state” is “shut”: it can be open, ranked, explained. "
            "This page has no parameter “x”: it takes metric, vendor, kind, state, cause, page.",
        ),
        ("/disagreements?page=0", 400, "The parameter “page” is “0”: it can be a whole number from 1 to 10000."),
        ("/disagreements?page=२", 400, "The parameter “page” is “२”: it can be a whole number from 1 to 10000."),
        ("/disagreements?page=7", 404, "There is no page 7: the list ends with page 1."),
    ],
)
async def test_what_cannot_be_answered_is_said_in_a_sentence(
    acme: Datasette, address: str, status: int, sentence: str
) -> None:
    path, _, query = address.partition("?")
    answer = await acme.client.get(f"{path}.json?{query}")
    assert (answer.status_code, answer.json()["error"]) == (status, sentence)
    page = await acme.client.get(address)
    assert (page.status_code, sentence in visible.text(page.text)) == (status, True)
    assert page.headers["content-security-policy"] == STRICT


async def test_what_networks_add_to_a_shared_link_does_no_harm(acme: Datasette) -> None:
    assert (await acme.client.get("/device/acme-a1?utm_source=paper&fbclid=x")).status_code == 200


@pytest.mark.parametrize("address", ["/device/%00", "/device/..%2f", "/claim/%F0%9F%92%A5", "/source/'", "/device/%25"])
async def test_no_id_is_too_strange_for_an_answer(acme: Datasette, address: str) -> None:
    assert (await acme.client.get(address)).status_code in (302, 400, 404)


async def test_disagreements_are_filtered(acme: Datasette) -> None:
    async def found(query: str) -> list[tuple[str, str]]:
        rows: list[dict[str, Any]] = (await acme.client.get(f"/disagreements.json?{query}")).json()["disagreements"]
        return [(row["entity"], row["metric"]) for row in rows]

    bandwidth, parameters = ("acme-a1", "memory_bandwidth"), ("acme-m1", "params_total")
    assert await found("") == [bandwidth, parameters]
    assert await found("state=explained") == [parameters]
    assert await found("kind=device&metric=&cause=announced_and_shipped") == [bandwidth]
    assert await found("kind=device&state=explained") == []


async def test_a_ledger_that_is_not_built_is_said_to_be_none(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "ledger.db").close()
    async with serving(tmp_path / "ledger.db") as empty:
        answer = await empty.client.get("/device/acme-a1")
    assert (answer.status_code, answer.text) == (503, "The ledger could not be read: no such table: entities.")


async def test_links_to_correct_a_record_stand_where_a_repository_is_set(acme_ledger: Path) -> None:
    settings = {"repository": "https://code.example/ledger/", "branch": "trunk", "address": "https://ledger.example/"}
    datasette = Datasette(immutables=[str(acme_ledger)], config={"plugins": {"specledger": settings}})
    await datasette.invoke_startup()
    page = await datasette.client.get("/statement/9db23612a9be4481")
    assert "https://code.example/ledger/blob/trunk/data/devices/acme/acme-a1.yml#L15" in visible.links(page.text)
    report = "https://code.example/ledger/issues/new?title=Statement+9db23612a9be4481"
    assert any(link.startswith(report) for link in visible.links(page.text))
    assert "https://ledger.example/statement/9db23612a9be4481" in visible.text(page.text)


async def test_no_such_links_stand_where_none_is_set(acme: Datasette) -> None:
    page = await acme.client.get("/statement/9db23612a9be4481")
    assert [link for link in visible.links(page.text) if "issues" in link or "blob" in link] == []


async def test_one_query_cannot_use_up_the_memory(acme: Datasette) -> None:
    answer = await acme.client.get("/ledger/-/query.json?sql=select+zeroblob(900000000)")
    assert (answer.status_code, answer.json()["error"]) == (400, "string or blob too big")
