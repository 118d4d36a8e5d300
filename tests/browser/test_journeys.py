"""Ways that readers take through the pages, each step pictured in build/screenshots."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

Screenshot = Callable[[Page, str], Path]


def rows_behind(page: Page, link: str, path: Path) -> list[dict[str, str]]:
    """Rows of the CSV that a link leads to."""
    with page.expect_download() as download:
        page.get_by_role("link", name=link, exact=True).first.click()
    download.value.save_as(path)
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_from_the_search_over_a_device_to_a_comparison_and_its_csv(
    page: Page, screenshot: Screenshot, tmp_path: Path
) -> None:
    page.goto("/")
    page.get_by_label("Find a device").fill("h100 sxm")
    page.get_by_role("button", name="Search").click()
    screenshot(page, "journey-1-search")
    page.get_by_role("link", name="NVIDIA H100 SXM", exact=True).click()
    page.get_by_role("link", name="Compare", exact=True).last.click()
    page.get_by_label("Add a device").fill("MI300 X")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="AMD Instinct MI300X", exact=True).click()
    expect(page).to_have_url(re.compile(r"/compare\?ids=nvidia-h100-sxm,amd-mi300x$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("NVIDIA H100 SXM against AMD Instinct MI300X")
    page.get_by_role("link", name=re.compile("^ratios to it.*H100")).click()
    screenshot(page, "journey-1-compare")
    memory = page.get_by_role("row", name=re.compile(r"^Memory 80 GB"))
    expect(memory).to_contain_text("192 GB")
    expect(memory).to_contain_text("2.4 ×")
    rows = rows_behind(page, "CSV", tmp_path / "compare.csv")
    of_memory = {row["entity"]: row for row in rows if row["metric"] == "memory_capacity"}
    assert {ref: (row["stated"], row["best"], row["ratio"]) for ref, row in of_memory.items()} == {
        "nvidia-h100-sxm": ("80 GB", "0", "1.0"), "amd-mi300x": ("192 GB", "1", "2.4"),
    }  # fmt: skip
    assert all(row["source"] for row in of_memory.values())


def test_from_a_facet_over_a_sorted_table_to_its_export(page: Page, screenshot: Screenshot) -> None:
    page.goto("/ledger/devices")
    page.locator("#facet-vendor a", has_text="Apple").click()
    page.goto(page.url + "&_sort_desc=bandwidth_gb_s")
    screenshot(page, "journey-2-sorted")
    shown = page.locator("td.col-bandwidth_gb_s").all_inner_texts()
    values = [float(re.sub(r"[^\d.]", "", text)) for text in shown if text.strip()]
    assert values == sorted(values, reverse=True)
    exported = page.request.get(page.locator("a[href*='.csv']").first.get_attribute("href") or "")
    rows = list(csv.DictReader(exported.text().splitlines()))
    assert len(rows) == len(shown)
    assert {row["vendor"] for row in rows} == {"apple"}


def test_from_a_claim_over_a_finding_to_its_source(page: Page, screenshot: Screenshot) -> None:
    page.goto("/claim/vllm-gb300-kimi-k3-decode")
    finding = page.locator("ul.findings li").first
    said = finding.inner_text()
    screenshot(page, "journey-3-claim")
    finding.get_by_role("link", name="this figure").click()
    expect(page).to_have_url(re.compile("/statement/"))
    screenshot(page, "journey-3-statement")
    expect(page.locator("main")).to_contain_text(said.splitlines()[0][:40])
    source = page.locator("dl.plain a[href^='/source/']").first
    title = source.inner_text()
    source.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    screenshot(page, "journey-3-source")


def test_from_a_picture_over_a_point_to_a_page(page: Page, screenshot: Screenshot) -> None:
    page.goto("/explore")
    page.get_by_role("link", name="Bandwidth per watt", exact=True).click()
    page.get_by_label("Made by").select_option(label="AMD")
    page.get_by_label("Chart").select_option(label="over time")
    page.get_by_role("button", name="Draw").click()
    screenshot(page, "journey-4-explore")
    point = page.locator("svg.chart a").last
    told = point.get_attribute("aria-label") or ""
    point.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(told.split(":")[0])


def test_the_picture_is_a_file_of_its_own(page: Page) -> None:
    page.goto("/explore?kind=device&chart=bar&y=memory_bandwidth&per=power")
    answer = page.request.get(page.get_by_role("link", name="SVG", exact=True).get_attribute("href") or "")
    assert answer.headers["content-type"] == "image/svg+xml; charset=utf-8"
    page.goto(answer.url)
    assert page.evaluate("getComputedStyle(document.querySelector('.g0')).fill") == "rgb(15, 90, 82)"


def test_on_a_telephone(narrow_page: Page, screenshot: Screenshot) -> None:
    narrow_page.goto("/")
    narrow_page.get_by_label("Find a device").fill("kimi k3")
    narrow_page.get_by_role("button", name="Search").click()
    screenshot(narrow_page, "journey-5-search-narrow")
    narrow_page.get_by_role("link", name="Kimi K3", exact=True).first.click()
    screenshot(narrow_page, "journey-5-model-narrow")
    narrow_page.get_by_role("link", name="All of them side by side").click()
    screenshot(narrow_page, "journey-5-compare-narrow")
    assert narrow_page.get_by_role("row").count() > 3
    assert narrow_page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
