"""Requests that no reader would send: every route of the server with paths and parameters put together at random."""

import random
from collections.abc import Iterator
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
)  # fmt: skip
SQL = (
    "select 1", "select {w}", "select * from {t}", "select * from {t} where {c} = :a", "pragma table_info({t})",
    "select count(*) from {t} a, {t} b", "explain select {c} from {t}", "values (1), (2)", "with a as (select 1) {w}",
    "select json_each.value from json_each({w})", "select {c} from {t} where {t} match '{w}'", "", "{w}",
)  # fmt: skip
METHODS = ("GET",) * 24 + ("POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")


def made_up(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Method and address of each of `count` requests; the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - made-up requests, no secrets
    for number in range(count):
        path = _filled(PAGES[number % len(PAGES)], chance, quote_all=True)
        yield chance.choice(METHODS), f"{path}{_query(path, chance)}"


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
