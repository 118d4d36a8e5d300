"""Pages can be used without eyes, without a mouse and in the dark: axe-core finds nothing against it."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests import axe
from tests.browser.places import DATASETTES, PAGES

RUN = "() => axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
OF_DATASETTE = {
    "aria-input-field-name", "color-contrast", "heading-order", "label", "landmark-one-main", "region", "select-name",
}  # fmt: skip
"""Rules that Datasette's own templates break, which are not ours to change."""


def violations(page: Page) -> list[str]:
    """What axe-core finds: rule, what it says, and the first elements it means."""
    source = axe.find()
    if source is None:
        pytest.skip(axe.MISSING)
    page.evaluate(source.read_text())
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [f"{row['id']}: {row['help']}: {[node['html'][:160] for node in row['nodes'][:3]]}" for row in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", PAGES)
def test_axe_finds_nothing(page: Page, where: str, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(where)
    assert violations(page) == []


@pytest.mark.parametrize("where", PAGES)
def test_axe_finds_nothing_on_a_telephone(narrow_page: Page, where: str) -> None:
    narrow_page.goto(where)
    assert violations(narrow_page) == []


@pytest.mark.parametrize("where", DATASETTES)
def test_axe_finds_nothing_of_ours_on_the_tables(page: Page, where: str) -> None:
    page.goto(where)
    assert [found for found in violations(page) if found.split(":")[0] not in OF_DATASETTE] == []
