"""A whole table as CSV, straight from SQLite: what Datasette streams page by page, many times as fast.

The bytes are the same for tables in the order of their key; where a table is sorted by another column, rows alike in it
may stand in another order. Where that column has empty cells Datasette's pages lose rows, and these do not.
"""

import asyncio
import csv
import io
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any

from datasette import Response
from datasette.resources import TableResource
from datasette.utils import add_cors_headers
from datasette.utils.asgi import AsgiStream

from pages.visit import LEDGER
from schema.tables import TABLES

CHUNK = 4_000
"""Rows that are read and written at one go, in a thread of their own."""
PLAIN = {"_stream", "_dl", "_size"}
"""Parameters that leave every row and column as it is; with any other Datasette answers itself."""
MEGABYTE = 1024 * 1024


async def view(datasette: Any, request: Any) -> Response | AsgiStream:
    """The table of the address; whatever is not the whole of one of ours is left to Datasette."""
    table = request.url_vars["table"]
    if table not in TABLES or not _asks_for_all(request) or request.method not in ("GET", "HEAD"):
        return await left_to_datasette(datasette, request)
    await datasette.ensure_permission(
        action="view-table", resource=TableResource(database=LEDGER, table=table), actor=request.actor
    )
    headers = {"referrer-policy": "no-referrer", "cache-control": f"max-age={datasette.setting('default_cache_ttl')}"}
    if datasette.cors:
        add_cors_headers(headers)
    saved = bool(request.args.get("_dl"))
    if saved:
        headers["content-disposition"] = f'attachment; filename="{table}.csv"'
    kind = "text/csv; charset=utf-8" if saved else "text/plain; charset=utf-8"
    chunks = _chunks(datasette.get_database(LEDGER).path, table, await datasette.table_config(LEDGER, table))
    return AsgiStream(_writing(chunks, datasette.setting("max_csv_mb")), headers=headers, content_type=kind)


async def left_to_datasette(datasette: Any, request: Any) -> Any:
    """Datasette's own answer; its views cannot be imported while it loads this plugin."""
    from datasette.views.table import table_view

    return await table_view(datasette, request)


def _asks_for_all(request: Any) -> bool:
    given = {name for name in request.args if request.args.get(name)}
    return "_stream" in given and given <= PLAIN


def _writing(chunks: Generator[str], most: int) -> Any:
    """What writes the table into a response, and stops with a sentence where it grows beyond so many megabytes."""

    async def write(response: Any) -> None:
        written = 0
        try:
            while text := await asyncio.to_thread(next, chunks, ""):
                written += len(text.encode())
                if most and written > most * MEGABYTE:
                    await response.write(f"CSV contains more than {most * MEGABYTE} bytes")
                    return
                await response.write(text)
        finally:
            await asyncio.to_thread(chunks.close)

    return write


def _chunks(path: str, table: str, config: Mapping[str, Any]) -> Generator[str]:
    """Header and rows of a table as CSV, in the order that its configuration names; closes what it opened."""
    uri = f"file:{path}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True, check_same_thread=False)) as connection:
        info = connection.execute(f"PRAGMA table_xinfo([{table}])").fetchall()
        columns = [name for _, name, *_ in info]
        keys = [name for _, name, _, _, _, place, _ in info if place]
        if not keys:  # then the number of the row is, and is shown
            columns, keys = ["rowid", *columns], ["rowid"]
        names = ", ".join(f"[{name}]" for name in columns)
        order = _sorted(config) or ", ".join(f"[{name}]" for name in keys)
        cursor = connection.execute(f"SELECT {names} FROM [{table}] ORDER BY {order}")  # noqa: S608 - one of TABLES
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(columns)
        while rows := cursor.fetchmany(CHUNK):
            writer.writerows(rows)
            yield out.getvalue()
            out.seek(0)
            out.truncate()
        if out.tell():
            yield out.getvalue()


def _sorted(config: Mapping[str, Any]) -> str:
    """The order that Datasette's configuration names for a table; nothing where it names none."""
    up, down = config.get("sort"), config.get("sort_desc")
    return f"[{up}]" if up else f"[{down}] DESC" if down else ""


ROUTES = [(rf"^/(?P<database>{LEDGER})/(?P<table>[a-z_]+)\.(?P<format>csv)$", view)]
