"""The tools for agents, asked by a real MCP client over HTTP from a server of its own."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

pytestmark = pytest.mark.asyncio(loop_scope="module")
STATEMENT = "9db23612a9be4481"


@pytest.fixture(scope="module")
def address(acme_ledger: Path) -> Iterator[str]:
    """Address of a Datasette that serves Acme's ledger."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "datasette", "serve", "--immutable", str(acme_ledger), "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}/index.json")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_for(address: str) -> None:
    """Wait until the address answers, ten seconds at most."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


async def called(address: str, tool: str, **arguments: Any) -> Any:
    """Structured answer of a tool, or the text of its error."""
    async with Client(f"{address}/-/mcp") as client:
        result = await client.call_tool(tool, arguments)
    first: Any = result.content[0]
    return first.text if result.is_error else result.structured_content


async def test_every_tool_is_listed_with_the_type_of_its_answer(address: str) -> None:
    async with Client(f"{address}/-/mcp") as client:
        tools = {tool.name: tool.model_dump() for tool in (await client.list_tools()).tools}
    assert {"find_entity", "get_facts", "compare", "execute_sql", "get_database_schema"} <= set(tools)
    for name, answer in {
        "find_entity": "FoundEntities",
        "get_facts": "EntityFacts",
        "compare": "Comparison",
        "check_text": "CheckedText",
        "fit": "Fit",
    }.items():
        assert tools[name]["output_schema"]["title"] == answer
        assert tools[name]["annotations"]["read_only_hint"] is True


async def test_a_thing_is_found_by_name(address: str) -> None:
    answer = await called(address, "find_entity", name="acme a-1", kind="device", limit=1)
    assert answer == {
        "name": "acme a-1",
        "candidates": [
            {
                "id": "acme-a1",
                "kind": "device",
                "name": "Acme A1",
                "description": "GPU by Acme",
                "score": 100.0,
                "sure": True,
                "address": f"{address}/device/acme-a1",
            }
        ],
    }


async def test_a_fact_comes_with_scope_source_and_address(address: str) -> None:
    answer = await called(
        address, "get_facts", entity="acme-a1", metrics=["memory_bandwidth", "price"], with_rivals=True
    )
    (fact,) = answer["facts"]
    assert fact == {
        "metric": "memory_bandwidth",
        "label": "Memory bandwidth",
        "stated": "3.35 TB/s",
        "value": 3350.0,
        "value_max": None,
        "value_text": None,
        "unit": "GB/s",
        "holds_for": ["per GPU"],
        "basis": "vendor_stated",
        "rank": "normal",
        "reason": None,
        "n_origins": 2,
        "disputed": False,
        "source": {
            "id": "acme-a1-datasheet",
            "title": "A1 datasheet",
            "publisher": "Acme",
            "kind": "datasheet",
            "url": "https://acme.example/a1.pdf",
            "published": "2026-03",
            "at": "p. 2",
        },
        "statement": STATEMENT,
        "address": f"{address}/statement/{STATEMENT}",
    }
    assert [row["stated"] for row in answer["rivals"] if row["rank"] == "deprecated"] == ["2 TB/s"]
    assert [(row["metric"], row["why"]) for row in answer["absences"]] == [("price", "not_announced")]
    assert answer["left_out"] == 0
    assert f"{address}/device/acme-a1" in answer["citation"]


async def test_things_stand_side_by_side(address: str) -> None:
    answer = await called(address, "compare", entities=["acme-a1", "acme-box"])
    rows = {(row["metric"], tuple(row["missing"])): row["figures"] for row in answer["rows"]}
    assert [figure["stated"] for figure in rows["memory_bandwidth", ("acme-box",)]] == ["3.35 TB/s"]
    assert f"{address}/compare?ids=acme-a1,acme-box" in answer["citation"]


async def test_an_old_id_is_followed_and_an_unknown_one_refused(address: str) -> None:
    assert (await called(address, "get_facts", entity="acme-alpha"))["id"] == "acme-a1"
    refused = await called(address, "get_facts", entity="acme-a2")
    assert refused == (
        "Error executing tool get_facts: The ledger has no entity “acme-a2”. "
        "Perhaps one of these is meant: acme-a1, acme, acme-box, acme-bench, acme-press"
    )
    unknown = await called(address, "get_facts", entity="acme-a1", metrics=["speed"])
    assert unknown.endswith("The dictionary has no metric “speed”: the table metrics lists them all.")
    alone = await called(address, "compare", entities=["acme-a1"])
    assert alone.endswith("1 things are named: two to 8 can be compared.")


async def test_a_text_is_checked(address: str) -> None:
    answer = await called(address, "check_text", text="The Acme A1 draws 700 W.", language="en")
    assert not isinstance(answer, str), answer
    assert (answer["language"], answer["unjudged"]) == ("en", 0)
    (figure,) = answer["figures"]
    assert {name: figure[name] for name in ("text", "start", "end", "entity", "metric", "value", "unit", "fact")} == {
        "text": "700 W", "start": 18, "end": 23, "entity": "acme-a1", "metric": "power", "value": 700.0, "unit": "W",
        "fact": "700 W",
    }  # fmt: skip
    assert figure["verdict"] == "supported"
    assert figure["statements"][0].startswith(f"{address}/statement/")
    unknown = await called(address, "check_text", text="700 W", language="xx")
    assert unknown.startswith("Error executing tool check_text: The language is “xx”: it can be auto, ")


async def test_sql_is_run(address: str) -> None:
    answer = await called(address, "execute_sql", database="ledger", sql="select id from devices")
    assert answer == {"database": "ledger", "columns": ["id"], "rows": [{"id": "acme-a1"}], "truncated": False}
