"""What programs are told is so: the OpenAPI description fits the answers, and `llms.txt` names what is there."""

import re
from typing import Any

import pytest
from datasette.app import Datasette
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.asyncio(loop_scope="module")
IDS = {
    "device": "acme-a1",
    "system": "acme-box",
    "model": "acme-m1",
    "software": "acme-serve",
    "benchmark": "acme-bench",
    "organization": "acme",
    "claim": "acme-a1-is-fast",
    "source": "acme-blog",
    "statement": "9db23612a9be4481",
}


async def description(datasette: Datasette) -> Any:
    """The served description."""
    return (await datasette.client.get("/openapi.json")).json()


def faults(described: Any, path: str, status: str, body: Any) -> list[str]:
    """What of an answer does not fit what its path promises."""
    (operation,) = described["paths"][path].values()
    content, *_ = operation["responses"][status]["content"].values()
    validator = Draft202012Validator({**content["schema"], "components": described["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]


async def asked(datasette: Datasette, address: str, methods: Any) -> Any:
    """The answer to an operation; a text is posted where it takes one."""
    if "get" in methods:
        return await datasette.client.get(address)
    return await datasette.client.post(address, data={"text": "The A1 has 160 GB of memory and 1.5 TB/s."})


async def test_every_answer_is_as_described(acme: Datasette) -> None:
    described = await description(acme)
    assert len(described["paths"]) == 19
    for path, methods in described["paths"].items():
        answer = await asked(acme, path.format(id=IDS.get(path.split("/")[1], "")), methods)
        status = str(answer.status_code)
        assert status == ("404" if path == "/explore.json" else "200"), path  # Acme has too little to draw
        assert faults(described, path, status, answer.json()) == [], path


async def test_every_refusal_is_as_described(acme: Datasette) -> None:
    described = await description(acme)
    for path, status in (("/device/{id}.json", "404"), ("/search.json", "400"), ("/disagreements.json", "404")):
        address = {"/device/{id}.json": "/device/none.json", "/search.json": "/search.json?x=1"}.get(
            path, f"{path}?page=9"
        )
        answer = await acme.client.get(address)
        assert str(answer.status_code) == status
        assert faults(described, path, status, answer.json()) == []


async def test_every_answer_of_the_ledger_is_as_described(served: Datasette) -> None:
    described = await description(served)
    for path, methods in described["paths"].items():
        (operation,) = methods.values()
        examples = {item["name"]: item.get("example") for item in operation["parameters"]}
        answer = await asked(served, path.format(**examples), methods)
        assert faults(described, path, "200", answer.json()) == [], path


async def test_all_addresses_named_to_agents_answer(acme: Datasette) -> None:
    answer = await acme.client.get("/llms.txt")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.text.startswith("# Specledger\n\n> A ledger of figures about AI hardware and open-weight models")
    addresses = re.findall(r"\(http://localhost(/[^)\s]*)\)", answer.text)
    assert len(addresses) > 10
    for address in addresses:
        if address != "/-/mcp":
            assert (await acme.client.get(address)).status_code == 200, address


@pytest.mark.parametrize("address", ["/device/acme-a1.json", "/search", "/llms.txt", "/statement/9db23612a9be4481.bib"])
async def test_methods_that_are_not_taken_are_refused(acme: Datasette, address: str) -> None:
    answer = await acme.client.request("DELETE", address)
    allowed = "GET, HEAD, POST, OPTIONS" if address == "/llms.txt" else "GET, HEAD, OPTIONS"
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    asked = await acme.client.options(address)
    assert (asked.status_code, asked.headers["allow"]) == (204, allowed)
