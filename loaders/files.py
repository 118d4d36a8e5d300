"""Where records lie: which files below data/ hold what."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDERS = {"devices": "device", "systems": "system", "models": "model", "software": "software", "claims": "claim"}
BUNDLE_FOLDERS = {"sources": "source"}
BUNDLES = {"organizations.yml": "organization", "benchmarks.yml": "benchmark"}
ENDINGS = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One file of records, of which there may be very many: a path object of each would be most of what is held."""

    kind: str
    root: Path
    """The data folder."""
    name: str
    """Path below the data folder's parent, with slashes: data/devices/intel/intel-d270.yml."""

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self.root / self.name.partition("/")[2]

    @property
    def is_bundle(self) -> bool:
        """Whether the file maps ids to records."""
        return self.kind in ("source", "organization", "benchmark")

    @property
    def id(self) -> str:
        """Id of the record: the file's name without its ending."""
        return self.name.rpartition("/")[2].rpartition(".")[0]


def record_files(data_root: Path) -> Iterator[RecordFile]:
    """All files of records: bundles first, then claims, then the things they speak of; each kind by path."""
    for name, kind in BUNDLES.items():
        if (data_root / name).exists():
            yield RecordFile(kind, data_root, f"data/{name}")
    for folder, kind in {**BUNDLE_FOLDERS, "claims": "claim", **FOLDERS}.items():
        for name in sorted(_names(data_root, folder), key=lambda name: name.split("/")):
            yield RecordFile(kind, data_root, name)


def record_file(path: Path, data_root: Path) -> RecordFile | None:
    """The file at a path as records; None where it holds none."""
    if path.suffix not in ENDINGS or not path.is_relative_to(data_root):
        return None
    top, *below = path.relative_to(data_root).parts
    kind = {**BUNDLE_FOLDERS, **FOLDERS}.get(top) if below else BUNDLES.get(top)
    return RecordFile(kind, data_root, _name(path, data_root)) if kind else None


def stray_files(data_root: Path) -> Iterator[Path]:
    """Files in the record folders that end in nothing a record ends in."""
    for folder in (*BUNDLE_FOLDERS, *FOLDERS):
        for place, _, names in os.walk(data_root / folder):
            yield from (Path(place, name) for name in sorted(names) if not name.endswith(ENDINGS))


def _names(data_root: Path, folder: str) -> Iterator[str]:
    for place, _, names in os.walk(data_root / folder):
        above = _name(Path(place), data_root)
        yield from (f"{above}/{name}" for name in names if name.endswith(ENDINGS))


def _name(path: Path, data_root: Path) -> str:
    return f"data/{path.relative_to(data_root).as_posix()}"
