"""What to answer for an id that is not there: where it went, or what it may be."""

from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.refusals import MovedError, RefusedError
from pages.rows import Row
from pages.spelling import nearest, spelled

OFFERED = 5


def not_found(catalogue: Catalogue, kind: str, ref: str) -> MovedError | RefusedError:
    """Moved for a renamed id or a page of another kind, else a refusal (404) with the nearest names."""
    now = today(catalogue, ref)
    if now != ref or (kind in ENTITY_KINDS and now in catalogue.entities):
        return MovedError(catalogue.path(now) or f"/{kind}/{now}")
    offered = _offered(catalogue, kind, ref)
    hint = "Perhaps one of these is meant:" if offered else "The search finds things by their names."
    return RefusedError(404, f"The ledger has no {kind} “{ref[:80]}”. {hint}", offered)


def today(catalogue: Catalogue, ref: str) -> str:
    """The id that an old one leads to, over several renamings; a ring of them leads nowhere new."""
    seen = {ref}
    while (new := catalogue.renamed.get(ref)) and new not in seen:
        seen.add(new)
        ref = new
    return ref


def _offered(catalogue: Catalogue, kind: str, ref: str) -> list[Row]:
    names = [spelled(key, name) for key in catalogue.ids(kind) for name in (key, *catalogue.names(key))]
    found = nearest(ref, names, OFFERED)
    return [{"id": key, "title": catalogue.title(kind, key), "path": f"/{kind}/{key}"} for key in found]
