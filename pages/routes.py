"""Addresses of the pages and what answers there. Every page has a twin that ends in `.json`."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from datasette import Response

from pages import (
    cite,
    claim,
    corrections,
    disagreements,
    entity,
    feeds,
    fit_routes,
    home,
    search,
    short_answers,
    source,
    statement,
)
from pages.assets import STATIC_ROUTE
from pages.catalogue import ENTITY_KINDS
from pages.lookup import not_found
from pages.parameters import whole_number
from pages.refusals import MovedError, RefusedError
from pages.responses import download, html, json_twin, moved, other_method, unreadable
from pages.rows import Row
from pages.visit import Visit, catalogue_of

THINGS = {
    **dict.fromkeys(ENTITY_KINDS, (entity.read, entity.view, "entity.html")),
    "claim": (claim.read, claim.view, "claim.html"),
    "source": (source.read, source.view, "source.html"),
    "statement": (statement.read, statement.view, "statement.html"),
}
Answer = tuple[str, Row, Row]
"""Template, body (the whole of the JSON twin) and what the template prints beside it."""
Reader = Callable[[Visit], Awaitable[Answer | Response]]


def answering(reader: Reader) -> Callable[..., Awaitable[Response]]:
    """A view that answers with a page, its JSON twin, a file, a redirect or a refusal."""

    async def view(datasette: Any, request: Any) -> Response:
        if refusal := other_method(datasette, request):
            return refusal
        try:
            visit = Visit(datasette, request, await catalogue_of(datasette))
        except RefusedError as refused:
            return unreadable(refused.message)
        try:
            answer = await reader(visit)
        except MovedError as new:
            path, mark, query = new.path.partition("?")
            return moved(datasette, path + visit.ending + mark + query)
        except RefusedError as refused:
            return await _answer(visit, "refused.html", refused.body, {}, refused.status)
        if isinstance(answer, Response):
            return answer
        template, body, extra = answer
        return await _answer(visit, template, {"ok": True, **body}, extra)

    return view


async def _answer(visit: Visit, template: str, body: Row, extra: Row, status: int = 200) -> Response:
    if visit.ending:
        return json_twin(visit.datasette, body, status)
    shared = {"catalogue": visit.catalogue, "words": visit.catalogue.words, "site": visit.site}
    context = {**shared, "path": visit.request.path, **body, **extra}
    return html(visit.datasette, template, context, status)


async def _thing(visit: Visit) -> Answer:
    body = await _body(visit)
    _, view, template = THINGS[visit.kind]
    return template, body, view(body, visit.catalogue, visit.site)


async def _body(visit: Visit) -> Row:
    """All that the ledger holds of the thing at /KIND/ID. Raises MovedError or RefusedError when it is not there."""
    chosen = visit.parameters({"as-of": None} if visit.kind == "statement" else {})
    body: Row | None = await visit.ask(THINGS[visit.kind][0], visit.kind, visit.ref)
    if body is None:
        raise not_found(visit.catalogue, visit.kind, visit.ref)
    if day := chosen.get("as-of"):
        return body | {"as_of": corrections.on_day(body, day, visit.catalogue)}
    return body


async def _citation(visit: Visit) -> Response:
    thing = cite.citable(await _body(visit), visit.catalogue)
    return cite.twin(visit.datasette, thing, cite.edition(visit.catalogue, visit.site), visit.ending)


async def _home(visit: Visit) -> Answer:
    visit.parameters({})
    return "home.html", await visit.ask(home.read), {}


async def _search(visit: Visit) -> Answer:
    chosen = visit.parameters({"q": None, "kind": search.KINDS})
    query, kind = chosen.get("q", ""), chosen.get("kind")
    body = await visit.ask(search.read, query, kind) | await visit.ask(short_answers.read, query, kind)
    return "search.html", body, {"kinds": search.KINDS}


async def _disagreements(visit: Visit) -> Answer:
    allowed = disagreements.allowed(visit.catalogue)
    chosen = visit.parameters(allowed)
    page = whole_number("page", chosen.pop("page", None), disagreements.HIGHEST_PAGE)
    body = await visit.ask(disagreements.read, chosen, page)
    if page > body["pages"]:
        raise RefusedError(404, f"There is no page {page}: the list ends with page {body['pages']}.")
    return "disagreements.html", body, {"allowed": allowed, "query_without_page": urlencode(chosen)}


async def _corrections(visit: Visit) -> Answer:
    chosen = visit.parameters({"kind": corrections.KINDS, "entity": None, "page": None})
    page = whole_number("page", chosen.get("page"), corrections.HIGHEST_PAGE)
    body = await visit.ask(corrections.read, chosen.get("kind"), chosen.get("entity"), page)
    if page > body["pages"]:
        raise RefusedError(404, f"There is no page {page}: the list ends with page {body['pages']}.")
    chosen.pop("page", None)
    return "corrections.html", body, {"kinds": corrections.KINDS, "query_without_page": urlencode(chosen)}


async def _feed(visit: Visit) -> Response:
    visit.parameters({})
    text = await visit.ask(feeds.whole, visit.site.address, visit.kind)
    return download(visit.datasette, text, feeds.CONTENT_TYPE)


async def _feed_of_thing(visit: Visit) -> Response:
    await _body(visit)
    text = await visit.ask(feeds.of_thing, visit.site.address, visit.ref)
    return download(visit.datasette, text, feeds.CONTENT_TYPE)


FORMAT = r"(?P<format>\.json)?$"
ROUTES = [
    STATIC_ROUTE,
    (r"^/$", answering(_home)),
    (r"^/index(?P<format>\.json)$", answering(_home)),
    (rf"^/search{FORMAT}", answering(_search)),
    (rf"^/fit{FORMAT}", answering(fit_routes.answer)),
    (rf"^/disagreements{FORMAT}", answering(_disagreements)),
    (rf"^/corrections{FORMAT}", answering(_corrections)),
    (rf"^/feeds/(?P<kind>{'|'.join(feeds.FEEDS)})(?P<citation>\.atom)$", answering(_feed)),
    (rf"^/(?P<kind>{'|'.join(ENTITY_KINDS)})/(?P<id>[^/]+?)(?P<citation>\.atom)$", answering(_feed_of_thing)),
    (rf"^/(?P<kind>{'|'.join(cite.KINDS)})/(?P<id>[^/]+?){cite.ENDINGS}", answering(_citation)),
    (rf"^/(?P<kind>{'|'.join(THINGS)})/(?P<id>[^/]+?){FORMAT}", answering(_thing)),
]
