"""A ledger that is revised, or takes answers over from the one that stands, is what a build from nothing makes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from analysis.hosting.recorded import Recorded
from analysis.memory import Geometry, Incomplete, from_facts
from loaders import ddl, fits
from loaders.cli import main
from schema.tables import TABLES

DEVICE = "devices/acme/acme-a1.yml"
MODEL = "models/acme/acme-m2.yml"
Edit = Callable[[Path], object]


def build(house: Path, out: Path) -> str:
    """Build, and the first word of what is said of it."""
    result = CliRunner().invoke(main, ["build", "--data", str(house), "--out", str(out)])
    assert result.exit_code == 0, result.output
    return result.output.split()[0]


def dump(ledger: Path) -> dict[str, list[Any]]:
    """Every row of every table but for the moment it was built, and what full-text search finds them by."""
    with closing(sqlite3.connect(ledger)) as connection:
        held = {table: connection.execute(f"{ddl.select(table)} ORDER BY 1, 2").fetchall() for table in TABLES}
        for table in ddl.SEARCHED:
            connection.execute(f"INSERT INTO {table}_fts ({table}_fts, rank) VALUES ('integrity-check', 1)")
        return {table: sorted(map(repr, rows)) for table, rows in held.items() if table != "build_info"} | {
            "build_info": [repr(row) for row in held["build_info"] if row[0] != "built_at"]
        }


def replaced(file: str, old: str, new: str) -> Edit:
    def edit(house: Path) -> None:
        text = (house / file).read_text()
        assert old in text
        (house / file).write_text(text.replace(old, new))

    return edit


def geometry(name: str) -> bytes:
    """A model whose memory can be computed."""
    said = {"params_total": "7B params", "layers": "32", "hidden_size": "4096", "attention_heads": "32",
            "kv_heads": "8", "head_dim": "128", "context_length": "128K tokens"}  # fmt: skip
    lines = "".join(f"  - {{{metric}: {stated}, source: acme-blog}}\n" for metric, stated in said.items())
    full = "  - {attention_layers: 32, attention: full, source: acme-blog}\n"
    return f"name: {name}\ndeveloper: acme\nkind: language\nstatements:\n{lines}{full}".encode()


@pytest.fixture
def house(house: Path) -> Path:
    """Acme's records with two models that have fits."""
    for id_ in ("acme-m2", "acme-m3"):
        (house / f"models/acme/{id_}.yml").write_bytes(geometry(id_))
    return house


CLAIM = "claims/2026/acme-a1-is-fast.yml"
EDITS: dict[str, Edit] = {
    "a device": replaced(DEVICE, "160 GB", "192 GB"),
    "a device of an unknown memory": replaced(DEVICE, "memory_capacity", "host_memory"),
    "a comment": replaced(DEVICE, "name: Acme A1", "# a comment\nname: Acme A1"),
    "a name": replaced(DEVICE, "name: Acme A1", "name: Acme Anvil 1"),
    "a dispute": replaced(DEVICE, "{power: 700 W, source: acme-a1-datasheet, at: p. 2}",
        "{power: 700 W, source: acme-a1-datasheet, unresolved: asked}\n  - {power: 750 W, source: acme-blog}"),
    "a model": replaced(MODEL, "7B params", "8B params"),
    "a model without geometry": replaced(MODEL, "  - {layers: 32, source: acme-blog}\n", ""),
    "a system": replaced("systems/acme/acme-box.yml", "640 GB", "641 GB"),
    "software": replaced("software/acme-serve.yml", "name: ", "name: The "),
    "a claim": replaced(CLAIM, "842 tok/s", "850 tok/s"),
    "a claim of another setup": replaced(CLAIM, "parallelism: tp8", "parallelism: tp4"),
    "what a claim says of a thing": lambda house: said_of_a_thing(house).write_text(
        said_of_a_thing(house).read_text().replace("90 W", "95 W")
    ),
    "a thing of which a claim speaks": replaced("models/acme/acme-m1.yml", "name: ", "name: The "),
    "a model added": lambda house: (house / "models/acme/acme-m4.yml").write_bytes(geometry("acme-m4")),
    "a model removed": lambda house: (house / MODEL).unlink(),
    "a model renamed": lambda house: (house / MODEL).rename(house / "models/acme/acme-m5.yml"),
    "a device added": lambda house: (house / "devices/acme/acme-a2.yml").write_text(
        "name: A2\nvendor: acme\nkind: gpu\nstatements:\n  - {memory_capacity: 96 GB, source: acme-blog}\n"
    ),
    "a claim removed": lambda house: (house / CLAIM).unlink(),
    "several at once": lambda house: [EDITS[name](house) for name in ("a device", "a model", "a claim", "a system")],
}  # fmt: skip
WHOLE: dict[str, Edit] = {
    "a source": replaced("sources/acme.yml", "2026-03", "2026-02"),
    "an organization": replaced("organizations.yml", "name: Acme", "name: Acme Inc."),
    "a former id": replaced(DEVICE, "[acme-alpha]", "[acme-alpha, acme-beta]"),
    "a claim of a thing no claim spoke of": lambda house: (house / "claims/2026/acme-says.yml").write_text(
        "claim: M1 has 7 billion parameters.\nabout: acme-m1\nclaimant: acme\nmade: 2026-04\n"
        "statements:\n  - {params_total: 7B params, source: acme-blog, part: said}\n"
    ),
}
"""Edits whose consequences a ledger cannot tell from the changed file alone."""


