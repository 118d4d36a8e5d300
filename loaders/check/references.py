"""Rules about what a record refers to: every id leads somewhere."""

from collections.abc import Iterator
from functools import cache

from loaders.catalogue import Catalogue
from loaders.check.rule import rule
from loaders.records import Record
from schema.faults import Fault, Path
from schema.records import RECORD_TYPES, Claim
from schema.statement import Statement

HEAD_REFERENCES = {
    "vendor": "organization",
    "developer": "organization",
    "maker": "organization",
    "publisher": "organization",
    "claimant": "organization",
    "about": "entity",
    "first_appearance": "source",
    "repeats": "source",
    "device": "device",
}
SETUP_REFERENCES = {"system": "system", "model": "model", "engine": "software"}
MOST_COPIES = 8
"""Setups in a chain of which each is like the next."""
_WHERE = {
    "organization": "Add it to data/organizations.yml.",
    "source": "Add it to data/sources/<publisher>.yml.",
    "benchmark": "Add it to data/benchmarks.yml.",
    "entity": "Add its record first.",
}


def _missing(path: Path, kind: str, id_: str, catalogue: Catalogue) -> Iterator[Fault]:
    known = catalogue.ids(kind)
    if id_ not in known:
        noun = "entity" if kind == "entity" else kind
        todo = _WHERE.get(kind, f"Add its record below data/{kind}s/." if kind != "software" else "Add its record.")
        yield Fault(path, f"no {noun} is called {id_}", "", todo, near=(id_, known))


@rule("reference", "Every id in the head of a record leads to a record.", bundled=True)
def head_reference(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if record.head is None:
        return
    for key, kind in _head_references(record.kind):
        value = getattr(record.head, key)
        if value is not None:
            yield from _missing((key,), kind, value, catalogue)


@cache
def _head_references(kind: str) -> list[tuple[str, str]]:
    """Keys of a kind's head that name a record, each with the kind it names."""
    named = {**HEAD_REFERENCES, "predecessor": kind, "variant_of": kind}
    return [(key, named[key]) for key in RECORD_TYPES[kind].model_fields if key in named]


@rule("setup-reference", "Every id in a setup leads to a record.", kinds=("claim",))
def setup_reference(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for name, setup in record.head.setups.items() if isinstance(record.head, Claim) else ():
        for key, kind in SETUP_REFERENCES.items():
            value = getattr(setup, key)
            if value is not None:
                yield from _missing(("setups", name, key), kind, value, catalogue)
        for index, part in enumerate(setup.devices):
            yield from _missing(("setups", name, "devices", index, "device"), "device", part.device, catalogue)


@rule("setup-like", "A setup is like another setup of the same claim, and not like itself.", kinds=("claim",))
def setup_like(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    setups = record.head.setups if isinstance(record.head, Claim) else {}
    for name, setup in setups.items():
        if setup.like and setup.like not in setups:
            path = ("setups", name, "like")
            yield Fault(path, f"no setup is called {setup.like}", ", ".join(setups), near=(setup.like, setups))
        seen, at = [name], setup
        while at.like in setups and len(seen) <= MOST_COPIES and at.like not in seen:
            seen.append(str(at.like))
            at = setups[str(at.like)]
        if at.like in seen and name == min(seen):
            chain = " → ".join([*seen, str(at.like)])
            yield Fault(("setups", name, "like"), f"setups that copy one another: {chain}")
        elif len(seen) > MOST_COPIES:
            found = f"more than {MOST_COPIES} setups that copy one another: {' → '.join(seen)}"
            yield Fault(("setups", name, "like"), found, todo="Write out what one of them was.")


@rule("statement-reference", "Every id in a statement leads to a record.")
def statement_reference(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in zip(record.indexes, record.statements, strict=True):
        for key, kind, value in _references(statement, catalogue):
            if value not in catalogue.ids(kind):
                yield from _missing(("statements", index, key), kind, value, catalogue)


def _references(statement: Statement, catalogue: Catalogue) -> Iterator[tuple[str, str, str]]:
    yield "source", "source", statement.book.source
    if statement.book.asserted_by:
        yield "asserted_by", "organization", statement.book.asserted_by
    for key, value in statement.qualifiers.items():
        kind = catalogue.dictionary.referring.get(key)
        if kind and value != "undeclared":
            yield key, kind, value
    kind = catalogue.dictionary.metrics[statement.metric].refers
    if kind and statement.reading.absence is None:
        yield statement.metric, kind, statement.stated


@rule("setup-name", "`of` and `over` name setups of the same claim.", keys=("of", "over"))
def setup_name(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    setups = record.head.setups if isinstance(record.head, Claim) else {}
    for index, statement in zip(record.indexes, record.statements, strict=True):
        for key in ("of", "over"):
            name = getattr(statement.book, key)
            if name and name not in setups and not (key == "over" and name == "undeclared"):
                path = ("statements", index, key)
                allowed = ", ".join(setups) or "none, since the record has no `setups`"
                yield Fault(path, f"no setup is called {name}", allowed, near=(name, setups))
