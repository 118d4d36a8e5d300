"""What a database was built from, cheaply known: nothing here imports the types or the database tools."""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

CODE = ("schema", "analysis", "loaders")
State = dict[str, list[int]]
Digests = dict[str, str]


def state(data_root: Path, code_root: Path) -> State:
    """Size, time and inode of every file that a build depends on, by path."""
    found: State = {}
    for root in (data_root, *(code_root / name for name in CODE)):
        _scan(str(root), found)
    return found


def _scan(folder: str, found: State) -> None:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != "__pycache__":
                _scan(entry.path, found)
        else:
            stat = entry.stat()
            found[entry.path] = [stat.st_size, stat.st_mtime_ns, stat.st_ino]


def stamp_path(out: Path) -> Path:
    """File beside the database that remembers the state it was built from."""
    return out.with_name(f"{out.name}.stamp")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What is remembered of a build: the state it was made from, and the digest of each file of records."""

    state: State
    digests: Digests

    def changed(self, now: State) -> set[str]:
        """Files that were added, taken away or written since."""
        written = {path for path, known in now.items() if self.state.get(path) != known}
        return written | (self.state.keys() - now.keys())


def read_stamp(out: Path) -> Stamp | None:
    """The stamp of the database at `out`; None where there is none, or where it speaks of another database."""
    try:
        told = json.loads(stamp_path(out).read_text())
        return Stamp(told["state"], told["digests"]) if told["inode"] == out.stat().st_ino else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_current(out: Path, now: State) -> bool:
    """Whether the database at `out` was built from exactly this state."""
    remembered = read_stamp(out)
    return remembered is not None and remembered.state == now


def remember(out: Path, now: State, digests: Digests) -> None:
    """Write down the state that the database at `out` was built from."""
    stamp_path(out).write_text(json.dumps({"state": now, "inode": out.stat().st_ino, "digests": digests}))


def record_digests(data_root: Path) -> Digests:
    """Digest of every file of records and vocabularies by its path below `data_root`."""
    # Path.rglob would keep every path it has given until it ends.
    files = (Path(folder, name) for folder, _, names in os.walk(data_root) for name in names)
    return _digests(data_root, files)


def content_hash(digests: Digests) -> str:
    """Digest of all records and vocabularies: the same for the same text, wherever and whenever it is built."""
    total = blake2b(digest_size=16)
    for path in sorted(digests, key=lambda path: path.split("/")):
        total.update(path.encode())
        total.update(bytes.fromhex(digests[path]))
    return total.hexdigest()


def code_hash(code_root: Path) -> str:
    """Digest of the code that a ledger is built by."""
    return content_hash(_digests(code_root, (path for name in CODE for path in (code_root / name).rglob("*.py"))))


def _digests(root: Path, paths: Iterable[Path]) -> Digests:
    return {path.relative_to(root).as_posix(): digest(path) for path in paths}


def digest(path: Path) -> str:
    """Digest of one file's bytes."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()
