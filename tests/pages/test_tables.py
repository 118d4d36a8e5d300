"""Datasette's own tables: units beside numbers, links to our pages, labels for words, the columns' meanings folded."""

import re

import pytest
from datasette.app import Datasette

pytestmark = pytest.mark.asyncio(loop_scope="module")


def cell(html: str, column: str) -> str:
    """HTML of the first cell of a column."""
    found = re.search(rf'<td class="col-{column} [^"]*"[^>]*>(.*?)</td>', html, re.DOTALL)
    assert found is not None, column
    return found[1].strip()


async def test_numbers_stand_with_their_units(served: Datasette) -> None:
    page = (await served.client.get("/ledger/devices?id=nvidia-h100-sxm")).text
    assert cell(page, "memory_gb") == '<span class="quantity">80&nbsp;<small>GB</small></span>'
    assert cell(page, "bandwidth_gb_s") == '<span class="quantity">3,350&nbsp;<small>GB/s</small></span>'
    row = (await served.client.get("/ledger/devices.json?id=nvidia-h100-sxm&_shape=array")).json()[0]
    assert (row["memory_gb"], row["memory_type"], row["vendor"]) == (80.0, "hbm3", "nvidia")


async def test_a_device_leads_to_its_page_and_its_vendors(served: Datasette) -> None:
    page = (await served.client.get("/ledger/devices?id=nvidia-h100-sxm")).text
    assert cell(page, "name") == '<a href="/device/nvidia-h100-sxm">NVIDIA H100 SXM</a>'
    assert cell(page, "vendor") == '<a href="/organization/nvidia">NVIDIA</a>'
    assert cell(page, "memory_type") == '<span title="High Bandwidth Memory 3.">HBM3</span>'


async def test_a_statement_leads_to_its_page_its_entity_and_its_source(acme: Datasette) -> None:
    page = (await acme.client.get("/ledger/statements?id=9db23612a9be4481")).text
    assert cell(page, "stated") == '<a href="/statement/9db23612a9be4481">3.35 TB/s</a>'
    assert cell(page, "entity") == '<a href="/device/acme-a1">Acme A1</a>'
    assert cell(page, "source") == '<a href="/source/acme-a1-datasheet">A1 datasheet</a>'
    assert cell(page, "rank") == '<span title="Neither preferred nor set aside; not written.">Normal</span>'


async def test_a_column_of_the_same_name_elsewhere_is_left_alone(acme: Datasette) -> None:
    page = (
        await acme.client.get("/ledger/-/query?sql=select+'acme-a1'+as+entity,'nobody'+as+vendor,'gpu'+as+kind")
    ).text
    assert '<a href="/device/acme-a1">Acme A1</a>' in page
    assert ">nobody</td>" in page
    assert ">gpu</td>" in page


async def test_meanings_of_columns_are_folded_and_the_way_back_is_there(served: Datasette) -> None:
    page = (await served.client.get("/ledger/devices")).text
    assert "<summary>What the columns mean</summary>" in page
    assert '<a class="brand" href="/">Specledger</a>' in page
