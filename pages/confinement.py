"""What strangers' SQL may do on a connection to the ledger: read it, in bounds."""

import re
import sqlite3
from typing import Any

LONGEST_VALUE = 20_000
"""Bytes of one value: `zeroblob(900000000)` would otherwise become 1.2 GB of JSON. The work of one function on longer
values adds up to seconds between two looks at the clock."""
LONGEST_PATTERN = 200
LONGEST_SQL = 20_000
MOST_COLUMNS = 200
LARGEST_RESULT = 8_000_000
"""Bytes of text that one query may return: 1,000 rows of many long values would otherwise fill the memory."""
MOST_ROWS = 1_100
"""Rows that are measured: Datasette reads 1,001 of what strangers ask, so whatever reads on is code of ours."""
READING = frozenset({
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE,
})  # fmt: skip
PRAGMAS = frozenset({
    "table_info", "table_xinfo", "table_list", "foreign_key_list", "index_list", "index_info", "index_xinfo",
    "compile_options", "function_list", "collation_list", "recursive_triggers", "data_version", "schema_version",
})  # fmt: skip
"""Pragmas that describe tables. `database_list` would tell where the file lies."""
WIDEST = 1_000
"""Characters that a number in a pattern of `printf` may ask for."""
_NUMBER = re.compile(r"\d{4,}")
UNWANTED_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"})


def confine(conn: sqlite3.Connection) -> None:
    """Let a connection read and nothing else, in bounds."""
    limit(conn)
    conn.row_factory = Measured()
    for name in ("printf", "format"):
        conn.create_function(name, -1, Printf(), deterministic=True)
    conn.set_authorizer(authorized)


def limit(conn: sqlite3.Connection) -> None:
    """Keep one query from using up the memory or opening other files."""
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    conn.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL)
    conn.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, MOST_COLUMNS)
    conn.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LONGEST_PATTERN)
    conn.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)


def authorized(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Word of the authorizer on one step of a statement; the second argument of a pragma would set it."""
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() not in UNWANTED_FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = (first or "").lower() in PRAGMAS
    else:
        # Opening a full-text table counts as an update of the schema, which the read-only file does not take anyway.
        allowed = action in READING or (action == sqlite3.SQLITE_UPDATE and first == "sqlite_master")
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


class Printf:
    """SQLite's printf, NULL where a width or precision is beyond reason: `printf('%.*c', 900000000, 'x')` would keep a
    core busy for ten seconds, in which no time limit can stop it."""

    def __init__(self) -> None:
        self.own = sqlite3.connect(":memory:", check_same_thread=False)

    def __call__(self, pattern: object = None, *values: object) -> Any:
        """What SQLite makes of a pattern and its values."""
        text = str(pattern)
        wide = [value for value in values if isinstance(value, int) and abs(value) > WIDEST] if "*" in text else []
        if wide or _NUMBER.search(text):
            return None
        marks = ", ".join("?" * (1 + len(values)))
        return self.own.execute(f"SELECT printf({marks})", (pattern, *values)).fetchone()[0]


class Measured:
    """Makes rows, and gives up on a query that returns more text than `LARGEST_RESULT`."""

    def __init__(self) -> None:
        self.cursor: sqlite3.Cursor | None = None
        self.left = LARGEST_RESULT
        self.rows = 0

    def __call__(self, cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> sqlite3.Row:
        """One row of a query. Raises sqlite3.OperationalError when the rows together are too much."""
        if cursor is not self.cursor:
            self.cursor, self.left, self.rows = cursor, LARGEST_RESULT, 0
        self.rows += 1
        if self.rows > MOST_ROWS:
            return sqlite3.Row(cursor, values)
        for value in values:
            if value.__class__ is str or value.__class__ is bytes:
                self.left -= len(value)
        if self.left < 0:
            raise sqlite3.OperationalError(f"the rows hold more than {LARGEST_RESULT // 1_000_000} MB of text")
        return sqlite3.Row(cursor, values)
