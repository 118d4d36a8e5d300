"""SVG as text: elements, and the frame that every picture stands in."""

from html import escape


def element(name: str, *children: str, **attributes: object) -> str:
    """An element of children that are SVG already; attributes are escaped, `_` in a name is `-`, None leaves it out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_short(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text(content: str, x: float, y: float, **attributes: object) -> str:
    """A line of text."""
    return element("text", escape(content), x=x, y=y, **attributes)


def _short(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def picture(width: float, height: float, title: str, description: str, parts: list[str], ref: str) -> str:
    """A whole picture with the words that stand for it; `ref` makes their ids unique on a page.

    It is a group and no image, since its points are links.
    """
    words = [element("title", escape(title), id=f"{ref}-title"), element("desc", escape(description), id=f"{ref}-desc")]
    return element(
        "svg", *words, *parts,
        xmlns="http://www.w3.org/2000/svg", class_="chart", viewBox=f"0 0 {_short(width)} {_short(height)}",
        role="group", aria_labelledby=f"{ref}-title", aria_describedby=f"{ref}-desc",
    )  # fmt: skip


def image(width: float, height: float, title: str, parts: list[str], css: str) -> str:
    """A small picture without links: one image with one name."""
    return element(
        "svg", element("title", escape(title)), *parts, class_=css, viewBox=f"0 0 {_short(width)} {_short(height)}",
        role="img", aria_label=title,
    )  # fmt: skip


def alone(drawn: str, style: str) -> str:
    """A picture as a file of its own: with its colours inside, since no page gives it any."""
    head, end, rest = drawn.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{end}<style>{style}</style>{rest}\n'
