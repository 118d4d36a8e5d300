"""Pages that put many things beside one another: comparison, exploration, coverage."""

import csv
import json
import re
from typing import Any

import pytest
from datasette.app import Datasette

from tests.pages import visible

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAIR = "nvidia-h100-sxm,nvidia-h200-sxm"


async def body(datasette: Datasette, address: str) -> dict[str, Any]:
    path, _, query = address.partition("?")
    answer: dict[str, Any] = (await datasette.client.get(f"{path}.json?{query}")).json()
    return answer


def cells(found: dict[str, Any], metric: str, **qualifiers: str) -> list[dict[str, Any]]:
    """Cells of the one row of a comparison under these conditions."""
    (line,) = [row for row in found["lines"] if row["metric"] == metric and row["qualifiers"] == qualifiers]
    row: list[dict[str, Any]] = line["cells"]
    return row


async def test_a_comparison_sets_like_against_like(served: Datasette) -> None:
    found = await body(served, f"/compare?ids={PAIR}&to=nvidia-h100-sxm")
    dense = cells(found, "peak_compute", precision="fp8", sparsity="dense", path="matrix")
    assert [cell["fact"]["sparsity"] for cell in dense] == ["dense", "dense"]
    memory = cells(found, "memory_capacity")
    assert [(cell["fact"]["stated"], cell["best"], cell["ratio"]) for cell in memory] == [
        ("80 GB", False, 1.0),
        ("141 GB", True, 1.7625),
    ]
    assert all(
        cell["fact"]["source"] in found["sources"] for line in found["lines"] for cell in line["cells"] if cell["fact"]
    )


async def test_a_cell_without_a_figure_says_why(served: Datasette) -> None:
    page = visible.text((await served.client.get("/compare?ids=nvidia-h200-sxm,google-tpu-v5p")).text)
    assert "not on record" in page
    found = await body(served, "/compare?ids=nvidia-h200-sxm,google-tpu-v5p")
    empty = [cell for line in found["lines"] for cell in line["cells"] if cell["fact"] is None]
    assert empty
    assert all(cell["why"] and not cell["best"] and cell["ratio"] is None for cell in empty)
    assert {cell["why"] for cell in empty if cell["other"]} >= {"sparsity"}


async def test_the_csv_of_a_comparison_has_a_row_for_each_thing_and_figure(served: Datasette) -> None:
    answer = await served.client.get(f"/compare.csv?ids={PAIR}")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = [row for row in csv.DictReader(answer.text.splitlines()) if row["metric"] == "memory_bandwidth"]
    assert [(row["entity"], row["stated"], row["value"], row["unit"], row["why"]) for row in rows] == [
        ("nvidia-h100-sxm", "3.35 TB/s", "3350.0", "GB/s", ""),
        ("nvidia-h200-sxm", "4.8 TB/s", "4800.0", "GB/s", ""),
    ]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("ids=acme-a1,acme-m1", "Only things of one kind are compared: acme-a1 is a device, acme-m1 is a model."),
        ("ids=acme-a1,acme-b1", "There is no device, system or model “acme-b1”."),
        ("ids=acme-a1,acme", "There is no device, system or model “acme”."),
        ("ids=acme-a1&to=acme-a0", "The parameter “to” is “acme-a0”: it can be one of the things compared."),
        (
            "ids=" + ",".join(f"a{n}" for n in range(9)),
            ". ".join(f"There is no device, system or model “a{n}”" for n in range(9))
            + ". The parameter “ids” names 9 things: at most 8 are compared.",
        ),
        ("ids=acme-a1&id=x", "This page has no parameter “id”: it takes ids, to, add, show."),
    ],
)
async def test_what_cannot_be_compared_is_said_in_a_sentence(acme: Datasette, query: str, sentence: str) -> None:
    answer = await acme.client.get(f"/compare.json?{query}")
    assert (answer.status_code, answer.json()["error"]) == (400, sentence)
    assert (await acme.client.get(f"/compare?{query}")).status_code == 400
    assert (await acme.client.get(f"/compare.csv?{query}")).status_code == 400


async def test_an_unknown_thing_is_answered_with_the_nearest(acme: Datasette) -> None:
    found = await body(acme, "/compare?ids=acme-a1,acme-b1")
    assert {"id": "acme-a1", "title": "Acme A1", "path": "/device/acme-a1"} in found["nearest"]


@pytest.mark.parametrize(
    ("address", "now"),
    [
        ("/compare?ids=acme-alpha", "/compare?ids=acme-a1"),
        ("/compare.json?ids=acme-alpha&to=acme-alpha", "/compare.json?ids=acme-a1&to=acme-a1"),
        ("/compare?ids=acme-a1,acme-a1", "/compare?ids=acme-a1"),
    ],
)
async def test_a_comparison_has_one_address(acme: Datasette, address: str, now: str) -> None:
    answer = await acme.client.get(address)
    assert (answer.status_code, answer.headers["location"]) == (301, now)


async def test_things_are_added_by_name(served: Datasette) -> None:
    found = await body(served, f"/compare?ids={PAIR}&add=mi300x")
    assert found["offered"][0]["id"] == "amd-mi300x"
    page = (await served.client.get(f"/compare?ids={PAIR}&add=mi300x")).text
    assert f"/compare?ids={PAIR},amd-mi300x" in visible.links(page)
    assert "/compare?ids=nvidia-h200-sxm" in visible.links(page)


