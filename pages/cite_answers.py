"""How to cite an answer: a comparison of things, or which hardware holds a model."""

from datasette import Response

from analysis.citation import Citable
from pages import choice, cite, compare, fit
from pages.catalogue import Catalogue
from pages.fit_question import PARAMETERS, Visitor, read_question
from pages.fit_shelf import shelf_of
from pages.refusals import RefusedError
from pages.routes import answering
from pages.rows import Row
from pages.visit import Visit


async def _comparison(visit: Visit) -> Response:
    chosen = choice.choice(visit.catalogue, visit.parameters(choice.PARAMETERS, choice.LONGEST))
    if len(chosen.ids) < choice.FEWEST:
        raise RefusedError(400, f"There is nothing to cite yet: name two things, as in /compare{visit.ending}?ids=A,B.")
    body = await visit.ask(compare.read, chosen, None)
    return _cited(visit, comparison(body, chosen, visit.catalogue))


def comparison(body: Row, chosen: choice.Choice, catalogue: Catalogue) -> Citable:
    """A comparison as a thing to cite."""
    title = f"{', '.join(map(catalogue.name, chosen.ids))}: figures side by side"
    lines = [cite.source_line(row, catalogue) for row in body["sources"].values()]
    return Citable("comparison", ",".join(chosen.ids), title, chosen.path(to=chosen.to), cite.few(lines))


async def _fit(visit: Visit) -> Response:
    visitor = read_question(visit.parameters(PARAMETERS))
    body = await visit.ask(fit.read, await shelf_of(visit.datasette), visitor)
    if body["answer"] is None:
        raise RefusedError(400, f"There is nothing to cite yet: name a model, as in /fit{visit.ending}?model=ID.")
    return _cited(visit, fitting(body, visitor.naming(body["model"], body["device"]), visit.catalogue))


def fitting(body: Row, visitor: Visitor, catalogue: Catalogue) -> Citable:
    """An answer to which hardware holds a model, as a thing to cite."""
    answer = body["answer"]
    on = f" on {catalogue.name(body['device'])}" if body["device"] else ""
    what = f"Memory of {catalogue.name(body['model'])}{on}, weights in {answer['precision']}, {answer['engine']}"
    title = f"{what}, {answer['context']} tokens, users: {answer['users']}"
    if answer["total"] is not None:
        title += f": {answer['total']:.1f} GiB ({answer['low']:.1f} to {answer['high']:.1f})"
    named = dict.fromkeys(str(item["source"]) for item in answer["sources"])
    known = [catalogue.sources[name] for name in named if name in catalogue.sources]
    path = visitor.address()
    lines = [cite.source_line(row, catalogue) for row in known]
    return Citable("fit", path.partition("?")[2], title, path, cite.few(lines))


def _cited(visit: Visit, thing: Citable) -> Response:
    return cite.twin(visit.datasette, thing, cite.edition(visit.catalogue, visit.site), visit.ending)


ROUTES = [(rf"^/compare{cite.ENDINGS}", answering(_comparison)), (rf"^/fit{cite.ENDINGS}", answering(_fit))]
