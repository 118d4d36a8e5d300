"""Answers to requests that Datasette's own pages trip over: they are mistakes of the request, not of the server."""

import sqlite3
from collections.abc import Callable
from typing import Any

from datasette.handle_exception import handle_exception
from datasette.views.base import DatasetteError

from pages.visit import LEDGER

DATASETTES = (f"/{LEDGER}", "/_memory", "/-/")
"""Where Datasette's own pages stand. An exception of ours is a mistake of ours and stays a 500."""


def understood(path: str, method: str, exception: Exception) -> tuple[int, str] | None:
    """Status and sentence for an exception that a request brought about in Datasette; None for any other."""
    if not path.startswith(DATASETTES):
        return None
    if isinstance(exception, sqlite3.Error):
        return 400, f"The database cannot answer this: {exception}"
    if isinstance(exception, AssertionError) and str(exception).startswith("Invalid format"):
        return 404, "Nothing here has that ending: .json and .csv are there"
    if isinstance(exception, KeyError) and method not in ("GET", "HEAD"):
        return 405, f"{method} is not taken here"
    if isinstance(exception, ValueError):
        return 400, "A parameter cannot be read"
    return None


def answer(datasette: Any, request: Any, exception: Exception) -> Callable[[], Any] | None:
    """Datasette's own error page with the status that belongs to the exception; None leaves it to Datasette."""
    found = understood(request.path, request.method, exception)
    if found is None:
        return None
    status, sentence = found
    inner: Callable[[], Any] = handle_exception(datasette, request, DatasetteError(sentence, status=status))
    return inner
