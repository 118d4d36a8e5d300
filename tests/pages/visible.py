"""The text of a page as a reader meets it, and its links."""

import re
from html.parser import HTMLParser

BLOCKS = frozenset({
    "p", "h1", "h2", "h3", "li", "dt", "dd", "td", "th", "caption", "div", "section", "form", "option", "summary", "tr",
})  # fmt: skip


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.links: list[str] = []
        self.code: list[str] = []
        self.inside = False
        self.data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = self.inside or tag == "main"
        if tag in BLOCKS:
            self.lines.append("")
        self.data = self.data or ("type", "application/ld+json") in attrs
        self.code += [tag] if tag in ("script", "style", "img") and not self.data else []
        self.code += [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "main"
        self.data = self.data and tag != "script"
        if tag in BLOCKS:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.lines[-1] += data


def read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    return reader


def text(html: str) -> str:
    """Text inside `main`, one line for each block, without empty lines."""
    lines = (re.sub(r"\s+", " ", line).strip() for line in read(html).lines)
    return "\n".join(line for line in lines if line) + "\n"


def links(html: str) -> list[str]:
    """Addresses that the links of a page lead to, in order."""
    return read(html).links


def code(html: str) -> list[str]:
    """Elements and attributes of a page that could run, draw or fetch something."""
    return read(html).code
