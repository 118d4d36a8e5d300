"""Headers of every answer."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

_COMMON_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
STRICT_POLICY = _COMMON_POLICY + "script-src 'self'; style-src 'self'; frame-ancestors 'none'"
"""For our pages, which hold no inline script or style."""
DATASETTE_POLICY = _COMMON_POLICY + (
    "script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
)
"""For Datasette's pages, which hold both."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""For pictures that stand alone and hold their style."""
EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
PAGE_HEADERS = {
    **EVERYWHERE,
    "content-security-policy": STRICT_POLICY,
    "cache-control": "public, max-age=300",
}

Message = MutableMapping[str, Any]
Application = Callable[[Message, Any, Callable[[Message], Awaitable[None]]], Awaitable[None]]


def with_headers(app: Application) -> Application:
    """An application whose answers carry the headers that they do not set themselves."""

    async def wrapped(scope: Message, receive: Any, send: Callable[[Message], Awaitable[None]]) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _completed(message.get("headers") or [])
            await send(message)

        await app(scope, receive, send_with_headers)

    return wrapped


def _completed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    present = {bytes(name).lower() for name, _ in headers}
    wanted = {**EVERYWHERE, "content-security-policy": DATASETTE_POLICY}
    missing = [(name.encode(), value.encode()) for name, value in wanted.items() if name.encode() not in present]
    return [*headers, *missing]
