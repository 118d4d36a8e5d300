"""Addresses of the pages and what answers there. Every page has a twin that ends in `.json`."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote, urlencode
from weakref import WeakKeyDictionary

from datasette import NotFound, Response
from datasette.utils import sqlite_timelimit

from pages import claim, disagreements, entity, home, search, source, statement
from pages.assets import STATIC_ROUTE
from pages.catalogue import ENTITY_KINDS, Catalogue, read_catalogue
from pages.lookup import not_found
from pages.parameters import read_parameters, whole_number
from pages.responses import Moved, Refusal, html, json_twin, moved, refusal_body
from pages.rows import Row
from pages.site import Site, site_of

LEDGER = "ledger"
"""Name of the database: of the file without its ending."""
TIME_LIMIT_MS = 3_000
THINGS = {
    **dict.fromkeys(ENTITY_KINDS, (entity.read, entity.view, "entity.html")),
    "claim": (claim.read, claim.view, "claim.html"),
    "source": (source.read, source.view, "source.html"),
    "statement": (statement.read, statement.view, "statement.html"),
}
Answer = tuple[str, Row, Row]
"""Template, body (the whole of the JSON twin) and what the template prints beside it."""
Reader = Callable[["Visit"], Awaitable[Answer]]
_CATALOGUES: WeakKeyDictionary[Any, Catalogue] = WeakKeyDictionary()


class Visit:
    """One request to the ledger."""

    def __init__(self, datasette: Any, request: Any, catalogue: Catalogue) -> None:
        self.datasette = datasette
        self.request = request
        self.catalogue = catalogue
        self.variables: dict[str, str] = request.url_vars

    async def ask(self, read: Callable[..., Any], *arguments: object) -> Any:
        """Result of `read(connection, catalogue, *arguments)`, within the time limit."""
        return await _in_ledger(self.datasette, lambda conn: read(conn, self.catalogue, *arguments))

    def parameters(self, allowed: dict[str, Any]) -> dict[str, str]:
        """The request's parameters. Raises Refusal (400) for what is not allowed."""
        args = self.request.args
        return read_parameters({name: args.getlist(name) for name in args}, allowed)

    @property
    def site(self) -> Site:
        """Where the ledger stands: as set, else as asked for."""
        settings = self.datasette.plugin_config("specledger") or {}
        here = self.datasette.absolute_url(self.request, self.datasette.urls.instance())
        return site_of(str(settings.get("address") or here), settings)


async def _in_ledger(datasette: Any, read: Callable[[Any], Any]) -> Any:
    if LEDGER not in datasette.databases:
        raise NotFound(f"No database named {LEDGER} is served: build/ledger.db makes one")

    def timed(conn: Any) -> Any:
        with sqlite_timelimit(conn, TIME_LIMIT_MS):
            return read(conn)

    return await datasette.get_database(LEDGER).execute_fn(timed)


async def catalogue_of(datasette: Any) -> Catalogue:
    """The catalogue of the served ledger, read at first use."""
    if datasette not in _CATALOGUES:
        _CATALOGUES[datasette] = await _in_ledger(datasette, read_catalogue)
    return _CATALOGUES[datasette]


def answering(reader: Reader) -> Callable[..., Awaitable[Response]]:
    """A view that answers with a page, its JSON twin, a redirect or a refusal."""

    async def view(datasette: Any, request: Any) -> Response:
        as_json = bool(request.url_vars.get("format"))
        visit = Visit(datasette, request, await catalogue_of(datasette))
        try:
            template, body, extra = await reader(visit)
        except Moved as new:
            return moved(datasette, new.path + (".json" if as_json else ""))
        except Refusal as refusal:
            return await _refused(visit, refusal, as_json)
        if as_json:
            return json_twin(datasette, {"ok": True, **body})
        return await html(datasette, request, f"ledger/{template}", _context(visit, {**body, **extra}))

    return view


def _context(visit: Visit, values: Row) -> Row:
    shared = {"catalogue": visit.catalogue, "words": visit.catalogue.words, "site": visit.site}
    return {**shared, "path": visit.request.path, **values}


async def _refused(visit: Visit, refusal: Refusal, as_json: bool) -> Response:
    body = refusal_body(refusal)
    if as_json:
        return json_twin(visit.datasette, body, refusal.status)
    return await html(visit.datasette, visit.request, "ledger/refused.html", _context(visit, body), refusal.status)


async def _thing(visit: Visit) -> Answer:
    visit.parameters({})
    kind, ref = visit.variables["kind"], unquote(visit.variables["id"])
    read, view, template = THINGS[kind]
    body = await visit.ask(read, kind, ref)
    if body is None:
        raise not_found(visit.catalogue, kind, ref)
    return template, body, view(body, visit.catalogue, visit.site)


async def _home(visit: Visit) -> Answer:
    visit.parameters({})
    return "home.html", await visit.ask(home.read), {}


async def _search(visit: Visit) -> Answer:
    chosen = visit.parameters({"q": None, "kind": search.KINDS})
    body = await visit.ask(search.read, chosen.get("q", ""), chosen.get("kind"))
    return "search.html", body, {"kinds": search.KINDS}


async def _disagreements(visit: Visit) -> Answer:
    chosen = visit.parameters(disagreements.allowed(visit.catalogue.words))
    page = whole_number("page", chosen.pop("page", None), disagreements.HIGHEST_PAGE)
    body = await visit.ask(disagreements.read, chosen, page)
    extra = {"allowed": disagreements.allowed(visit.catalogue.words), "query_without_page": urlencode(chosen)}
    return "disagreements.html", body, extra


FORMAT = r"(?P<format>\.json)?$"
ROUTES = [
    STATIC_ROUTE,
    (r"^/$", answering(_home)),
    (r"^/index(?P<format>\.json)$", answering(_home)),
    (rf"^/search{FORMAT}", answering(_search)),
    (rf"^/disagreements{FORMAT}", answering(_disagreements)),
    (rf"^/(?P<kind>{'|'.join(THINGS)})/(?P<id>[^/]+?){FORMAT}", answering(_thing)),
]
