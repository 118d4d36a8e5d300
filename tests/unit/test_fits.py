"""Table `fits`: what one server holds, in released formats at every point and hypothetical ones at the first."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from loaders import fits
from loaders.fit_ledger import opened
from tests.acme_m2 import build_with_m2

RATED_BF16 = {"sparsity: sparse, source: acme-a1-datasheet, at: p. 3}": (
    "sparsity: sparse, source: acme-a1-datasheet, at: p. 3}\n"
    "  - {peak_compute: 500 TFLOP/s, precision: bf16, sparsity: dense, source: acme-a1-datasheet, at: p. 3}"
)}  # fmt: skip
ASKED = "SELECT precision, checkpoint, context, users FROM fits ORDER BY checkpoint DESC, precision, context, users"


def rows(ledger: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(ledger)) as connection:
        return connection.execute(sql).fetchall()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_with_m2(tmp_path_factory.mktemp("fits"), RATED_BF16)


def test_released_formats_have_every_point_within_the_context_and_others_one(built: Path) -> None:
    released = [("bf16", "released", context, users) for context in (8192, 32768) for users in (1, 16, 64)]
    assert rows(built, ASKED) == [
        *released, ("fp8", "hypothetical", 8192, 1), ("int4", "hypothetical", 8192, 1),
    ]  # fmt: skip


def test_a_row_says_everything_and_its_terms_add_up(built: Path) -> None:
    with closing(sqlite3.connect(built)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM fits WHERE context = 32768 AND users = 16").fetchone())
    assert len(row.pop("id")) == 16
    terms = [row.pop(name) for name in ("weights_gib", "cache_gib", "state_gib", "load_gib")]
    ends = row.pop("low_gib"), row.pop("high_gib")
    assert terms[:3] == pytest.approx([8.03e9 * 2 / 2**30 + 0.03 * 1, 64.0, 0.0], abs=0.05)
    assert row.pop("total_gib") == pytest.approx(sum(terms), abs=0.001)
    assert ends[0] < sum(terms) < ends[1]
    assert row == {
        "model": "acme-m2", "checkpoint": "released", "precision": "bf16", "engine": "vllm", "kv_precision": "fp16",
        "context": 32768, "users": 16, "device": "acme-a1", "devices_needed": 2, "format": "native", "validated": 0,
    }  # fmt: skip


def test_a_model_of_unknown_shape_has_no_row(built: Path) -> None:
    assert rows(built, "SELECT DISTINCT model FROM fits") == [("acme-m2",)]


def test_a_ledger_that_outgrew_the_table_says_which_points_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fits, "BUDGET", 2)
    ledger = build_with_m2(tmp_path, RATED_BF16)
    assert rows(ledger, ASKED)[:2] == [("bf16", "released", 8192, 1), ("bf16", "released", 32768, 16)]
    assert len(rows(ledger, ASKED)) == 4
    (points,) = rows(ledger, "SELECT value FROM build_info WHERE key = 'fits_points'")[0]
    assert json.loads(str(points)) == [[8192, 1], [32768, 16]]


def test_runs_behind_the_formulas_are_counted(tmp_path: Path) -> None:
    (tmp_path / "validated_runs.csv").write_text(
        "engine,device_class,attention_class,runs\nvllm,acme anvil,full,7\n", encoding="utf-8"
    )
    assert fits.validated_runs(tmp_path) == [
        {"engine": "vllm", "device_class": "acme anvil", "attention_class": "full", "runs": "7"}
    ]
    assert fits.validated_runs(tmp_path / "nowhere") == []


def test_the_driver_is_heard_where_a_cloud_is_shown(tmp_path: Path) -> None:
    """Who reports a size explains it, so that one fact stands for driver and cloud; programs get the driver's."""
    (place, rated) = next(iter(RATED_BF16.items()))
    seen = """
  - {memory_visible: 81559 MiB, seen_by: driver, source: acme-a1-datasheet, at: p. 4}
  - memory_visible: 81920 MiB
    seen_by: cloud
    source: acme-blog
    rank: preferred
    reason: the offer that is sold"""
    ledger = build_with_m2(tmp_path, {place: rated + seen})
    assert rows(ledger, "SELECT stated FROM facts WHERE metric = 'memory_visible'") == [("81920 MiB",)]
    with opened(ledger) as shelf:
        visible = shelf.devices["acme-a1"].visible
    with closing(sqlite3.connect(ledger)) as connection:
        connection.row_factory = sqlite3.Row
        table = {device.id: device.visible for device in fits._devices(connection)}
    assert visible is not None
    assert visible.value == pytest.approx(81559 / 1024)
    assert visible.why == "memory that the driver reports, the least on record"
    assert table["acme-a1"] == visible
