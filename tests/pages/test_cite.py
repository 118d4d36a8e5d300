"""Twins that reference managers import."""

import pytest
from datasette.app import Datasette

from pages.cite import few

pytestmark = pytest.mark.asyncio(loop_scope="module")
BIBTEX = """@misc{specledger-statement-9db23612a9be4481,
  author = {{Specledger contributors}},
  title = {{Memory bandwidth of Acme A1: 3.35 TB/s (per GPU)}},
"""


async def test_a_statement_as_bibtex(acme: Datasette) -> None:
    answer = await acme.client.get("/statement/9db23612a9be4481.bib")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-bibtex; charset=utf-8")
    assert answer.text.startswith(BIBTEX)
    assert "  url = {http://localhost/statement/9db23612a9be4481},\n" in answer.text
    assert "  note = {Source: Acme, A1 datasheet (2026-03), p. 2}\n" in answer.text


@pytest.mark.parametrize(
    ("address", "title", "note"),
    [
        (
            "/claim/acme-a1-is-fast",
            "Acme Serve decodes M1 up to 1.9 times as fast on 8 A1 as before.",
            "Source: Acme, A1 outruns its forerunner (2026-04-02)",
        ),
        (
            "/device/acme-a1",
            "Acme A1: figures on record",
            "Sources: Acme, A1 datasheet (2026-03); Acme, A1 outruns its forerunner (2026-04-02); "
            "Acme Press, What the A1 can do (2026-04-03)",
        ),
    ],
)
async def test_things_as_csl_json(acme: Datasette, address: str, title: str, note: str) -> None:
    answer = await acme.client.get(f"{address}.csl.json")
    assert answer.headers["content-type"] == "application/vnd.citationstyles.csl+json; charset=utf-8"
    (item,) = answer.json()
    assert (item["title"], item["note"], item["URL"]) == (title, note, f"http://localhost{address}")
    build = (await acme.client.get("/index.json")).json()["build"]
    assert item["version"] == f"commit {build['commit']}, content {build['content_hash']}"
    assert item["issued"]["date-parts"] == [[int(part) for part in build["built_at"][:10].split("-")]]


async def test_an_old_id_leads_to_the_citation_of_the_new_one(acme: Datasette) -> None:
    answer = await acme.client.get("/device/acme-alpha.csl.json")
    assert (answer.status_code, answer.headers["location"]) == (301, "/device/acme-a1.csl.json")


async def test_what_is_not_there_cannot_be_cited(acme: Datasette) -> None:
    answer = await acme.client.get("/statement/0.bib")
    sentence = "The ledger has no statement “0”. The search finds things by their names."
    assert (answer.status_code, answer.json()["error"]) == (404, sentence)


async def test_a_comparison_is_cited_by_its_address(acme: Datasette, served: Datasette) -> None:
    (item,) = (await served.client.get("/compare.csl.json?ids=nvidia-h200-sxm,nvidia-h100-sxm")).json()
    assert item["title"] == "NVIDIA H200 SXM, NVIDIA H100 SXM: figures side by side"
    assert item["URL"] == "http://localhost/compare?ids=nvidia-h200-sxm,nvidia-h100-sxm"
    assert item["note"].endswith("documents, listed at the address")
    alone = await acme.client.get("/compare.bib?ids=acme-a1")
    sentence = "There is nothing to cite yet: name two things, as in /compare.bib?ids=A,B."
    assert (alone.status_code, alone.json()["error"]) == (400, sentence)


async def test_an_answer_about_memory_is_cited_with_its_total(served: Datasette) -> None:
    address = "/fit.csl.json?model=qwen3-32b&context=8192&users=1"
    (item,) = (await served.client.get(address)).json()
    answer = (await served.client.get(address.replace(".csl", ""))).json()["answer"]
    assert item["title"] == (
        f"Memory of Qwen3-32B, weights in {answer['precision']}, {answer['engine']}, 8192 tokens, users: 1: "
        f"{answer['total']:.1f} GiB ({answer['low']:.1f} to {answer['high']:.1f})"
    )
    assert item["URL"] == "http://localhost/fit?model=qwen3-32b&context=8192&users=1"
    nothing = await served.client.get("/fit.bib")
    sentence = "There is nothing to cite yet: name a model, as in /fit.bib?model=ID."
    assert (nothing.status_code, nothing.json()["error"]) == (400, sentence)


async def test_many_sources_are_counted_instead_of_named() -> None:
    assert few(["A", "B"]) == ("A", "B")
    assert few(["A"] * 13) == ("13 documents, listed at the address",)
