"""Rows of every table of the ledger. Field types become column types, docstrings become the columns' descriptions."""

from typing import Annotated, Literal

from schema.base import Strict


class Key:
    """Marks the primary key of a table."""


class Ref:
    """Marks a foreign key to another table's primary key."""

    def __init__(self, table: str) -> None:
        self.table = table


class Json:
    """Marks a column that holds JSON."""


Entity = Annotated[str, Ref("entities")]
MaybeEntity = Annotated[str | None, Ref("entities")]
SourceRef = Annotated[str, Ref("sources")]
Flag = Literal[0, 1]
Year = Annotated[int | None, "generated"]


class EntityRow(Strict):
    """Every thing the ledger speaks of, once; all other tables refer to it."""

    id: Annotated[str, Key()]
    """Id, unique over all kinds."""
    kind: str
    """device, system, model, software, benchmark or organization."""
    name: str
    """Full name."""
    aliases: Annotated[str, Json()]
    """Other names that people write, as a JSON list."""
    file: str
    """Record the entity stands in."""
    predecessor: Annotated[str | None, Ref("entities")]
    """Thing of the same line before it."""
    variant_of: Annotated[str | None, Ref("entities")]
    """Thing that it is a variant of."""


class OrganizationRow(Strict):
    """Vendors, developers, projects, providers, evaluators and publishers."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the organization."""
    name: str
    """Full name."""
    kind: str
    """Main part in this field."""
    country: str
    """Two-letter code of its seat; unknown where not recorded."""
    homepage: str | None
    """Home page."""


class DeviceRow(Strict):
    """One row for each accelerator, with the figure shown for its headline configuration."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the device."""
    name: str
    """Full name."""
    vendor: Annotated[str, Ref("organizations")]
    """Organization that sells it."""
    kind: str
    """gpu, accelerator, soc, apu or wafer."""
    architecture: str
    """Architecture; unknown where not recorded."""
    announced: str | None
    """Date of presentation, as precise as its source."""
    released: str | None
    """Date it could first be had, as precise as its source."""
    year: Year
    """Year of release, else of presentation."""
    status: str
    """announced, sampling, shipping, discontinued, cancelled or unknown."""
    memory_gb: float | None
    """Memory in GB of the headline configuration."""
    memory_type: str
    """Kind of memory; unknown where not recorded."""
    bandwidth_gb_s: float | None
    """Memory bandwidth in GB/s."""
    memory_max_gb: float | None
    """Largest memory option in GB, whoever sells it."""
    memory_options: Annotated[str, Json()]
    """All memory options in GB, as a JSON list."""
    memory_visible_mib: float | None
    """Memory that software sees, in MiB."""
    fp64_tflops: float | None
    """Dense FP64 peak in TFLOP/s, the higher of matrix and vector units."""
    bf16_dense_tflops: float | None
    """Dense BF16 peak of the matrix units in TFLOP/s."""
    bf16_sparse_tflops: float | None
    """BF16 peak with structured sparsity in TFLOP/s."""
    bf16_undeclared_tflops: float | None
    """BF16 peak whose source does not say dense or sparse, in TFLOP/s."""
    fp8_dense_tflops: float | None
    """Dense FP8 peak in TFLOP/s."""
    fp8_sparse_tflops: float | None
    """FP8 peak with structured sparsity in TFLOP/s."""
    fp8_undeclared_tflops: float | None
    """FP8 peak whose source does not say dense or sparse, in TFLOP/s."""
    fp4_dense_tflops: float | None
    """Dense FP4 peak in TFLOP/s."""
    fp4_sparse_tflops: float | None
    """FP4 peak with structured sparsity in TFLOP/s."""
    fp4_undeclared_tflops: float | None
    """FP4 peak whose source does not say dense or sparse, in TFLOP/s."""
    int8_dense_tops: float | None
    """Dense INT8 peak in TOP/s."""
    power_w: float | None
    """Most power it may draw, in W."""
    scaleup_bidir_gb_s: float | None
    """Scale-up bandwidth of one device, both directions added, in GB/s."""
    form_factor: str
    """Shape in which it is built in; unknown where not recorded."""
    cooling: str
    """How heat is carried away; unknown where not recorded."""
    process_nm: float | None
    """Size in the name of the manufacturing process, in nm."""
    aliases: Annotated[str, Json()]
    """Other names, as a JSON list."""
    n_origins: int
    """Independent origins behind its facts, counted over all of them."""
    disputed: int
    """Number of its facts that another source contradicts."""


