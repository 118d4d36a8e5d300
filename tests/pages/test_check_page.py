"""The page that judges a pasted text: what it answers, and that nothing of the text stays anywhere."""

import csv
import io
import json
import logging

import pytest
from datasette.app import Datasette

from tests.pages import visible

TEXT = "The H200 has 141 GB of memory and 4,800 TB/s of memory bandwidth."
EMBARGOED = "zyxembargo"

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_empty_form_says_that_nothing_is_kept(served: Datasette) -> None:
    response = await served.client.get("/check")
    assert response.status_code == 200
    assert "The text is not stored, not logged and not put into an address." in visible.text(response.text)


async def test_a_pasted_text_comes_back_marked_with_a_card_for_each_figure(served: Datasette) -> None:
    response = await served.client.post("/check", data={"text": TEXT})
    shown = visible.text(response.text)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert 'class="judged supported" href="#figure-1">141 GB<sup>1</sup>' in response.text
    assert 'class="judged contradicted" href="#figure-2">4,800 TB/s<sup>2</sup>' in response.text
    assert "the text is too large by a factor of a thousand." in shown
    assert 'href="/statement/' in response.text


async def test_json_and_csv_hold_the_same_verdicts(served: Datasette) -> None:
    found = json.loads((await served.client.post("/check.json", data={"text": TEXT})).text)
    table = (await served.client.post("/check.csv", data={"text": TEXT})).text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [item["verdict"] for item in found["figures"]] == ["supported", "contradicted"]
    assert [row["verdict"] for row in rows] == ["supported", "contradicted"]
    assert [(row["text"], row["entity"], row["metric"]) for row in rows] == [
        ("141 GB", "nvidia-h200-sxm", "memory_capacity"),
        ("4,800 TB/s", "nvidia-h200-sxm", "memory_bandwidth"),
    ]


async def test_the_text_is_in_no_log_no_header_and_no_database(
    served: Datasette, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    response = await served.client.post("/check", data={"text": f"{EMBARGOED} {TEXT}"})
    written = "".join(capfd.readouterr())
    assert EMBARGOED in response.text
    assert EMBARGOED not in caplog.text + written + str(response.headers)
    internal = await served.get_internal_database().execute("select group_concat(sql) from sqlite_master")
    assert EMBARGOED not in str(internal.first()[0])
    assert EMBARGOED not in (await served.client.get("/check")).text


async def test_a_text_in_the_address_is_refused_without_being_repeated(served: Datasette) -> None:
    response = await served.client.get(f"/check?text={EMBARGOED}")
    assert response.status_code == 400
    assert EMBARGOED not in response.text


@pytest.mark.parametrize(
    ("fields", "status", "error"),
    [
        ({"text": " "}, 400, "There is no text to check: paste it into the field “text”."),
        ({"text": "x", "speed": "9"}, 400,
         "This form has no field “speed”: it takes text, language, as_of, exclude_source."),
        ({"text": "x", "as_of": "soon"}, 400,
         "The date is “soon”: it can be 2026-10-06, 2026-10, 2026-Q4, 2026-H2 or 2026."),
        ({"text": "x" * 100_001}, 413,
         "The text has 100,001 characters; at most 100,000 are read at once. Check it in parts."),
    ],
)  # fmt: skip
async def test_what_cannot_be_checked_is_said_in_a_sentence(
    served: Datasette, fields: dict[str, str], status: int, error: str
) -> None:
    response = await served.client.post("/check.json", data=fields)
    assert (response.status_code, response.json()["error"]) == (status, error)


async def test_markup_in_the_text_stays_text(served: Datasette) -> None:
    text = "<script>alert(1)</script> H200 141 GB </textarea><img src=x onerror=alert(2)>"
    page = (await served.client.post("/check", data={"text": text})).text
    assert visible.code(page) == []
    assert "<script>alert(1)</script>" in visible.text(page)


async def test_other_methods_are_refused(served: Datasette) -> None:
    response = await served.client.put("/check")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD, POST, OPTIONS")


@pytest.mark.parametrize(
    ("address", "methods"), [("/check", "GET, HEAD, POST, OPTIONS"), ("/check.json", "POST, OPTIONS")]
)
async def test_methods_are_told_for_page_and_files(acme: Datasette, address: str, methods: str) -> None:
    answer = await acme.client.request("OPTIONS", address)
    assert (answer.status_code, answer.headers["allow"]) == (204, methods)


@pytest.mark.parametrize("address", ["/check.json", "/check.csv"])
async def test_a_file_that_is_not_posted_for_says_what_is_taken(acme: Datasette, address: str) -> None:
    answer = await acme.client.get(address)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST, OPTIONS")
