"""What changed between two versions of a record, and of which kind each change is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from loaders.history.figures import Key, Said, Version

Kind = Literal["correction", "source_revised", "world_changed", "new_source", "scope", "rank", "added", "removed"]
MOVING = ("offer",)
"""Families of metrics that the world changes from day to day: prices and limits of services."""


@dataclass(frozen=True)
class Document:
    """What is known of a source: two of one publisher at one address, or one after the other, are editions."""

    publisher: str
    url: str | None = None
    published: str | None = None

    def revises(self, former: "Document") -> bool:
        """Whether it takes the place of a former document, which is not so of two that stand side by side."""
        later = bool(self.published and former.published and self.published > former.published)
        return later or (self.url is not None and self.url == former.url)


@dataclass(frozen=True)
class Change:
    """One figure that is another than before: `old` is None for a new one, `new` for one that is gone."""

    key: Key
    source: str
    old: str | None
    new: str | None
    kind: Kind
    reason: str | None


def changes(
    before: Version, after: Version, family: Callable[[str], str], document: Callable[[str], Document]
) -> list[Change]:
    """Changes of an existing record. `family` is that of a metric, `document` what is known of a source.

    A figure of the same source under the same scope was corrected by us; one that moved to a later edition of the
    document was revised by its source, and one that moved to another document beside it corrected by us again; prices
    and what begins to hold later changed in the world; a figure that one source gives unchanged under another scope
    was only said to hold for something else.
    """
    found: list[Change] = []
    for key in dict.fromkeys((*before.figures, *after.figures)):
        old, new = before.figures.get(key, {}), after.figures.get(key, {})
        for source in [name for name in old if name in new]:
            found += _same_source(key, old[source], new[source])
        gone = [said for name, said in old.items() if name not in new]
        come = [said for name, said in new.items() if name not in old]
        found += _moved(key, gone, come, bool(old), family, document)
    return list(_rescoped(found))


def _rescoped(found: list[Change]) -> Iterator[Change]:
    """The changes, with each pair of a figure gone and the same one come under another scope made one."""
    gone = {(item.key[0], item.source, item.old): item for item in found if item.kind == "removed"}
    met: set[Change] = set()
    for item in found:
        former = gone.get((item.key[0], item.source, item.new)) if item.old is None else None
        if former and former not in met:
            met.add(former)
            yield Change(item.key, item.source, former.old, item.new, "scope", item.reason)
        elif item.kind != "removed":
            yield item
    yield from (item for item in found if item.kind == "removed" and item not in met)


def _same_source(key: Key, old: Said, new: Said) -> Iterator[Change]:
    if old.stated != new.stated:
        later = new.valid_from is not None and new.valid_from != old.valid_from
        yield Change(key, new.source, old.stated, new.stated, "world_changed" if later else "correction", new.reason)
    elif old.rank != new.rank:
        yield Change(key, new.source, f"{old.stated} ({old.rank})", f"{new.stated} ({new.rank})", "rank", new.reason)


def _moved(
    key: Key,
    gone: list[Said],
    come: list[Said],
    known: bool,
    family: Callable[[str], str],
    document: Callable[[str], Document],
) -> Iterator[Change]:
    """Figures that went, came, or went over from one source to another."""
    for said in come:
        new = document(said.source)
        former = next((old for old in gone if document(old.source).publisher == new.publisher), None)
        if former is None:
            kind: Kind = "new_source" if known else "added"
            yield Change(key, said.source, None, said.stated, kind, said.reason)
            continue
        gone.remove(former)
        if former.stated != said.stated:
            revised: Kind = "source_revised" if new.revises(document(former.source)) else "correction"
            kind = "world_changed" if family(key[0]) in MOVING else revised
            yield Change(key, said.source, former.stated, said.stated, kind, said.reason)
    yield from (Change(key, said.source, said.stated, None, "removed", said.reason) for said in gone)
