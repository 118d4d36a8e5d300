"""Heads of the records: what names a thing. Whatever has a source is a statement and stands below the head."""

from typing import Annotated, Any, Literal

from pydantic import Field

from schema.base import Date, Strict

ID = r"[a-z0-9]+(?:[-.][a-z0-9]+)*"
Id = Annotated[str, Field(pattern=f"^{ID}$", max_length=80)]
Text = Annotated[str, Field(min_length=1)]


class Configuration(Strict):
    """A configuration of a device that is sold."""

    label: Text | None = None
    """Name of the configuration where the key does not say it."""
    headline: Literal["true"] | None = None
    """Marks the one configuration that the wide table shows."""


class Entity(Strict):
    """What every thing with a page of its own has."""

    name: Text
    """Full name as its maker writes it."""
    aliases: tuple[Text, ...] = ()
    """Other names that people write."""
    former_ids: tuple[Id, ...] = ()
    """Ids it had before; their addresses lead on."""
    identifiers: dict[str, Text] = {}
    """Its ids in other collections: huggingface, wikidata, pci, epoch, modelsdev, techpowerup, mlperf …"""


class Described(Entity):
    """A thing with statements."""

    predecessor: Id | None = None
    """The thing of the same kind that it follows."""
    variant_of: Id | None = None
    """The thing that it is a variant of."""
    statements: tuple[Any, ...] = ()
    """What is said of it: one metric a line, then qualifiers, source, place, rank."""


FIRST = ("name", "vendor", "developer", "maker", "kind", "architecture", "family", "device")
LAST = ("configurations", "statements")


def head_keys(kind: str) -> tuple[str, ...]:
    """Keys of a record's head in the order they are written: what names it first, statements last."""
    fields = RECORD_TYPES[kind].model_fields
    if kind in ("source", "claim"):
        return tuple(fields)
    named = [key for key in FIRST if key in fields]
    closing = [key for key in LAST if key in fields]
    return (*named, *(key for key in fields if key not in named and key not in closing), *closing)


class Device(Described):
    """One accelerator as software sees it: a GPU package, an accelerator card, an SoC."""

    vendor: Id
    """Organization that sells it."""
    kind: Literal["gpu", "accelerator", "soc", "apu", "wafer"]
    """What kind of device it is."""
    architecture: Text | None = None
    """Slug of its architecture, for facets."""
    configurations: dict[str, Configuration] = {}
    """Editions that are sold; statements name them by `edition`."""


class System(Described):
    """A product built of devices: superchip, board, server, rack."""

    vendor: Id
    """Organization that sells or rents it."""
    kind: Literal["superchip", "board", "server", "workstation", "rack", "pod", "instance"]
    """What kind of system it is."""
    device: Id | None = None
    """Device it is built of."""
    configurations: dict[str, Configuration] = {}
    """Editions that are sold; statements name them by `edition`."""


class Model(Described):
    """A trained model."""

    developer: Id
    """Organization that trained it."""
    kind: Literal["language", "multimodal", "embedding", "reranker", "diffusion", "speech"]
    """What kind of model it is."""
    family: Text | None = None
    """Family of models it belongs to."""


class Software(Described):
    """An engine, runtime, application or calculator."""

    maker: Id
    """Organization or project that makes it."""
    kind: Literal["engine", "runtime", "app", "calculator", "library", "harness"]
    """What kind of software it is."""
    homepage: Text | None = None
    """Its home page."""
    repository: Text | None = None
    """Its source repository."""


class Organization(Entity):
    """A vendor, developer, project, provider, evaluator or publisher."""

    kind: Literal["vendor", "developer", "project", "cloud", "evaluator", "publisher", "standards_body"]
    """Its main part in this field."""
    country: Annotated[str, Field(pattern="^[A-Z]{2}$")] | None = None
    """Two-letter code of its seat."""
    homepage: Text | None = None
    """Its home page."""


class Benchmark(Entity):
    """A benchmark, index or evaluation."""

    kind: Literal["quality", "index", "speed"]
    """What it measures."""
    maker: Id | None = None
    """Organization that runs it."""
    homepage: Text | None = None
    """Where it is described."""
    problems: Annotated[str, Field(pattern=r"^\d{1,9}$")] | None = None
    """Number of problems, from which its noise follows."""