async def test_an_exploration_divides_what_both_have(served: Datasette) -> None:
    found = await body(served, "/explore?kind=device&chart=bar&y=memory_bandwidth&per=power")
    rows = {row["id"]: row for row in found["rows"]}
    assert rows["nvidia-h100-sxm"]["y"] == pytest.approx(3350 / 700)
    assert [row["y"] for row in found["rows"]] == sorted((row["y"] for row in found["rows"]), reverse=True)
    assert found.keys() == {"ok", "kind", "chart", "x", "y", "per", "vendor", "rows", "axes", "vendors"}


async def test_every_ready_picture_is_drawn(served: Datasette) -> None:
    for kind in ("device", "system", "model"):
        page = (await served.client.get(f"/explore?kind={kind}")).text
        ready = [link for link in visible.links(page) if link.startswith("/explore?") and "y=" in link]
        assert len(ready) > 1
        for address in ready:
            answer = await served.client.get(address)
            assert "<svg" in answer.text, address
            assert visible.code(answer.text) == [], address


async def test_a_picture_alone_links_to_the_site_and_may_run_nothing(served: Datasette) -> None:
    answer = await served.client.get("/explore.svg?kind=model")
    assert answer.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert (
        answer.headers["content-security-policy"]
        == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    assert re.search(r'href="http://localhost/model/[^"]+"', answer.text)


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("x=m", 400, "The parameter “x” is “m”: /explore.json?kind=device lists what can be drawn of devices."),
        ("vendor=x", 400, "The parameter “vendor” is “x”: it can be the id of an organization that makes one."),
        ("y=released", 400, "Time is drawn across only: “released” can be “x”."),
    ],
)  # fmt: skip
async def test_what_cannot_be_drawn_is_said_in_a_sentence(
    served: Datasette, query: str, status: int, sentence: str
) -> None:
    answer = await served.client.get(f"/explore.json?{query}")
    assert (answer.status_code, answer.json()["error"]) == (status, sentence)


async def test_nothing_to_draw_says_what_to_loosen(served: Datasette) -> None:
    page = visible.text(
        (await served.client.get("/explore?kind=device&x=price:terms=rounded+list+price&vendor=apple")).text
    )
    assert "No device has all of these figures on record. Draw those of all makers" in page


async def test_coverage_tells_stated_absent_and_not_searched_apart(acme: Datasette) -> None:
    found = await body(acme, "/coverage")
    assert all(row["stated"] + row["absent"] + row["unsearched"] == row["n"] for row in found["metrics"])
    states = {(row["entity"], row["metric"], row["part"]): row["state"] for row in found["rows"]}
    assert states["acme-a1", "memory_capacity", "any"] == "stated"
    assert "unsearched" in states.values()
    wanting = (await body(acme, "/coverage?state=unsearched&vendor=acme"))["rows"]
    assert {row["state"] for row in wanting} == {"unsearched"}
    exported = (await acme.client.get("/coverage.csv")).text.splitlines()
    assert len(exported) == found["total"] + 1


async def test_disagreements_name_all_their_statements(acme: Datasette) -> None:
    found = await body(acme, "/disagreements?vendor=acme&metric=memory_bandwidth")
    (row,) = found["disagreements"]
    assert len(row["statements"]) == row["n_statements"]
    assert {row["lowest_statement"], row["highest_statement"]} <= set(row["statements"]) == set(found["statements"])


def linked_data(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)[0])
    return found


async def test_a_page_describes_its_figures_to_search_engines(served: Datasette) -> None:
    page = (await served.client.get("/device/nvidia-h100-sxm")).text
    told = linked_data(page)
    assert (told["@type"], told["url"]) == ("Dataset", "http://localhost/device/nvidia-h100-sxm")
    assert told["license"] == "https://creativecommons.org/licenses/by/4.0/"
    memory = {"@type": "PropertyValue", "name": "Memory, per GPU", "value": 80.0, "unitText": "GB"}
    assert memory in told["variableMeasured"]


async def test_a_claim_is_a_review_only_when_somebody_named_rated_it_on_a_day(served: Datasette) -> None:
    page = (await served.client.get("/claim/vllm-gb300-kimi-k3-decode")).text
    claim = (await body(served, "/claim/vllm-gb300-kimi-k3-decode"))["claim"]
    assert ("ClaimReview" in page) == bool(claim["reviewer"] and claim["reviewed"])


async def test_a_device_shows_rivals_standing_and_what_changed(served: Datasette) -> None:
    found = await body(served, "/device/nvidia-h200-sxm")
    assert found["entity"]["predecessor"] == "nvidia-h100-sxm"
    assert "nvidia-h200-sxm" not in found["rivals"]
    assert len(found["rivals"]) == 5
    assert {row["axis"] for row in found["standing"]} >= {"memory_capacity", "memory_bandwidth"}
    changed = {line["metric"]: line["cells"] for line in found["changes"] if not line["qualifiers"]}
    assert [cell["entity"] for cell in changed["memory_capacity"]] == ["nvidia-h100-sxm", "nvidia-h200-sxm"]
    assert changed["memory_capacity"][1]["ratio"] == 1.7625
