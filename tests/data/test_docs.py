"""Documents name everything there is, and every link and address in them leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from datasette.app import Datasette

from loaders.cli import main
from schema.dictionary import Dictionary
from schema.tables import TABLES
from tests.conftest import ROOT

DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ADDRESS = re.compile(r"http://127\.0\.0\.1:8001(/[^\s`)>|]*)")
TARGET = re.compile(r"^([a-z]+):.*## ", re.MULTILINE)


def anchors(document: Path) -> set[str]:
    """Anchors that a reader of Markdown makes of the headings."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(document.read_text()))
    return {heading.replace(" ", "-") for heading in plain}


def dead_links(document: Path) -> Iterator[str]:
    """Links to files or headings that are not there."""
    for link in LINK.findall(document.read_text()):
        place, _, anchor = link.partition("#")
        target = (document.parent / place).resolve() if place else document
        if link.startswith("https://"):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    assert list(dead_links(document)) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text(
        "# One heading\n[a](#one-heading) [b](#another) [c](page.md) [d](gone.md) [e](https://acme.test)"
    )
    assert list(dead_links(document)) == ["#another", "gone.md"]


def addresses() -> list[str]:
    """Every address of the served ledger that a document names."""
    return sorted({found.rstrip(",.;") for document in DOCUMENTS for found in ADDRESS.findall(document.read_text())})


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("address", addresses())
async def test_addresses_in_documents_answer(served: Datasette, address: str) -> None:
    response = await served.client.get(address)
    assert response.status_code == 200


def test_every_document_and_decision_is_in_the_index() -> None:
    index = ROOT / "docs/README.md"
    listed = {(index.parent / link).resolve() for link in LINK.findall(index.read_text())}
    assert {path for path in (ROOT / "docs").rglob("*.md") if path != index} <= listed


def test_every_metric_qualifier_and_word_is_documented(dictionary: Dictionary) -> None:
    rows = {line.split("|")[1].strip() for line in (ROOT / "docs/terms.md").read_text().splitlines() if "|" in line}
    names = {
        *dictionary.metrics,
        *dictionary.qualifiers,
        *(word for words in dictionary.words.values() for word in words),
    }
    assert {f"`{name}`" for name in names} <= rows


def test_every_table_is_documented() -> None:
    assert anchors(ROOT / "docs/tables.md") >= set(TABLES)


def test_every_command_is_documented() -> None:
    documented = {heading.split()[1] for heading in HEADING.findall((ROOT / "docs/commands.md").read_text())[1:]}
    assert documented == set(main.list_commands(click.Context(main)))


def test_every_target_of_make_is_documented() -> None:
    targets = TARGET.findall((ROOT / "Makefile").read_text())
    assert set(targets) <= set(re.findall(r"`make ([a-z]+)`", (ROOT / "docs/commands.md").read_text()))