def said_of_a_thing(house: Path) -> Path:
    return house / "claims/2026/acme-draws-little.yml"


@pytest.fixture
def told(house: Path) -> Path:
    """Acme's records with a claim about a device itself."""
    said_of_a_thing(house).write_text(
        "claim: The A1 draws little.\nabout: acme-a1\nclaimant: acme\nmade: 2026-04\n"
        "statements:\n  - {power: 90 W, source: acme-blog, stage: announced}\n"
    )
    return house


@pytest.mark.parametrize(
    ("edit", "how"),
    [*((edit, "revised") for edit in EDITS.values()), *((edit, "built") for edit in WHOLE.values())],
    ids=[*EDITS, *WHOLE],
)
def test_a_rebuild_is_a_build(told: Path, tmp_path: Path, edit: Edit, how: str) -> None:
    build(told, tmp_path / "again.db")
    edit(told)
    assert build(told, tmp_path / "again.db") == how
    assert build(told, tmp_path / "anew.db") == "built"
    assert dump(tmp_path / "again.db") == dump(tmp_path / "anew.db")


def test_edit_after_edit_stays_true(told: Path, tmp_path: Path) -> None:
    out = tmp_path / "again.db"
    build(told, out)
    before = dump(out)
    for name in ("a device", "a model", "a claim", "what a claim says of a thing"):
        texts = {path: path.read_bytes() for path in told.rglob("*.yml")}
        EDITS[name](told)
        assert build(told, out) == "revised"
        for path, text in texts.items():
            if path.read_bytes() != text:
                path.write_bytes(text)
        assert build(told, out) == "revised"
    assert dump(out) == before


WRONG: dict[str, Edit] = {
    "a file that cannot be read": replaced(DEVICE, "name: Acme A1", "name: ["),
    "a claim that cannot be read": replaced(CLAIM, "about: acme-serve", "about:"),
    "a model that cannot be read": replaced(MODEL, "name: acme-m2", "name: {"),
    "a figure": replaced(DEVICE, "80 GB", "80 cabbages"),
    "a name that is taken": replaced(MODEL, "name: acme-m2", "name: Acme A1"),
    "a device that a system is built of": lambda house: (house / DEVICE).unlink(),
    "a figure that disagrees": replaced(DEVICE, "  - {price:", "  - {power: 90 W, source: acme-blog}\n  - {price:"),
    "an id that is taken": lambda house: (house / "models/acme/acme-a1.yml").write_bytes(geometry("A9")),
    "a file that is no record": lambda house: (house / "devices/acme/notes.txt").write_text("hm"),
}


@pytest.mark.parametrize("edit", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_as_in_a_whole_build(told: Path, tmp_path: Path, edit: Edit) -> None:
    out = tmp_path / "ledger.db"
    build(told, out)
    before = out.read_bytes()
    edit(told)
    command = ["build", "--data", str(told), "--out", str(out)]
    said = [CliRunner().invoke(main, [*command, *force]) for force in ([], ["--force"])]
    assert [result.exit_code for result in said] == [1, 1]
    assert said[0].output == said[1].output
    assert out.read_bytes() == before


def test_what_has_not_changed_is_not_computed_again(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "ledger.db"
    build(house, out)
    EDITS["a model"](house)
    asked: list[str] = []

    def counted(id_: str, facts: list[Recorded]) -> Geometry | Incomplete:
        asked.append(id_)
        return from_facts(id_, facts)

    monkeypatch.setattr(fits, "from_facts", counted)
    build(house, out)
    assert asked == ["acme-m2"]
    with closing(sqlite3.connect(out)) as connection:
        rows = connection.execute("SELECT model, count(*) > 0 FROM fits GROUP BY model").fetchall()
    assert rows == [("acme-m2", 1), ("acme-m3", 1)]


def test_a_ledger_that_cannot_be_read_is_built_anew(house: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\0" + b"nonsense" * 1000)
    build(house, tmp_path / "broken.db")
    build(house, tmp_path / "anew.db")
    assert dump(tmp_path / "broken.db") == dump(tmp_path / "anew.db")
