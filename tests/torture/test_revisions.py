"""Edits at random over all records of the ledger: revising it again and again gives what a build from nothing gives."""

import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from loaders import ddl, stamp
from loaders.build import build
from loaders.check.run import Checked
from loaders.dictionary import load_dictionary
from loaders.revise.run import revise
from schema.tables import TABLES
from tests.conftest import DATA, ROOT
from tests.torture import scaled

KINDS = ("devices", "systems", "models", "software", "claims")
FIGURE = re.compile(r": (\d+)(?=\.\d+ | )")


def edited(text: str, chance: random.Random) -> str:
    """The record with another figure, without one of its lines, under another name or with a comment."""
    lines = text.splitlines(keepends=True)
    said = [number for number, line in enumerate(lines) if line.startswith("  - {")]
    figures = [number for number in said if FIGURE.search(lines[number])]
    what = chance.choice(("figure", "figure", "line", "name", "comment"))
    if what == "figure" and figures:
        at = chance.choice(figures)
        lines[at] = FIGURE.sub(lambda match: f": {int(match[1]) + chance.randrange(1, 9)}", lines[at], count=1)
    elif what == "line" and said:
        del lines[chance.choice(said)]
    elif what == "name":
        return re.sub(r"^name: (.*)$", r"name: \1 X", text, count=1, flags=re.MULTILINE)
    else:
        lines.insert(1, "# looked at again\n")
    return "".join(lines)


def rows(ledger: Path) -> dict[str, list[Any]]:
    """Rows of every table in one order, once full-text search is known to agree with them."""
    with closing(sqlite3.connect(ledger)) as connection:
        for table in ddl.SEARCHED:
            connection.execute(f"INSERT INTO {table}_fts ({table}_fts, rank) VALUES ('integrity-check', 1)")
        held = {table: sorted(map(repr, connection.execute(ddl.select(table)))) for table in TABLES}
    return held | {"build_info": [row for row in held["build_info"] if "built_at" not in row]}


def test_revisions_of_the_whole_ledger_are_a_build(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "ledger.db"
    shutil.copytree(DATA, data)
    dictionary, chance = load_dictionary(DATA), random.Random(stamp.content_hash(stamp.record_digests(DATA)))  # noqa: S311

    def whole(at: Path) -> Checked:
        return build(data, dictionary, at, "unknown")

    now = stamp.state(data, ROOT)
    stamp.remember(out, now, whole(out).digests)
    revised = 0
    while revised < scaled(8, 150):
        record = chance.choice(sorted((data / chance.choice(KINDS)).rglob("*.yml")))
        before = record.read_text()
        record.write_text(edited(before, chance))
        now, known = stamp.state(data, ROOT), stamp.read_stamp(out)
        assert known
        checked = revise(data, dictionary, out, "unknown", known, known.changed(now))
        if checked is None:  # the edit broke a rule
            record.write_text(before)
            continue
        stamp.remember(out, now, checked.digests)
        revised += 1
    whole(tmp_path / "anew.db")
    assert rows(out) == rows(tmp_path / "anew.db")
