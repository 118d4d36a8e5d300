"""How to cite what a page shows, and the twins `.bib` and `.csl.json` that hold it for reference managers."""

from collections.abc import Sequence
from typing import Any

from datasette import Response

from analysis import citation
from analysis.citation import Citable, Edition
from pages import setups
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.responses import download
from pages.rows import Row
from pages.site import Site

KINDS = (*ENTITY_KINDS, "claim", "statement")
"""Kinds of page that have the twins."""
ENDINGS = r"(?P<citation>\.bib|\.csl\.json)$"
MOST_SOURCES = 12
"""Sources that one citation names; a model may rest on fifty."""


def edition(catalogue: Catalogue, site: Site) -> Edition:
    """The ledger that is cited."""
    return citation.edition_of(catalogue.build, site.address)


def citable(body: Row, catalogue: Catalogue) -> Citable:
    """What the page with this body is about, as a thing to cite."""
    kind, ref = body["kind"], body["id"]
    if kind == "statement":
        told = figure(body["statement"], body["setups"], catalogue)
        return Citable(kind, ref, told, f"/{kind}/{ref}", _places(body, catalogue))
    sources = few([source_line(row, catalogue) for row in body["sources"].values()])
    title = catalogue.title(kind, ref)
    about = title if kind == "claim" else f"{title}: figures on record"
    return Citable(
        "entity" if kind in ENTITY_KINDS else kind,
        ref,
        about,
        f"/{kind}/{ref}",
        sources,
    )


def few(sources: Sequence[str]) -> tuple[str, ...]:
    """The sources, or how many there are where they are too many to name."""
    return tuple(sources) if len(sources) <= MOST_SOURCES else (f"{len(sources)} documents, listed at the address",)


def figure(row: Row, runs: Sequence[Row], catalogue: Catalogue) -> str:
    """A statement in one line: what it says of what, what it holds for, and why it was set aside if it was.

    `runs` are the setups of its run and of its baseline, as far as it has them.
    """
    made = [setups.conditions(run, catalogue) for run in runs]
    holds = [*catalogue.words.holds_for(row), *(setups.settings(made[0]) if made else [])]
    told = f"{subject(row, runs, catalogue)}: {catalogue.words.stated(row)}"
    told += f" ({'; '.join(holds)})" if holds else ""
    told += setups.over(*made) if len(made) > 1 else ""
    return f"{told}, set aside: {row['reason']}" if row["rank"] == "deprecated" else told


def subjects(statements: Sequence[Row], runs: Sequence[Row], catalogue: Catalogue) -> dict[str, str]:
    """What each of some statements is about and holds for, by id, so that a sentence on its figure stands by itself."""
    by_id = {run["id"]: run for run in runs}
    told = {}
    for row in statements:
        made = [by_id[row["setup"]]] if row["setup"] in by_id else []
        told[row["id"]] = ", ".join([subject(row, made, catalogue), *catalogue.words.holds_for(row)])
    return told


def subject(row: Row, runs: Sequence[Row], catalogue: Catalogue) -> str:
    """What a statement is about: `Memory of NVIDIA H200 SXM`, `Decode throughput of Kimi K3 on NVIDIA GB300`."""
    name = catalogue.name(row["entity"])
    in_it = row["entity_kind"] == "benchmark"
    of = setups.subject(name, setups.conditions(runs[0], catalogue), in_it) if runs else name
    return f"{catalogue.words.about(row)} of {of}"


def _places(body: Row, catalogue: Catalogue) -> tuple[str, ...]:
    row = body["statement"]
    source = catalogue.sources.get(row["source"])
    line = source_line(source, catalogue) if source else str(row["source"])
    return (f"{line}, {row['at']}" if row["at"] else line,)


def source_line(source: Row, catalogue: Catalogue) -> str:
    """A source in one line: publisher, title, date."""
    dated = f" ({source['published']})" if source["published"] else ""
    return f"{catalogue.name(source['publisher'])}, {source['title']}{dated}"


def twin(datasette: Any, thing: Citable, of: Edition, ending: str) -> Response:
    """The citation as the file that an address with this ending names."""
    if ending == ".bib":
        return download(datasette, citation.bibtex(thing, of), "application/x-bibtex; charset=utf-8")
    return download(datasette, citation.csl_json(thing, of), "application/vnd.citationstyles.csl+json; charset=utf-8")
