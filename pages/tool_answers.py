"""Answers of the tools for agents: things found by name, figures with sources, things side by side."""

import sqlite3

from analysis import citation
from analysis.citation import Citable
from pages import cite, queries
from pages.catalogue import Catalogue
from pages.lookup import not_found
from pages.reconcile_values import description
from pages.refusals import MovedError, RefusedError
from pages.rivals import identity
from pages.rows import Row, fetch
from pages.site import Site
from pages.tool_types import (
    Absence,
    ComparedFigure,
    ComparedRow,
    Comparison,
    EntityFacts,
    Figure,
    FoundEntities,
    FoundEntity,
    SourceOfFigure,
)

MOST_FACTS = 100
MOST_COMPARED = 8
MOST_ROWS = 80


def found(
    conn: sqlite3.Connection, catalogue: Catalogue, site: Site, name: str, kinds: list[str], limit: int
) -> FoundEntities:
    """Things that a name may mean."""
    candidates = [
        FoundEntity(
            id=match.key,
            kind=match.kind,
            name=catalogue.name(match.key),
            description=description(conn, catalogue, match.key),
            score=match.score,
            sure=match.sure,
            address=f"{site.address}{catalogue.path(match.key)}",
        )
        for match in catalogue.matcher.match(name[:300], kinds, limit)
    ]
    return FoundEntities(name=name, candidates=candidates)


def facts(
    conn: sqlite3.Connection,
    catalogue: Catalogue,
    site: Site,
    ref: str,
    metrics: list[str],
    with_rivals: bool,
    limit: int,
) -> EntityFacts:
    """What is known of a thing. Raises RefusedError for an id or metric that the ledger does not have."""
    ref = known(catalogue, ref)
    _check_metrics(catalogue, metrics)
    rows = _narrowed(fetch(conn, queries.FACTS_WITH_PLACE, id=ref), metrics)
    shown = {row["statement"] for row in rows}
    every = _narrowed(fetch(conn, queries.STATEMENTS, id=ref), metrics) if with_rivals else []
    absences = _narrowed(fetch(conn, queries.ABSENCES, id=ref), metrics)
    path = catalogue.path(ref) or ""
    entity = catalogue.entities[ref]
    thing = Citable("entity", ref, f"{entity['name']}: figures on record", path)
    return EntityFacts(
        id=ref,
        kind=entity["kind"],
        name=entity["name"],
        address=f"{site.address}{path}",
        facts=[_figure(row, catalogue, site) for row in rows[:limit]],
        rivals=[_figure(row, catalogue, site) for row in every if row["id"] not in shown][:limit],
        absences=[_absence(row, catalogue) for row in absences],
        left_out=max(0, len(rows) - limit),
        citation=citation.text(thing, cite.edition(catalogue, site)),
    )


def known(catalogue: Catalogue, ref: str) -> str:
    """The id that a thing has today. Raises RefusedError when the ledger has no such thing."""
    if ref in catalogue.entities:
        return ref
    answer = not_found(catalogue, "device", ref)
    if isinstance(answer, MovedError) and (now := answer.path.rpartition("/")[2]) in catalogue.entities:
        return now
    near = [{"id": match.key} for match in catalogue.matcher.match(ref, limit=5)]
    raise RefusedError(404, f"The ledger has no entity “{ref[:80]}”. Perhaps one of these is meant:", near)


def _check_metrics(catalogue: Catalogue, metrics: list[str]) -> None:
    unknown = [name for name in metrics if name not in catalogue.words.metrics]
    if unknown:
        listed = ", ".join(f"“{name[:80]}”" for name in unknown)
        raise RefusedError(400, f"The dictionary has no metric {listed}: the table metrics lists them all.")


def _narrowed(rows: list[Row], metrics: list[str]) -> list[Row]:
    return [row for row in rows if not metrics or row["metric"] in metrics]


def _figure(row: Row, catalogue: Catalogue, site: Site) -> Figure:
    """A row of `facts` (with its place) or of `statements`."""
    statement = row.get("statement") or row["id"]
    source = catalogue.sources[row["source"]]
    return Figure(
        **{
            name: row[name]
            for name in ("metric", "value", "value_max", "value_text", "unit", "basis", "rank", "reason")
        },
        label=catalogue.words.about(row),
        stated=row["stated"],
        holds_for=catalogue.words.holds_for(row),
        n_origins=row.get("n_origins"),
        disputed=bool(row["disputed"]) if "disputed" in row else None,
        source=SourceOfFigure(
            id=source["id"],
            title=source["title"],
            publisher=catalogue.name(source["publisher"]),
            kind=source["kind"],
            url=source["url"],
            published=source["published"],
            at=row["at"],
        ),
        statement=statement,
        address=f"{site.address}/statement/{statement}",
    )


def _absence(row: Row, catalogue: Catalogue) -> Absence:
    return Absence(metric=row["metric"], why=row["why"], holds_for=catalogue.words.holds_for(row), source=row["source"])


def compared(
    conn: sqlite3.Connection, catalogue: Catalogue, site: Site, refs: list[str], metrics: list[str]
) -> Comparison:
    """Things side by side, in rows of equal metric and scope; rows with most things first. Raises RefusedError."""
    if not 2 <= len(set(refs)) <= MOST_COMPARED:
        raise RefusedError(400, f"{len(set(refs))} things are named: two to {MOST_COMPARED} can be compared.")
    ids = list(dict.fromkeys(known(catalogue, ref) for ref in refs))
    _check_metrics(catalogue, metrics)
    groups: dict[object, list[Row]] = {}
    for ref in ids:
        for row in _narrowed(fetch(conn, queries.FACTS_WITH_PLACE, id=ref), metrics):
            scope = tuple(pair for pair in identity(row) if pair[0] != "edition")
            groups.setdefault((row["metric"], scope), []).append(row)
    rows = [_compared_row(rows, ids, catalogue, site) for rows in groups.values()]
    rows.sort(key=lambda row: (len(row.missing), row.label))
    thing = Citable(
        "comparison", ",".join(ids), " and ".join(map(catalogue.name, ids)), f"/compare?ids={','.join(ids)}"
    )
    return Comparison(entities=ids, rows=rows[:MOST_ROWS], citation=citation.text(thing, cite.edition(catalogue, site)))


def _compared_row(rows: list[Row], ids: list[str], catalogue: Catalogue, site: Site) -> ComparedRow:
    first = rows[0]
    figures = [
        ComparedFigure(
            entity=row["entity"],
            stated=row["stated"],
            value=row["value"],
            holds_for=catalogue.words.holds_for(row),
            disputed=bool(row["disputed"]),
            source=cite.source_line(catalogue.sources[row["source"]], catalogue),
            address=f"{site.address}/statement/{row['statement']}",
        )
        for row in rows
    ]
    present = {figure.entity for figure in figures}
    return ComparedRow(
        metric=first["metric"],
        label=catalogue.words.about(first),
        unit=first["unit"],
        higher_is=catalogue.words.metrics[first["metric"]]["higher_is"],
        figures=figures,
        missing=[ref for ref in ids if ref not in present],
    )