class SystemRow(Strict):
    """One row for each product built of devices."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the system."""
    name: str
    """Full name."""
    vendor: Annotated[str, Ref("organizations")]
    """Organization that sells or rents it."""
    kind: str
    """superchip, board, server, workstation, rack, pod or instance."""
    device: Annotated[str | None, Ref("devices")]
    """Device it is built of."""
    device_count: float | None
    """Devices in it."""
    announced: str | None
    """Date of presentation."""
    released: str | None
    """Date it could first be had."""
    year: Year
    """Year of release, else of presentation."""
    status: str
    """Whether it can be had; unknown where not recorded."""
    memory_gb: float | None
    """Memory of all its devices in GB."""
    host_memory_gb: float | None
    """Memory of its CPUs in GB."""
    bandwidth_gb_s: float | None
    """Memory bandwidth of all its devices in GB/s."""
    fp8_dense_tflops: float | None
    """Dense FP8 peak of the whole in TFLOP/s."""
    fp4_dense_tflops: float | None
    """Dense FP4 peak of the whole in TFLOP/s."""
    fp4_sparse_tflops: float | None
    """FP4 peak with structured sparsity of the whole in TFLOP/s."""
    power_w: float | None
    """Most power it may draw, in W."""
    cooling: str
    """How heat is carried away; unknown where not recorded."""
    aliases: Annotated[str, Json()]
    """Other names, as a JSON list."""
    n_origins: int
    """Independent origins behind its facts."""
    disputed: int
    """Number of its facts that another source contradicts."""


class ModelRow(Strict):
    """One row for each model."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the model."""
    name: str
    """Full name."""
    developer: Annotated[str, Ref("organizations")]
    """Organization that trained it."""
    kind: str
    """language, multimodal, embedding, reranker, diffusion or speech."""
    family: str
    """Family of models; unknown where not recorded."""
    open_weights: str
    """yes, no or unknown."""
    licence: str
    """Licence of the weights; unknown where not recorded."""
    announced: str | None
    """Date of presentation."""
    released: str | None
    """Date the weights or the service could first be had."""
    year: Year
    """Year of release, else of presentation."""
    params_total_b: float | None
    """All parameters, in billions."""
    params_active_b: float | None
    """Parameters at work for one token, in billions."""
    context_tokens: int | None
    """Longest context that the maker names, in tokens."""
    layers: int | None
    """Decoder layers of the main model."""
    attention: str
    """Kinds of layers, such as kda+mla; unknown where not recorded."""
    kv_bytes_per_token: float | None
    """Bytes that one more token adds to a 16-bit cache, all layers that grow, window layers left out."""
    state_bytes: float | None
    """Bytes of the states of fixed size of one sequence, recurrent states in their recorded precision."""
    experts_total: int | None
    """Routed experts of a layer."""
    experts_active: int | None
    """Routed experts that a token visits."""
    modality: str
    """What it reads; unknown where not recorded."""
    aliases: Annotated[str, Json()]
    """Other names, as a JSON list."""
    n_origins: int
    """Independent origins behind its facts."""
    disputed: int
    """Number of its facts that another source contradicts."""
    estimable: Flag
    """1 where the record holds the geometry that the cache depends on."""
    missing: str | None
    """What a memory estimate still lacks."""


class SoftwareRow(Strict):
    """Engines, runtimes, applications and calculators."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the software."""
    name: str
    """Full name."""
    maker: Annotated[str, Ref("organizations")]
    """Organization or project that makes it."""
    kind: str
    """engine, runtime, app, calculator, library or harness."""
    homepage: str | None
    """Home page."""
    repository: str | None
    """Source repository."""
    n_statements: int
    """Statements about it."""


