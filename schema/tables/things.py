"""Rows of the things that figures are about, one wide row for each."""

from typing import Annotated

from schema.base import Strict
from schema.tables.marks import Entity, Flag, Json, Key, Ref, Year


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
