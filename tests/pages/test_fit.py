"""The page that says which hardware holds a model, its twin, the SQL function and the tool for agents."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import pytest_asyncio
from datasette.app import Datasette
from datasette_mcp import create_mcp_server
from mcp.server.mcpserver.exceptions import ToolError

from pages import fit_tool
from pages.fit_chart import bars, groups
from pages.fit_question import read_question
from pages.refusals import RefusedError
from tests.acme_m2 import build_with_m2
from tests.conftest import ROOT
from tests.pages.conftest import serving
from tests.pages.test_answers import documented
from tests.pages.visible import text as visible_text

pytestmark = pytest.mark.asyncio(loop_scope="module")
DATED_PRICE = {"  - {price: not_announced, source: acme-blog}": (
    "  - {price: 26280 USD, terms: purchase, source: acme-press-2026-04-03}"
)}  # fmt: skip
RUN = {"model: acme-m1, engine: acme-serve, parallelism: tp8, batch: 1}": (
    "model: acme-m2, engine: acme-serve, parallelism: tp8, batch: 1, context: '8192', precision: fp8}"
)}  # fmt: skip
FP8 = "/fit?model=acme-m2&device=acme-a1&precision=fp8"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_with_m2(tmp_path_factory.mktemp("fit-pages"), DATED_PRICE | RUN)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def m2(ledger: Path) -> AsyncIterator[Datasette]:
    """Acme's ledger with M2, served."""
    async with serving(ledger) as datasette:
        yield datasette


async def twin(m2: Datasette, **asked: object) -> Any:
    return (await m2.client.get(f"/fit.json?{urlencode(asked)}")).json()


async def test_without_a_model_there_is_a_form(m2: Datasette) -> None:
    page = await m2.client.get("/fit")
    assert page.status_code == 200
    assert '<form class="question" action="/fit" method="get">' in page.text
    assert '<option value="acme-m2">Acme M2</option>' in page.text
    assert (await twin(m2))["answer"] is None


async def test_the_answer_of_a_device_stands_in_full(m2: Datasette) -> None:
    body = await twin(m2, model="M2-8B", device="A1", precision="fp8", users=4)
    answer = body["answer"]
    assert (body["model"], body["device"], body["released"]) == ("acme-m2", "acme-a1", ["bf16"])
    assert answer["total"] == pytest.approx(sum(answer[name] for name in ("weights", "cache", "states", "load")))
    assert (answer["devices_needed"], answer["fits"], answer["format"]) == (1, True, "native")
    (row,) = body["devices"]
    assert row["systems"] == [{"id": "acme-box", "name": "Acme Box", "devices": 8, "systems_needed": 1}]
    assert row["per_device"] + row["headroom"] == pytest.approx(row["usable"])
    assert body["beside_it"]["most"]["longest_context"] == 32768


