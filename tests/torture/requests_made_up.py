"""Requests that no reader would send: every route of the server with paths, parameters and bodies made up at random."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

TABLES = ("devices", "models", "systems", "statements", "facts", "disagreements", "sources", "claims", "search", "fits",
          "statements_fts", "statements_fts_data", "sqlite_master", "nothing", "build_info", "entities")  # fmt: skip
COLUMNS = ("id", "name", "vendor", "value", "metric", "qualifiers", "aliases", "year", "stated", "memory_options", "no")
WORDS = (
    "", " ", "0", "-1", "1", "9" * 40, "1e309", "nan", "true", "null", "%", "%00", "\x00", "\n", "\r\nset-cookie: a=b",
    "'", '"', "`", "[", "]", "{", "}", "{}", "[]", '{"a": 1}', "(", "--", ";", "/*", "../../etc/passwd", "..%2f", "~2F",
    "~", "~~", "~ZZ", "\\", "/", "//", "//example.org", "http://example.org/", "javascript:alert(1)",
    "<script>alert(1)</script>", "{{ 7*7 }}", "{% raw %}", "${7*7}", "İstanbul", "ﬁ", "Ⅳ", "\u202egnirts", "\u0000",
    "e\u0301" * 40, "😀" * 60, "\ufeff", "\u200b", "\ud800", "\U0010ffff", "ß" * 300, "a" * 5_000, "H100", "acme-a1",
    "memory_bandwidth", "fp8", "80 GB", "select 1", "1; drop table devices", "' or 1=1 --", "*", "a*", '"a', "NEAR(",
    "AND", "OR NOT", "id", "rowid", "value", "2026-13-45", "0x10", "1_000", "+1", "NaN", "Infinity", "😀.json",
)  # fmt: skip
PARAMETERS = (
    "q", "kind", "page", "ids", "state", "cause", "metric", "entity", "model", "device", "devices", "precision", "kv",
    "context", "users", "engine", "as_of", "as-of", "text", "language", "sql", "_search", "_searchmode", "_sort",
    "_sort_desc", "_facet", "_facet_array", "_facet_date", "_facet_size", "_size", "_next", "_where", "_shape",
    "_labels", "_extra", "_stream", "_nl", "_json", "_col", "_nocol", "_through", "_ttl", "_trace", "_context",
    "_timelimit",
    "_blob_column", "_nofacet", "_nocount", "_nosuggest", "_hash", "_dl", "name", "id", "id__contains", "name__exact",
    "year__gt", "value__in", "aliases__arraycontains", "metric__like", "stated__glob", "vendor__isblank", "no__exact",
    "rowid", "queries", "extend", "prefix", "type", "limit", "path", "utm_source", "", "[]", "\x00", "_",
)  # fmt: skip
PAGES = (
    "/", "/index.json", "/search", "/search.json", "/disagreements", "/disagreements.json", "/compare", "/compare.json",
    "/compare.csv", "/fit", "/fit.json", "/check", "/check.json", "/device/{w}", "/device/{w}.json", "/system/{w}",
    "/model/{w}", "/software/{w}", "/claim/{w}", "/claim/{w}.json", "/source/{w}", "/statement/{w}", "/device/{w}.bib",
    "/benchmark/{w}", "/organization/{w}", "/reconcile", "/reconcile/suggest/entity", "/reconcile/suggest/{w}",
    "/reconcile/properties", "/reconcile/preview", "/llms.txt", "/openapi.json", "/robots.txt", "/sitemap.xml", "/{w}",
    "/-/mcp", "/-/{w}", "/-/versions", "/-/plugins.json", "/-/settings.json", "/-/config.json", "/-/databases.json",
    "/-/actor.json", "/-/jump.json", "/-/queries.json", "/-/schema.json", "/-/schema.md", "/-/allow-debug",
    "/-/patterns", "/-/messages", "/-/api", "/-/logout", "/-/permissions", "/-/rules.json", "/-/check.json",
    "/-/allowed.json", "/-/threads.json", "/-/create-token", "/-/auth-token", "/-/debug/autocomplete",
    "/-/static/{w}", "/-/static/app.css", "/-/static-plugins/specledger/{w}",
    "/ledger", "/ledger.json", "/ledger.{w}", "/ledger/-/query", "/ledger/-/query.json", "/ledger/-/query.csv",
    "/ledger/-/query/parameters", "/ledger/-/queries.json", "/ledger/-/schema.json", "/ledger/-/create",
    "/ledger/-/foreign-key-targets", "/ledger/-/execute-write", "/ledger/-/queries/analyze", "/ledger/{w}",
    "/ledger/{t}", "/ledger/{t}.json", "/ledger/{t}.csv", "/ledger/{t}.{w}", "/ledger/{t}/{w}", "/ledger/{t}/{w}.json",
    "/ledger/{t}/-/count", "/ledger/{t}/-/fragment", "/ledger/{t}/-/autocomplete", "/ledger/{t}/-/schema.json",
    "/ledger/{t}/-/foreign-key-suggestions", "/ledger/{t}/-/insert", "/ledger/bandwidth_per_watt",
    "/ledger/bandwidth_per_watt.json", "/ledger/who_says_what.csv", "/ledger/bandwidth_per_watt/-/definition",
    "/_memory/-/query.json", "/_memory", "/_internal", "/fixtures/{w}/{w}",
    "/explore", "/explore.json", "/explore.csv", "/explore.svg", "/coverage", "/coverage.json", "/coverage.csv",
    "/corrections", "/corrections.json", "/feeds/claims.atom", "/feeds/changes.atom", "/feeds/{w}.atom",
    "/device/{w}.atom", "/model/{w}.csl.json", "/compare.bib", "/compare.csl.json", "/fit.bib", "/fit.csl.json",
    "/check.csv", "/reconcile/suggest/property", "/reconcile/suggest/type",
)  # fmt: skip
SQL = (
    "select 1", "select {w}", "select * from {t}", "select * from {t} where {c} = :a", "pragma table_info({t})",
    "select count(*) from {t} a, {t} b", "explain select {c} from {t}", "values (1), (2)", "with a as (select 1) {w}",
    "select json_each.value from json_each({w})", "select {c} from {t} where {t} match '{w}'", "", "{w}",
)  # fmt: skip
METHODS = ("GET",) * 24 + ("POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")
POSTED = ("/check", "/check.json", "/reconcile", "/ledger/-/query.json", "/-/mcp")
"""Routes that read a body: there most requests bring one."""
TOOLS: dict[str, tuple[str, ...]] = {
    "find_entity": ("name", "kind", "limit"), "get_facts": ("entity", "metrics", "with_rivals", "limit"),
    "compare": ("entities", "metrics"), "check_text": ("text", "language"), "execute_sql": ("database", "sql"),
    "fit": ("model", "device", "devices", "precision", "context", "users"), "get_database_schema": ("database",),
}  # fmt: skip
"""Tools for agents and what they ask for."""
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@dataclass(frozen=True)
class Request:
    """A made-up request."""

    method: str
    target: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def made_up(count: int, seed: int) -> Iterator[Request]:
    """`count` requests; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - made-up requests, no secrets
    for number in range(count):
        pattern = PAGES[number % len(PAGES)]
        path = _filled(pattern, chance, quote_all=True)
        method = chance.choice((*METHODS[-6:], *("POST",) * 12) if pattern in POSTED else METHODS)
        target = f"{path}{_query(path, chance)}"
        yield _posted(pattern, target, chance) if method == "POST" else Request(method, target)


