"""What is refused before Datasette sees it: requests that are too long, too many or not text."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from pages.limits import Limiter, client_of

LONGEST_ADDRESS = 32_000
"""Bytes of path and query: the longest SQL fits in."""
LONGEST_SEGMENT = 250
"""Bytes between two slashes: file systems take no longer names."""
MOST_PARAMETERS = 100
MOST_FACETS = 12
"""Each facet may take a second of the database's time."""

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Any, Send], Awaitable[None]]
Refusal = tuple[int, str, dict[str, str]]


_LIMITERS: WeakKeyDictionary[Any, Limiter] = WeakKeyDictionary()


def guarded(app: Application, datasette: Any) -> Application:
    """An application that refuses what `refusal` refuses; Datasette's own client wraps it anew for each request."""
    settings = datasette.plugin_config("specledger") or {}
    limiter = _LIMITERS.setdefault(datasette, Limiter(settings.get("limits") or {}))
    proxies = int(settings.get("proxies") or 0)

    async def wrapped(scope: Message, receive: Any, send: Send) -> None:
        refused = refusal(scope, limiter, proxies) if scope["type"] == "http" else None
        if refused:
            await _send(send, *refused)
        else:
            await app(scope, receive, send)

    return wrapped


def refusal(scope: Message, limiter: Limiter, proxies: int) -> Refusal | None:
    """Status, sentence and headers of the refusal; None for a request that may go on."""
    query: bytes = scope.get("query_string") or b""
    raw: bytes = (scope.get("raw_path") or scope["path"].encode(errors="replace")).partition(b"?")[0]
    for problem in (_address_problem(raw, scope["path"], query), _query_problem(query)):
        if problem:
            return (*problem, {})
    client = client_of(scope, proxies)
    wait = limiter.wait(client, scope["path"]) if client is not None else 0
    if wait:
        unit = "second" if wait == 1 else "seconds"
        return 429, f"Too many requests: wait {wait} {unit}. The whole ledger is one file, /ledger.db.", {
            "retry-after": str(wait)
        }  # fmt: skip
    return None


def _address_problem(raw: bytes, path: str, query: bytes) -> tuple[int, str] | None:
    length = len(raw) + len(query)
    if length > LONGEST_ADDRESS:
        return 414, f"The address has {length} bytes: at most {LONGEST_ADDRESS} are read."
    longest = max(len(segment) for segment in raw.split(b"/"))
    if longest > LONGEST_SEGMENT:
        return 414, f"A part of the path has {longest} bytes: at most {LONGEST_SEGMENT} are read."
    if "\0" in path or b"%00" in raw or b"\0" in query or b"%00" in query:
        return 400, "The address holds the character U+0000: leave it out."
    return None


def _query_problem(query: bytes) -> tuple[int, str] | None:
    names = [pair.partition(b"=")[0] for pair in query.split(b"&")] if query else []
    if len(names) > MOST_PARAMETERS:
        return 400, f"The address has {len(names)} parameters: at most {MOST_PARAMETERS} are read."
    facets = sum(name.startswith(b"_facet") for name in names)
    if facets > MOST_FACETS:
        return 400, f"The address asks for {facets} facets: at most {MOST_FACETS} are counted at once."
    return None


async def _send(send: Send, status: int, sentence: str, headers: dict[str, str]) -> None:
    body = f"{sentence}\n".encode()
    told = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store", **headers}
    length = (b"content-length", str(len(body)).encode())
    listed = [*((name.encode(), value.encode()) for name, value in told.items()), length]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": body})