class BenchmarkRow(Strict):
    """Benchmarks and indexes."""

    id: Annotated[str, Key(), Ref("entities")]
    """Id of the benchmark."""
    name: str
    """Full name."""
    kind: str
    """quality, index or speed."""
    maker: Annotated[str | None, Ref("organizations")]
    """Organization that runs it."""
    homepage: str | None
    """Where it is described."""
    problems: int | None
    """Number of problems."""


class MetricRow(Strict):
    """The dictionary: what can be said of an entity."""

    id: Annotated[str, Key()]
    """Name of the metric in records and tables."""
    label: str
    """What pages print."""
    meaning: str
    """What is measured."""
    type: str
    """quantity, word, words, date, flag or text."""
    unit: str
    """Unit of value and value_max."""
    higher_is: str
    """better, worse or neither."""
    trust: str
    """Family whose order of trust picks the figure shown."""
    about: Annotated[str, Json()]
    """Kinds of entity it can be said of."""
    qualifiers: Annotated[str, Json()]
    """Qualifiers it takes."""


class WordRow(Strict):
    """The closed vocabularies."""

    id: Annotated[str, Key()]
    """Vocabulary and word."""
    vocabulary: str
    """Name of the vocabulary."""
    word: str
    """The word."""
    label: str
    """What pages print."""
    meaning: str
    """What it means."""


class SourceRow(Strict):
    """One row for each edition of each document that a figure rests on."""

    id: Annotated[str, Key()]
    """Id of the source."""
    title: str
    """Title as printed."""
    kind: str
    """Kind of document; the order of trust follows from it."""
    publisher: Annotated[str, Ref("organizations")]
    """Organization that published it."""
    url: str | None
    """Address."""
    archived: str | None
    """Address of a kept copy."""
    published: str | None
    """Date of publication, as precise as it says."""
    year: Year
    """Year of publication."""
    accessed: str | None
    """Date it was last read for this ledger."""
    language: str
    """Two-letter code of its language."""
    licence: str | None
    """Terms under which its content may be reused."""
    repeats: Annotated[str | None, Ref("sources")]
    """Source whose figures it copies."""
    note: str | None
    """What a reader must know of it."""
    n_statements: int
    """Statements that rest on it."""


class StatementRow(Strict):
    """One figure of one entity from one source: the row of truth. Everything else is a view of it."""

    id: Annotated[str, Key()]
    """Address of the statement; it stays when a figure is corrected."""
    entity: Entity
    """What it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """What is said."""
    stated: str
    """The figure exactly as stated."""
    printed: str | None
    """Original wording where it matters."""
    comparator: str
    """exact, approx, up_to, at_least or range; words for metrics that are no quantities."""
    value: float | None
    """The figure in the unit."""
    value_max: float | None
    """Upper end of a range, in the unit."""
    value_text: str | None
    """Words, dates, flags and absences."""
    unit: str
    """Unit of value and value_max."""
    precision: str | None
    """Number format it holds for."""
    sparsity: str | None
    """dense, sparse or undeclared."""
    per: str | None
    """What one figure counts."""
    edition: str | None
    """Configuration of the device it holds for."""
    stage: str
    """announced, sampling, shipped or withdrawn; shipped where not written."""
    qualifiers: Annotated[str, Json()]
    """All qualifiers that were written, as a JSON object."""
    source: SourceRef
    """Source that says it."""
    at: str | None
    """Place in the source."""
    basis: str
    """How the figure came about."""
    asserted_by: Annotated[str | None, Ref("organizations")]
    """Whose word it is."""
    rank: str
    """preferred, normal or deprecated."""
    cause: str | None
    """Why it differs from the figure preferred."""
    reason: str | None
    """Why it has its rank."""
    unresolved: str | None
    """What was tried in vain to settle a disagreement."""
    note: str | None
    """Anything a reader should know."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it belongs to."""
    setup: Annotated[str | None, Ref("setups")]
    """Setup it was obtained with."""
    baseline: str | None
    """Setup that a ratio is taken over; undeclared where the source names none."""
    published: str | None
    """Date of the figure, else of its source."""
    year: Year
    """Year of that date."""
    valid_from: str | None
    """First date for which it holds."""
    valid_to: str | None
    """Last date for which it holds."""
    file: str
    """Record it stands in."""
    line: int | None
    """Line of that record."""


