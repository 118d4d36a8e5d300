"""Answers: pages, their JSON twins, redirects and refusals, each with the headers it needs."""

from typing import Any

from datasette import Response
from datasette.utils import add_cors_headers

from pages.rows import Row
from pages.security import PAGE_HEADERS


class Refusal(Exception):
    """A request that cannot be answered: status, one sentence why, and addresses that may be meant."""

    def __init__(self, status: int, message: str, nearest: list[Row] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.nearest = nearest or []


class Moved(Exception):
    """A thing that stands at another address now."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


async def html(datasette: Any, request: Any, template: str, context: Row, status: int = 200) -> Response:
    """A page of ours."""
    body = await datasette.render_template(template, context, request=request)
    return Response.html(body, status=status, headers=dict(PAGE_HEADERS))


def json_twin(datasette: Any, body: Row, status: int = 200) -> Response:
    """The same as data, readable from other sites where Datasette was started with --cors."""
    headers = dict(PAGE_HEADERS)
    if datasette.cors:
        add_cors_headers(headers)
    return Response.json(body, status=status, headers=headers)


def moved(datasette: Any, path: str) -> Response:
    """A permanent redirect."""
    return Response.redirect(datasette.urls.path(path), status=301, headers=dict(PAGE_HEADERS))


def refusal_body(refusal: Refusal) -> Row:
    """A refusal as data, with the keys of Datasette's own errors and `nearest`."""
    return {
        "ok": False,
        "error": refusal.message,
        "errors": [refusal.message],
        "status": refusal.status,
        "nearest": refusal.nearest,
    }
