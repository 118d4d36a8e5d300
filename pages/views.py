"""Addresses of the pages that put many things beside one another, and of their files."""

from datasette import Response

from pages import compare, compare_view
from pages.choice import LONGEST, PARAMETERS, choice
from pages.responses import csv_file
from pages.routes import Answer, answering
from pages.visit import Visit


async def _compare(visit: Visit) -> Answer | Response:
    given = visit.parameters(PARAMETERS, LONGEST)
    chosen = choice(visit.catalogue, given)
    body = await visit.ask(compare.read, chosen, given.get("add"))
    if visit.file:
        return csv_file(visit.datasette, compare_view.table(body, visit.catalogue), compare_view.COLUMNS)
    return "compare.html", body, {} if visit.as_json else compare_view.view(body, visit.catalogue, chosen)


TABLE = r"(?:(?P<format>\.json)|(?P<file>\.csv))?$"
ROUTES = [
    (rf"^/compare{TABLE}", answering(_compare)),
]
