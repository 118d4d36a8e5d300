"""What to answer for an id that is not there: where it went, or what it may be."""

from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.responses import Moved, Refusal
from pages.rows import Row
from pages.spelling import nearest

OFFERED = 5


def not_found(catalogue: Catalogue, kind: str, ref: str) -> Moved | Refusal:
    """Moved for a renamed id or a page of another kind, else a refusal (404) with the nearest names."""
    now = _today(catalogue, ref)
    if now != ref or (kind in ENTITY_KINDS and now in catalogue.entities):
        return Moved(catalogue.path(now) or f"/{kind}/{now}")
    offered = _offered(catalogue, kind, ref)
    article = "an" if kind == "organization" else "a"
    message = f"The ledger has no {kind} “{ref[:80]}”. " + ("Perhaps one of these is meant:" if offered else _how(article, kind))
    return Refusal(404, message.strip(), offered)


def _today(catalogue: Catalogue, ref: str) -> str:
    """The id that an old one leads to, over several renamings; a ring of them leads nowhere new."""
    seen = {ref}
    while (new := catalogue.renamed.get(ref)) and new not in seen:
        seen.add(new)
        ref = new
    return ref


def _how(article: str, kind: str) -> str:
    return f"The search finds {article} {kind} by its name."


def _offered(catalogue: Catalogue, kind: str, ref: str) -> list[Row]:
    names = [(key, key) for key in catalogue.ids(kind)]
    names += [(key, catalogue.name(key)) for key in catalogue.ids(kind) if kind in ENTITY_KINDS]
    found = nearest(ref, names, OFFERED)
    return [{"id": key, "title": catalogue.title(kind, key), "path": f"/{kind}/{key}"} for key in found]
