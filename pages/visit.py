"""One request to the ledger: what it asks for, and the ledger's answer to it."""

import sqlite3
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from datasette.utils import sqlite_timelimit

from pages.catalogue import Catalogue, read_catalogue
from pages.parameters import LONGEST, read_parameters
from pages.refusals import RefusedError
from pages.site import Site, site_of

LEDGER = "ledger"
"""Name of the database: of the file without its ending."""
TIME_LIMIT_MS = 3_000
CATALOGUE_LIMIT_MS = 60_000
"""For what is read once, and grows with the ledger."""
Found = TypeVar("Found")
_CATALOGUES: WeakKeyDictionary[Any, Catalogue] = WeakKeyDictionary()


class Visit:
    """A request with what every page needs to answer it."""

    def __init__(self, datasette: Any, request: Any, catalogue: Catalogue) -> None:
        self.datasette = datasette
        self.request = request
        self.catalogue = catalogue
        self.kind = request.url_vars.get("kind", "")
        self.ref = request.url_vars.get("id", "")
        self.as_json = bool(request.url_vars.get("format"))
        if self.as_json and catalogue.path(f"{self.ref}.json") == f"/{self.kind}/{self.ref}.json":
            self.ref, self.as_json = f"{self.ref}.json", False  # an id that ends so: its twin ends in .json.json
        self.citation: str = request.url_vars.get("citation", "")
        self.file: str = request.url_vars.get("file") or ""
        """Ending of the file that is asked for instead of a page: `.csv`, `.svg` or none."""

    @property
    def ending(self) -> str:
        """What of the address says which twin is asked for."""
        return self.citation or self.file or (".json" if self.as_json else "")

    async def ask(self, read: Callable[..., Found], *arguments: object) -> Found:
        """Result of `read(connection, catalogue, *arguments)`. Raises RefusedError (503) when it takes too long."""
        return await in_ledger(self.datasette, lambda conn: read(conn, self.catalogue, *arguments))

    def parameters(self, allowed: Mapping[str, Collection[str] | None], longest: int = LONGEST) -> dict[str, str]:
        """The request's parameters, each of at most `longest` characters. Raises RefusedError (400) for others."""
        args = self.request.args
        return read_parameters({name: args.getlist(name) for name in args}, allowed, longest)

    @property
    def site(self) -> Site:
        """Where the ledger stands: as the plugin's settings say, else as it was asked for."""
        settings = self.datasette.plugin_config("specledger") or {}
        here = self.datasette.absolute_url(self.request, self.datasette.urls.instance())
        return site_of(str(settings.get("address") or here), settings)


async def in_ledger(
    datasette: Any, read: Callable[[sqlite3.Connection], Found], limit_ms: int = TIME_LIMIT_MS
) -> Found:
    """Result of `read(connection)`. Raises RefusedError (503) when the ledger cannot be read in time."""
    if LEDGER not in datasette.databases:
        raise RefusedError(503, f"No database called {LEDGER} is served: `make build` makes build/{LEDGER}.db.")

    def timed(conn: sqlite3.Connection) -> Found:
        with sqlite_timelimit(conn, limit_ms):
            return read(conn)

    try:
        found: Found = await datasette.get_database(LEDGER).execute_fn(timed)
    except sqlite3.OperationalError as error:
        raise RefusedError(503, f"The ledger could not be read: {error}.") from error
    return found


async def catalogue_of(datasette: Any) -> Catalogue:
    """The catalogue of the served ledger, read at first use. Raises RefusedError (503)."""
    if datasette not in _CATALOGUES:
        _CATALOGUES[datasette] = await in_ledger(datasette, read_catalogue, CATALOGUE_LIMIT_MS)
    return _CATALOGUES[datasette]
