"""Pieces of HTML that stand on a page dozens of times: made here, since templates take five times as long for them.

Every text is escaped where it enters a piece; what comes out may be put into a template as it is.
"""

from collections.abc import Callable
from functools import cached_property

from markupsafe import Markup, escape

from pages.catalogue import Catalogue
from pages.figures import in_unit, restates
from pages.rows import Row
from pages.sections import explaining_only

LONG = 3
"""Figures behind which a line of a sheet takes the whole width."""
Path = Callable[[str], str]
"""Puts the site's base before an address."""


class Printer:
    """Pieces for the pages of one ledger, which is why those of sources and things are made once."""

    def __init__(self, catalogue: Catalogue, path: Path) -> None:
        self.catalogue = catalogue
        self.path = path
        self._words: dict[tuple[str, str], Markup] = {}
        self._things: dict[str, Markup] = {}

    @cached_property
    def base(self) -> Markup:
        """What stands before an address of ours."""
        return escape(self.path("/").rstrip("/"))

    def thing(self, ref: str) -> Markup:
        """Name of an entity, claim or source as a link to its page; the id where it has none."""
        if ref not in self._things:
            self._things[ref] = self._thing(ref)
        return self._things[ref]

    def _thing(self, ref: str) -> Markup:
        address = self.catalogue.path(ref)
        return self.link(address, self.catalogue.name(ref)) if address else escape(ref)

    def link(self, address: str, text: str) -> Markup:
        """A link to an address of ours."""
        return Markup(f'<a href="{self.base}{escape(address)}">{escape(text)}</a>')  # noqa: S704 - escaped here

    def word(self, vocabulary: str, word: str) -> Markup:
        """Label of a word with its meaning as a hint."""
        key = vocabulary, word
        if key not in self._words:
            meaning = self.catalogue.words.meaning(*key)
            hint = f' title="{escape(meaning)}"' if meaning else ""
            self._words[key] = Markup(f"<span{hint}>{escape(self.catalogue.words.label(*key))}</span>")  # noqa: S704
        return self._words[key]

    @cached_property
    def _sources(self) -> dict[str, Markup]:
        return {ref: self._source(source) for ref, source in self.catalogue.sources.items()}

    def _source(self, source: Row) -> Markup:
        words, catalogue = self.catalogue.words, self.catalogue
        told = f"{escape(words.label('source_kind', source['kind']))}, {escape(catalogue.name(source['publisher']))}"
        dated = f", <time>{escape(source['published'])}</time>" if source["published"] else ""
        title = self.link(f"/source/{source['id']}", source["title"])
        piece = f'{title} <span class="by">{told}{dated}</span>'
        if source["repeats"]:
            original = self.link(f"/source/{source['repeats']}", catalogue.title("source", source["repeats"]))
            piece += f' <span class="by">repeats {original}</span>'
        return Markup(piece)  # noqa: S704 - escaped above

    def source(self, ref: str, at: str | None = None) -> Markup:
        """A source with kind, publisher and date, and the place in it."""
        found = self._sources.get(ref) or escape(ref)
        return Markup(f"{found}{_by(at)}") if at else found  # noqa: S704 - escaped above

    def figure(self, row: Row, holds_for: list[str]) -> Markup:
        """A statement's figure as a link, in the metric's unit, as printed, and what it holds for."""
        stated = self.catalogue.words.stated(row)
        piece = f'<a class="figure" href="{self.base}/statement/{row["id"]}">{escape(stated)}</a>'
        if not restates(row, stated):
            piece += _by(f"= {in_unit(row)}")
        if row["printed"]:
            piece += _by(f"printed “{row['printed']}”")
        if holds_for:
            piece += f' <span class="scope">{escape(", ".join(holds_for))}</span>'
        return Markup(piece)  # noqa: S704 - escaped above

    def standing(self, row: Row, shown: set[str] | list[str]) -> Markup:
        """Whether a statement is shown or set aside, on what basis, and why."""
        piece = self._basis(row)
        if row["rank"] == "deprecated":
            piece = f'<strong class="tag deprecated">Set aside</strong> {piece}'
        elif row["id"] in shown:
            piece = f'<strong class="tag shown">Shown</strong> {piece}'
        if row["cause"]:
            piece += f' <span class="by">Cause: {self.word("cause", row["cause"])}</span>'
        for name, before in (("reason", "Why: "), ("unresolved", "Unresolved: "), ("note", "")):
            piece += _by(before + row[name]) if row[name] else ""
        return Markup(piece + self._held(row))  # noqa: S704 - escaped above

    def _basis(self, row: Row) -> str:
        preferred = '<span class="tag">preferred</span> ' if row["rank"] == "preferred" else ""
        of = f", word of {self.thing(row['asserted_by'])}" if row["asserted_by"] else ""
        return f"{preferred}<span>{self.word('basis', row['basis'])}{of}</span>"

    def _held(self, row: Row) -> str:
        ends = [(word, row[name]) for word, name in (("from", "valid_from"), ("to", "valid_to")) if row[name]]
        told = " ".join(f"{word} <time>{escape(day)}</time>" for word, day in ends)
        return f' <span class="by">held {told}</span>' if told else ""

    def statements(self, groups: list[Row], shown: set[str] | list[str], caption: str) -> Markup:
        """Groups of statements of the same thing side by side, as `sections` gives them."""
        scoped = any(group["holds_for"] for group in groups)
        heads = (["Holds for"] if scoped else []) + ["Figure", "Source", "Standing"]
        head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in heads)
        bodies = "".join(self._group(group, shown, scoped) for group in groups)
        name = escape(caption)
        return Markup(  # noqa: S704 - escaped here and below
            f'<div class="scroll" role="region" aria-label="{name}" tabindex="0">'
            f'<table role="table" class="stacked statements"><caption class="hidden">{name}</caption>'
            f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>{bodies}</table></div>'
        )

    def _group(self, group: Row, shown: set[str] | list[str], scoped: bool) -> str:
        rows = group["statements"]
        holds = escape(", ".join(group["holds_for"]) or "no condition named")
        first = (
            f'<th role="rowheader" scope="rowgroup" rowspan="{len(rows)}" class="holds">{holds}</th>' if scoped else ""
        )
        drawn = [self._statement(row, shown, "" if place else first) for place, row in enumerate(rows)]
        return f'<tbody role="rowgroup">{"".join(drawn)}</tbody>'

    def _statement(self, row: Row, shown: set[str] | list[str], first: str) -> str:
        css = ' class="set-aside"' if row["rank"] == "deprecated" else ""
        told = self.catalogue.words.holds_for(explaining_only(row))
        return (
            f'<tr role="row"{css}>{first}<td role="cell" class="says">{self.figure(row, told)}</td>\n'
            f'<td role="cell" class="from">{self.source(row["source"], row["at"])}</td>\n'
            f'<td role="cell">{self.standing(row, shown)}</td></tr>\n'
        )

    def sheet(self, lines: list[Row]) -> Markup:
        """A sheet of facts and absences, as `sections.sheet` gives them."""
        return Markup(f'<dl class="sheet">{"".join(map(self._line, lines))}</dl>')  # noqa: S704 - escaped below

    def _line(self, line: Row) -> str:
        words, metric = self.catalogue.words, line["metric"]
        css = ' class="long"' if len(line["figures"]) > LONG else ""
        name = f'<a href="#{metric}">{escape(words.metric(metric))}</a>'
        figures = "\n".join(map(self._fact, line["figures"]))
        return f'<div{css}><dt title="{escape(words.metric_meaning(metric))}">{name}</dt>{figures}</div>\n'

    def _fact(self, row: Row) -> str:
        words, address = self.catalogue.words, f"{self.base}/statement/{row['statement']}"
        if row.get("why"):
            hint, told = escape(words.meaning("absence", row["why"])), escape(words.label("absence", row["why"]))
            piece = f'<a class="absence" href="{address}" title="{hint}">{told}</a>'
        else:
            piece = f'<a class="figure" href="{address}">{escape(words.stated(row))}</a>'
        if row["holds_for"]:
            piece += f' <span class="scope">{escape(", ".join(row["holds_for"]))}</span>'
        return f"<dd>{piece}{self._dispute(row)}{_origins(row)}</dd>"

    def _dispute(self, row: Row) -> str:
        state = row.get("state")
        if not state:
            return ""
        label = escape(self.catalogue.words.label("state", state))
        told = "sources differ" if state == "open" else f'<span class="hidden">sources differ, </span>{label}'
        return f' <a class="differs state-{state}" href="#{row["metric"]}">{told}</a>'


def _origins(row: Row) -> str:
    n = row.get("n_origins")
    hint = "Independent origins that agree with it"
    return f' <span class="by" title="{hint}">{n} {"origin" if n == 1 else "origins"}</span>' if n else ""


def _by(text: object) -> str:
    return f' <span class="by">{escape(text)}</span>'
