"""metadata.yml and datasette.yml: nothing that Datasette would overlook, nothing of the ledger left undescribed."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from datasette.app import DEFAULT_SETTINGS, Datasette

from tests.conftest import ROOT

Tree = dict[str, Any]
METADATA: Tree = yaml.safe_load((ROOT / "metadata.yml").read_text())
CONFIGURATION: Tree = yaml.safe_load((ROOT / "datasette.yml").read_text())
TABLES: Tree = METADATA["databases"]["ledger"]["tables"]
QUERIES: Tree = CONFIGURATION["databases"]["ledger"]["queries"]
MAY_BE_EMPTY = {"open_disagreements"}
"""Queries for which no row is the best answer."""

ANY: Tree = {}
"""Names of our own, such as those of columns."""
PROSE = dict.fromkeys(("title", "description", "license", "license_url", "source", "source_url", "about", "about_url"))
TABLE_KEYS = dict.fromkeys(
    ("hidden", "sort", "sort_desc", "size", "sortable_columns", "label_column", "facets", "fts_table")
)
READ_IN_METADATA: Tree = {
    **PROSE,
    "databases": {"*": {**PROSE, "tables": {"*": {**PROSE, **TABLE_KEYS, "columns": ANY}}}},
}
READ_IN_CONFIGURATION: Tree = {
    "settings": dict.fromkeys(DEFAULT_SETTINGS),
    "plugins": {
        "specledger": dict.fromkeys(("repository", "branch", "address", "limits", "proxies")),
        "datasette-mcp": {"canned_queries": None},
    },
    "databases": {
        "*": {
            "queries": {"*": dict.fromkeys(("title", "description", "params", "hide_sql", "sql"))},
            "tables": {"*": {"column_types": ANY}},
        }
    },
}


def overlooked(tree: Mapping[str, Any], read: Tree, path: str = "") -> Iterator[str]:
    """Keys that Datasette, or the plugin they are meant for, reads nothing of."""
    for key, value in tree.items():
        if key not in read and "*" not in read:
            yield f"{path}{key}"
            continue
        below = read.get(key, read.get("*"))
        if isinstance(value, Mapping) and below:
            yield from overlooked(value, below, f"{path}{key}.")


def test_every_section_is_read() -> None:
    assert list(overlooked(METADATA, READ_IN_METADATA)) == []
    assert list(overlooked(CONFIGURATION, READ_IN_CONFIGURATION)) == []


def test_a_misspelt_or_misplaced_section_is_found() -> None:
    spoiled = yaml.safe_load("{setings: {}, databases: {ledger: {queris: {}, tables: {devices: {facets: [kind]}}}}}")
    assert list(overlooked(spoiled, READ_IN_CONFIGURATION)) == [
        "setings",
        "databases.ledger.queris",
        "databases.ledger.tables.devices.facets",
    ]
    assert list(overlooked({"plugins": {}, "queries": {}}, READ_IN_METADATA)) == ["plugins", "queries"]


def columns_of(ledger: sqlite3.Connection) -> dict[str, set[str]]:
    """Columns of every table but those that SQLite keeps for itself and for full-text search."""
    names = [row["name"] for row in ledger.execute("select name from sqlite_schema where type = 'table'")]
    own = [name for name in names if not name.startswith("sqlite_") and "_fts" not in name]
    return {name: {row["name"] for row in ledger.execute(f"pragma table_xinfo([{name}])")} for name in own}


def test_every_table_and_column_is_described(ledger: sqlite3.Connection) -> None:
    described = {name: set(table["columns"]) for name, table in TABLES.items()}
    assert described == columns_of(ledger)
    for name, table in TABLES.items():
        assert table["description"], name
        assert all(table["columns"].values()), name


def test_facets_order_and_labels_name_columns(ledger: sqlite3.Connection) -> None:
    columns = columns_of(ledger)
    for name, table in TABLES.items():
        named = {
            *table.get("facets", []),
            *(table[key] for key in ("sort", "sort_desc", "label_column") if key in table),
        }
        assert named <= columns[name], name


def test_default_order_puts_no_empty_value_first(ledger: sqlite3.Connection) -> None:
    for name, table in TABLES.items():
        if column := table.get("sort"):
            assert ledger.execute(f"select count(*) from [{name}] where [{column}] is null").fetchone()[0] == 0, name


def test_every_query_has_a_title_a_sentence_and_its_parameters() -> None:
    for name, query in QUERIES.items():
        group, _, rest = query["title"].partition(": ")
        assert group in ("Analysts", "Buyers", "Journalists", "Contributors"), name
        assert rest, name
        assert query["description"].endswith((".", ")")), name
    assert len(QUERIES) >= 18


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", QUERIES)
async def test_a_stored_query_answers_without_parameters(served: Datasette, name: str) -> None:
    response = await served.client.get(f"/ledger/{name}.json")
    assert response.status_code == 200, response.text
    answer = response.json()
    assert answer["rows"] or name in MAY_BE_EMPTY
    assert not answer["truncated"]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("address", "column", "value"),
    [
        ("bandwidth_per_watt.json?vendor=intel", "vendor", "intel"),
        ("who_says_what.json?thing=nvidia-h200-sxm&metric=memory_bandwidth", "metric", "memory_bandwidth"),
        ("one_origin_only.json?kind=system&metric=memory_capacity", "metric", "memory_capacity"),
        ("what_a_source_says.json?source=nvidia-dgx-b200-page", "entity", "nvidia-dgx-b200"),
        ("set_aside.json?cause=sparse_as_dense", "cause", "sparse_as_dense"),
        ("fits_for_model.json?model=qwen3-32b", "context", 8192),
        ("fits_for_model.json?model=qwen3-32b&context=32768", "context", 32768),
        ("fits_for_model.json?model=qwen3-32b&users=64", "users", 64),
        ("fits_for_model.json?model=qwen3-32b&precision=fp8", "precision", "fp8"),
    ],
)
async def test_a_parameter_narrows(served: Datasette, address: str, column: str, value: str | int) -> None:
    rows = (await served.client.get(f"/ledger/{address}&_shape=array")).json()
    assert rows
    assert {row[column] for row in rows} == {value}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", TABLES)
async def test_a_table_page_shows_its_facets(served: Datasette, name: str) -> None:
    response = await served.client.get(f"/ledger/{name}")
    assert response.status_code == 200
    for facet in TABLES[name].get("facets", []):
        assert f"facet-{facet}" in response.text
    assert "timed out" not in response.text


@pytest.mark.asyncio(loop_scope="module")
async def test_numbers_carry_their_units_on_pages_and_none_in_json(served: Datasette) -> None:
    page = (await served.client.get("/ledger/devices?id=nvidia-h200-sxm")).text
    rows = (await served.client.get("/ledger/devices.json?id=nvidia-h200-sxm&_shape=array")).json()
    assert "141&nbsp;<small>GB</small>" in page
    assert [(row["memory_gb"], row["bandwidth_gb_s"]) for row in rows] == [(141, 4800)]
