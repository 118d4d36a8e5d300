"""Rows of MLPerf Inference, data/mlperf/<round>.csv, as claims: one for each round and submitter.

Nobody types these rows, so they are kept as a table, and names of accelerators, models, systems and submitters are led
to the ledger's ids by data/mlperf/names.yml. A name that is not in it keeps its row: the setup then has no device or
model, and carries what was printed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby
from pathlib import Path

from loaders.catalogue import Catalogue
from loaders.files import RecordFile
from loaders.importers.mlperf import Row, read_rows
from loaders.problems import Problem
from loaders.read import Tree, read_file, read_marks, read_tree
from loaders.records import Record
from schema.records import Claim, Part, Review, Setup
from schema.statement import Statement, read_statement

NAMES = "mlperf/names.yml"
BENCHMARK = "mlperf-inference"
KINDS = {
    "accelerators": "device",
    "models": "model",
    "systems": "system",
    "submitters": "organization",
    "rounds": "source",
}
METRICS = {"Tokens/s": ("throughput", "tok/s"), "Queries/s": ("request_throughput", "req/s"),
           "Samples/s": ("request_throughput", "req/s"), "Latency (ms)": ("latency", "ms")}  # fmt: skip
PRINTED = {
    "round": "round", "entry": "entry", "suite": "suite", "division": "division", "availability": "availability",
    "submitter": "submitter", "system_name": "system", "platform": "platform", "accelerator": "accelerator",
    "accelerators_named": "accelerators_named", "benchmark": "benchmark", "scenario": "scenario",
    "weight_data_types": "weights", "software": "software",
}  # fmt: skip
"""Conditions of a setup that repeat a column of the row as printed."""
REVIEWED = "Submitted and reviewed under the rules of MLCommons; each figure holds for the system as it was configured."


@dataclass(frozen=True, slots=True)
class Names:
    """Printed names and the ids they lead to, by kind."""

    ids: dict[str, dict[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, data_root: Path) -> "Names":
        """The table of names; empty where there is none."""
        path = data_root / NAMES
        tree = read_tree(read_file(path, data_root)) if path.exists() else {}
        return cls({kind: _strings(tree.get(kind, {})) for kind in KINDS} if isinstance(tree, dict) else {})

    def id(self, kind: str, printed: str) -> str | None:
        """Id that a printed name leads to."""
        return self.ids.get(kind, {}).get(printed)


def _strings(tree: Tree) -> dict[str, str]:
    return {key: str(value) for key, value in tree.items()} if isinstance(tree, dict) else {}


def unknown_names(rows: Iterable[Row], names: Names) -> list[str]:
    """Printed names that lead nowhere, with the number of rows of each."""
    missing: Counter[tuple[str, str]] = Counter()
    for row in rows:
        printed = [("accelerators", kind) for kind, _ in row.kinds] + [
            ("models", row.model),
            ("submitters", row.submitter),
        ]
        missing.update(pair for pair in printed if names.id(*pair) is None and names.id("systems", pair[1]) is None)
    return [f"no {KINDS[kind]} for `{name}` ({count} rows)" for (kind, name), count in sorted(missing.items())]


def mlperf_records(data_root: Path, catalogue: Catalogue, problems: list[Problem]) -> Iterator[Record]:
    """A claim for each round and submitter, one after another; names that lead to no record are added to `problems`."""
    names = Names.read(data_root)
    problems += name_problems(data_root, names, catalogue)
    for path in sorted((data_root / "mlperf").glob("*.csv")):
        numbered = sorted(read_rows(path), key=lambda item: _slug(item[1]))
        for slug, rows in groupby(numbered, key=lambda item: _slug(item[1])):
            yield _record(path, slug, list(rows), names, catalogue)


def name_problems(data_root: Path, names: Names, catalogue: Catalogue) -> Iterator[Problem]:
    """Names that lead to an id which is on no record."""
    pairs = [(kind, name, id_) for kind in KINDS for name, id_ in names.ids.get(kind, {}).items()]
    wrong = [(kind, name, id_) for kind, name, id_ in pairs if id_ not in catalogue.ids(KINDS[kind])]
    marks = read_marks(read_file(data_root / NAMES, data_root)) if wrong else None
    for kind, name, id_ in wrong if marks else ():
        line, column = marks.value((kind, name)) if marks else (1, 1)
        found = f"no {KINDS[kind]} is called {id_}"
        yield Problem(f"data/{NAMES}", line, column, f"{kind}.{name}", found, todo="Add its record, or take it out.")


def _slug(row: Row) -> str:
    return row.submitter.lower().replace("_", "-")


def _record(path: Path, slug: str, rows: list[tuple[int, Row]], names: Names, catalogue: Catalogue) -> Record:
    round_, submitter = rows[0][1].round, rows[0][1].submitter
    id_ = f"mlperf-inference-{round_}-{slug}"
    source = names.id("rounds", round_) or ""
    setups = {setup_name(row): setup(row, names) for _, row in rows}
    claim = Claim(
        claim=f"Results of {submitter.replace('_', ' ')} in MLPerf Inference {round_}, as MLCommons published them.",
        about=BENCHMARK, claimant=names.id("submitters", submitter) or "mlcommons",
        made=catalogue.sources[source].published, first_appearance=source, setups=setups,
        review=Review(rating="sound", because=REVIEWED),
    )  # fmt: skip
    catalogue.add("claim", id_, f"data/mlperf/{path.name}")
    record = Record(RecordFile("claim", path.parent.parent, f"data/mlperf/{path.name}"), id_, claim)
    for line, row in rows:
        record.statements += statements(row, source, line, catalogue)
    record.indexes = list(range(len(record.statements)))
    return record


def setup_name(row: Row) -> str:
    """Name of a row's setup: entry, benchmark and scenario, which no two rows of a round share."""
    return f"{row.entry.removeprefix('v')}.{row.benchmark}.{row.scenario.lower()}"


