"""Old addresses and where they lead: data/renamed.yml, kept by `specledger rename`."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from loaders.catalogue import Catalogue
from loaders.problems import Problem
from loaders.read import Unreadable, read_file, read_marks, read_tree

NAME = "renamed.yml"


@dataclass(slots=True)
class Renamed:
    """Old ids of entities and statements with the ids that hold today; `waiting` are those not seen yet."""

    new: dict[str, str] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)

    def seen(self, id_: str) -> None:
        """Note that an id exists."""
        self.waiting.discard(id_)


def read_renamed(data_root: Path, problems: list[Problem]) -> Renamed:
    """Read the file; none at all is no fault."""
    path = data_root / NAME
    if not path.exists():
        return Renamed()
    try:
        tree = read_tree(read_file(path, data_root))
    except Unreadable as error:
        problems += error.problems(f"data/{NAME}")
        return Renamed()
    if not isinstance(tree, dict) or not all(isinstance(value, str) for value in tree.values()):
        problems.append(Problem(f"data/{NAME}", 1, 1, "", "a file that is not a map of old ids to new ones"))
        return Renamed()
    new = {old: str(value) for old, value in tree.items()}
    return Renamed(new, set(new.values()) - new.keys())


def dangling(renamed: Renamed, catalogue: Catalogue, data_root: Path) -> Iterator[Problem]:
    """Addresses that lead nowhere, and old ids that are still in use."""
    entities = catalogue.ids("entity")
    lost = {old for old, new in renamed.new.items() if new in renamed.waiting and new not in entities}
    used = {old for old in renamed.new if old in entities}
    if lost or used:
        marks = read_marks(read_file(data_root / NAME, data_root))
        for old in sorted(lost | used):
            found = f"{old} is still in use" if old in used else f"nothing is called {renamed.new[old]}"
            todo = "Take the line out." if old in used else "Name the id or the statement that it leads to today."
            yield Problem(f"data/{NAME}", *marks.value((old,)), old, found, "", todo, "renamed")


def add_renamed(data_root: Path, changes: dict[str, str]) -> None:
    """Write further old ids into the file, sorted; what led to an old id leads to the new one."""
    path = data_root / NAME
    known = read_renamed(data_root, []).new
    merged = {old: changes.get(new, new) for old, new in known.items()} | changes
    lines = [f"{old}: {new}\n" for old, new in sorted(merged.items()) if old != new]
    schema = "# yaml-language-server: $schema=../schema/json/renamed.json\n"
    path.write_text(schema + "".join(lines), encoding="utf-8")