def _posted(pattern: str, target: str, chance: random.Random) -> Request:
    """A request with a body: what the route reads with something odd in it, or something else altogether."""
    if pattern == "/-/mcp":
        call = {"name": (tool := chance.choice(list(TOOLS))), "arguments": {n: _thing(chance) for n in TOOLS[tool]}}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).encode()
        return Request("POST", "/-/mcp", body, {"content-type": JSON, "accept": f"{JSON}, text/event-stream"})
    if pattern == "/reconcile" and chance.random() < 0.7:
        asked = chance.choice((
            {"queries": {"q0": {"query": _thing(chance), "type": _thing(chance), "limit": _thing(chance)}}},
            {"extend": {"ids": _thing(chance), "properties": [{"id": _thing(chance)}]}}, {"queries": _thing(chance)},
        ))  # fmt: skip
        form = urlencode({name: json.dumps(value) for name, value in asked.items()})
        return Request("POST", target, form.encode(), {"content-type": FORM})
    if chance.random() < 0.3:
        return Request("POST", target, json.dumps(_thing(chance)).encode(), {"content-type": JSON})
    pairs = [_pair(chance) for _ in range(3)] + [(name, chance.choice(WORDS)) for name in ("text", "sql")]
    form = urlencode(pairs, errors="surrogatepass") + chance.choice(("", "", "&a=%ff", "&", "%"))
    return Request(
        "POST",
        target,
        form.encode(),
        {"content-type": chance.choice((FORM, FORM, "text/plain", "multipart/form-data"))},
    )


def _thing(chance: random.Random, depth: int = 0) -> object:
    """Anything that JSON can say."""
    kind = chance.randrange(8 if depth < 3 else 5)
    if kind < 3:
        return chance.choice(WORDS)
    if kind < 5:
        return chance.choice((None, True, 0, -1, 1e300, 10**30, 0.5, 8192))
    inner = [_thing(chance, depth + 1) for _ in range(chance.randrange(4))]
    return inner if kind < 7 else {chance.choice((*PARAMETERS, "id", "query", "pid", "v")): one for one in inner}


def _filled(pattern: str, chance: random.Random, quote_all: bool = False) -> str:
    word, safe = chance.choice(WORDS), chance.choice(("", "/%~"))
    text = quote(word, safe, errors="surrogatepass") if quote_all else word
    return pattern.replace("{w}", text).replace("{t}", chance.choice(TABLES)).replace("{c}", chance.choice(COLUMNS))


def _query(path: str, chance: random.Random) -> str:
    pairs = [_pair(chance) for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8)))]
    if "query" in path:
        pairs.append(("sql", _filled(chance.choice(SQL), chance)))
    text = urlencode(pairs, errors="surrogatepass")
    return f"?{text}{chance.choice(('', '', '', '&', '&&=', '%', '&a=%ff', '#a'))}" if text else ""


def _pair(chance: random.Random) -> tuple[str, str]:
    return chance.choice(PARAMETERS), chance.choice(WORDS if chance.random() < 0.7 else COLUMNS)
