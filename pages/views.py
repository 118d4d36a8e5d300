"""Addresses of the pages that put many things beside one another, and of their files."""

from urllib.parse import urlencode

from datasette import Response

from analysis.charts.svg import alone
from pages import compare, compare_view, coverage, explore, explore_view
from pages.assets import STATIC
from pages.choice import LONGEST, PARAMETERS, choice
from pages.parameters import whole_number
from pages.refusals import RefusedError
from pages.responses import csv_file, download
from pages.routes import Answer, answering
from pages.security import PICTURE_POLICY
from pages.visit import Visit


async def _compare(visit: Visit) -> Answer | Response:
    given = visit.parameters(PARAMETERS, LONGEST)
    chosen = choice(visit.catalogue, given)
    body = await visit.ask(compare.read, chosen, given.get("add"))
    if visit.file:
        return csv_file(visit.datasette, compare_view.table(body, visit.catalogue), compare_view.COLUMNS)
    return "compare.html", body, {} if visit.as_json else compare_view.view(body, visit.catalogue, chosen)


async def _explore(visit: Visit) -> Answer | Response:
    asked = explore.question(visit.catalogue, visit.parameters(explore.PARAMETERS))
    body = explore.read(visit.catalogue, asked)
    if visit.file == ".csv":
        return csv_file(visit.datasette, body["rows"], explore.COLUMNS)
    if visit.file == ".svg":
        return _picture(visit, body, asked)
    path = visit.datasette.urls.path("/").rstrip("/")
    return "explore.html", body, {} if visit.as_json else explore_view.view(body, asked, visit.catalogue, path)


async def _coverage(visit: Visit) -> Answer | Response:
    choices = coverage.allowed(visit.catalogue)
    chosen = visit.parameters(choices)
    page = whole_number("page", chosen.pop("page", None), coverage.HIGHEST_PAGE)
    if visit.file:
        return csv_file(visit.datasette, await visit.ask(coverage.everything, chosen), coverage.COLUMNS)
    body = await visit.ask(coverage.read, chosen, page)
    if page > body["pages"]:
        raise RefusedError(404, f"There is no page {page}: the list ends with page {body['pages']}.")
    shown = {"metric": sorted({row["metric"] for row in body["metrics"]} | {chosen.get("metric", "")} - {""})}
    return "coverage.html", body, {"choices": {**choices, **shown}, "query_without_page": urlencode(chosen)}


def _picture(visit: Visit, body: dict[str, object], asked: explore.Question) -> Response:
    """The picture as a file, with addresses that work anywhere and its colours inside."""
    if not body["rows"]:
        raise RefusedError(404, f"No {asked.kind} has these figures: take the vendor or one of the figures away.")
    drawn = explore_view.drawing(body, asked, visit.catalogue, visit.site.address)
    picture = download(
        visit.datasette, alone(drawn, (STATIC / "charts.css").read_text()), "image/svg+xml; charset=utf-8"
    )
    picture.headers["content-security-policy"] = PICTURE_POLICY
    return picture


FILES = r"(?:(?P<format>\.json)|(?P<file>\.csv|\.svg))?$"
TABLE = FILES.replace(r"|\.svg", "")
ROUTES = [
    (rf"^/compare{TABLE}", answering(_compare)),
    (rf"^/explore{FILES}", answering(_explore)),
    (rf"^/coverage{TABLE}", answering(_coverage)),
]
