"""Facts grow old at their own pace, and an address that is gone is noticed."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders.cli import main

STATUSES = {"/there": 200, "/gone": 404, "/shy": 403}


@pytest.fixture
def site() -> Iterator[str]:
    """A site that has one page, has lost one, and shows one to nobody."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(STATUSES[self.path])
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def built(house: Path, tmp_path: Path, changes: dict[str, str] | None = None) -> Path:
    """Acme's ledger, its sources looked at in April 2026, with texts in their file replaced."""
    file = house / "sources" / "acme.yml"
    text = file.read_text().replace("  publisher: acme\n", "  publisher: acme\n  accessed: 2026-04-10\n")
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    out = tmp_path / "ledger.db"
    result = CliRunner().invoke(main, ["build", "--data", str(house), "--out", str(out)])
    assert result.exit_code == 0, result.output
    return out


def stale(house: Path, ledger: Path, *more: str) -> tuple[int, str]:
    """Exit code and output of the command."""
    result = CliRunner().invoke(main, ["stale", "--db", str(ledger), "--data", str(house), *more])
    return result.exit_code, result.output


def test_nothing_is_old_in_spring(house: Path, tmp_path: Path) -> None:
    assert stale(house, built(house, tmp_path), "--today", "2026-04-30") == (0, "0 facts to look at again\n")


def test_specifications_grow_old_after_a_year_and_results_later(house: Path, tmp_path: Path) -> None:
    ledger = built(house, tmp_path)
    code, output = stale(house, ledger, "--today", "2027-04-11")
    assert code == 1
    line = (
        "data/devices/acme/acme-a1.yml:26: power 700 W: looked at 2026-04-10, 366 days ago; 365 are allowed "
        "(acme-a1-datasheet)"
    )
    assert line in output.splitlines()
    assert "decode_throughput" not in output
    assert "decode_throughput" in stale(house, ledger, "--today", "2028-04-10")[1]


def test_a_source_that_nobody_dated_is_told(house: Path, tmp_path: Path) -> None:
    ledger = built(
        house,
        tmp_path,
        {
            "  accessed: 2026-04-10\n  url: https://acme.example/a1.pdf\n  published: 2026-03\n": "  url: https://acme.example/a1.pdf\n"
        },
    )
    code, output = stale(house, ledger, "--today", "2026-04-30", "--json")
    facts = json.loads(output)["facts"]
    assert (code, {(fact["source"], fact["looked"], fact["days"]) for fact in facts}) == (
        1, {("acme-a1-datasheet", None, None)},
    )  # fmt: skip


def test_addresses_are_asked(house: Path, tmp_path: Path, site: str) -> None:
    addresses = {"https://acme.example/a1.pdf": f"{site}/gone", "https://acme.example/blog": f"{site}/shy"}
    press = house / "sources" / "acme-press.yml"
    text = press.read_text()
    for line in [line.split()[1] for line in text.splitlines() if line.strip().startswith("url:")]:
        text = text.replace(line, f"{site}/there")
    press.write_text(text)
    ledger = built(house, tmp_path, addresses)
    code, output = stale(house, ledger, "--today", "2026-04-30", "--addresses")
    assert (code, output) == (
        1,
        f"acme-a1-datasheet: {site}/gone answers 404\n0 facts to look at again, 1 sources that do not answer\n",
    )