class Source(Strict):
    """One edition of one document."""

    title: Text
    """Title as printed, or a plain description where it has none."""
    kind: Literal[
        "audited_submission", "datasheet", "config", "model_card", "documentation", "paper", "vendor_statement",
        "repository", "press", "database", "digest",
    ]  # fmt: skip
    """What kind of document it is; the order of trust follows from it."""
    publisher: Id
    """Organization that published it."""
    url: Text | None = None
    """Its address."""
    archived: Text | None = None
    """Address of a kept copy."""
    published: Date | None = None
    """When it was published, as precisely as it says."""
    accessed: Date | None = None
    """When it was last read for this ledger."""
    language: Annotated[str, Field(pattern="^[a-z]{2}$")] | None = None
    """Two-letter code of its language; English where absent."""
    licence: Text | None = None
    """Terms under which its content may be reused."""
    repeats: Id | None = None
    """Source whose figures it copies; it is no second witness."""
    note: Text | None = None
    """What a reader must know of it, such as that it has no address."""


class Part(Strict):
    """Devices of one kind in a setup."""

    device: Id
    """Which device."""
    count: Annotated[str, Field(pattern=r"^\d{1,9}$")] | None = None
    """How many."""
    role: Literal["prefill", "decode", "both", "host"] | None = None
    """What they do."""
    edition: Text | None = None
    """Configuration of the device."""


class Setup(Strict):
    """What was run: devices, model, engine and the conditions."""

    like: Text | None = None
    """Another setup of the claim that this one copies but for what it states."""
    devices: tuple[Part, ...] = ()
    """Devices by kind and role."""
    system: Id | None = None
    """System that was used."""
    model: Id | None = None
    """Model that was run."""
    engine: Id | None = None
    """Software that served it."""
    engine_version: Text | None = None
    """Its version, commit or branch."""
    precision: Text | None = None
    """Number format of the weights."""
    kv_precision: Text | None = None
    """Number format of the KV cache."""
    parallelism: Text | None = None
    """Tensor, expert, data and pipeline parallel degrees: tp16, dp8ep8."""
    batch: Text | None = None
    """Batch size or range."""
    concurrency: Text | None = None
    """Requests at once."""
    users: Text | None = None
    """Users at once."""
    context: Text | None = None
    """Context in tokens."""
    isl: Text | None = None
    """Input tokens of a request."""
    osl: Text | None = None
    """Output tokens of a request."""
    spec_decode: Text | None = None
    """Method of speculative decoding, or none."""
    draft_tokens: Text | None = None
    """Draft tokens of a step."""
    acceptance: Literal["real", "synthetic", "relaxed", "undeclared"] | None = None
    """How draft tokens were accepted."""
    acceptance_length: Text | None = None
    """Acceptance length of the run."""
    kernels: Text | None = None
    """Kernels in use."""
    prefix_caching: Literal["on", "off"] | None = None
    """Whether prefixes were cached."""
    cache_hit: Text | None = None
    """Share of prompt tokens found in the cache."""
    kv_transfer: Text | None = None
    """How the KV cache travels between prefill and decode."""
    topology: Text | None = None
    """Prefill and decode nodes, such as 1P1D."""
    nodes: Text | None = None
    """Number of nodes."""
    nvlink_domain: Text | None = None
    """Extent of the scale-up network."""
    power_limit: Text | None = None
    """Power limit of the devices."""
    software_date: Date | None = None
    """Date of the software."""
    workload: Text | None = None
    """Work that was run."""
    dataset: Text | None = None
    """Data that was used."""
    harness: Text | None = None
    """Program that drove the run."""
    note: Text | None = None
    """Anything else a reader should know."""
    other: dict[str, Text] = {}
    """Further conditions by name."""


class Review(Strict):
    """Our word on a claim."""

    rating: Literal["sound", "depends_on_setup", "misleading", "false", "unverified"]
    """The rating."""
    because: Text
    """Why."""
    reviewer: Text | None = None
    """Who reviewed it."""
    reviewed: Date | None = None
    """When."""


class Claim(Strict):
    """A public assertion with its setups, baselines and figures."""

    claim: Text
    """The assertion in one sentence of ours."""
    about: Id
    """Entity that it is about."""
    claimant: Id
    """Organization that asserts it."""
    made: Date | None = None
    """When it was made."""
    first_appearance: Id | None = None
    """Source where it was first seen."""
    setups: dict[str, Setup] = {}
    """What was run, by a short name."""
    statements: tuple[Any, ...] = ()
    """Its figures."""
    review: Review | None = None
    """Our word on it."""


RECORD_TYPES: dict[str, type[Strict]] = {
    "device": Device,
    "system": System,
    "model": Model,
    "software": Software,
    "organization": Organization,
    "benchmark": Benchmark,
    "source": Source,
    "claim": Claim,
}
DEFAULT_PER = {
    "gpu": "gpu", "apu": "gpu", "accelerator": "chip", "soc": "chip", "wafer": "chip", "superchip": "superchip",
    "board": "board", "server": "server", "workstation": "server", "rack": "rack", "pod": "pod", "instance": "instance",
}  # fmt: skip
