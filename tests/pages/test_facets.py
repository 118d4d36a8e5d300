"""Facets counted in one pass are what Datasette counts column by column."""

from typing import Any

import pytest
from datasette.app import Datasette

from pages import facets

TABLES = {
    "statements": ("entity_kind=device&metric=power", "entity_kind__not=device", "basis=measured", "year__gt=2024"),
    "facts": ("entity_kind=model", "disputed=1", "metric__contains=memory", "_search=h100"),
    "coverage": ("state=unsearched", "needed=1&metric=power"),
    "devices": ("vendor=nvidia", "year=2024"),
}  # fmt: skip
"""Tables with filters that a reader may choose."""
FURTHER = {
    "statements": "_facet=metric&_facet=source",
    "facts": "_facet=metric&_facet=claim",
    "coverage": "_facet=entity",
    "devices": "_facet=vendor&_facet=memory_gb",
}
"""Facets that are asked for beside the declared ones, some of which are declared already."""
ADDRESSES = [
    f"/ledger/{table}.json?_size=0&_extra=facet_results&{chosen}&{more}"
    for table, filters in TABLES.items()
    for chosen in ("_facet_size=20", *filters)
    for more in ("_facet_size=40", "_facet_size=2", FURTHER[table])
]


async def counted(served: Datasette, address: str) -> Any:
    answer = await served.client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.json()["facet_results"]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("address", ADDRESSES)
async def test_facets_are_those_of_datasette(served: Datasette, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = await counted(served, address), await counted(served, address)

    async def never(*_: Any) -> None:
        return None

    monkeypatch.setattr(facets, "_counted", never)
    assert first == again == await counted(served, address)


@pytest.mark.asyncio(loop_scope="module")
async def test_declared_facets_are_counted_in_one_pass(served: Datasette, monkeypatch: pytest.MonkeyPatch) -> None:
    """The long indexes of loaders/ddl.py hold all facets that metadata.yml declares for these tables."""
    found: list[object] = []
    one_pass = facets._in_one_pass

    def noted(*arguments: Any) -> Any:
        found.append(one_pass(*arguments))
        return found[-1]

    monkeypatch.setattr(facets, "_in_one_pass", noted)
    for table, chosen in (
        ("statements", "entity_kind=claim"),
        ("facts", "entity_kind=system"),
        ("coverage", "entity_kind=model"),
    ):
        await counted(served, f"/ledger/{table}.json?_size=0&_extra=facet_results&{chosen}")
    assert [bool(counts) for counts in found] == [True, True, True]


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_kept_stays_small(served: Datasette) -> None:
    for least in range(facets.MOST_KEPT + 20):
        await counted(served, f"/ledger/coverage.json?_size=0&_extra=facet_results&n_origins__gte={least}")
    assert len(facets._KEPT[served]) == facets.MOST_KEPT
