"""The search finds a name however it is spelled, and says what may have been meant."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette

from pages.spelling import contains, nearest, parts, spelled, squeezed
from tests.pages import visible
from tests.pages.conftest import build_house, serving


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MI 300X", "mi300x"),
        ("RTX4090", "RTX 4090"),
        ("ling 3.1", "Ling-3.1"),
        ("H100-SXM", "h100 sxm"),
        ("Émile", "emile"),
    ],
)
def test_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert squeezed(one) == squeezed(other)


@pytest.mark.parametrize(
    ("query", "name", "held"),
    [
        ("ling 3.1", "Ling-3.1-flash", True),
        ("h100", "NVIDIA H100 SXM", True),
        ("nvidia h1", "NVIDIA H100 SXM", False),
        ("kimi thin", "Kimi K2 Thinking", True),
        ("h100 pcie", "NVIDIA H100 SXM", False),
        ("", "NVIDIA H100 SXM", False),
    ],
)
def test_a_name_holds_every_part_of_a_query(query: str, name: str, held: bool) -> None:
    assert contains(parts(query), parts(name)) is held


def test_the_nearest_names_are_found() -> None:
    known = [("a", "NVIDIA H100 SXM"), ("b", "NVIDIA H200 SXM"), ("c", "Kimi K3"), ("a", "H100")]
    names = [spelled(key, name) for key, name in known]
    assert nearest("nvidia h100 smx", names, 2) == ["a", "b"]
    assert nearest("???", names, 2) == []


async def results(datasette: Datasette, query: str) -> list[tuple[str, str, str]]:
    body: dict[str, Any] = (await datasette.client.get("/search.json", params={"q": query})).json()
    return [(row["kind"], row["id"], row["match"]) for row in body["results"]]


@pytest.mark.asyncio(loop_scope="module")
async def test_exact_names_go_before_parts_and_these_before_text(acme: Datasette) -> None:
    assert await results(acme, "a 1") == [
        ("device", "acme-a1", "exact"),
        ("claim", "acme-a1-is-fast", "name"),
        ("source", "acme-a1-datasheet", "name"),
        ("source", "acme-press-2026-04-03", "name"),
        ("source", "acme-blog", "name"),
        ("source", "acme-press-copy", "name"),
    ]
    assert ("claim", "acme-a1-is-fast", "name") in await results(acme, "decodes m1")


@pytest.mark.asyncio(loop_scope="module")
async def test_one_kind_can_be_asked_for(acme: Datasette) -> None:
    body = (await acme.client.get("/search.json?q=acme&kind=model")).json()
    assert [row["path"] for row in body["results"]] == ["/model/acme-m1"]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_misspelt_name_is_answered_with_what_may_be_meant(acme: Datasette) -> None:
    body = (await acme.client.get("/search.json?q=acme+surve")).json()
    assert body["results"] == []
    first = body["suggestions"][0]
    assert first == {
        "kind": "software", "id": "acme-serve", "title": "Acme Serve", "path": "/software/acme-serve", "match": "near",
    }  # fmt: skip
    page = visible.text((await acme.client.get("/search?q=acme+surve")).text)
    assert "Nothing is called so. Perhaps one of these is meant:\nsoftware\nAcme Serve" in page


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("query", ['"', "*", "a AND", "NEAR(", "-", "a:b", "%", "_", "\\", "…"])
async def test_no_query_is_too_strange_for_an_answer(acme: Datasette, query: str) -> None:
    assert (await acme.client.get("/search.json", params={"q": query})).status_code == 200


async def test_without_a_full_text_index_the_text_is_searched_all_the_same(tmp_path: Path) -> None:
    out = build_house(tmp_path)
    with sqlite3.connect(out) as connection:
        connection.execute("DROP TABLE search_fts")
        connection.execute("UPDATE search SET text = 'forged by hand_made' WHERE ref = 'acme-box'")
    async with serving(out) as datasette:
        assert await results(datasette, "forged by") == [("system", "acme-box", "text")]
        assert await results(datasette, "hand_m") == [("system", "acme-box", "text")]
        assert await results(datasette, "handXm") == []
