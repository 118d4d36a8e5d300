"""The page that judges the figures of a pasted text, which travels by POST alone and is neither kept nor logged."""

import asyncio
import csv
import io
import sqlite3
from typing import Any
from weakref import WeakKeyDictionary

from datasette import Response

from analysis.text.checking import AUTO, Checker, Report
from analysis.text.ledger import TABLES, Ledger, ledger_from_tables
from analysis.text.plain import LONGEST, TooLongError
from analysis.text.report import COLUMNS, as_dict, stretches, table
from analysis.text.request import NotAskableError, asked
from pages.refusals import RefusedError
from pages.responses import download, html, json_twin, other_method, unreadable
from pages.rows import Row
from pages.visit import Visit, catalogue_of, in_ledger

FIELDS = ("text", "language", "as_of", "exclude_source")
PRIVATE = {"cache-control": "no-store"}
_CHECKERS: WeakKeyDictionary[Any, Checker] = WeakKeyDictionary()


async def view(datasette: Any, request: Any) -> Response:
    """The empty form; for a POST the verdicts as a page, as JSON or as CSV."""
    asks_which = request.method == "OPTIONS" and request.url_vars.get("ending")
    if refusal := other_method(datasette, request, ("POST",) if asks_which else ("GET", "HEAD", "POST")):
        return refusal
    try:
        visit = Visit(datasette, request, await catalogue_of(datasette))
    except RefusedError as refused:
        return unreadable(refused.message)
    try:
        checker = await checker_of(datasette)
        return await _checked(visit, checker) if request.method == "POST" else _form(visit, checker)
    except RefusedError as refused:
        return _refused(visit, refused)


async def checker_of(datasette: Any) -> Checker:
    """The checker of the served ledger, made at first use. Raises RefusedError (503)."""
    if datasette not in _CHECKERS:
        tables = await in_ledger(datasette, _tables)
        _CHECKERS[datasette] = await asyncio.to_thread(lambda: Checker(ledger_from_tables(tables.__getitem__)))
    return _CHECKERS[datasette]


def _tables(conn: sqlite3.Connection) -> dict[str, list[Row]]:
    return {name: _rows(conn, name) for name in TABLES}


def _rows(conn: sqlite3.Connection, name: str) -> list[Row]:
    cursor = conn.execute(f"select * from [{name}]")  # noqa: S608 - one of TABLES
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _form(visit: Visit, checker: Checker) -> Response:
    visit.parameters({})
    ending = visit.request.url_vars.get("ending")
    if ending:
        raise RefusedError(405, f"/check{ending} takes a text by POST, in a form field called “text”.")
    return html(visit.datasette, "check.html", _context(visit, checker.ledger, dict.fromkeys(FIELDS, "")))


async def _checked(visit: Visit, checker: Checker) -> Response:
    given = await _given(visit.request)
    try:
        excluded = given["exclude_source"].replace(",", " ").split()
        options = asked(checker.ledger, given["language"] or AUTO, given["as_of"], excluded)
        report = await asyncio.to_thread(checker.check, given["text"], given["language"] or AUTO, options)
    except (NotAskableError, TooLongError) as error:
        raise RefusedError(413 if isinstance(error, TooLongError) else 400, str(error)) from None
    return _answer(visit, checker.ledger, report, given)


async def _given(request: Any) -> dict[str, str]:
    """The fields of the form; unknown ones are refused, an absent one is empty."""
    try:
        posted: dict[str, str] = await request.post_vars()
    except UnicodeDecodeError:
        raise RefusedError(400, "The form is not UTF-8.") from None
    unknown = sorted(set(posted) - set(FIELDS))
    if unknown:
        raise RefusedError(400, f"This form has no field “{unknown[0][:80]}”: it takes {', '.join(FIELDS)}.")
    given = {name: posted.get(name, "") for name in FIELDS}
    if not given["text"].strip():
        raise RefusedError(400, "There is no text to check: paste it into the field “text”.")
    return {**given, "text": given["text"].replace("\r\n", "\n")}


def _answer(visit: Visit, ledger: Ledger, report: Report, given: dict[str, str]) -> Response:
    found = as_dict(report, ledger)
    ending = visit.request.url_vars.get("ending")
    if ending == ".json":
        return _private(json_twin(visit.datasette, {"ok": True, **found}))
    if ending == ".csv":
        return _private(download(visit.datasette, _csv(report, ledger), "text/csv; charset=utf-8"))
    marked = [{"text": text, "number": number} for text, number in stretches(given["text"], report)]
    context = {**_context(visit, ledger, given), "report": found, "marked": marked}
    return _private(html(visit.datasette, "check.html", context))


def _csv(report: Report, ledger: Ledger) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([COLUMNS, *table(report, ledger)])
    return out.getvalue()


def _context(visit: Visit, ledger: Ledger, given: dict[str, str]) -> Row:
    languages = {code: language.name for code, language in ledger.languages.by_code.items()}
    shared = {
        "catalogue": visit.catalogue,
        "words": visit.catalogue.words,
        "site": visit.site,
        "path": visit.request.path,
    }
    return {**shared, "given": given, "languages": languages, "longest": LONGEST, "report": None, "marked": []}


def _refused(visit: Visit, refused: RefusedError) -> Response:
    if visit.request.url_vars.get("ending"):
        answer = _private(json_twin(visit.datasette, refused.body, refused.status))
        answer.headers |= {"allow": "POST, OPTIONS"} if refused.status == 405 else {}
        return answer
    shared = {
        "catalogue": visit.catalogue,
        "words": visit.catalogue.words,
        "site": visit.site,
        "path": visit.request.path,
    }
    return _private(html(visit.datasette, "refused.html", {**shared, **refused.body}, refused.status))


def _private(response: Response) -> Response:
    """The response, kept by no cache."""
    response.headers = {**response.headers, **PRIVATE}
    return response


ROUTES = [(r"^/check(?P<ending>\.json|\.csv)?$", view)]
