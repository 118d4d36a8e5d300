"""Hooks by which Datasette takes up the ledger's pages."""

import gc
import sqlite3
from typing import Any

from datasette import hookimpl

from pages import (
    assets,
    check,
    cite_answers,
    columns,
    confinement,
    databases,
    facets,
    failures,
    fit_function,
    fit_tool,
    guard,
    rendering,
    security,
    services,
    tools,
    views,
    whole_csv,
)
from pages.routes import ROUTES
from pages.visit import LEDGER, catalogue_of


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """Addresses of our pages; they go before Datasette's own."""
    own = (ROUTES, views.ROUTES, cite_answers.ROUTES, services.ROUTES, check.ROUTES, databases.ROUTES, whole_csv.ROUTES)
    return [route for routes in own for route in routes]


@hookimpl
def prepare_jinja2_environment(env: Any) -> None:
    """Our templates in Datasette's environment too, for what we change of its own pages."""
    rendering.furnish(env)


@hookimpl
def extra_css_urls() -> list[str]:
    """The ledger's colours for Datasette's own pages; our pages name their style sheet themselves."""
    return [assets.static_path("tables.css")]


register_facet_classes = facets.register_facet_classes


@hookimpl
def register_column_types() -> list[type]:
    """The column type that prints units."""
    return [columns.Quantity]


@hookimpl
def render_cell(row: Any, value: Any, column: str, table: str | None, database: str, datasette: Any) -> Any:
    """Links to our pages, and labels for words, in Datasette's tables of the ledger."""
    if database != LEDGER or column not in columns.RENDERED:
        return None
    return _cell(row, value, column, table, datasette)


async def _cell(row: Any, value: Any, column: str, table: str | None, datasette: Any) -> Any:
    return columns.cell(value, column, table, row, await catalogue_of(datasette), datasette.urls.path)


@hookimpl
def prepare_connection(conn: sqlite3.Connection, database: str, datasette: Any) -> None:
    """Bounds for everything that strangers may query; Datasette's own database has none."""
    if database == LEDGER:
        confinement.confine(conn)
        fit_function.register(conn, datasette)
    elif database != "_internal":
        confinement.limit(conn)


@hookimpl
def asgi_wrapper(datasette: Any) -> Any:
    """Refusals before Datasette sees a request, and headers for the answers that are not ours."""
    return lambda app: security.with_headers(guard.guarded(app, datasette))


@hookimpl(tryfirst=True)
def handle_exception(datasette: Any, request: Any, exception: Exception) -> Any:
    """A clear 4xx where Datasette's own pages would answer a strange request with 500."""
    return failures.answer(datasette, request, exception)


@hookimpl
def startup(datasette: Any) -> None:
    """Keep the garbage collector from walking over what never changes: slow answers become a third faster."""
    databases.forget_attached(datasette)
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@hookimpl
def register_mcp_tools(datasette: Any, mcp: Any) -> None:
    """Tools for agents, beside those that run SQL."""
    tools.register(datasette, mcp)
    fit_tool.register(datasette, mcp)
