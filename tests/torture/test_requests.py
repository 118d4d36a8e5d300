"""Whatever is asked, the server answers: never with a 500, never with much memory, never with a path of the machine."""

import json
import re
import time
from urllib.parse import quote

import pytest

from pages.plugin import register_routes
from tests.conftest import ROOT
from tests.torture import FULL, scaled
from tests.torture.requests_made_up import JSON, TOOLS, made_up
from tests.torture.server import Server

MOST_MB = 300.0
MOST_SECONDS = 4.0
"""The limit of a query is one second; the rest is a busy machine."""
MACHINE = re.compile(rf"{re.escape(str(ROOT))}|/(?:home|root|usr|var|tmp)/\w|site-packages|\.venv|Traceback \(most")


def test_made_up_requests_are_answered(server: Server) -> None:
    broken, session = [], {"mcp-session-id": opened(server)}
    for request in made_up(scaled(1_000, 10_000), seed=scaled(7, 8)):
        if request.target.startswith("/-/mcp") and request.method in ("GET", "DELETE"):
            continue  # an event stream, which never ends, and the end of the session
        headers = {**request.headers, **(session if request.target == "/-/mcp" else {})}
        answer = server.ask(request.method, request.target, request.body, headers, most=200_000)
        if answer.status >= 500 or MACHINE.search(answer.text):
            broken.append((answer.status, request, MACHINE.findall(answer.text)))
    assert broken == []
    assert server.peak_mb < MOST_MB


def opened(server: Server) -> str:
    """Id of a session of an agent."""
    agent = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "torture", "version": "1"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": agent}).encode()
    sent = {"content-type": JSON, "accept": f"{JSON}, text/event-stream"}
    answer = server.ask("POST", "/-/mcp", body, sent)
    assert answer.status == 200, answer.text
    session = answer.headers.get("mcp-session-id", "")
    ready = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode()
    server.ask("POST", "/-/mcp", ready, {**sent, "mcp-session-id": session})
    return session


def test_every_route_of_ours_is_asked_for() -> None:
    """A route that is added without a made-up request is named here."""
    targets = {request.target.partition("?")[0] for request in made_up(20_000, seed=1)}
    patterns = [pattern for pattern, _ in register_routes()]
    assert [pattern for pattern in patterns if not any(re.search(pattern, target) for target in targets)] == []


def test_every_tool_for_agents_is_called() -> None:
    """Tools that Datasette brings and that are named twice over are reached by their first names."""
    bodies = [
        json.loads(request.body) for request in made_up(5_000, seed=1) if request.target == "/-/mcp" and request.body
    ]
    assert {body["params"]["name"] for body in bodies} == set(TOOLS)


HOSTILE_SQL = {
    "a huge blob": "select zeroblob(900000000)",
    "hex of a huge blob": "select hex(zeroblob(900000000))",
    "a text that doubles": "with recursive t(x) as (select 'a' union all select x||x from t) select length(x) from t",
    "many long values": "select "
    + ", ".join(f"printf('%.*c', 999, 'x') || replace(hex(zeroblob(9000)), '0', 'x') as c{n}" for n in range(100))
    + " from statements limit 1000",
    "more columns than anyone reads": "select " + ", ".join(["1"] * 1999),
    "endless recursion": "with recursive c(x) as (select 1 union all select x+1 from c) select sum(x) from c",
    "a cross join": "select count(*) from statements a, statements b, statements c",
    "a nested cross join": "select max(a.stated || b.stated || c.stated) from statements a, statements b, statements c",
    "a long pattern": "select 'a' like '" + "%a" * 200 + "'",
    "an extension": "select load_extension('libm.so.6')",
    "a file": "select readfile('/etc/passwd')",
    "another database": "attach database '/etc/passwd' as p",
    "a pragma that writes": "pragma journal_mode = wal",
    "a pragma that writes, as a function": "select * from pragma_journal_mode('wal')",
    "where the file lies": "pragma database_list",
    "where the file lies, as a function": "select * from pragma_database_list",
    "a write": "delete from devices",
    "a write after a read": "select 1; delete from devices",
    "a write in a table expression": "with a as (select 1) delete from devices",
    "a table of its own": "create temp table t as select * from statements",
    "a vacuum into a file": "vacuum into '/tmp/stolen.db'",
    "brackets": "select " + "(" * 5_000 + "1" + ")" * 5_000,
    "a long expression": "select " + "1+" * 9_000 + "1",
    "a long statement": "select '" + "x" * 25_000 + "'",
    "a compound of many": " union all ".join(["select 1"] * 600),
    "a tokenizer": "select fts3_tokenizer('simple')",
    "a broken match": "select * from devices_fts where devices_fts match '\"(('",
    "broken JSON": "select json_extract('{', '$.a') from statements",
    "a surrogate": "select cast(x'eda080' as text), char(55296), 1/0 from nothing",
}


