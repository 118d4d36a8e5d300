"""Answers: pages, their JSON twins and redirects, each with the headers it needs."""

import csv
import json
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from datasette import Response
from datasette.utils import add_cors_headers

from pages.rendering import render
from pages.rows import Row
from pages.security import PAGE_HEADERS


def html(datasette: Any, template: str, context: Row, status: int = 200) -> Response:
    """A page of ours."""
    return Response.html(render(datasette, template, context), status=status, headers=dict(PAGE_HEADERS))


def json_twin(datasette: Any, body: Row, status: int = 200) -> Response:
    """The same as data, readable from other sites where Datasette was started with --cors."""
    headers = dict(PAGE_HEADERS)
    if datasette.cors:
        add_cors_headers(headers)
    return Response.json(body, status=status, headers=headers)


def download(datasette: Any, body: object, content_type: str, status: int = 200) -> Response:
    """A text, or anything else as JSON, under a content type of its own; readable from other sites as a twin is."""
    headers = dict(PAGE_HEADERS)
    if datasette.cors:
        add_cors_headers(headers)
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return Response(text, status=status, headers=headers, content_type=content_type)


def csv_file(datasette: Any, rows: Iterable[Row], columns: Sequence[str]) -> Response:
    """Rows as CSV with a head of `columns`; None becomes an empty cell."""
    text = StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    return download(datasette, text.getvalue(), "text/csv; charset=utf-8")


def moved(datasette: Any, path: str) -> Response:
    """A permanent redirect."""
    return Response.redirect(datasette.urls.path(path), status=301, headers=dict(PAGE_HEADERS))


def other_method(datasette: Any, request: Any, allowed: tuple[str, ...] = ("GET", "HEAD")) -> Response | None:
    """The answer to a method that is not taken, and to the question which ones are; None for one that is."""
    if request.method in allowed:
        return None
    headers = {**PAGE_HEADERS, "allow": ", ".join((*allowed, "OPTIONS"))}
    if datasette.cors:
        add_cors_headers(headers)
    if request.method == "OPTIONS":
        return Response("", status=204, headers=headers)
    return Response.text(f"{request.method} is not taken here, {' and '.join(allowed)} are.", 405, headers)


def unreadable(message: str) -> Response:
    """What remains to be said when not even the names could be read."""
    return Response.text(message, status=503, headers={**PAGE_HEADERS, "cache-control": "no-store"})
