"""How far an edit reaches: which claims and things are judged anew because of it.

A check looks beyond its claim at the devices and models of its setups, at what is said of these models elsewhere, and
at models of the same family (analysis/findings). A claim that is tied to none of what was written anew keeps its
findings. The sets here may be too large, never too small.
"""

import json
import sqlite3
from collections.abc import Collection

from loaders.findings import Reach

FAMILY = """SELECT id FROM models WHERE family <> 'unknown' AND developer || '/' || family IN (
    SELECT developer || '/' || family FROM models WHERE id IN (SELECT value FROM json_each(?)))"""
MODELS_RUN = """SELECT model FROM setups WHERE claim IN (SELECT value FROM json_each(?)) AND model IS NOT NULL
    UNION SELECT about FROM claims WHERE id IN (SELECT value FROM json_each(?1))"""
BUILT_OF = "SELECT id FROM systems WHERE device IN (SELECT value FROM json_each(?))"
TIED = """SELECT DISTINCT s.claim FROM statement_entities t JOIN statements s ON s.id = t.statement
    WHERE t.entity IN (SELECT value FROM json_each(?)) AND s.claim IS NOT NULL"""
SPEAKING = """SELECT claim FROM setups WHERE model IN (SELECT value FROM json_each(?))
    UNION SELECT id FROM claims WHERE about IN (SELECT value FROM json_each(?1))"""
Ids = frozenset[str]


def touched_models(connection: sqlite3.Connection, things: Collection[str], claims: Collection[str]) -> Ids:
    """The things and claims at hand with the models that are run in them and with their families."""
    models = frozenset(things) | _ids(connection, MODELS_RUN, claims)
    return models | _ids(connection, FAMILY, models)


def reach_of(connection: sqlite3.Connection, touched: Ids, claims: Collection[str]) -> Reach:
    """What is judged anew, once all rows are written, and what has to be read for it."""
    things = touched | _ids(connection, BUILT_OF, touched)
    judged = frozenset(claims) | _ids(connection, TIED, touched)
    looked_up = touched_models(connection, touched, judged)
    return Reach(judged, things, _ids(connection, SPEAKING, looked_up), looked_up)


def _ids(connection: sqlite3.Connection, sql: str, ids: Collection[str]) -> Ids:
    return frozenset(id_ for (id_,) in connection.execute(sql, (json.dumps(sorted(ids)),)))
