"""Where /fit and its twin answer."""

from pages import fit, fit_view
from pages.fit_question import PARAMETERS, read_question
from pages.fit_shelf import shelf_of
from pages.rows import Row
from pages.visit import Visit


async def answer(visit: Visit) -> tuple[str, Row, Row]:
    """The page for the parameters of the request. Raises RefusedError."""
    visitor = read_question(visit.parameters(PARAMETERS))
    shelf = await shelf_of(visit.datasette)
    body = await visit.ask(fit.read, shelf, visitor)
    return "fit.html", body, fit_view.view(body, shelf, visitor)
