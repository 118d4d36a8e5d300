"""Datasette's list of databases without the paths of the files, which are nobody's business."""

from typing import Any

from datasette import Response

from pages.security import PAGE_HEADERS


async def _databases(datasette: Any, request: Any) -> Response:
    listed = (await datasette._databases_data(request))["databases"]
    shown = [{key: value for key, value in database.items() if key != "path"} for database in listed]
    return Response.json({"ok": True, "databases": shown}, headers=dict(PAGE_HEADERS))


ROUTES = [(r"^/-/databases(\.json)?$", _databases)]
