"""Facets of the ledger's tables: all columns counted in one pass over the covering index, and kept while it is served.

Datasette counts each column by a query of its own. Where one index holds all columns that are asked for, one pass over
it gives the counts of every combination, of which there are few, and these add up to each column's (loaders/ddl.py).
"""

import sqlite3
from collections import Counter, OrderedDict
from collections.abc import Generator, Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from datasette import hookimpl
from datasette.facets import ColumnFacet
from datasette.utils import escape_sqlite

from pages.refusals import RefusedError
from pages.visit import LEDGER, in_ledger

MOST_COMBINATIONS = 20_000
"""More are no facets: they are counted column by column, as Datasette does."""
MOST_KEPT = 200
"""Answers that are kept of one ledger, a few kilobytes each."""
Row = dict[str, Any]
Counts = dict[str, list[Row]]
_KEPT: WeakKeyDictionary[Any, OrderedDict[Any, Counts | None]] = WeakKeyDictionary()


@hookimpl(wrapper=True)
def register_facet_classes() -> Generator[None, list[list[type]], list[list[type]]]:
    """Datasette's kinds of facets, with ours in the place of the one that counts columns."""
    found = yield
    return [[CountedTogether if kind is ColumnFacet else kind for kind in kinds] for kinds in found]


class CountedTogether(ColumnFacet):
    """Facets by column."""

    ds: Any

    async def facet_results(self) -> tuple[list[Row], list[str]]:
        """Facets with their values, and the columns that took too long."""
        if self.database == LEDGER and not self.ds.get_database(LEDGER).is_mutable:
            columns = [told["config"].get("column") or told["config"]["simple"] for told in self.get_configs()]
            counts = await _counted(self.ds, self.sql, self.params, columns)
            if counts:
                self.ds = _Answering(self.ds, columns, counts, self.get_facet_size() + 1)
        found: tuple[list[Row], list[str]] = await super().facet_results()
        return found


class _Answering:
    """Datasette, but that what it asks column by column has been answered already."""

    def __init__(self, datasette: Any, columns: Sequence[str], counts: Counts, size: int) -> None:
        self._datasette = datasette
        self._next = iter([counts[name][:size] for name in columns])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._datasette, name)

    async def execute(self, *_: Any, **__: Any) -> "_Rows":
        """Counts of the next column."""
        return _Rows(next(self._next))


class _Rows:
    """What a facet reads of an answer."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)


async def _counted(datasette: Any, sql: str, params: Any, columns: Sequence[str]) -> Counts | None:
    """Rows of each column by value, the most frequent first; None where one pass does not give them."""
    kept = _KEPT.setdefault(datasette, OrderedDict())
    key = (sql, tuple(sorted(dict(params).items()) if params else ()), tuple(columns))
    if key not in kept:
        try:
            kept[key] = await in_ledger(
                datasette,
                lambda conn: _in_one_pass(conn, sql, params, columns),
                datasette.setting("facet_time_limit_ms"),
            )
        except RefusedError:  # too slow, or no such column: Datasette says so of the single one
            return None
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


def _in_one_pass(conn: sqlite3.Connection, sql: str, params: Any, columns: Sequence[str]) -> Counts | None:
    names = ", ".join(escape_sqlite(name) for name in dict.fromkeys(columns))
    joint = f"select {names}, count(*) from ({sql}) group by {names} limit {MOST_COMBINATIONS + 1}"  # noqa: S608
    plan = conn.execute(f"explain query plan {joint}", params).fetchall()
    if len(plan) != 1 or "COVERING INDEX" not in plan[0][3]:
        return None
    combinations = conn.execute(joint, params).fetchall()
    if len(combinations) > MOST_COMBINATIONS:
        return None
    return {name: list(_by_value(place, combinations)) for place, name in enumerate(dict.fromkeys(columns))}


def _by_value(place: int, combinations: Sequence[Sequence[Any]]) -> Iterator[Row]:
    """Values of one column with their counts, in the order of Datasette's query."""
    counts: Counter[Any] = Counter()
    for combination in combinations:
        counts[combination[place]] += combination[-1]
    counts.pop(None, None)
    for value in sorted(counts, key=lambda value: (-counts[value], isinstance(value, str), value)):
        yield {"value": value, "count": counts[value]}