def setup(row: Row, names: Names) -> Setup:
    """What was run: ids where the printed names lead to one, and everything else as printed."""
    known = [(names.id("accelerators", kind), count) for kind, count in row.kinds]
    parts = tuple(Part(device=id_, count=str(count) if count else None) for id_, count in known if id_)
    printed = {name: getattr(row, column) for name, column in PRINTED.items()}
    counted = {"accelerators_counted": str(row.counted)} if row.counted else {}
    return Setup(
        devices=parts,
        model=names.id("models", row.model),
        system=names.id("systems", row.system) or names.id("systems", row.accelerator),
        nodes=row.nodes or None,
        harness="MLPerf LoadGen",
        other={name: text for name, text in {**printed, **counted}.items() if text},
    )


def statements(row: Row, source: str, line: int, catalogue: Catalogue) -> Iterator[Statement]:
    """The result as published, and what follows from it: per accelerator where the counts agree, and per watt."""
    metric, unit = METRICS[row.unit]
    common = {
        "of": setup_name(row),
        "source": source,
        "at": f"entry {row.entry}, {row.division}, {row.benchmark}, {row.scenario}",
    }
    per = {} if metric == "latency" else {"per": "system"}
    told = [{metric: f"{row.value} {unit}", **per, **common, "basis": "audited"}]
    if metric == "throughput" and row.agreed and len(row.kinds) == 1:
        told.append({metric: f"{_share(row.value, row.agreed)} {unit}", "per": "gpu", **common, "basis": "derived"})
    if row.power and row.power_unit == "Watts":
        told.append({"system_power": f"{row.power} W", "per": "system", **common, "basis": "audited"})
        if metric == "throughput":
            efficiency = f"{_share(row.value, row.power)} tok/s/W"
            told.append({"energy_efficiency": efficiency, "per": "system", **common, "basis": "derived"})
    for raw in told:
        statement, faults = read_statement(raw, catalogue.dictionary, "claim", line)
        assert statement is not None, faults
        yield statement


def _share(value: str, whole: int | str) -> str:
    """A quotient with six significant digits, as many as the published figures have."""
    return f"{Decimal(value) / Decimal(whole):.6g}"
