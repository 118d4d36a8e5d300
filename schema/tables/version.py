"""The version of the tables' layout: those who read the ledger by program look at it first."""

from hashlib import blake2b

from schema.base import Strict

VERSION = 2
"""Raised when a table or a column goes, changes its type or its meaning; and when one comes."""
FINGERPRINT = "89f93fcb7849407f"
"""Digest of the layout that VERSION stands for."""


def fingerprint(tables: dict[str, type[Strict]]) -> str:
    """Digest of names of tables and columns with their types; descriptions may be put better at any time."""
    told = [
        f"{table}.{name} {field.annotation}"
        for table, row in tables.items()
        for name, field in row.model_fields.items()
    ]
    return blake2b("\n".join(sorted(told)).encode(), digest_size=8).hexdigest()
