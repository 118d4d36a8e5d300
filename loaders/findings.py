"""Findings about every claim, once all records are in: claims are read back one after another from the tables."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, groupby
from typing import Any

from analysis.findings.check import Finding
from analysis.findings.run import findings
from analysis.findings.view import BenchmarkFacts, ClaimView, DeviceFacts, Ledger, Said, SourceFacts
from analysis.lines import Line
from loaders.among import Only, among
from loaders.catalogue import Catalogue
from loaders.ddl import insert
from schema.records import Setup
from schema.statement import read_statement

Row = tuple[Any, ...]
# Lines of claims by claim, then what records say outside claims by entity.
OF_CLAIMS = """SELECT id, metric, stated, qualifiers, source, basis, asserted_by, rank, reason, published, setup,
    baseline, claim, entity FROM statements WHERE claim IS NOT NULL"""
OF_ENTITIES = """SELECT id, metric, stated, qualifiers, source, basis, asserted_by, rank, reason, published, setup,
    baseline, claim, entity FROM statements WHERE claim IS NULL
    AND metric IN ('peak_compute', 'benchmark_score', 'layers', 'attention_layers')"""
SETUPS = "SELECT id, conditions FROM setups WHERE claim = ?"
CLAIM = "SELECT claim, about FROM claims WHERE id = ?"
PEAKS = ("bf16", "fp8", "fp4")
DEVICES = "SELECT id, bandwidth_gb_s, bf16_dense_tflops, fp8_dense_tflops, fp4_dense_tflops FROM devices"
MODELS = "SELECT id, params_active_b FROM models WHERE params_active_b IS NOT NULL"
BENCHMARKS = "SELECT id, kind, problems FROM benchmarks"
SOURCES = "SELECT id, kind, publisher FROM sources"
FAMILIES = "SELECT id, developer || '/' || family FROM models WHERE family <> 'unknown'"
LOOKED_UP = frozenset({
    "acceptance_length", "benchmark_score", "ttft", "throughput", "decode_throughput", "prefill_throughput",
    "total_throughput",
})  # fmt: skip
"""Metrics that checks look up beyond the claim in hand."""
COUNT = """UPDATE claims SET n_findings =
    (SELECT count(*) FROM findings f WHERE f.claim = claims.id AND f.level <> 'consistent') WHERE TRUE"""


@dataclass(frozen=True, slots=True)
class Reach:
    """What is judged, and what is read for it to be looked up; None stands for everything."""

    claims: Only = None
    entities: Only = None
    read_claims: Only = None
    read_entities: Only = None


EVERYTHING = Reach()


def write_findings(connection: sqlite3.Connection, catalogue: Catalogue, reach: Reach = EVERYTHING) -> None:
    """Judge claims, fill table `findings` and count what was found; every other table must be written already."""
    connection.executemany(insert("findings"), _finding_rows(connection, catalogue, reach))
    among(connection, COUNT, "id", reach.claims)


def _finding_rows(connection: sqlite3.Connection, catalogue: Catalogue, reach: Reach) -> Iterator[Row]:
    reader = _Reader(connection, catalogue)
    ledger = reader.ledger(reach)
    for view in chain(reader.claims(ledger, reach.claims), reader.entities(ledger, reach.entities)):
        seen: set[str] = set()
        for found in findings(view):
            row = finding_row(found)
            if row[0] not in seen:
                seen.add(row[0])
                yield row


def finding_row(found: Finding) -> Row:
    """Row of table `findings`."""
    parts = (found.rule, found.claim or found.entity or "", found.statement, found.other or "", found.message)
    address = blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()
    about = (found.claim, found.entity, found.statement, found.other)
    return (address, found.rule, found.level, *about, found.message, found.computed)


class _Reader:
    """Reads claims and records back as the checks see them."""

    def __init__(self, connection: sqlite3.Connection, catalogue: Catalogue) -> None:
        self.connection = connection
        self.catalogue = catalogue

    def claims(self, ledger: Ledger, only: Only) -> Iterator[ClaimView]:
        """Claims with their lines and setups."""
        lines = among(self.connection, OF_CLAIMS, "claim", only, order="claim, rowid")
        for claim, rows in groupby(lines, key=lambda row: str(row[12])):
            text, about = self.connection.execute(CLAIM, (claim,)).fetchone()
            yield ClaimView(claim, about, tuple(self._said(rows, self._setups(claim))), text, ledger)

    def entities(self, ledger: Ledger, only: Only) -> Iterator[ClaimView]:
        """Things of which records say what some check asks about."""
        lines = among(self.connection, OF_ENTITIES, "entity", only, order="entity, rowid")
        for entity, rows in groupby(lines, key=lambda row: str(row[13])):
            yield ClaimView(None, entity, tuple(self._said(rows, {})), "", ledger)

    def _setups(self, claim: str) -> dict[str, Setup]:
        found = self.connection.execute(SETUPS, (claim,))
        return {id_: Setup.model_validate(json.loads(conditions)) for id_, conditions in found}

    def _said(self, rows: Iterator[Row], setups: dict[str, Setup]) -> Iterator[Said]:
        nothing = Setup()
        for row in rows:
            line = self._line(row)
            if line:
                yield Said(row[12], line, setups.get(row[10] or "", nothing), setups.get(row[11] or "", nothing))

    def _line(self, row: Row) -> Line | None:
        id_, metric, stated, qualifiers, source, basis, asserted_by, rank, reason, published, setup, over, claim, _ = (
            row
        )
        own = f"{claim}/"
        raw = {
            metric: stated, **json.loads(qualifiers), "source": source, "basis": basis, "asserted_by": asserted_by,
            "rank": None if rank == "normal" else rank, "reason": reason,
            "of": setup and setup.removeprefix(own), "over": over and over.removeprefix(own),
        }  # fmt: skip
        written = {key: value for key, value in raw.items() if value is not None}
        statement, _faults = read_statement(written, self.catalogue.dictionary, "claim")
        kind = self.catalogue.sources[source].kind
        origin = asserted_by or self.catalogue.origin(source)
        return None if statement is None else Line(id_, statement, kind, origin, published)

    def ledger(self, reach: Reach) -> Ledger:
        """What checks may look up beyond the claim in hand."""
        run = self.connection.execute
        devices = {
            id_: DeviceFacts(bandwidth, {name: peak for name, peak in zip(PEAKS, peaks, strict=True) if peak})
            for id_, bandwidth, *peaks in run(DEVICES)
        }
        benchmarks = {id_: BenchmarkFacts(kind, problems) for id_, kind, problems in run(BENCHMARKS)}
        sources = {id_: SourceFacts(kind, publisher) for id_, kind, publisher in run(SOURCES)}
        return Ledger(devices, dict(run(MODELS)), benchmarks, sources, self._by_model(reach), dict(run(FAMILIES)))

    def _by_model(self, reach: Reach) -> dict[tuple[str, str], list[Said]]:
        """What is said anywhere of each model, by the metrics that are looked up."""
        found: dict[tuple[str, str], list[Said]] = {}
        empty = Ledger()
        for view in chain(self.claims(empty, reach.read_claims), self.entities(empty, reach.read_entities)):
            for said in view.said:
                if said.metric in LOOKED_UP:
                    found.setdefault((said.setup.model or view.about, said.metric), []).append(said)
        return found
