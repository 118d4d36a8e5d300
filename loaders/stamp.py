"""What a database was built from, cheaply known: nothing here imports the types or the database tools."""

import json
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

CODE = ("schema", "analysis", "loaders")
State = dict[str, list[int]]


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


def is_current(out: Path, now: State) -> bool:
    """Whether the database at `out` was built from exactly this state."""
    try:
        remembered = json.loads(stamp_path(out).read_text())
        return out.exists() and remembered == {"state": now, "inode": out.stat().st_ino}
    except (OSError, ValueError):
        return False


def remember(out: Path, now: State) -> None:
    """Write down the state that the database at `out` was built from."""
    stamp_path(out).write_text(json.dumps({"state": now, "inode": out.stat().st_ino}))


def content_hash(data_root: Path) -> str:
    """Digest of all records and vocabularies: the same for the same text, wherever and whenever it is built."""
    return _digest(data_root, (path for path in data_root.rglob("*") if path.is_file()))


def code_hash(code_root: Path) -> str:
    """Digest of the code that a ledger is built by."""
    return _digest(code_root, (path for name in CODE for path in (code_root / name).rglob("*.py")))


def _digest(root: Path, paths: Iterable[Path]) -> str:
    total = blake2b(digest_size=16)
    for path in sorted(paths):
        total.update(path.relative_to(root).as_posix().encode())
        total.update(blake2b(path.read_bytes(), digest_size=16).digest())
    return total.hexdigest()
