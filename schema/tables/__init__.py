"""Rows of every table of the ledger. Field types become column types, docstrings the columns' descriptions."""

from schema.base import Strict
from schema.tables.answers import ChangeRow, FitRow, RecomputedRow, RecordRow
from schema.tables.claims import ClaimRow, FindingRow, SetupRow
from schema.tables.dictionary import LexiconRow, MetricRow, WordRow
from schema.tables.figures import (
    AbsenceRow,
    CoverageRow,
    DisagreementRow,
    FactRow,
    PriceRow,
    SourceRow,
    StatementEntityRow,
    StatementRow,
)
from schema.tables.marks import Json, Key, Ref
from schema.tables.service import BuildInfoRow, RenamedRow, SearchRow
from schema.tables.things import (
    BenchmarkRow,
    ConfigurationRow,
    DeviceRow,
    EntityRow,
    IdentifierRow,
    ModelRow,
    OrganizationRow,
    SoftwareRow,
    SystemRow,
)

__all__ = ["TABLES", "YEARS", "FactRow", "Json", "Key", "Ref"]

TABLES: dict[str, type[Strict]] = {
    "entities": EntityRow,
    "organizations": OrganizationRow,
    "devices": DeviceRow,
    "systems": SystemRow,
    "models": ModelRow,
    "software": SoftwareRow,
    "benchmarks": BenchmarkRow,
    "metrics": MetricRow,
    "words": WordRow,
    "sources": SourceRow,
    "claims": ClaimRow,
    "setups": SetupRow,
    "statements": StatementRow,
    "statement_entities": StatementEntityRow,
    "facts": FactRow,
    "absences": AbsenceRow,
    "coverage": CoverageRow,
    "disagreements": DisagreementRow,
    "configurations": ConfigurationRow,
    "identifiers": IdentifierRow,
    "prices": PriceRow,
    "findings": FindingRow,
    "fits": FitRow,
    "changes": ChangeRow,
    "records": RecordRow,
    "recomputed": RecomputedRow,
    "renamed": RenamedRow,
    "search": SearchRow,
    "lexicon": LexiconRow,
    "build_info": BuildInfoRow,
}
YEARS = {  # column that a table's generated `year` is taken from
    "devices": "coalesce(released, announced)",
    "systems": "coalesce(released, announced)",
    "models": "coalesce(released, announced)",
    "sources": "published",
    "statements": "published",
    "claims": "made",
}
