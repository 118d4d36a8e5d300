"""One revision: copy the ledger, take out what has changed, write it anew, and what follows from it."""

import json
import shutil
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from loaders.build import Writer, note_build, open_new, without_collector
from loaders.catalogue import add_files
from loaders.check.run import Checked, judged
from loaders.coverage import write_coverage
from loaders.derive import Deriver
from loaders.findings import write_findings
from loaders.fits import revise_fits
from loaders.history.run import fill_history, knows_history, relink_history
from loaders.mlperf import Names, name_problems
from loaders.physics import write_physics
from loaders.place import beside
from loaders.recompute import write_recomputed
from loaders.records import Record
from loaders.revise.catalogue import standing_catalogue, standing_names
from loaders.revise.reach import reach_of, touched_models
from loaders.revise.rows import last_rows, remove_rows, search_new_rows
from loaders.revise.scope import Scope, changed_files, scope_of
from loaders.stamp import Digests, Stamp, digest
from schema.dictionary import Dictionary

MOST_FILES = 200
"""More changed files than this are no edit: the whole is built."""
OLD_FINDINGS = """DELETE FROM findings WHERE claim IN (SELECT value FROM json_each(?))
    OR claim IS NULL AND entity IN (SELECT value FROM json_each(?))"""
CODE = "SELECT value FROM build_info WHERE key = 'code_hash'"
RENAMED = "SELECT old, new FROM renamed"
COUNT_SOURCES = """UPDATE sources SET n_statements = (SELECT count(*) FROM statements WHERE source = sources.id)
    WHERE id IN (SELECT source FROM temp.gone)
    OR id IN (SELECT source FROM statements WHERE id IN (SELECT value FROM json_each(?)))"""
WITHOUT_STATEMENT = """SELECT 1 FROM findings
    WHERE other IN (SELECT id FROM temp.gone) AND other NOT IN (SELECT id FROM statements)"""


class _NotCertainError(Exception):
    """The records at hand do not tell all that follows, or something is wrong with them."""


