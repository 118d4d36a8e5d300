"""A whole table as CSV holds what Datasette would stream, and every row of it."""

import csv
import io
import sqlite3
from unittest.mock import patch

import pytest
from datasette.app import Datasette

from pages import whole_csv

TABLES = ("devices", "statements", "sources", "configurations", "statement_entities", "changes", "lexicon", "setups")


async def stock(datasette: Datasette, address: str) -> tuple[int, bytes, str]:
    """The answer of Datasette itself."""
    with patch.object(whole_csv, "TABLES", {}):
        answer = await datasette.client.get(address)
    return answer.status_code, answer.content, answer.headers["content-type"]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("more", ["", "&_dl=1", "&_size=max"])
async def test_a_whole_table_is_what_datasette_streams(table: str, more: str, acme: Datasette) -> None:
    address = f"/ledger/{table}.csv?_stream=1{more}"
    with patch.object(whole_csv, "left_to_datasette", side_effect=AssertionError("left to Datasette")):
        ours = await acme.client.get(address)
    assert (ours.status_code, ours.content, ours.headers["content-type"]) == await stock(acme, address)
    assert ours.headers["cache-control"].startswith(("max-age", "public"))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("table", ["organizations", "coverage", "setups", "findings"])
async def test_tables_of_many_pages_in_the_order_of_their_key_are_the_same(table: str, served: Datasette) -> None:
    address = f"/ledger/{table}.csv?_stream=1"
    ours = await served.client.get(address)
    assert (ours.status_code, ours.content, ours.headers["content-type"]) == await stock(served, address)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("table", ["statements", "facts", "prices", "changes", "devices", "claims"])
async def test_no_row_is_lost(table: str, served: Datasette, ledger: sqlite3.Connection) -> None:
    answer = await served.client.get(f"/ledger/{table}.csv?_stream=1")
    rows = list(csv.reader(io.StringIO(answer.text)))
    (count,) = ledger.execute(f"SELECT count(*) FROM [{table}]").fetchone()
    assert len(rows) - 1 == count == len({tuple(row) for row in rows[1:]})


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "asked", ["", "?_stream=1&kind=gpu", "?_stream=1&_sort=name", "?_stream=1&_labels=on", "?_stream=1&_col=name"]
)
async def test_anything_else_is_left_to_datasette(asked: str, acme: Datasette) -> None:
    with patch.object(whole_csv, "left_to_datasette", wraps=whole_csv.left_to_datasette) as asked_of:
        answer = await acme.client.get(f"/ledger/devices.csv{asked}")
    assert (answer.status_code, asked_of.call_count) == (200, 1)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_table_beyond_the_limit_ends_with_a_sentence(acme: Datasette) -> None:
    with patch.object(whole_csv, "MEGABYTE", 1), patch.object(whole_csv, "CHUNK", 1):
        answer = await acme.client.get("/ledger/statements.csv?_stream=1")
    assert answer.text.endswith("CSV contains more than 100 bytes")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_table_that_is_not_there_is_not_found(acme: Datasette) -> None:
    assert (await acme.client.get("/ledger/nothing.csv?_stream=1")).status_code == 404
