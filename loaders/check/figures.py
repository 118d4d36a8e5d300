"""Rules about figures: ranks with reasons, no silent disagreement, no two words from one source."""

import re
from collections.abc import Iterator
from decimal import Decimal

from analysis.disagreements import differing_pairs, settled
from analysis.lines import Group, Line
from loaders.catalogue import Catalogue
from loaders.check.rule import rule
from loaders.lines import lines_of, told
from loaders.records import Record
from schema.dates import first_day, last_day
from schema.faults import Fault
from schema.records import Claim
from schema.statement import Statement


def _numbered(record: Record) -> Iterator[tuple[int, Statement]]:
    return zip(record.indexes, record.statements, strict=True)


@rule("rank-reason", "A preferred or deprecated figure says why.", keys=("rank", "reason"))
def rank_reason(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in _numbered(record):
        book = statement.book
        if book.rank and not book.reason:
            todo = "Add `reason:` with what a reader would accept."
            yield Fault(("statements", index, "rank"), f"rank {book.rank} without a reason", todo=todo)
        if book.reason and not book.rank:
            todo = "Use `note:`, or add the rank that the reason is for."
            yield Fault(("statements", index, "reason"), "a reason without a rank", todo=todo)


@rule("same-source-twice", "One source says one thing of one metric under one set of qualifiers.")
def same_source_twice(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    seen: dict[str, Statement] = {}
    for index, line in zip(record.indexes, lines_of(record, catalogue), strict=True):
        statement = line.statement
        first = seen.setdefault(line.id, statement)
        if first is not statement:
            found = f"{statement.book.source} says {statement.metric} twice: {first.stated} and {statement.stated}"
            todo = "Add the qualifier that tells them apart, or `part:` with a word for each."
            yield Fault(("statements", index, statement.metric), found, todo=todo)


@rule("said-elsewhere", "A claim and a record do not hold the same statement of an entity.")
def said_elsewhere(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    about = record.head.about if isinstance(record.head, Claim) else ""
    for index, line in zip(record.indexes, lines_of(record, catalogue), strict=True):
        file = catalogue.said.get(line.id)
        if file is not None and file != record.file.name:
            found = f"{file} holds this statement of {line.statement.book.source} already"
            todo = "Keep one of the two, or tell them apart by a qualifier or `part:`."
            yield Fault(("statements", index, line.statement.metric), found, todo=todo)
        if about and not line.statement.book.of:
            catalogue.said.setdefault(line.id, record.file.name)


@rule("unranked", "Figures of the same thing that differ are ranked, explained, or marked as unresolved.")
def unranked(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for group, at in _groups(record, catalogue):
        pairs = [
            pair for pair in differing_pairs(group, catalogue.dictionary) if not settled(pair, catalogue.dictionary)
        ]
        silent = [pair for pair in pairs if not any(line.statement.book.unresolved for line in pair)]
        for one, other in silent[:1]:
            both = " and ".join(f"{line.statement.stated} ({line.statement.book.source})" for line in (one, other))
            todo = (
                "Give one of them `rank: preferred` or `rank: deprecated` and a `reason:`, name the qualifier that "
                "tells them apart, or write `unresolved:` with what was tried."
            )
            yield Fault(("statements", at[other.id], group.metric), f"{both} disagree", todo=todo)


@rule("needless-unresolved", "`unresolved` goes when nothing is unresolved any more.", keys=("unresolved",))
def needless_unresolved(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for group, at in _groups(record, catalogue, least=1):
        open_lines = {line.id for pair in differing_pairs(group, catalogue.dictionary) for line in pair}
        for line in group.lines:
            if line.statement.book.unresolved and line.id not in open_lines and _home(line, group):
                yield Fault(("statements", at[line.id], "unresolved"), "nothing disagrees with it", todo="Take it out.")


def _home(line: Line, group: Group) -> bool:
    """Whether this is the group of the line itself rather than one it was only compared with."""
    return all(line.statement.qualifiers.get(name, value) == value for name, value in group.key if name != "over")


@rule("two-preferred", "Of figures that differ only one is preferred.", keys=("rank",))
def two_preferred(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for group, at in _groups(record, catalogue):
        for one, other in differing_pairs(group, catalogue.dictionary):
            if one.preferred and other.preferred:
                found = f"two preferred figures that differ: {one.statement.stated} and {other.statement.stated}"
                yield Fault(("statements", at[other.id], "rank"), found, todo="Keep one of the two ranks.")


def _groups(record: Record, catalogue: Catalogue, least: int = 2) -> Iterator[tuple[Group, dict[str, int]]]:
    """Groups of at least so many of the record's lines, with the place of each line."""
    found = [group for part in told(record, catalogue) for group in part.groups if len(group.members) >= least]
    if found:
        at = {line.id: index for index, line in zip(record.indexes, lines_of(record, catalogue), strict=True)}
        yield from ((group, at) for group in found)


@rule("zero", "An unknown figure is absent; a physical quantity is never zero or less.")
def zero(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in _numbered(record):
        figure = statement.figure
        metric = catalogue.dictionary.metrics[statement.metric] if figure and figure.value <= 0 else None
        if metric and metric.trust == "specification" and metric.unit:
            todo = "Leave the line out where the figure is unknown, or state an absence: not_published, not_supported …"
            yield Fault(("statements", index, statement.metric), f"{statement.metric} is {statement.stated}", todo=todo)


@rule("validity", "A figure does not end before it begins.", keys=("valid_from",))
def validity(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in _numbered(record):
        start, end = statement.book.valid_from, statement.book.valid_to
        if start and end and first_day(start) > last_day(end):
            yield Fault(("statements", index, "valid_to"), f"valid_to {end} lies before valid_from {start}")


@rule("printed", "`printed` is written only where it differs from the figure.", keys=("printed",))
def printed(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in _numbered(record):
        if statement.book.printed == statement.stated:
            yield Fault(("statements", index, "printed"), "printed is what is stated anyway", todo="Take it out.")


@rule(
    "system-scope",
    "A figure per GPU, chip or die on a system's record belongs to the device.",
    kinds=("system",),
    keys=("per",),
)
def system_scope(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    for index, statement in _numbered(record):
        per = statement.qualifiers.get("per")
        if per in ("gpu", "chip", "die", "core"):
            todo = "Move the line to the record of the device."
            yield Fault(("statements", index, "per"), f"a figure per {per} on the record of a system", todo=todo)


_HEADLINE = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)(?: ?(%|x\b|times|percent))")


@rule("headline-figure", "A ratio in a claim's sentence is one of its own statements.", kinds=("claim",))
def headline_figure(record: Record, catalogue: Catalogue) -> Iterator[Fault]:
    if not isinstance(record.head, Claim):
        return
    figures = [statement.figure for statement in record.statements if statement.figure]
    recorded = {end.values[0] for figure in figures for end in figure.ends}
    for number, unit in _HEADLINE.findall(record.head.claim):
        if Decimal(number) not in recorded:
            stated = ", ".join(figure.text for figure in figures)
            todo = "Correct the sentence, or add the statement."
            yield Fault(
                ("claim",), f"the claim says {number} {unit}, no statement does", f"what is stated: {stated}", todo
            )
