"""The reconciliation service: which things of the ledger the names in somebody's table mean, and what is known of them.

Version 0.2 of https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/, as OpenRefine asks it.
"""

import json
import sqlite3
from typing import Any

from pages.catalogue import ENTITY_KINDS, Catalogue
from pages.reconcile_values import MOST_AT_ONCE, MOST_CANDIDATES, described_kind, description, record_of
from pages.refusals import RefusedError
from pages.rows import Row
from pages.spelling import squeezed

PREVIEW = {"width": 420, "height": 240}
OTHERWISE = 15.0
"""Points that a candidate loses for each property that its record contradicts."""


def manifest(address: str) -> Row:
    """What the service offers; `address` is where the ledger stands."""
    service = f"{address}/reconcile"
    return {
        "versions": ["0.2"],
        "name": "Specledger: AI hardware and open-weight models",
        "identifierSpace": f"{address}/device/",
        "schemaSpace": f"{address}/ledger/metrics",
        "documentation": f"{address}/llms.txt",
        "defaultTypes": [described_kind(kind) for kind in ENTITY_KINDS],
        "view": {"url": f"{address}/device/{{{{id}}}}"},
        "preview": {"url": f"{service}/preview?id={{{{id}}}}", **PREVIEW},
        "suggest": {
            name: {"service_url": service, "service_path": f"/suggest/{name}"}
            for name in ("entity", "type", "property")
        },
        "extend": {
            "propose_properties": {"service_url": service, "service_path": "/properties"},
            "property_settings": [],
        },
    }


def parsed(name: str, text: str, wanted: type) -> Any:
    """A parameter that holds JSON. Raises RefusedError (400) when it does not, or holds something else."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise RefusedError(400, f"The parameter “{name}” is not JSON: {error}.") from None
    if not isinstance(value, wanted):
        raise RefusedError(400, f"The parameter “{name}” is no JSON object.")
    return value


def results(conn: sqlite3.Connection, catalogue: Catalogue, batch: dict[str, Any]) -> Row:
    """Candidates for each query of a batch, by its key. Raises RefusedError (400), all problems at once."""
    if len(batch) > MOST_AT_ONCE:
        raise RefusedError(400, f"{len(batch)} queries at once: at most {MOST_AT_ONCE} are answered.")
    problems = [problem for key, query in batch.items() for problem in _problems(key, query)]
    if problems:
        raise RefusedError(400, " ".join(problems))
    return {key: {"result": _candidates(conn, catalogue, query)} for key, query in batch.items()}


def _problems(key: str, query: Any) -> list[str]:
    if not isinstance(query, dict) or not isinstance(query.get("query", ""), str):
        return [f"The query {key} is no object with a text as its “query”."]
    unknown = [kind for kind in _kinds(query) if kind not in ENTITY_KINDS]
    return [f"The query {key} has the type “{kind}”: it can be {', '.join(ENTITY_KINDS)}." for kind in unknown]


def _kinds(query: Row) -> list[str]:
    """Kinds that a query allows, however it names them; none named means all."""
    named = query.get("type") or query.get("types") or []
    listed = named if isinstance(named, list) else [named]
    return [str(item.get("id", "") if isinstance(item, dict) else item) for item in listed]


def _candidates(conn: sqlite3.Connection, catalogue: Catalogue, query: Row) -> list[Row]:
    asked = query.get("limit")
    limit = min(asked, MOST_CANDIDATES) if isinstance(asked, int) and asked > 0 else 5
    given = [item for item in query.get("properties") or [] if isinstance(item, dict)]
    found = catalogue.matcher.match(str(query.get("query", ""))[:300], _kinds(query), MOST_CANDIDATES)
    rows: list[Row] = [
        {
            "id": match.key,
            "name": catalogue.name(match.key),
            "description": description(conn, catalogue, match.key),
            "type": [described_kind(match.kind)],
            "score": max(0.0, match.score - OTHERWISE * _contradicted(conn, catalogue, match.key, given)),
            "match": match.sure,
        }
        for match in (found if given else found[:limit])
    ]
    if given:
        rows.sort(key=lambda row: -row["score"])
        rows = [row | {"match": row["match"] and place == 0} for place, row in enumerate(rows)]
    return rows[:limit]


def _contradicted(conn: sqlite3.Connection, catalogue: Catalogue, ref: str, given: list[Row]) -> int:
    """How many of the properties given with a query the record of a thing contradicts."""
    if not given:
        return 0
    record = record_of(conn, catalogue, ref)
    return sum(_differs(record.get(str(item.get("pid"))), item.get("v"), catalogue) for item in given)


def _differs(known: Any, wanted: Any, catalogue: Catalogue) -> bool:
    values = wanted if isinstance(wanted, list) else [wanted]
    texts = [str(value.get("name") or value.get("id")) if isinstance(value, dict) else str(value) for value in values]
    if known is None or not texts:
        return False
    ours = {squeezed(str(known)), squeezed(catalogue.name(str(known)))}
    return ours.isdisjoint(squeezed(text) for text in texts)