async def test_the_twin_has_the_keys_that_are_documented(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8")
    assert set(body) == documented("Which hardware holds a model") | {"ok"}
    prose = (ROOT / "docs/json.md").read_text()
    assert [key for key in (*body["answer"], *body["devices"][0], *body["beside_it"]) if f"`{key}`" not in prose] == []


async def test_the_page_says_what_its_twin_says(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8")
    text = visible_text((await m2.client.get(FP8)).text)
    assert "1 × Acme A1 holds it" in text
    assert f"{body['answer']['total']:,.2f} GiB" in text
    assert f"{body['answer']['usable']:,.2f} usable" in text
    assert "FP8 weights, for which no released checkpoint is on record, FP16 cache, 8,192 tokens for 1 user" in text
    for entry in body["answer"]["assumptions"]:
        assert entry["why"].replace("  ", " ") in text


async def test_bars_are_drawn_by_the_server_and_no_code_stands_in_the_page(m2: Datasette) -> None:
    html = (await m2.client.get(FP8)).text
    assert re.search(r'<rect class="term-weights" x="0\.0" width="[0-9.]+" height="10"><title>Weights: 8\.49 GiB', html)
    assert " style=" not in html
    assert re.findall(r"<script[^>]*>", html) == re.findall(r'<script src="[^"]*/fit\.js[^"]*" defer>', html)


async def test_a_run_stands_beside_the_bound_with_the_ratio(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8")
    runs = body["beside_it"]["measured"]
    assert [(run["measured"], run["devices"], run["bound_by"]) for run in runs] == [
        (842.0, 8, "bandwidth"), (488.0, 8, "bandwidth"),
    ]  # fmt: skip
    assert runs[0]["ratio"] == pytest.approx(842 / runs[0]["bound"])
    assert 0 < runs[0]["ratio"] < 1


async def test_cost_needs_a_dated_price(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8", power_price=0.2, pue=1.5)
    (cost,) = body["beside_it"]["cost"]["per_million_tokens"]
    decode = body["answer"]["speed_bound"]["decode_tokens_per_second"]
    assert cost["low"] == pytest.approx((1 + 0.7 * 1.5 * 0.2) / (decode * 3600) * 1e6)
    assert cost["high"] > cost["low"]
    assert (cost["high_is_measured"], cost["prices"][0]["dated"]) == (True, "2026-04-03")
    own = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8", price=3, currency="EUR")
    (mine,) = own["beside_it"]["cost"]["per_million_tokens"]
    assert (mine["currency"], mine["kind"], mine["low"]) == ("EUR", "rent", pytest.approx(3 / (decode * 3600) * 1e6))


async def test_a_floor_has_no_total(m2: Datasette) -> None:
    text = visible_text((await m2.client.get("/fit?model=acme-m1&precision=fp8&device=acme-a1")).text)
    assert "A floor, no total" in text
    assert "624.9 GiB of weights alone" in text
    assert "Not known: number of layers and their attention kind." in text


async def test_what_does_not_fit_is_offered_in_other_formats(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp32", users=45, devices=1)
    assert (body["answer"]["fits"], body["beside_it"]["launch"]) == (False, None)
    first = body["beside_it"]["what_fits"][0]
    assert (first["precision"], first["checkpoint"]) == ("bf16", "released")
    many = await twin(m2, model="acme-m2", device="acme-a1", context=32768, users=64, devices=1)
    assert many["beside_it"]["what_fits"] == []


async def test_llmscale_stands_beside_ours(m2: Datasette) -> None:
    text = visible_text((await m2.client.get(f"{FP8}&engine=llmscale")).text)
    assert "LLMScale is reconstructed from two totals that it printed: its constants here are ours" in text


async def test_names_that_are_nearly_right_are_offered_with_the_question(m2: Datasette) -> None:
    refused = await m2.client.get("/fit.json?model=acme+m7&users=16")
    assert refused.status_code == 404
    body = refused.json()
    assert body["error"].startswith("The ledger has no model “acme m7”.")
    assert {row["path"] for row in body["nearest"]} <= {
        "/fit?model=acme-m1&context=8192&users=16",
        "/fit?model=acme-m2&context=8192&users=16",
    }


async def test_everything_wrong_is_said_at_once(m2: Datasette) -> None:
    refused = await m2.client.get("/fit.json?model=acme-m2&users=0&context=x&precision=exl3&pue=-1")
    assert refused.status_code == 400
    assert refused.json()["error"].startswith(
        "The parameter “context” is “x”: it can be a whole number from 1 to 16777216. "
        "The parameter “users” is “0”: it can be a whole number from 1 to 1048576. "
        "The parameter “pue” is “-1”: it can be a number from 0 to 10. The parameter precision is “exl3”: it can be "
    )


async def test_contexts_are_read_as_people_write_them() -> None:
    assert read_question({"context": "128K"}).question.context == 131072
    assert read_question({"context": "1m"}).question.context == 1048576
    assert read_question({"context": "32,768"}).question.context == 32768
    with pytest.raises(RefusedError, match="“years” is “nan”"):
        read_question({"years": "nan"})


async def test_the_address_of_an_answer_holds_the_question(m2: Datasette) -> None:
    html = (await m2.client.get("/fit?model=M2-8B&device=A1&precision=fp8&utm_source=x")).text
    address = "/fit?model=acme-m2&amp;device=acme-a1&amp;precision=fp8&amp;context=8192&amp;users=1"
    assert f'<a href="{address}">Address of this answer</a>' in html


async def test_a_model_and_a_device_lead_to_their_answers(m2: Datasette) -> None:
    assert '<a href="/fit?model=acme-m2">Which hardware holds it</a>' in (await m2.client.get("/model/acme-m2")).text
    device = (await m2.client.get("/device/acme-a1")).text
    assert "/ledger/fits?device=acme-a1" in device


async def asked(m2: Datasette, call: str) -> Any:
    sql = f"select {call} as answer"
    rows = (await m2.client.get(f"/ledger/-/query.json?{urlencode({'sql': sql, '_shape': 'array'})}")).json()
    return json.loads(rows[0]["answer"]) if rows[0]["answer"] else None


async def test_sql_answers_too(m2: Datasette) -> None:
    body = await twin(m2, model="acme-m2", device="acme-a1", precision="fp8", users=16)
    answer = await asked(m2, "fit('acme-m2', 'acme-a1', 'fp8', 8192, 16)")
    assert {name: answer[name] for name in ("total", "devices_needed", "users")} == {
        name: body["answer"][name] for name in ("total", "devices_needed", "users")
    }
    assert (await asked(m2, "fit('M2-8B', null, null, null, null)"))["precision"] == "bf16"
    assert await asked(m2, "fit(null, null, null, null, null)") is None
    assert await asked(m2, "fit('acme m7', 'a1', null, null, null)") == {
        "error": "the ledger has no model “acme m7”", "nearest": ["acme-m2", "acme-m1"],
    }  # fmt: skip
    assert (await asked(m2, "fit('acme-m2', 'a1', 'exl3', 0, 1)"))["error"].startswith(
        "precision is “exl3”: it can be "
    )


async def test_the_tool_answers_with_types(m2: Datasette) -> None:
    found = fit_tool.answer(await twin(m2, model="acme-m2", precision="fp8"))
    assert found.holders == [
        fit_tool.Holder(device="acme-a1", devices_needed=1, total=found.holders[0].total, format="native")
    ]
    one = fit_tool.answer(await twin(m2, model="acme-m2", device="a1", precision="fp8"))
    assert (one.device, one.devices_needed, one.holders) == ("acme-a1", 1, [])
    assert one.decode_bound is not None
    assert one.total == pytest.approx(sum(term or 0 for term in (one.weights, one.cache, one.states, one.load)))


async def test_agents_find_the_tool_and_its_errors(m2: Datasette) -> None:
    server = create_mcp_server(m2)
    (tool,) = [tool for tool in await server.list_tools() if tool.name == "fit"]
    assert tool.output_schema is not None
    assert tool.output_schema["title"] == "Fit"
    result: Any = await server.call_tool("fit", {"model": "M2-8B", "device": "a1", "precision": "fp8"})
    assert result.structured_content["devices_needed"] == 1
    with pytest.raises(ToolError, match="The ledger has no model “acme m7”"):
        await server.call_tool("fit", {"model": "acme m7"})


async def test_bars_have_one_scale() -> None:
    row = {
        "devices": 2,
        "weights": 100.0,
        "cache": 20.0,
        "states": 0.0,
        "load": 4.0,
        "per_device": 62.0,
        "usable": 80.0,
    }
    larger = {**row, "usable": 160.0}
    small, large = bars([row, larger])
    assert [(part["term"], part["at"], part["width"]) for part in small["parts"]] == [
        ("weights", 0.0, 31.25), ("cache", 31.25, 6.25), ("load", 37.5, 1.25),
    ]  # fmt: skip
    assert (small["limit"], large["limit"]) == (50.0, 100.0)


async def test_devices_are_grouped_by_what_it_takes() -> None:
    needs = {"one": 1, "eight": 8, "nine": 9, "none": None}
    rows = [{"device": name, "devices_needed": needed, "format": "native"} for name, needed in needs.items()]
    rows.append({"device": "odd", "devices_needed": 1, "format": "unsupported"})
    assert {group["name"]: [row["device"] for row in group["rows"]] for group in groups(rows)} == {
        "one": ["one"], "server": ["eight"], "more": ["nine"], "none": ["none", "odd"],
    }  # fmt: skip
