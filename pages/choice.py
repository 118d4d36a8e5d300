"""What the address of a comparison asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from pages.catalogue import Catalogue
from pages.lookup import today
from pages.refusals import MovedError, RefusedError
from pages.rows import Row
from pages.spelling import nearest

KINDS = ("device", "system", "model")
FEWEST, MOST = 2, 8
OFFERED = 5
LONGEST = 800
"""Characters of one parameter: eight ids are longer than other pages need."""
PARAMETERS = {"ids": None, "to": None, "add": None, "show": ("all",)}


@dataclass(frozen=True)
class Choice:
    """Things in their order, the one that ratios are taken to, and whether rows with a single figure are wanted too."""

    ids: tuple[str, ...]
    to: str | None
    everything: bool

    def path(self, ids: Sequence[str] | None = None, to: str | None = None) -> str:
        """Address of the comparison of `ids`, with ratios to `to`."""
        chosen = self.ids if ids is None else ids
        query = {"ids": ",".join(chosen)} if chosen else {}
        query |= {"to": to} if to in chosen and to else {}
        query |= {"show": "all"} if self.everything else {}
        return f"/compare?{urlencode(query, safe=',')}" if query else "/compare"


def choice(catalogue: Catalogue, given: dict[str, str]) -> Choice:
    """What the parameters ask for. Raises RefusedError (400), all problems at once, and MovedError for old ids."""
    asked = [ref.strip() for ref in given.get("ids", "").split(",") if ref.strip()]
    now = tuple(dict.fromkeys(today(catalogue, ref) for ref in asked))
    problems = _problems(catalogue, now)
    to = today(catalogue, given["to"]) if "to" in given else None
    if to is not None and to not in now:
        problems.append(f"The parameter “to” is “{to[:80]}”: it can be one of the things compared")
    if problems:
        raise RefusedError(400, ". ".join(problems) + ".", _nearest(catalogue, now))
    chosen = Choice(now, to, given.get("show") == "all")
    if list(now) != asked or to != given.get("to"):
        raise MovedError(chosen.path(to=to))
    return chosen


def _problems(catalogue: Catalogue, ids: Sequence[str]) -> list[str]:
    kinds = {ref: catalogue.entities[ref]["kind"] for ref in ids if ref in catalogue.entities}
    unknown = [ref for ref in ids if kinds.get(ref) not in KINDS]
    problems = [f"There is no device, system or model “{ref[:80]}”" for ref in unknown]
    if len(ids) > MOST:
        problems.append(f"The parameter “ids” names {len(ids)} things: at most {MOST} are compared")
    known = {ref: kind for ref, kind in kinds.items() if kind in KINDS}
    if len(set(known.values())) > 1:
        told = ", ".join(f"{ref} is a {kind}" for ref, kind in known.items())
        problems.append(f"Only things of one kind are compared: {told}")
    return problems


def _nearest(catalogue: Catalogue, ids: Sequence[str]) -> list[Row]:
    """Things whose names look like those of the ids that are unknown."""
    unknown = [ref for ref in ids if catalogue.entities.get(ref, {}).get("kind") not in KINDS]
    names = [name for name in catalogue.spellings if catalogue.search[name.key]["kind"] in KINDS] if unknown else []
    rows = [catalogue.search[key] for ref in unknown for key in nearest(ref, names, OFFERED)]
    return [{"id": row["ref"], "title": row["title"], "path": f"/{row['kind']}/{row['ref']}"} for row in rows]