def revise(
    data_root: Path, dictionary: Dictionary, out: Path, commit: str, stamp: Stamp, paths: Collection[str]
) -> Checked | None:
    """The ledger at `out`, which `stamp` speaks of, after the files at `paths` were edited, added or taken away.

    None, with the ledger as it was, where what follows cannot be told from these files alone or something is wrong
    with them: a whole build then says what.
    """
    changed = changed_files(data_root, paths) if len(paths) <= MOST_FILES else None
    if not changed:
        return None
    with closing(sqlite3.connect(f"{out.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as old:
        scope = scope_of(changed, old, data_root)
        if scope is None:
            return None
        checked = Checked(standing_catalogue(old, dictionary, scope.ids))
        checked.digests = _digests(stamp, data_root, paths)
        try:
            with beside(out) as temporary, without_collector():
                shutil.copyfile(out, temporary)
                with closing(open_new(temporary)) as connection:
                    _Revision(connection, old, scope, checked, data_root).run(commit)
        except _NotCertainError:
            return None
    checked.n_files = len(changed)
    return checked


def _digests(stamp: Stamp, data_root: Path, paths: Collection[str]) -> Digests:
    """Digests of all files, with those that have changed taken again."""
    digests = dict(stamp.digests)
    for path in map(Path, paths):
        name = path.relative_to(data_root).as_posix()
        digests.pop(name, None)
        if path.exists():
            digests[name] = digest(path)
    return digests


class _Revision:
    """The steps of a revision within one transaction on the copy."""

    def __init__(
        self, connection: sqlite3.Connection, old: sqlite3.Connection, scope: Scope, checked: Checked, data_root: Path
    ) -> None:
        self.connection = connection
        self.old = old
        self.scope = scope
        self.checked = checked
        self.data_root = data_root
        self.written: set[str] = set()
        """Statements that the records in scope hold now."""

    def run(self, commit: str) -> None:
        """Take out, write anew, conclude. Raises _NotCertainError where a whole build is needed."""
        self.connection.execute("BEGIN")
        before = touched_models(self.connection, self.scope.entities, self.scope.claims)
        remove_rows(self.connection, self.scope.entities, self.scope.claims)
        self._write()
        touched = before | touched_models(self.connection, self.scope.entities, self.scope.claims)
        self._count_sources()
        self._derive(touched)
        self._check_references()
        self._note(commit)
        self.connection.execute("COMMIT")

    def _write(self) -> None:
        """Rows of the records in scope, read again."""
        files = self.scope.in_order()
        if add_files(self.checked.catalogue, files):
            raise _NotCertainError
        last = last_rows(self.connection)
        writer, deriver = Writer(self.connection), Deriver(self.checked.catalogue)
        for record in judged(files, self.data_root, self.checked, standing_names(self.old, self.scope.ids)):
            if self.checked.problems or not self._holds_alone(record):
                raise _NotCertainError
            for table, row in deriver.rows(record):
                if table == "statements":
                    self.written.add(row[0])
                if table != "renamed":
                    writer.add(table, row)
        # A file that cannot be read gives no record; a claim may speak of a thing whose record was not read.
        if self.checked.problems or deriver.said_elsewhere:
            raise _NotCertainError
        writer.flush()
        search_new_rows(self.connection, last)

    def _holds_alone(self, record: Record) -> bool:
        """Whether a record has the old addresses that the ledger knows of, so that none appears or vanishes."""
        known = {old for old, new in self.old.execute(RENAMED) if new == record.id}
        return known == {*getattr(record.head, "former_ids", ())}

    def _count_sources(self) -> None:
        self.connection.execute(COUNT_SOURCES, (json.dumps(sorted(self.written)),))

    def _derive(self, touched: frozenset[str]) -> None:
        """What follows from the rows of the records: coverage, counted parameters, findings, fits."""
        dictionary, things = self.checked.catalogue.dictionary, self.scope.entities
        write_coverage(self.connection, dictionary, things)
        write_recomputed(self.connection, dictionary, things)
        reach = reach_of(self.connection, touched, self.scope.claims)
        judged_again = [json.dumps(sorted(ids or ())) for ids in (reach.claims, reach.entities)]
        self.connection.execute(OLD_FINDINGS, judged_again)
        write_findings(self.connection, self.checked.catalogue, reach)
        write_physics(self.connection, reach.entities)
        revise_fits(self.connection, self.old, self.data_root, things)

    def _check_references(self) -> None:
        """That nothing refers to what is no more; only records that are gone can leave such a thing behind."""
        entities = self.checked.catalogue.entities
        renamed = dict(self.connection.execute(RENAMED))
        gone = {id_ for (id_,) in self.connection.execute("SELECT id FROM temp.gone")} - self.written
        lost = gone | (self.scope.entities - entities.keys())
        if renamed.keys() & entities.keys() or lost & set(renamed.values()):
            raise _NotCertainError
        if self.connection.execute(WITHOUT_STATEMENT).fetchone():
            raise _NotCertainError
        if self.scope.gone and self._is_missed():
            raise _NotCertainError

    def _is_missed(self) -> bool:
        """Whether anything still refers to a record that is gone."""
        printed = name_problems(self.data_root, Names.read(self.data_root), self.checked.catalogue)
        return bool(next(printed, None) or self.connection.execute("PRAGMA foreign_key_check").fetchone())

    def _note(self, commit: str) -> None:
        """Where the ledger comes from, how much it holds, and what its changes lead to."""
        dictionary = self.checked.catalogue.dictionary
        (code,) = self.old.execute(CODE).fetchone()
        held = {id_ for (id_,) in self.connection.execute("SELECT id FROM temp.gone")}
        note_build(self.connection, commit, code, self.checked.digests)
        came = self.scope.ids - self.scope.gone - _ids(self.old, "entities") - _ids(self.old, "claims")
        if knows_history(self.old, commit) and not came and not self.scope.gone:
            relink_history(self.connection, self.data_root, dictionary, self.written - held)
        else:
            fill_history(self.connection, self.data_root, dictionary)


def _ids(connection: sqlite3.Connection, table: str) -> set[str]:
    return {id_ for (id_,) in connection.execute(f"SELECT id FROM [{table}]")}  # noqa: S608 - names of our own
