"""Datasette's list of databases without the paths of the files, which are nobody's business."""

from typing import Any

from datasette import Response

from pages.security import PAGE_HEADERS
from pages.visit import LEDGER


async def _databases(datasette: Any, request: Any) -> Response:
    listed = (await datasette._databases_data(request))["databases"]
    shown = [{key: value for key, value in database.items() if key != "path"} for database in listed]
    return Response.json({"ok": True, "databases": shown}, headers=dict(PAGE_HEADERS))


def forget_attached(datasette: Any) -> None:
    """Keep Datasette from asking which files are attached: none can be, and the answer would hold the file's path.

    Its page of a database asks by a pragma that strangers' SQL may not use either.
    """
    for database in datasette.databases.values():
        if database.name == LEDGER:
            database.attached_databases = _none


async def _none() -> list[Any]:
    return []


ROUTES = [(r"^/-/databases(\.json)?$", _databases)]