class StatementEntityRow(Strict):
    """Ties a statement to every device, system, model, software and benchmark in it."""

    statement: Annotated[str, Ref("statements")]
    """The statement."""
    entity: Entity
    """The entity."""
    role: str
    """subject, device, system, model, engine, benchmark, baseline, seller or asserted_by."""


class FactRow(Strict):
    """The statement shown for an entity, a metric and a set of identity qualifiers."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement shown."""
    entity: Entity
    """What it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """What is said."""
    stated: str
    """The figure exactly as stated."""
    comparator: str
    """exact, approx, up_to, at_least or range; words for metrics that are no quantities."""
    value: float | None
    """The figure in the unit."""
    value_max: float | None
    """Upper end of a range, in the unit."""
    value_text: str | None
    """Words, dates and flags."""
    unit: str
    """Unit of value and value_max."""
    precision: str | None
    """Number format it holds for."""
    sparsity: str | None
    """dense, sparse or undeclared."""
    per: str | None
    """What one figure counts."""
    edition: str | None
    """Configuration of the device it holds for."""
    stage: str
    """announced, sampling, shipped or withdrawn."""
    qualifiers: Annotated[str, Json()]
    """All qualifiers, as a JSON object."""
    source: SourceRef
    """Source of the statement shown."""
    source_kind: str
    """Kind of that source."""
    basis: str
    """How the figure came about."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it belongs to."""
    setup: Annotated[str | None, Ref("setups")]
    """Setup it was obtained with."""
    published: str | None
    """Date of the figure."""
    rank: str
    """preferred, normal or deprecated."""
    reason: str | None
    """Why this figure is shown, where somebody decided."""
    n_origins: int
    """Independent origins that agree with it; a copy counts with what it copies."""
    n_statements: int
    """Statements of the same thing."""
    disputed: Flag
    """1 where another source says otherwise and is not set aside."""


class AbsenceRow(Strict):
    """Sourced words that there is no figure."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement that says so."""
    entity: Entity
    """What it is about."""
    metric: Annotated[str, Ref("metrics")]
    """What is missing."""
    qualifiers: Annotated[str, Json()]
    """What it holds for."""
    why: str
    """not_published, not_supported, not_applicable or not_announced."""
    source: SourceRef
    """Who says so."""


