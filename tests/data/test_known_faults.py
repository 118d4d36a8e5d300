"""Faults that other tools were caught with, put to the ledger as queries: hardware is answered rightly."""

import csv
import sqlite3
from typing import Any

from tests.conftest import ROOT

FAULTS = ROOT / "tests" / "evidence" / "known-faults-of-peers.csv"
PEAKS = """SELECT sparsity, value FROM facts WHERE entity = ? AND metric = 'peak_compute' AND precision = ?
    AND sparsity IN ('dense', 'sparse') AND json_extract(qualifiers, '$.path') = 'matrix'
    AND json_extract(qualifiers, '$.per') IS NULL ORDER BY sparsity"""
FACT = """SELECT stated FROM facts WHERE entity = ? AND metric = ? AND setup IS NULL
    AND json_extract(qualifiers, '$.per') IS NULL ORDER BY stated"""
SAID = "SELECT stated, rank, cause FROM statements WHERE entity = ? AND metric = ? AND stated = ?"
NAMED = """SELECT d.id, d.bandwidth_gb_s FROM devices d
    WHERE d.name LIKE ? OR EXISTS (SELECT 1 FROM json_each(d.aliases) a WHERE a.value = ?) ORDER BY d.id"""
# Cases about models, memory estimates, prices and schemas of others; the records of models and claims answer those.
NOT_HARDWARE = {
    "BL15", "BL19", "BL21", "BL23", "BL25", "BL27", "BL29", "BL31", "BX10", "BX16", "BX18", "BX20", "BX22",
    "BX24", "BX30",
}  # fmt: skip
ANSWERED = {
    "BL01", "BL03", "BL05", "BL07", "BL09", "BL11", "BL13", "BL17", "BX02", "BX04", "BX06", "BX08", "BX12",
    "BX14", "BX26", "BX28",
}  # fmt: skip


def peaks(ledger: sqlite3.Connection, device: str, precision: str) -> dict[str, float]:
    """Shown peaks of the matrix units in TFLOP/s, by sparsity."""
    return {row[0]: row[1] for row in ledger.execute(PEAKS, (device, precision))}


def said(ledger: sqlite3.Connection, entity: str, metric: str, stated: str) -> list[tuple[Any, ...]]:
    """Every statement of one figure with its rank and cause."""
    return sorted({tuple(row) for row in ledger.execute(SAID, (entity, metric, stated))})


def shown(ledger: sqlite3.Connection, entity: str, metric: str) -> list[str]:
    """Figures shown of a metric."""
    return [row[0] for row in ledger.execute(FACT, (entity, metric))]


def test_every_fault_is_answered_or_none_of_ours() -> None:
    with FAULTS.open(newline="", encoding="utf-8") as table:
        ids = {row["id"] for row in csv.DictReader(table)}
    assert ids == NOT_HARDWARE | ANSWERED


def test_bl01_dense_and_sparse_stand_apart(ledger: sqlite3.Connection) -> None:
    assert peaks(ledger, "nvidia-h200-sxm", "bf16") == {"dense": 989, "sparse": 1979}
    assert peaks(ledger, "nvidia-h100-sxm", "bf16") == {"dense": 989, "sparse": 1979}


def test_bl03_like_is_set_beside_like(ledger: sqlite3.Connection) -> None:
    h100, a100 = peaks(ledger, "nvidia-h100-sxm", "fp16"), peaks(ledger, "nvidia-a100-80-sxm", "fp16")
    assert (h100["dense"], a100["dense"], round(h100["dense"] / a100["dense"], 1)) == (989, 312, 3.2)
    assert (h100["sparse"], a100["sparse"]) == (1979, 624)


def test_bl05_a_rack_is_a_rack(ledger: sqlite3.Connection) -> None:
    assert peaks(ledger, "nvidia-gb200-nvl72", "fp4") == {"dense": 720000, "sparse": 1440000}
    assert peaks(ledger, "nvidia-gb200", "fp4") == {"dense": 10000, "sparse": 20000}
    count = ledger.execute("SELECT device_count FROM systems WHERE id = 'nvidia-gb200-nvl72'").fetchone()[0]
    assert count == 72


def test_bl07_a_copied_memory_type(ledger: sqlite3.Connection) -> None:
    assert shown(ledger, "nvidia-h100-sxm", "memory_type") == ["hbm3"]
    assert said(ledger, "nvidia-h100-sxm", "memory_type", "gddr6") == [("gddr6", "deprecated", "copied_error")]


def test_bl09_three_capacities_of_one_part(ledger: sqlite3.Connection) -> None:
    assert shown(ledger, "nvidia-b300", "memory_capacity") == ["270 GB"]
    assert said(ledger, "nvidia-b300", "memory_capacity", "268 GB") == [("268 GB", "deprecated", "unit")]
    expected = [("288 GB", "deprecated", "announced_and_shipped")]
    assert said(ledger, "nvidia-b300", "memory_capacity", "288 GB") == expected


