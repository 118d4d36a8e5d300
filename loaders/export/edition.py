"""Which ledger is exported: its commit, content, date and counts, and under which terms."""

import sqlite3
from dataclasses import dataclass

TITLE = "Specledger"
DESCRIPTION = (
    "Figures about AI hardware and open-weight models, each with its source, its scope and its rivals. "
    "Figures are never averaged; what is unknown is empty, never 0."
)
LICENCE = "CC-BY-4.0"
LICENCE_TITLE = "Creative Commons Attribution 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/"
CREATOR = "Specledger contributors"
KEYWORDS = ("AI accelerators", "GPU", "language models", "open weights", "benchmarks", "provenance")


@dataclass(frozen=True)
class Edition:
    """What a ledger was built from; texts are `unknown` where its `build_info` is silent."""

    commit: str
    built_at: str
    content_hash: str
    schema_version: str
    address: str = ""
    """Where the export will stand, without a slash at its end; empty when nobody said."""
    number: int = 0
    """Which release of its day it is, counted from 0."""

    @property
    def day(self) -> str:
        """Day of the build: 2026-12-01."""
        return self.built_at[:10]

    @property
    def version(self) -> str:
        """Version of the data: the tables' layout, the day, and the number of that day, as in 1.20261201.0."""
        return f"{self.schema_version}.{self.day.replace('-', '')}.{self.number}"


def read_edition(connection: sqlite3.Connection, address: str = "") -> Edition:
    """The edition of an open ledger."""
    info = dict(connection.execute("SELECT key, value FROM build_info").fetchall())
    known = {key: info.get(key, "unknown") for key in ("commit", "built_at", "content_hash", "schema_version")}
    number = int(info.get("version", "0").rpartition(".")[2])
    return Edition(**known, address=address.rstrip("/"), number=number)