class CoverageRow(Strict):
    """Figures that readers ask for first, a row for each: stated, said to be missing, or not looked for yet."""

    id: Annotated[str, Key()]
    """Entity, metric and part."""
    entity: Entity
    """Device or model it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """Figure that is asked for."""
    part: str
    """any; peaks besides in parts: dense, sparse and undeclared, and vector for rates of vector units."""
    needed: Flag
    """1 where its lack is a hole; parts of peaks are only counted."""
    state: str
    """stated, absent where a source says that there is none, unsearched where nobody found a word yet."""
    n_origins: int
    """Independent origins behind the best supported of its figures."""
    best_source_kind: str
    """Most trusted kind of source among those shown; none where nothing is stated."""


class DisagreementRow(Strict):
    """Statements of the same thing of which some pair differs."""

    id: Annotated[str, Key()]
    """Address of the disagreement."""
    entity: Entity
    """What it is about."""
    entity_kind: str
    """Kind of that entity."""
    metric: Annotated[str, Ref("metrics")]
    """What is disputed."""
    qualifiers: Annotated[str, Json()]
    """What all of them hold for."""
    lowest: str
    """Lowest figure as stated."""
    highest: str
    """Highest figure as stated."""
    lowest_statement: Annotated[str, Ref("statements")]
    """Statement of the lowest figure."""
    highest_statement: Annotated[str, Ref("statements")]
    """Statement of the highest figure."""
    ratio: float | None
    """Highest over lowest; empty for words and dates."""
    n_statements: int
    """Statements in the group."""
    state: str
    """open, ranked or explained."""
    cause: str
    """Why they differ, from a closed list."""
    explanation: str | None
    """Reasons and notes of those who ranked them."""
    statements: Annotated[str, Json()]
    """Addresses of all statements of the group, as a JSON list."""


class ConfigurationRow(Strict):
    """One row for each configuration of a device that is sold."""

    id: Annotated[str, Key()]
    """Device and edition."""
    device: Entity
    """The device or system."""
    edition: str
    """Name of the configuration in records."""
    label: str
    """What pages print."""
    headline: Flag
    """1 for the configuration that the wide table shows."""
    memory_gb: float | None
    """Its memory in GB."""
    bandwidth_gb_s: float | None
    """Its memory bandwidth in GB/s."""
    power_w: float | None
    """Most power it may draw, in W."""


class IdentifierRow(Strict):
    """Ids of the same things in other collections."""

    entity: Entity
    """The entity."""
    scheme: str
    """Collection: huggingface, wikidata, pci, epoch, techpowerup, mlperf …"""
    id: str
    """Its id there."""


class PriceRow(Strict):
    """Prices with who asks them, for what and when."""

    statement: Annotated[str, Key(), Ref("statements")]
    """The statement."""
    entity: Entity
    """What is sold."""
    metric: Annotated[str, Ref("metrics")]
    """price, rent or token_price."""
    amount: float
    """The amount in its currency."""
    currency: str
    """Currency and, where it has one, the unit sold."""
    per: str | None
    """What one price buys."""
    seller: Annotated[str | None, Ref("organizations")]
    """Who asks it."""
    region: str | None
    """Market."""
    terms: str | None
    """Purchase, on demand, reserved; input or output tokens."""
    observed: str | None
    """When it was asked."""
    source: SourceRef
    """Who says so."""


class ClaimRow(Strict):
    """Public assertions that somebody made."""

    id: Annotated[str, Key()]
    """Id of the claim."""
    claim: str
    """The assertion in one sentence."""
    about: Entity
    """What it is about."""
    claimant: Annotated[str, Ref("organizations")]
    """Who asserts it."""
    made: str | None
    """When it was made."""
    year: Year
    """Year in which it was made."""
    first_appearance: Annotated[str | None, Ref("sources")]
    """Source where it was first seen."""
    rating: str
    """sound, depends_on_setup, misleading, false or unverified."""
    rating_reason: str | None
    """Why it has that rating."""
    reviewer: str | None
    """Who reviewed it."""
    reviewed: str | None
    """When it was reviewed."""
    n_statements: int
    """Figures in it."""
    n_findings: int
    """Findings about it that are no confirmations."""
    file: str
    """Record it stands in."""


class SetupRow(Strict):
    """What was run for a claim."""

    id: Annotated[str, Key()]
    """Claim and name of the setup."""
    claim: Annotated[str, Ref("claims")]
    """The claim."""
    name: str
    """Name of the setup within the claim."""
    model: MaybeEntity
    """Model that was run."""
    engine: MaybeEntity
    """Software that served it."""
    engine_version: str | None
    """Its version."""
    system: MaybeEntity
    """System that was used."""
    device: MaybeEntity
    """First kind of device."""
    device_count: int | None
    """Devices of all kinds."""
    devices: Annotated[str, Json()]
    """All devices with counts and roles, as JSON."""
    precision: str | None
    """Number format of the weights."""
    parallelism: str | None
    """Parallel degrees."""
    batch: str | None
    """Batch size or range."""
    context: str | None
    """Context in tokens."""
    spec_decode: str | None
    """Method of speculative decoding, or none."""
    acceptance: str | None
    """How draft tokens were accepted."""
    conditions: Annotated[str, Json()]
    """Every condition that was stated, as a JSON object."""


class FindingRow(Strict):
    """What an automatic check noticed about a claim or a statement."""

    id: Annotated[str, Key()]
    """Address of the finding."""
    rule: str
    """Check that fired."""
    level: str
    """error, misleading, question or consistent."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim it is about."""
    entity: MaybeEntity
    """Entity it is about."""
    statement: Annotated[str | None, Ref("statements")]
    """Statement it is about."""
    other: Annotated[str | None, Ref("statements")]
    """Statement it was compared with."""
    message: str
    """What was noticed, in one sentence."""
    computed: str | None
    """The arithmetic."""


