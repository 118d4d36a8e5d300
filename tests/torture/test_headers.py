"""What every answer tells the browser, whoever made it: our pages, Datasette's, refusals and files."""

import pytest

from tests.torture.server import Server

ADDRESSES = (
    "/", "/index.json", "/search?q=h100", "/device/nothing", "/device/%00", "/-/databases.json", "/-/static/app.css",
    "/-/versions", "/ledger", "/ledger/devices", "/ledger/devices.json", "/ledger/devices.csv", "/ledger/nothing",
    "/ledger/-/query?sql=select+1", "/ledger/-/query.json?sql=nonsense", "/llms.txt", "/openapi.json", "/reconcile",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_is_guarded(server: Server, address: str) -> None:
    headers = server.ask("GET", address).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["permissions-policy"] == "camera=(), geolocation=(), microphone=(), payment=()"
    policy = headers["content-security-policy"]
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"):
        assert part in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy


@pytest.mark.parametrize("address", ["/", "/search", "/device/nothing", "/disagreements", "/fit", "/check"])
def test_our_pages_run_no_inline_code(server: Server, address: str) -> None:
    assert "unsafe" not in server.ask("GET", address).headers["content-security-policy"]


@pytest.mark.parametrize("address", ["/", "/ledger", "/ledger/devices", "/search"])
def test_no_answer_sets_a_cookie(server: Server, address: str) -> None:
    assert "set-cookie" not in server.ask("GET", address).headers