@pytest.mark.parametrize("sql", HOSTILE_SQL.values(), ids=HOSTILE_SQL)
@pytest.mark.parametrize("ending", ["", ".json", ".csv"] if FULL else [".json"])
def test_hostile_sql_is_refused(server: Server, sql: str, ending: str) -> None:
    started = time.monotonic()
    answer = server.ask("GET", f"/ledger/-/query{ending}?sql={quote(sql)}")
    assert time.monotonic() - started < MOST_SECONDS
    page = (200,) if not ending else ()  # the page shows the SQL again to be corrected, with the error above it
    assert answer.status in (400, 403, 414, *page), answer.text[:300]
    assert MACHINE.search(answer.text) is None
    assert server.peak_mb < MOST_MB


READING_SQL = {
    "select printf('%.*c', 900000000, 'x') as n, printf('%.900000000c', 'x') as m": [{"n": None, "m": None}],
    "select printf('%5.2f|%-4s|%,d', 3.14159, 'ab', 1234567) as n": [{"n": " 3.14|ab  |1,234,567"}],
    "select count(*) > 0 as n from devices": [{"n": 1}],
    "select name from pragma_table_info('devices') where cid = 0": [{"name": "id"}],
    "select count(*) as n from devices_fts where devices_fts match 'nothingofthissort'": [{"n": 0}],
    "with recursive c(x) as (select 1 union all select x+1 from c where x < 3) select x from c": [
        {"x": 1}, {"x": 2}, {"x": 3},
    ],
}  # fmt: skip


@pytest.mark.parametrize(("sql", "rows"), READING_SQL.items(), ids=range(len(READING_SQL)))
def test_sql_that_only_reads_is_answered(server: Server, sql: str, rows: list[dict[str, object]]) -> None:
    started = time.monotonic()
    answer = server.ask("GET", f"/ledger/-/query.json?_shape=array&sql={quote(sql)}")
    assert (answer.status, json.loads(answer.body)) == (200, rows)
    assert time.monotonic() - started < MOST_SECONDS


HOSTILE_ADDRESSES = {
    "a NUL in the path": ("/device/%00", 400),
    "a NUL in a parameter": ("/search?q=a%00b", 400),
    "a long part of a path": ("/device/" + "a" * 300, 414),
    "a long address": ("/search?q=" + "a" * 40_000, 414),
    "many parameters": ("/search?" + "&".join(f"p{n}=1" for n in range(200)), 400),
    "many facets": ("/ledger/statements?" + "&".join(f"_facet=c{n}" for n in range(40)), 400),
    "a path upwards": ("/-/static-plugins/specledger/..%2f..%2f..%2fetc%2fpasswd", 404),
    "a path upwards, encoded twice": ("/-/static/%252e%252e/%252e%252e/app.py", 404),
    "a file of the repository": ("/data/metrics.yml", 404),
    "a facet of what is no JSON": ("/ledger/models?_facet_array=name", 400),
    "a word for a number": ("/ledger/devices?_timelimit=soon", 400),
    "an ending that nothing has": ("/ledger/devices.exe", 404),
    "a search that is no search": ("/ledger/devices?_search=%22((&_searchmode=raw", 400),
    "a size beyond all": ("/ledger/devices?_size=" + "9" * 40, 400),
}


@pytest.mark.parametrize(("target", "status"), HOSTILE_ADDRESSES.values(), ids=HOSTILE_ADDRESSES)
def test_hostile_addresses_are_refused(server: Server, target: str, status: int) -> None:
    answer = server.ask("GET", target)
    assert answer.status == status, answer.text[:300]
    assert MACHINE.search(answer.text) is None


@pytest.mark.parametrize("target", ["/check", "/check.json", "/reconcile", "/ledger/-/query.json", "/-/mcp"])
def test_a_large_body_is_refused(server: Server, target: str) -> None:
    body = b"text=" + b"1 TB/s " * 1_000_000
    answer = server.ask("POST", target, body, {"content-type": "application/x-www-form-urlencoded"})
    assert 400 <= answer.status < 500
    assert server.peak_mb < MOST_MB
