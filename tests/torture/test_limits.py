"""Each client may ask so often, and what it writes about itself changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from datasette.app import Datasette

from pages.confinement import confine
from pages.limits import MOST_CLIENTS, Limiter, client_of, kind_of


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_minutes_worth_may_come_at_once_then_one_at_a_time() -> None:
    clock = Clock()
    limiter = Limiter({"fit": 6}, clock)
    assert [limiter.wait("a", "/fit") for _ in range(8)] == [0, 0, 0, 0, 0, 0, 10, 10]
    clock.now += 9.5
    assert limiter.wait("a", "/fit.json") == 1
    clock.now += 0.5
    assert [limiter.wait("a", "/fit"), limiter.wait("a", "/fit")] == [0, 10]


def test_clients_and_routes_are_counted_apart_and_refusals_not_at_all() -> None:
    limiter = Limiter({"fit": 1, "check": 1}, Clock())
    answers = [limiter.wait(client, path) for client in "ab" for path in ("/fit", "/fit", "/check", "/device/a")]
    assert answers == [0, 60, 0, 0] * 2


def test_a_limit_of_zero_lifts_it() -> None:
    limiter = Limiter({"pages": 0}, Clock())
    assert {limiter.wait("a", "/") for _ in range(10_000)} == {0}


def test_what_is_remembered_of_clients_is_bounded() -> None:
    limiter = Limiter({}, Clock())
    for number in range(MOST_CLIENTS + 500):
        limiter.wait(str(number), "/")
    assert len(limiter.paid) == MOST_CLIENTS


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/fit", "fit"), ("/fit.json", "fit"), ("/check", "check"), ("/search.json", "search"),
        ("/reconcile", "search"),
        ("/reconcile/suggest/entity", "search"), ("/ledger/-/query", "sql"), ("/ledger/-/query.csv", "sql"),
        ("/-/mcp", "sql"), ("/ledger/statements.csv", "sql"), ("/", "pages"), ("/ledger/statements", "pages"),
        ("/fitness", "pages"), ("/device/fit", "pages"),
    ],
)  # fmt: skip
def test_every_costly_route_has_its_limit(path: str, kind: str) -> None:
    assert kind_of(path) == kind


def scope(peer: str, *forwarded: str) -> dict[str, object]:
    return {"client": (peer, 5000), "headers": [(b"x-forwarded-for", value.encode()) for value in forwarded]}


@pytest.mark.parametrize(
    ("asked", "proxies", "client"),
    [
        (scope("203.0.113.9"), 0, "203.0.113.9"),
        (scope("203.0.113.9", "198.51.100.1"), 0, "203.0.113.9"),
        (scope("127.0.0.1"), 0, None),
        (scope("::1"), 0, None),
        (scope("127.0.0.1", "198.51.100.1"), 1, "198.51.100.1"),
        (scope("127.0.0.1", "10.9.9.9, 198.51.100.1"), 1, "198.51.100.1"),
        (scope("127.0.0.1", "10.9.9.9", "198.51.100.1, 192.0.2.2"), 2, "198.51.100.1"),
        (scope("127.0.0.1"), 1, "127.0.0.1"),
        (scope("2001:db8:1:2:3:4:5:6"), 0, "2001:db8:1:2::/64"),
        (scope("127.0.0.1", "nonsense" * 40), 1, ("nonsense" * 40)[:60]),
    ],
)
def test_a_client_is_who_asked_and_not_who_it_says_it_is(
    asked: dict[str, object], proxies: int, client: str | None
) -> None:
    assert client_of(asked, proxies) == client


async def test_too_many_requests_are_told_how_long_to_wait(acme_ledger: Path) -> None:
    config = {"plugins": {"specledger": {"proxies": 1, "limits": {"search": 2}}}}
    datasette = Datasette(immutables=[str(acme_ledger)], config=config)
    await datasette.invoke_startup()
    told = {"x-forwarded-for": "203.0.113.9"}
    answers = [await datasette.client.get("/search?q=a1", headers=told) for _ in range(3)]
    other = await datasette.client.get("/search?q=a1", headers={"x-forwarded-for": "203.0.113.10"})
    datasette.close()
    assert [answer.status_code for answer in (*answers, other)] == [200, 200, 429, 200]
    assert answers[2].text == "Too many requests: wait 30 seconds. The whole ledger is one file, /ledger.db.\n"
    assert (answers[2].headers["retry-after"], answers[2].headers["cache-control"]) == ("30", "no-store")


def test_what_is_measured_is_a_strangers_query() -> None:
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {}) SELECT hex(zeroblob({})) FROM n"
    with closing(sqlite3.connect(":memory:")) as connection:
        confine(connection)
        with pytest.raises(sqlite3.OperationalError, match="the rows hold more than 8 MB of text"):
            connection.execute(numbers.format(900, 5_000)).fetchall()
        assert len(connection.execute(numbers.format(90_000, 500)).fetchall()) == 90_000
