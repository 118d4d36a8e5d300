"""What programs are told is so: the OpenAPI description fits the answers, and `llms.txt` names what is there."""

import re
from typing import Any

import pytest
from datasette.app import Datasette
from jsonschema import Draft202012Validator

from tests.conftest import ROOT

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
QUERIES = {"/reconcile/properties": "?type=device", "/reconcile/preview": "?id=acme-a1"}
"""What an operation cannot do without."""
REFUSED = {
    **dict.fromkeys(("/compare.bib", "/compare.csl.json", "/fit.bib", "/fit.csl.json"), 400),
    **dict.fromkeys(("/explore.json", "/explore.csv", "/explore.svg"), 404),
}
"""Nothing was named that could be cited, and Acme has too little to draw."""


async def description(datasette: Datasette) -> Any:
    """The served description."""
    return (await datasette.client.get("/openapi.json")).json()


def faults(described: Any, operation: Any, answer: Any) -> list[str]:
    """What of an answer does not fit what its operation promises."""
    responses = operation["responses"]
    if str(answer.status_code) not in responses:
        return [f"{answer.status_code} is not among {', '.join(responses)}"]
    content = responses[str(answer.status_code)]["content"]
    kind = answer.headers["content-type"].partition(";")[0]
    if kind not in content:
        return [f"{kind} is not among {', '.join(content)}"]
    validator = Draft202012Validator({**content[kind]["schema"], "components": described["components"]})
    body = answer.json() if "json" in kind else answer.text
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]


async def asked(datasette: Datasette, path: str, method: str, operation: Any, ids: dict[str, str]) -> Any:
    """The answer to an operation, asked for a thing of `ids` or for its example."""
    known = {item["name"]: item["example"] for item in operation["parameters"] if item["in"] == "path"}
    if known and ids:
        known = {"id": ids[path.split("/")[1]]}
    address = path.format(**known) + QUERIES.get(path, "")
    if method == "get":
        return await datasette.client.get(address)
    ((_, form),) = operation["requestBody"]["content"].items()
    return await datasette.client.post(address, data=form["example"])


def operations(described: Any) -> list[tuple[str, str, Any]]:
    """Every path, method and operation."""
    return [(path, method, told) for path, methods in described["paths"].items() for method, told in methods.items()]


async def test_every_answer_is_as_described(acme: Datasette) -> None:
    described = await description(acme)
    for path, method, operation in operations(described):
        answer = await asked(acme, path, method, operation, IDS)
        status = REFUSED.get(path, 200)
        assert (path, answer.status_code, faults(described, operation, answer)) == (path, status, [])


@pytest.mark.parametrize(
    ("path", "address", "status"),
    [
        ("/device/{id}.json", "/device/none.json", 404),
        ("/device/{id}.atom", "/device/none.atom", 404),
        ("/claim/{id}.bib", "/claim/none.bib", 404),
        ("/search.json", "/search.json?x=1", 400),
        ("/feeds/claims.atom", "/feeds/claims.atom?x=1", 400),
        ("/disagreements.json", "/disagreements.json?page=9", 404),
        ("/coverage.csv", "/coverage.csv?state=gone", 400),
        ("/explore.svg", "/explore.svg?x=none", 404),
        ("/reconcile/preview", "/reconcile/preview?id=none", 404),
    ],
)
async def test_every_refusal_is_as_described(acme: Datasette, path: str, address: str, status: int) -> None:
    described = await description(acme)
    answer = await acme.client.get(address)
    assert (answer.status_code, faults(described, described["paths"][path]["get"], answer)) == (status, [])


async def test_every_answer_of_the_ledger_is_as_described(served: Datasette) -> None:
    described = await description(served)
    for path, method, operation in operations(described):
        answer = await asked(served, path, method, operation, {})
        assert (path, faults(described, operation, answer)) == (path, [])


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/compare.json", "?ids=nvidia-h100-sxm,amd-mi300x,nvidia-h200-sxm&to=nvidia-h100-sxm&show=all"),
        ("/compare.csl.json", "?ids=nvidia-h100-sxm,amd-mi300x"),
        ("/fit.json", "?model=deepseek-v3&device=nvidia-h200-sxm&users=16&context=32768"),
        ("/fit.json", "?model=qwen3-32b"),
        ("/fit.bib", "?model=qwen3-32b&device=nvidia-h100-sxm"),
        ("/search.json", "?q=H200+fp8+dense"),
        ("/search.json", "?q=h20o"),
        ("/explore.json", "?kind=model&y=params_total"),
        ("/coverage.json", "?kind=device&state=absent"),
        ("/corrections.json", "?kind=new_source"),
        ("/reconcile", "?queries=%7B%22q%22%3A%7B%22query%22%3A%22mi+300x%22%7D%7D"),
        ("/reconcile/suggest/entity", "?prefix=h1"),
    ],
)
async def test_answers_to_questions_are_as_described(served: Datasette, path: str, query: str) -> None:
    described = await description(served)
    answer = await served.client.get(path + query)
    assert (answer.status_code, faults(described, described["paths"][path]["get"], answer)) == (200, [])


async def test_every_page_with_a_twin_is_described(acme: Datasette) -> None:
    described = await description(acme)
    twins = {
        address.partition("?")[0].replace("/ID", "/{id}")
        for line in (ROOT / "docs/json.md").read_text().splitlines()
        if line.startswith("| `/")
        for address in re.findall(r"`(/[^`]*)`", line)
        if address.partition("?")[0].endswith((".json", ".csv", ".svg"))
    }
    assert len(twins) > 12
    assert sorted(twins - set(described["paths"])) == []


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
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    asked = await acme.client.options(address)
    assert (asked.status_code, asked.headers["allow"]) == (204, "GET, HEAD, OPTIONS")
