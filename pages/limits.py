"""How often one client may ask for what is costly. Kept in memory, for each process."""

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

COSTLY = {
    "fit": r"/fit(\.\w+)?",
    "check": r"/check(\.\w+)?",
    "search": r"/search(\.\w+)?|/reconcile(/.*)?",
    "sql": r"/[^/]+/-/query(\.\w+)?|/-/mcp(/.*)?|/[^/]+/[^/]+\.(csv|xlsx)",
}
"""Routes that cost more than a page, by the name of their limit; all else counts as `pages`."""
PER_MINUTE = {"fit": 60, "check": 30, "search": 120, "sql": 60, "pages": 600}
"""Requests a minute of one client where datasette.yml says nothing; 0 lifts a limit."""
MOST_CLIENTS = 10_000
MINUTE = 60.0
_CLASSES = {name: re.compile(pattern) for name, pattern in COSTLY.items()}


def kind_of(path: str) -> str:
    """Name of the limit that a path falls under."""
    return next((name for name, pattern in _CLASSES.items() if pattern.fullmatch(path)), "pages")


class Limiter:
    """Remembers one instant for each client and limit: when all that was asked would have been paid for.

    That is the generic cell rate algorithm of ITU-T I.371: a minute's worth may come at once, then one at a time.
    """

    def __init__(self, per_minute: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = {**PER_MINUTE, **per_minute}
        self.clock = clock
        self.paid: OrderedDict[tuple[str, str], float] = OrderedDict()

    def wait(self, client: str, path: str) -> int:
        """Seconds that a client has to wait before it may ask for a path; 0 for one that may, which is counted."""
        kind = kind_of(path)
        allowed = self.per_minute[kind]
        if allowed <= 0:
            return 0
        now, key = self.clock(), (client, kind)
        paid = max(self.paid.pop(key, now), now)
        due = paid + MINUTE / allowed
        granted = due - now <= MINUTE
        self.paid[key] = due if granted else paid
        if len(self.paid) > MOST_CLIENTS:
            self.paid.popitem(last=False)
        return 0 if granted else math.ceil(due - now - MINUTE)


def client_of(scope: Mapping[str, Any], proxies: int) -> str | None:
    """Who asks: the peer, or with `proxies` in front the address that the outermost of them wrote down.

    None for the machine itself when no proxy stands in front. Networks of IPv6 count as one client.
    """
    if proxies > 0:
        return _network(_forwarded(scope, proxies) or _peer(scope))
    peer = _peer(scope)
    return None if _is_loopback(peer) else _network(peer)


def _peer(scope: Mapping[str, Any]) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _forwarded(scope: Mapping[str, Any], proxies: int) -> str | None:
    """The address that the outermost trusted proxy saw; what stands before it the client wrote itself."""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = [hop.strip() for value in values for hop in value.decode("latin-1").split(",")]
    return hops[-proxies] if len(hops) >= proxies else None


def _is_loopback(peer: str) -> bool:
    try:
        return not peer or ip_address(peer).is_loopback
    except ValueError:  # a socket of the file system
        return True


def _network(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address[:60]
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
