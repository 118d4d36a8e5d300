"""Addresses for programs that follow other people's specifications: reconciliation, `llms.txt`, OpenAPI."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

from datasette import Response
from datasette.utils import add_cors_headers

from pages import openapi, queries, reconcile, reconcile_values
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.reconcile_values import MOST_PROPERTIES, SUGGESTED
from pages.refusals import RefusedError
from pages.rendering import render
from pages.responses import html, other_method, unreadable
from pages.rows import Row, fetch_one
from pages.security import PAGE_HEADERS
from pages.visit import Visit, catalogue_of

Asked = dict[str, str]
"""Parameters of a request, from the address and from a form."""
Reader = Callable[[Visit, Asked], Awaitable[Row | Response]]


def serving(reader: Reader, *methods: str) -> Callable[..., Awaitable[Response]]:
    """A view that answers any site's program with JSON, a page or a refusal; `methods` are taken beside GET."""

    async def view(datasette: Any, request: Any) -> Response:
        if refusal := other_method(datasette, request, ("GET", "HEAD", *methods)):
            return open_to_all(refusal)
        try:
            visit = Visit(datasette, request, await catalogue_of(datasette))
        except RefusedError as refused:
            return unreadable(refused.message)
        try:
            answer = await reader(visit, await _asked(request))
        except RefusedError as refused:
            return open_to_all(Response.json(refused.body, status=refused.status))
        return open_to_all(answer if isinstance(answer, Response) else Response.json(answer))

    return view


async def _asked(request: Any) -> Asked:
    given = {name: request.args[name] for name in request.args}
    if request.method == "POST":
        try:
            given |= await request.post_vars()
        except UnicodeDecodeError:
            raise RefusedError(400, "The form is not UTF-8.") from None
    return given


def open_to_all(response: Response) -> Response:
    """The response, readable by programs in the pages of other sites."""
    response.headers = {**PAGE_HEADERS, **response.headers}
    add_cors_headers(response.headers)
    return response


async def _reconcile(visit: Visit, asked: Asked) -> Row:
    if "queries" in asked:
        return await visit.ask(reconcile.results, reconcile.parsed("queries", asked["queries"], dict))
    if "extend" in asked:
        return await visit.ask(reconcile_values.extended, reconcile.parsed("extend", asked["extend"], dict))
    return reconcile.manifest(visit.site.address)


async def _suggest(visit: Visit, asked: Asked) -> Row:
    return await visit.ask(reconcile_values.suggested, visit.kind, asked.get("prefix", "")[:300])


async def _properties(visit: Visit, asked: Asked) -> Row:
    kind, limit = asked.get("type", ""), asked.get("limit", "")
    if kind not in ENTITY_KINDS:
        raise RefusedError(400, f"The parameter “type” is “{kind[:80]}”: it can be {', '.join(ENTITY_KINDS)}.")
    if limit and not (limit.isascii() and limit.isdigit() and len(limit) < 10):
        raise RefusedError(400, f"The parameter “limit” is “{limit[:80]}”: it can be a whole number.")
    most = min(int(limit), MOST_PROPERTIES) if limit else MOST_PROPERTIES
    return await visit.ask(reconcile_values.proposed, kind, most)


async def _preview(visit: Visit, asked: Asked) -> Response:
    """A small page that other sites may show in a frame."""
    body = await visit.ask(reconcile_values.preview, asked.get("id", ""))
    context = {"catalogue": visit.catalogue, "words": visit.catalogue.words, "site": visit.site, **body}
    page = html(visit.datasette, "preview.html", context)
    page.headers["content-security-policy"] = PAGE_HEADERS["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
    return page


async def _openapi(visit: Visit, _: Asked) -> Row:
    return await visit.ask(openapi.described, visit.site.address)


async def _llms(visit: Visit, _: Asked) -> Response:
    context = {"catalogue": visit.catalogue, "site": visit.site, "counts": await visit.ask(_counts)}
    return Response.text(render(visit.datasette, "llms.txt", context))


def _counts(conn: sqlite3.Connection, _: Catalogue) -> Row:
    return fetch_one(conn, queries.COUNTS) or {}


ROUTES = [
    (r"^/openapi\.json$", serving(_openapi)),
    (r"^/llms\.txt$", serving(_llms)),
    (r"^/reconcile$", serving(_reconcile, "POST")),
    (rf"^/reconcile/suggest/(?P<kind>{'|'.join(SUGGESTED)})$", serving(_suggest)),
    (r"^/reconcile/properties$", serving(_properties)),
    (r"^/reconcile/preview$", serving(_preview)),
]
