"""What a buyer does with /fit: asks in the form, reads the table, opens a device, shares the address."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

Screenshot = Callable[[Page, str], Path]
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
IN_FULL = "/fit?model=qwen3-32b&device=nvidia-h100-sxm&precision=bf16&users=4"


def test_from_the_form_to_the_table_to_the_address(page: Page) -> None:
    page.goto("/fit")
    page.get_by_label("Model", exact=True).fill("Qwen3-32B")
    page.get_by_label("Weights in").select_option("BF16")
    page.get_by_label("Users at once").fill("4")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which hardware holds Qwen3-32B?")
    alone = page.get_by_role("table", name="One of them holds it")
    assert alone.get_by_role("row").count() > 5
    page.get_by_role("link", name="NVIDIA H200 SXM", exact=True).first.click()
    expect(page.get_by_role("heading", name="1 × NVIDIA H200 SXM holds it")).to_be_visible()
    total = page.locator("dl.terms .sum strong").inner_text()
    page.get_by_role("link", name="Address of this answer").click()
    parts = urlsplit(page.url)
    assert parts.path == "/fit"
    assert parts.query == "model=qwen3-32b&device=nvidia-h200-sxm&precision=bf16&kv=fp16&context=8192&users=4"
    assert page.locator("dl.terms .sum strong").inner_text() == total


def test_the_form_works_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/fit")
    page.get_by_label("Model", exact=True).fill("qwen3-32b")
    page.get_by_label("Device, to see it in full").fill("H100 SXM")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("heading", name=re.compile(r"NVIDIA H100 SXM holds? it"))).to_be_visible()
    context.close()


@pytest.mark.parametrize("asked", ["/fit", "/fit?model=qwen3-32b", IN_FULL, "/fit?model=qwen3.7-max", "/fit?model=qwn"])
def test_nothing_hangs_out_of_a_telephone(narrow_page: Page, asked: str) -> None:
    narrow_page.goto(asked)
    assert narrow_page.evaluate(SIDEWAYS) == 0


def test_the_page_keeps_its_own_policy(page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(IN_FULL)
    assert [text for text in said if "Content Security Policy" in text] == []


def test_bars_have_the_width_of_their_terms(page: Page) -> None:
    page.goto(IN_FULL)
    whole = page.locator("figure.bar svg").bounding_box()
    weights = page.locator("figure.bar rect.term-weights").bounding_box()
    assert whole is not None
    assert weights is not None
    share = float(page.locator("figure.bar rect.term-weights").get_attribute("width") or 0) / 100
    assert weights["width"] == pytest.approx(whole["width"] * share, rel=0.02)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_pictured(page: Page, narrow_page: Page, screenshot: Screenshot, scheme: str) -> None:
    for name, view in (("wide", page), ("narrow", narrow_page)):
        view.emulate_media(color_scheme=scheme)  # type: ignore[arg-type] # one of the two schemes
        view.goto(IN_FULL)
        assert screenshot(view, f"fit-{name}-{scheme}").stat().st_size > 10_000


def test_a_change_answers_at_once(page: Page) -> None:
    page.goto("/fit?model=qwen3-32b&precision=bf16")
    page.evaluate("window.sameDocument = true")
    page.get_by_label("Device, to see it in full").fill("nvidia-h100-sxm")
    expect(page.get_by_role("heading", name=re.compile("NVIDIA H100 SXM"))).to_be_visible()
    before = page.locator("dl.terms .sum strong").inner_text()
    users = page.get_by_label("Users at once")
    users.fill("64")
    expect(page.locator("dl.terms .sum strong")).not_to_have_text(before)
    expect(page.get_by_role("status")).to_contain_text("NVIDIA H100 SXM")
    assert "users=64" in page.url
    assert page.evaluate("window.sameDocument") is True
    expect(users).to_be_focused()


def test_an_answer_that_a_newer_question_outdates_cannot_be_clicked(page: Page) -> None:
    page.goto("/fit?model=qwen3-32b&precision=bf16")
    held: list[Route] = []
    page.route("**/fit?*", lambda route: held.append(route))  # playwright marks the function it is given
    with page.expect_request("**/fit?*users=64*"):
        page.get_by_label("Users at once").fill("64")
    answer = page.locator("#answer")
    expect(answer).to_have_attribute("aria-busy", "true")
    expect(answer).to_have_css("pointer-events", "none")
    held[-1].continue_()
    expect(answer).not_to_have_attribute("aria-busy", "true")
    expect(answer).to_have_css("pointer-events", "auto")
    assert "users=64" in page.url


def test_what_is_not_understood_is_said_beside_the_form(page: Page) -> None:
    page.goto(IN_FULL)
    total = page.locator("dl.terms .sum strong").inner_text()
    page.get_by_label("Tokens of each user").fill("many")
    expect(page.get_by_role("status")).to_contain_text("“context” is “many”")
    assert page.locator("dl.terms .sum strong").inner_text() == total
    expect(page.locator("#answer")).to_have_css("pointer-events", "auto")


def test_going_back_brings_the_former_answer(page: Page) -> None:
    page.goto("/fit?model=qwen3-32b")
    page.get_by_label("Model", exact=True).fill("moonshot-kimi-k3")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which hardware holds Kimi K3?")
    page.goto("/fit?model=qwen3-32b&users=2")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Which hardware holds Kimi K3?")
