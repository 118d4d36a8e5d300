"""Sizes and SHA-256 sums of written files."""

from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

SUMS = "SHA256SUMS"


@dataclass(frozen=True)
class File:
    """A written file: bytes and SHA-256 in hexadecimal."""

    size: int
    sha256: str


def measure(folder: Path) -> dict[str, File]:
    """Every file below a folder by its path there, in alphabetical order, the sums themselves left out."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS)
    return {path.relative_to(folder).as_posix(): _file(path) for path in found}


def _file(path: Path) -> File:
    with path.open("rb") as opened:
        return File(path.stat().st_size, file_digest(opened, "sha256").hexdigest())


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS as `sha256sum --check` reads it."""
    lines = [f"{file.sha256}  {name}\n" for name, file in measure(folder).items()]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
