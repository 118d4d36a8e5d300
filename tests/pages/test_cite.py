"""Twins that reference managers import."""

import pytest
from datasette.app import Datasette

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
