"""A build that takes answers over from the ledger that stands makes the ledger that a build from nothing makes."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from analysis.hosting.recorded import Recorded
from analysis.memory import Geometry, Incomplete, from_facts
from loaders import fits
from loaders.cli import main

DEVICE = "devices/acme/acme-a1.yml"
MODEL = "models/acme/acme-m2.yml"
Edit = Callable[[Path], object]


def build(house: Path, out: Path) -> None:
    result = CliRunner().invoke(main, ["build", "--data", str(house), "--out", str(out)])
    assert result.exit_code == 0, result.output


def dump(ledger: Path) -> list[str]:
    """Everything in a ledger but the moment it was built."""
    with closing(sqlite3.connect(ledger)) as connection:
        return [line for line in connection.iterdump() if "built_at" not in line]


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


EDITS: dict[str, Edit] = {
    "nothing": lambda _: None,
    "a device": replaced(DEVICE, "160 GB", "192 GB"),
    "a comment": replaced(DEVICE, "name: Acme A1", "# a comment\nname: Acme A1"),
    "a model": replaced(MODEL, "7B params", "8B params"),
    "a source": replaced("sources/acme.yml", "2026-03", "2026-02"),
    "a claim": replaced("claims/2026/acme-a1-is-fast.yml", "842 tok/s", "850 tok/s"),
    "a model added": lambda house: (house / "models/acme/acme-m4.yml").write_bytes(geometry("acme-m4")),
    "a model removed": lambda house: (house / MODEL).unlink(),
    "a model renamed": lambda house: (house / MODEL).rename(house / "models/acme/acme-m5.yml"),
    "a device added": lambda house: (house / "devices/acme/acme-a2.yml").write_text(
        "name: A2\nvendor: acme\nkind: gpu\nstatements:\n  - {memory_capacity: 96 GB, source: acme-blog}\n"
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_rebuild_is_a_build(house: Path, tmp_path: Path, edit: Edit) -> None:
    build(house, tmp_path / "again.db")
    edit(house)
    build(house, tmp_path / "again.db")
    build(house, tmp_path / "anew.db")
    assert dump(tmp_path / "again.db") == dump(tmp_path / "anew.db")


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
