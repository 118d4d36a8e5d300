"""The reconciliation service finds things by names as people write them, and answers as its specification says."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette

pytestmark = pytest.mark.asyncio(loop_scope="module")
NAMES = list(csv.DictReader((Path(__file__).parent / "names.csv").open(encoding="utf-8")))


async def asked(datasette: Datasette, **queries: Any) -> dict[str, Any]:
    """Answer to a batch of queries, sent as OpenRefine sends it."""
    answer = await datasette.client.post("/reconcile", data={"queries": json.dumps(queries)})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_names_as_people_write_them_are_matched(served: Datasette) -> None:
    """At least 95 in 100 come first, and what is said to be beyond doubt is never wrong."""
    missed, wrongly_sure = [], []
    for start in range(0, len(NAMES), 50):
        batch = {f"q{place}": {"query": row["written"]} for place, row in enumerate(NAMES[start : start + 50])}
        answer = await asked(served, **batch)
        for place, row in enumerate(NAMES[start : start + 50]):
            first = next(iter(answer[f"q{place}"]["result"]), {"id": None, "match": False})
            missed += [(row["written"], first["id"])] if first["id"] != row["id"] else []
            wrongly_sure += [row["written"]] if first["match"] and first["id"] != row["id"] else []
    assert len(NAMES) >= 100
    assert len(missed) <= 0.05 * len(NAMES), missed
    assert wrongly_sure == []


async def test_the_manifest_says_where_everything_is(acme: Datasette) -> None:
    body = (await acme.client.get("/reconcile")).json()
    assert body["versions"] == ["0.2"]
    assert body["view"] == {"url": "http://localhost/device/{{id}}"}
    assert [kind["id"] for kind in body["defaultTypes"]] == [
        "device", "system", "model", "software", "benchmark", "organization",
    ]  # fmt: skip
    assert body["suggest"]["entity"] == {
        "service_url": "http://localhost/reconcile", "service_path": "/suggest/entity",
    }  # fmt: skip
    assert body["preview"]["url"] == "http://localhost/reconcile/preview?id={{id}}"


async def test_a_candidate_is_whole(acme: Datasette) -> None:
    answer = await asked(acme, q0={"query": "acme a 1", "type": "device", "limit": 1})
    assert answer == {
        "q0": {
            "result": [
                {
                    "id": "acme-a1",
                    "name": "Acme A1",
                    "description": "GPU by Acme",
                    "type": [{"id": "device", "name": "Device"}],
                    "score": 100.0,
                    "match": True,
                }
            ]
        }
    }


async def test_the_address_of_a_candidate_leads_to_its_page(acme: Datasette) -> None:
    answer = await acme.client.get("/device/acme-box")
    assert (answer.status_code, answer.headers["location"]) == (301, "/system/acme-box")


async def test_a_type_keeps_others_out_and_a_property_that_does_not_fit_costs_points(acme: Datasette) -> None:
    answer = await asked(
        acme,
        all={"query": "Acme"},
        systems={"query": "Acme", "type": [{"id": "system"}]},
        fitting={"query": "Acme A1", "properties": [{"pid": "vendor", "v": {"id": "acme"}}]},
        unfitting={"query": "Acme A1", "properties": [{"pid": "vendor", "v": "Other"}]},
    )
    found = {key: [(row["id"], row["score"]) for row in part["result"]] for key, part in answer.items()}
    assert found["all"][0] == ("acme", 100.0)
    assert [ref for ref, _ in found["systems"]] == ["acme-box"]
    assert found["fitting"][0] == ("acme-a1", 100.0)
    assert found["unfitting"][0] == ("acme-a1", 85.0)


async def test_what_means_nothing_here_has_no_candidates(acme: Datasette) -> None:
    answer = await asked(acme, a={"query": ""}, b={"query": "…"}, c={"query": "zzzzzz 999"})
    assert answer == {key: {"result": []} for key in "abc"}


async def test_values_are_typed(acme: Datasette) -> None:
    names = ["vendor", "memory_gb", "disputed", "price", "peak_compute"]
    wanted = {"ids": ["acme-a1", "acme-none"], "properties": [{"id": name} for name in names]}
    answer = await acme.client.post("/reconcile", data={"extend": json.dumps(wanted)})
    body = answer.json()
    assert [(item["id"], item["name"]) for item in body["meta"]][:3] == [
        ("vendor", "vendor"), ("memory_gb", "memory gb"), ("disputed", "disputed"),
    ]  # fmt: skip
    known = body["rows"]["acme-a1"]
    assert known["vendor"] == [{"id": "acme", "name": "Acme"}]
    assert (known["memory_gb"], known["disputed"]) == ([{"float": 80.0}], [{"int": 0}])
    assert {"str": "2000 TFLOP/s (FP8, 2:4 sparse, per GPU)"} in known["peak_compute"]
    assert body["rows"]["acme-none"] == {name: [] for name in names}


async def test_suggestions_and_proposals(acme: Datasette) -> None:
    async def found(address: str) -> list[str]:
        body = (await acme.client.get(f"/reconcile{address}")).json()
        return [row["id"] for row in body.get("result") or body["properties"]]

    assert (await found("/suggest/entity?prefix=acme+a"))[0] == "acme-a1"
    assert await found("/suggest/type?prefix=s") == ["system", "software"]
    assert "memory_gb" in await found("/suggest/property?prefix=memory")
    properties = await found("/properties?type=device&limit=3")
    assert properties == ["vendor", "kind", "architecture"]


async def test_the_preview_may_stand_in_a_frame(acme: Datasette) -> None:
    answer = await acme.client.get("/reconcile/preview?id=acme-a1")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert '<a href="http://localhost/device/acme-a1"' in answer.text
    assert "<p>GPU by Acme</p>" in answer.text


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"queries": "x"}, "The parameter “queries” is not JSON: Expecting value: line 1 column 1 (char 0)."),
        ({"queries": "[]"}, "The parameter “queries” is no JSON object."),
        (
            {"queries": '{"a": {"query": 1}, "b": {"query": "x", "type": "gpu"}}'},
            "The query a is no object with a text as its “query”. The query b has the type “gpu”: it can be device, "
            "system, model, software, benchmark, organization.",
        ),
        ({"extend": "{}"}, "The parameter “extend” needs a list “ids” and a list “properties”."),
    ],
)
async def test_what_cannot_be_read_is_said(acme: Datasette, parameters: dict[str, str], sentence: str) -> None:
    answer = await acme.client.get("/reconcile", params=parameters)
    assert (answer.status_code, answer.json()["error"]) == (400, sentence)


async def test_any_site_may_ask(acme: Datasette) -> None:
    for address in ("/reconcile", "/reconcile?queries=x", "/reconcile/suggest/type?prefix=d"):
        answer = await acme.client.get(address)
        assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("address", ["properties?type=device", "preview?id=acme-a1", "suggest/entity?prefix=a"])
async def test_only_batches_are_posted(acme: Datasette, address: str) -> None:
    answer = await acme.client.post(f"/reconcile/{address}")
    assert (answer.status_code, answer.text) == (405, "POST is not taken here, GET and HEAD are.")
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("limit", ["-1", "1e3", "٣", "9" * 5_000])
async def test_a_limit_is_a_whole_number(acme: Datasette, limit: str) -> None:
    answer = await acme.client.get("/reconcile/properties", params={"type": "device", "limit": limit})
    assert answer.status_code == 400
    assert answer.json()["error"] == f"The parameter “limit” is “{limit[:80]}”: it can be a whole number."