class FitRow(Strict):
    """Which hardware holds which model, with the terms of the answer in GiB."""

    id: Annotated[str, Key()]
    """Address of the answer."""
    model: Annotated[str, Ref("models")]
    """The model."""
    checkpoint: str
    """released or hypothetical."""
    precision: str
    """Number format of the weights."""
    engine: str
    """Engine whose rules were applied."""
    kv_precision: str
    """Number format of the KV cache."""
    context: int
    """Tokens of each user."""
    users: int
    """Users at once."""
    device: Annotated[str, Ref("devices")]
    """The device."""
    devices_needed: int | None
    """Least number of devices that hold it."""
    weights_gib: float | None
    """Weights on all devices."""
    cache_gib: float | None
    """KV cache on all devices."""
    state_gib: float | None
    """States of fixed size on all devices."""
    load_gib: float | None
    """Activations, graphs and runtime on all devices."""
    total_gib: float | None
    """Sum of the terms."""
    low_gib: float | None
    """Low end of the answer."""
    high_gib: float | None
    """High end of the answer."""
    format: str
    """native, emulated, unsupported or unknown on that device."""
    validated: int
    """Real runs of that engine, device class and attention class behind the answer."""


class ChangeRow(Strict):
    """What has changed in the records, from the repository's own log; empty until `specledger history` has run."""

    id: Annotated[str, Key()]
    """Address of the change."""
    entity: MaybeEntity
    """What it is about."""
    claim: Annotated[str | None, Ref("claims")]
    """Claim that the figure belongs to."""
    metric: Annotated[str, Ref("metrics")]
    """What is said."""
    qualifiers: Annotated[str, Json()]
    """What the figure holds for, as written then."""
    source: str
    """Source of the new figure, or of the one that is gone; it may have been renamed since."""
    old: str | None
    """The figure before; empty for a new one."""
    new: str | None
    """The figure after; empty for one that is gone."""
    kind: str
    """correction (of ours), source_revised, world_changed, new_source, scope, rank, added or removed."""
    date: str
    """Day of the change."""
    reason: str | None
    """Why the figure has its rank, where that is written."""
    subject: str
    """What the commit says of itself."""
    commit: str
    """The commit."""
    file: str
    """Record it stands in."""
    statement: Annotated[str | None, Ref("statements")]
    """The statement of today that the change led to; empty where it has changed in scope since."""


class RecomputedRow(Strict):
    """Stated parameters of models beside those counted from the geometry on record, a row for each statement."""

    statement: Annotated[str, Key(), Ref("statements")]
    """Statement that is counted after."""
    model: Annotated[str, Ref("models")]
    """Model it is about."""
    metric: Annotated[str, Ref("metrics")]
    """params_total or params_active."""
    stated_b: float
    """Parameters as stated, in billions."""
    computed_b: float
    """Parameters counted from the geometry, in billions: the way of counting that comes nearest."""
    difference: float
    """Computed over stated, less one."""
    outcome: str
    """agrees within 1 %; rounded to few digits; explained by what is counted; or a question that is open."""
    explanation: str | None
    """What the stated figure counts or leaves out, or what nobody states; empty where the plain count agrees."""


class RenamedRow(Strict):
    """Old addresses and where they lead now."""

    old: Annotated[str, Key()]
    """Former id."""
    new: str
    """Id that holds today."""


class SearchRow(Strict):
    """One text for each entity, claim and source, for the search."""

    id: Annotated[str, Key()]
    """Kind and id."""
    kind: str
    """device, system, model, software, benchmark, organization, claim or source."""
    ref: str
    """Id of the thing."""
    title: str
    """Name, claim or title."""
    names: str
    """Aliases and ids."""
    text: str
    """What else it can be found by."""


class LexiconRow(Strict):
    """What text is checked with: the dictionary, units and the words of each language, so that this file needs no other."""

    id: Annotated[str, Key()]
    """Where the value belongs, such as languages/by_code/tr/metrics."""
    value: Annotated[str, Json()]
    """The part of the dictionary or language, as JSON."""


class BuildInfoRow(Strict):
    """What this ledger was built from."""

    key: Annotated[str, Key()]
    """commit, built_at, content_hash, schema_version, history or counts."""
    value: str
    """Its value."""


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
