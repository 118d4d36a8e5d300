"""What ids there are: everything a record may refer to, known before any record is judged."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from loaders.files import RecordFile
from loaders.records import Record
from schema.dictionary import Dictionary
from schema.records import Source


@dataclass(slots=True)
class Catalogue:
    """Ids by kind with the file each stands in, the sources, and the origin of whatever they say."""

    dictionary: Dictionary
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    entities: dict[str, str] = field(default_factory=dict)
    """Ids of everything that a statement can be about, over all kinds, with their files."""
    said: dict[str, str] = field(default_factory=dict)
    """Files of the statements that claims make of an entity itself, by address."""

    def ids(self, kind: str) -> dict[str, str]:
        """Ids of a kind, or of every kind an entity can be when `kind` is `entity`, with their files."""
        if kind == "metric":
            return dict.fromkeys(self.dictionary.metrics, "data/metrics.yml")
        return self.entities if kind == "entity" else self.files.get(kind, {})

    def add(self, kind: str, id_: str, file: str) -> str | None:
        """Enter an id; the file that holds it already, if one does."""
        taken = next((ids[id_] for ids in self.files.values() if id_ in ids), None)
        held = self.files.setdefault(kind, {}).setdefault(id_, file)
        if kind not in ("source", "claim"):
            self.entities[id_] = held
        return taken

    def origin(self, source: str, asserted_by: str | None = None) -> str:
        """Who said it first: whoever asserts it, else the publisher of the document that a source copies in the end."""
        if asserted_by:
            return asserted_by
        seen: set[str] = set()
        while source in self.sources and (parent := self.sources[source].repeats) and source not in seen:
            seen.add(source)
            source = parent
        return self.sources[source].publisher if source in self.sources else source


def add_files(catalogue: Catalogue, files: Iterable[RecordFile]) -> list[tuple[RecordFile, str]]:
    """Enter the ids that are file names; those taken already come back with the file that holds them."""
    clashes = []
    for file in files:
        taken = None if file.is_bundle else catalogue.add(file.kind, file.id, file.name)
        if taken:
            clashes.append((file, taken))
    return clashes


def add_bundled(catalogue: Catalogue, record: Record) -> str | None:
    """Enter a record out of a file that holds several; the file that holds its id already, if one does."""
    if isinstance(record.head, Source):
        catalogue.sources[record.id] = record.head
    return catalogue.add(record.kind, record.id, record.file.name)