def test_bl11_variants_are_not_folded(ledger: sqlite3.Connection) -> None:
    query = "SELECT id, bandwidth_gb_s FROM devices WHERE id IN ('nvidia-h100-pcie', 'nvidia-h100-sxm') ORDER BY id"
    assert [tuple(row) for row in ledger.execute(query)] == [("nvidia-h100-pcie", 2000), ("nvidia-h100-sxm", 3350)]


def test_bl13_an_unknown_name_is_unknown(ledger: sqlite3.Connection) -> None:
    assert shown(ledger, "amd-r9700", "memory_capacity") == ["32 GB"]
    assert ledger.execute(NAMED, ("AMD Radeon AI PRO R9999", "AMD Radeon AI PRO R9999")).fetchall() == []


def test_bl17_a_missing_figure_is_no_zero(ledger: sqlite3.Connection) -> None:
    zero = "SELECT count(*) FROM devices WHERE 0 IN (memory_gb, bandwidth_gb_s, power_w, memory_visible_mib)"
    assert ledger.execute(zero).fetchone()[0] == 0
    why = "SELECT DISTINCT why FROM absences WHERE entity = 'groq-lpu-v1' AND metric = 'memory_capacity'"
    assert [row[0] for row in ledger.execute(why)] == ["not_applicable"]


def test_bx02_a_superchip_holds_two(ledger: sqlite3.Connection) -> None:
    assert peaks(ledger, "nvidia-gb200-superchip", "fp4") == {"dense": 20000, "sparse": 40000}
    assert peaks(ledger, "nvidia-gb200", "fp4") == {"dense": 10000, "sparse": 20000}
    assert peaks(ledger, "nvidia-gb200", "bf16")["dense"] == 2500


def test_bx04_a_gpu_is_not_a_link(ledger: sqlite3.Connection) -> None:
    assert said(ledger, "nvidia-gb300", "link_bandwidth", "900 GB/s") == [("900 GB/s", "deprecated", "scope")]
    query = """SELECT json_extract(qualifiers, '$.direction'), value FROM facts WHERE entity = 'nvidia-b200'
        AND metric = 'scaleup_bandwidth' AND json_extract(qualifiers, '$.direction') <> 'undeclared' ORDER BY 1"""
    assert [tuple(row) for row in ledger.execute(query)] == [("both_ways", 1800), ("one_way", 900)]


def test_bx06_a_card_with_gddr7(ledger: sqlite3.Connection) -> None:
    assert shown(ledger, "nvidia-rtx-pro-6000-server", "memory_type") == ["gddr7"]
    assert shown(ledger, "nvidia-rtx-pro-6000-server", "memory_capacity") == ["96 GB"]
    expected = [("hbm2e", "deprecated", "copied_error")]
    assert said(ledger, "nvidia-rtx-pro-6000-server", "memory_type", "hbm2e") == expected


def test_bx08_a_bare_name_leads_to_its_variants(ledger: sqlite3.Connection) -> None:
    found = {row[0]: row[1] for row in ledger.execute(NAMED, ("NVIDIA A100 %", "A100"))}
    expected = {
        "nvidia-a100-40-pcie": 1555,
        "nvidia-a100-40-sxm": 1555,
        "nvidia-a100-80-pcie": 1935,
        "nvidia-a100-80-sxm": 2039,
    }
    assert expected.items() <= found.items(), found


def test_bx12_bytes_that_fit_gib(ledger: sqlite3.Connection) -> None:
    query = """SELECT DISTINCT stated, value FROM facts WHERE entity = 'amd-mi300x' AND metric = 'memory_visible'"""
    (row,) = ledger.execute(query).fetchall()
    assert tuple(row) == ("206141652992 B", 196592)
    assert (round(196592 / 1024, 2), round(196592 * 1024**2 / 1e9, 2)) == (191.98, 206.14)


def test_bx14_terabytes(ledger: sqlite3.Connection) -> None:
    query = "SELECT stated, value, unit FROM facts WHERE entity = 'nvidia-h100-sxm' AND metric = 'memory_bandwidth'"
    assert ("3.35 TB/s", 3350, "GB/s") in [tuple(row) for row in ledger.execute(query)]


def test_bx26_a_petaflop_with_its_labels(ledger: sqlite3.Connection) -> None:
    query = """SELECT DISTINCT precision, sparsity FROM facts WHERE entity = 'nvidia-gb10' AND metric = 'peak_compute'
        AND value = 1000 AND sparsity <> 'undeclared'"""
    assert [tuple(row) for row in ledger.execute(query)] == [("fp4", "sparse")]
    query = "SELECT precision, value FROM statements WHERE entity = 'nvidia-dgx-spark' AND metric = 'achieved_compute'"
    assert ("fp4", 480) in [tuple(row) for row in ledger.execute(query)]


def test_bx28_a_system_is_not_a_gpu(ledger: sqlite3.Connection) -> None:
    query = """SELECT DISTINCT json_extract(qualifiers, '$.per'), basis FROM statements
        WHERE metric = 'throughput' AND value = 420659"""
    assert [tuple(row) for row in ledger.execute(query)] == [("system", "audited")]
