"""Rules about where a record stands and what names it."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from loaders.catalogue import Catalogue
from loaders.check.rule import rule
from loaders.records import Record
from schema.faults import Fault
from schema.records import ID, Claim, Described, Device, Entity, Model, Source, System

_ID = re.compile(ID)


@rule("id-form", "An id is lower-case letters, digits, dots and hyphens.", bundled=True)
def id_form(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if _ID.fullmatch(record.id) is None:
        what = "a key" if record.file.is_bundle else "a file name"
        todo = "Rename it; the id stands nowhere else."
        yield Fault((), f"{what} that is no id: {record.id}", "lower-case letters, digits, dots and hyphens", todo)


@rule("folder", "A device, system or model stands in its vendor's or developer's folder, a claim in that of its year.")
def folder(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    key, wanted = _folder_key(record)
    parent = PurePosixPath(record.file.name).parent.name
    known = record.kind == "claim" or wanted in catalogue.ids("organization")
    if wanted and known and parent != wanted:
        yield Fault(
            (key,), f"{key} is {wanted}, but the file lies in {parent}/", f"the folder {wanted}/", "Move the file."
        )


def _folder_key(record: Record) -> tuple[str, str | None]:
    head = record.head
    if isinstance(head, Device | System):
        return "vendor", head.vendor
    if isinstance(head, Model):
        return "developer", head.developer
    if isinstance(head, Claim) and head.made:
        return "made", head.made[:4]
    return "", None


@rule("former-id", "A former id is no longer in use.", bundled=True)
def former_id(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, old in enumerate(record.head.former_ids if isinstance(record.head, Entity) else ()):
        if old in catalogue.ids("entity"):
            file = catalogue.ids("entity")[old]
            yield Fault(("former_ids", index), f"{old} is still in use: {file}", todo="Keep one of the two.")


@rule("headline", "Of several configurations exactly one is the headline.", kinds=("device", "system"))
def headline(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    configurations = record.head.configurations if isinstance(record.head, Device | System) else {}
    marked = [name for name, item in configurations.items() if item.headline]
    if configurations and len(marked) != 1:
        found = f"{len(marked)} headline configurations" if marked else "no headline configuration"
        yield Fault(("configurations",), found, "exactly one", "Write `headline: true` on one of them.")


@rule("edition", "An edition is one of the record's configurations.", kinds=("device", "system"), keys=("edition",))
def edition(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if not isinstance(record.head, Device | System):
        return
    known = record.head.configurations
    for index, statement in zip(record.indexes, record.statements, strict=True):
        name = statement.qualifiers.get("edition")
        if name and name not in known and name != "undeclared":
            allowed = ", ".join(known) or "none, since the record has no `configurations`"
            yield Fault(
                ("statements", index, "edition"), f"no configuration is called {name}", allowed, near=(name, known)
            )


@rule("source-address", "A source has an address, or a note that says why not.", bundled=True, kinds=("source",))
def source_address(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if isinstance(record.head, Source) and not record.head.url and not record.head.note:
        yield Fault((), "a source without an address", todo="Write `url:`, or a `note:` that says why there is none.")


@rule("source-circle", "A source does not repeat itself, directly or through others.", bundled=True, kinds=("source",))
def source_circle(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if not isinstance(record.head, Source):
        return
    seen, source = [record.id], record.head
    while source.repeats and source.repeats in catalogue.sources:
        if source.repeats in seen:
            circle = " → ".join([*seen, source.repeats])
            yield Fault(("repeats",), f"the sources repeat one another: {circle}", todo="Find out which came first.")
            return
        seen.append(source.repeats)
        source = catalogue.sources[source.repeats]


@rule("no-statements", "A record has at least one statement.")
def no_statements(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if isinstance(record.head, Described | Claim) and not record.head.statements and record.kind != "software":
        yield Fault((), "a record without statements", todo="Say at least one thing of it, with its source.")
