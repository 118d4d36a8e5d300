"""The part of the description that is no JSON twin: citations, feeds, files, and the reconciliation service."""

from collections.abc import Mapping

from pages import choice, coverage, explore, feeds
from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.cite import KINDS as CITED
from pages.openapi_parts import ANY_OBJECT, INTEGER, NUMBER, STRING, a, choices, get, listed, post, ref, text, whole
from pages.reconcile_values import MOST_PROPERTIES, SUGGESTED
from pages.rows import Row

CITATIONS = {
    ".bib": ("application/x-bibtex", STRING),
    ".csl.json": ("application/vnd.citationstyles.csl+json", listed(ANY_OBJECT)),
}
CSV, SVG, ATOM = "text/csv", "image/svg+xml", "application/atom+xml"


def paths(catalogue: Catalogue, samples: Mapping[str, str], questions: Mapping[str, Row]) -> Row:
    """Operations by path. `samples` are ids of things that are there, `questions` parameters of pages by their path."""
    return {**_citations(samples, questions), **_feeds(samples), **_files(catalogue), **_reconciliation(), **_ours()}


def schemas() -> Row:
    """What the reconciliation service answers, as its specification has it."""
    kind = a(id=STRING, name=STRING)
    candidate = a(
        id=STRING, name=STRING, description=STRING, type=listed(kind), score=NUMBER, match={"type": "boolean"}
    )
    results = {"type": "object", "additionalProperties": a(result=listed(candidate))}
    return {
        "manifest": a(
            versions=listed(STRING), name=STRING, identifierSpace=STRING, schemaSpace=STRING, documentation=STRING,
            defaultTypes=listed(kind), view=a(url=STRING), preview=a(url=STRING, width=INTEGER, height=INTEGER),
            suggest=ANY_OBJECT, extend=ANY_OBJECT,
        ),
        "extension": a(meta=listed(kind), rows={"type": "object", "additionalProperties": ANY_OBJECT}),
        "reconciled": results,
        "suggested": a(result=listed(kind)),
        "proposed": a(type=STRING, limit=INTEGER, properties=listed(kind)),
    }  # fmt: skip


def _citations(samples: Mapping[str, str], questions: Mapping[str, Row]) -> Row:
    found: Row = {}
    for ending, (kind, answer) in CITATIONS.items():
        for name in CITED:
            cited = get(f"How to cite a {name}", answer, kind, questions.get(name), samples[name])
            found[f"/{name}/{{id}}{ending}"] = {"get": cited}
        for name, needed in (("compare", "ids"), ("fit", "model")):
            cited = get("How to cite this answer", answer, kind, questions[name], also=("404",))
            found[f"/{name}{ending}"] = {"get": _needing(needed, cited)}
    return found


def _feeds(samples: Mapping[str, str]) -> Row:
    news = {f"/feeds/{name}.atom": get(f"{title}, as Atom", STRING, ATOM) for name, (title, _) in feeds.FEEDS.items()}
    news |= {
        f"/{kind}/{{id}}.atom": get(f"What is new about a {kind}, as Atom", STRING, ATOM, id_=samples[kind])
        for kind in ENTITY_KINDS
    }
    return {path: {"get": operation} for path, operation in news.items()}


def _files(catalogue: Catalogue) -> Row:
    drawn = choices(explore.PARAMETERS)
    asked = {**choices(coverage.allowed(catalogue)), "page": whole(coverage.HIGHEST_PAGE)}
    compared = choices(choice.PARAMETERS)
    return {
        "/compare.csv": {"get": get("A comparison as CSV", STRING, CSV, compared, also=("404",))},
        "/coverage.csv": {"get": get("The coverage as CSV, all pages", STRING, CSV, asked)},
        "/explore.csv": {"get": get("An exploration as CSV", STRING, CSV, drawn, also=("404",))},
        "/explore.svg": {"get": get("An exploration as a picture", STRING, SVG, drawn, also=("404",))},
    }


def _reconciliation() -> Row:
    answer = {"anyOf": [ref("manifest"), ref("extension"), ref("reconciled")]}
    given = {"queries": _json("A batch of queries, as JSON"), "extend": _json("Ids and properties, as JSON")}
    form = {"type": "object", "properties": given}
    example = {"queries": '{"q0": {"query": "mi 300x"}}'}
    kinds = {"type": {"enum": list(ENTITY_KINDS)}, "limit": whole(MOST_PROPERTIES)}
    proposed = _needing("type", get("What can be had of a kind", ref("proposed"), query=kinds))
    found = {
        "/reconcile": {
            "get": get("Ids for names; the manifest for no parameters", answer, query=given),
            "post": post("Ids for names", answer, form, example),
        },
        "/reconcile/properties": {"get": proposed},
        "/reconcile/preview": {
            "get": get("A small page about a thing", STRING, "text/html", {"id": text()}, also=("404",))
        },
    }
    for name in SUGGESTED:
        suggested = get(f"Each {name} that begins so", ref("suggested"), query={"prefix": text()})
        found[f"/reconcile/suggest/{name}"] = {"get": suggested}
    return found


def _json(description: str) -> Row:
    return {"type": "string", "description": description, "contentMediaType": "application/json"}


def _needing(name: str, operation: Row) -> Row:
    """An operation that is refused without a parameter."""
    parameters = [{**item, "required": item["required"] or item["name"] == name} for item in operation["parameters"]]
    return {**operation, "parameters": parameters}


def _ours() -> Row:
    return {
        "/llms.txt": {"get": get("What stands where, for an agent that only reads", STRING, "text/plain")},
        "/openapi.json": {"get": get("This description", ANY_OBJECT)},
    }
