"""`specledger rename`: a thing gets another id, everything that names it follows, old addresses lead on."""

import re
import sys
from pathlib import Path

import click

from loaders.check.run import Checked, checked_records
from loaders.dictionary import load_dictionary
from loaders.files import record_files
from loaders.lines import lines_of
from loaders.records import Record
from loaders.renamed import add_renamed
from schema.records import ID


class CannotRenameError(Exception):
    """The text says why, and what would be allowed."""


def rename(data_root: Path, old: str, new: str) -> list[str]:
    """Give the record `old` the id `new`; names of the files that changed. Raises CannotRenameError.

    Every statement that takes another address by it is entered in data/renamed.yml.
    """
    before = _statements(data_root)
    file = next((f for f in record_files(data_root) if not f.is_bundle and f.id == old), None)
    if file is None:
        raise CannotRenameError(f"no record is called {old}; a record's id is its file name below data/")
    if re.fullmatch(ID, new) is None:
        raise CannotRenameError(f"{new} is no id: lower-case letters, digits, dots and hyphens")
    if any(record.id == new for record, _ in before):
        raise CannotRenameError(f"{new} is taken")
    file.path.rename(file.path.with_name(f"{new}{file.path.suffix}"))
    changed = _replace(data_root, old, new)
    after = _statements(data_root)
    moved = {
        a: b for (_, ids), (_, new_ids) in _paired(before, after, old, new) for a, b in zip(ids, new_ids, strict=True)
    }
    add_renamed(data_root, {old: new, **{a: b for a, b in moved.items() if a != b}})
    return [*changed, "data/renamed.yml"]


Held = list[tuple[Record, list[str]]]


def _statements(data_root: Path) -> Held:
    checked = Checked.over(load_dictionary(data_root))
    records = list(checked_records(data_root, checked))
    return [(r, [line.id for line in lines_of(r, checked.catalogue)]) for r in records if r.statements]


def _paired(
    before: Held, after: Held, old: str, new: str
) -> list[tuple[tuple[Record, list[str]], tuple[Record, list[str]]]]:
    """Records before and after, the renamed one with itself."""
    now = {record.id: (record, ids) for record, ids in after}
    return [((record, ids), now[new if record.id == old else record.id]) for record, ids in before]


def _replace(data_root: Path, old: str, new: str) -> list[str]:
    """Put the new id wherever the old one stands as a whole value."""
    whole = re.compile(rf"(?<=[:\[,-] ){re.escape(old)}(?=[,\]}}\n])")
    changed = []
    for file in record_files(data_root):
        text = file.path.read_text(encoding="utf-8")
        replaced = whole.sub(new, text)
        if replaced != text:
            file.path.write_text(replaced, encoding="utf-8")
            changed.append(file.name)
    return changed


@click.command("rename")
@click.argument("old")
@click.argument("new")
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default="data", hidden=True)
@click.option("--statement", is_flag=True, help="OLD and NEW are addresses of statements whose qualifiers changed.")
def command(old: str, new: str, data: Path, statement: bool) -> None:
    """Give a record another id, or lead an old statement's address on; old addresses stay good."""
    data = data.resolve()
    if statement:
        add_renamed(data, {old: new})
        click.echo(f"/statement/{old} leads to /statement/{new}")
        return
    try:
        changed = rename(data, old, new)
    except CannotRenameError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    click.echo("\n".join((f"{old} is {new} now; changed:", *changed)))
