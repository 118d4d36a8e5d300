"""What a reader does with the pages: facets, search, taking data away, a telephone, the keyboard."""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.places import DATASETTES, PAGES

Screenshot = Callable[[Page, str], Path]

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_facet_narrows_the_devices(page: Page) -> None:
    page.goto("/ledger/devices")
    page.locator("#facet-vendor a", has_text="Apple").click()
    expect(page).to_have_url(re.compile(r"vendor=apple"))
    vendors = page.locator("td.col-vendor").all_inner_texts()
    assert vendors
    assert set(vendors) == {"Apple"}


def test_the_search_on_the_home_page_leads_to_a_device(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Find a device, system, model, claim or source").fill("H100-SXM")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="NVIDIA H100 SXM", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("NVIDIA H100 SXM")
    page.get_by_role("link", name="Memory bandwidth", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/device/nvidia-h100-sxm#memory_bandwidth$"))


def test_the_csv_of_a_device_holds_its_statements(page: Page, tmp_path: Path) -> None:
    page.goto("/device/nvidia-h100-sxm")
    with page.expect_download() as download:
        page.evaluate("document.querySelector('a[href*=\"statements.csv\"]').setAttribute('download', '')")
        page.get_by_role("link", name="CSV of its statements").click()
    download.value.save_as(tmp_path / "statements.csv")
    with (tmp_path / "statements.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["entity"] for row in rows} == {"nvidia-h100-sxm"}
    assert {"80 GB", "3.35 TB/s"} <= {row["stated"] for row in rows}


@pytest.mark.parametrize("where", PAGES)
def test_nothing_hangs_out_of_a_telephone(narrow_page: Page, where: str) -> None:
    narrow_page.goto(where)
    assert narrow_page.evaluate(SIDEWAYS) == 0


@pytest.mark.parametrize("where", [*PAGES, *DATASETTES])
def test_no_page_breaks_its_own_policy(page: Page, where: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(where)
    assert [text for text in said if "Content Security Policy" in text] == []


def test_the_keyboard_skips_to_the_content(page: Page) -> None:
    page.goto("/device/nvidia-h100-sxm")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_table_stays_a_table_on_a_telephone(narrow_page: Page) -> None:
    narrow_page.goto("/device/nvidia-h100-sxm")
    table = narrow_page.get_by_role("table", name="Statements of Memory of NVIDIA H100 SXM")
    headers = table.get_by_role("columnheader").all_inner_texts()
    assert headers[-2:] == ["Source", "Standing"]
    assert table.get_by_role("row").count() > 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_pictured(
    page: Page, narrow_page: Page, screenshot: Screenshot, scheme: Literal["light", "dark"]
) -> None:
    for name, view in (("wide", page), ("narrow", narrow_page)):
        view.emulate_media(color_scheme=scheme)
        for address in ("/", "/device/nvidia-h100-sxm", "/claim/vllm-gb300-kimi-k3-decode"):
            view.goto(address)
            ground = view.evaluate("getComputedStyle(document.body).backgroundColor")
            assert ground == {"light": "rgb(251, 250, 247)", "dark": "rgb(20, 24, 23)"}[scheme]
            path = screenshot(view, f"{address.strip('/').replace('/', '-') or 'home'}-{name}-{scheme}")
            assert path.stat().st_size > 10_000
