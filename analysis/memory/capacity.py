"""Memory that programs can use on a device, and the speeds that bound it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from analysis.memory.facts import Fact, FactBook, words
from analysis.memory.terms import APPLE_THREE_QUARTERS, APPLE_TWO_THIRDS, GB, GB10_SHARE, GIB, MIB, Cited

APPLE_SMALL_GIB = 36
SHARED_SHARE = 0.85
WHOLE = ("gpu", "chip", "undeclared")


@dataclass(frozen=True, slots=True)
class Device:
    """A device as memory and speed see it. `visible` and `limit` in GiB, `bandwidth` in GB/s, `compute` in TFLOP/s.

    `limit` is what the operating system lets programs use where that is less; `compute` holds dense peaks by precision;
    `shared` says that the host works in the same memory; `domain` is how many devices the scale-up network joins.
    """

    id: str
    name: str
    vendor: str
    architecture: str
    visible: Cited | None
    limit: Cited | None = None
    shared: bool = False
    formats: frozenset[str] = frozenset()
    bandwidth: Cited | None = None
    compute: Mapping[str, Cited] = field(default_factory=dict, hash=False)
    domain: int = 1
    pooled: frozenset[str] = frozenset()
    """Those of `formats` that are on record for other devices of the architecture alone."""

    @property
    def device_class(self) -> str:
        """Maker and architecture: devices for which one run says something about another."""
        return f"{self.vendor} {self.architecture}".strip() or self.id


def device_from_facts(
    device: str,
    name: str,
    vendor: str,
    kind: str,
    architecture: str,
    facts: Iterable[Fact],
    edition: str | None = None,
    profile: str | None = None,
) -> Device:
    """The device, in `edition` where it is sold in several, or one slice of it with a partition `profile`."""
    book = FactBook(facts)
    apple = vendor == "apple"
    capacity = _capacity(book, edition)
    visible = _slice(book, profile) if profile else _visible(book, edition, capacity, apple)
    return Device(
        device,
        name,
        vendor,
        architecture,
        visible,
        _limit(book, visible) if apple else None,
        kind == "soc" and not apple,
        _formats(book),
        _cited(book, "memory_bandwidth", edition),
        _compute(book, edition),
        book.whole("scaleup_domain") or 1,
    )


def usable(device: Device, share: float) -> Cited | None:
    """GiB that an engine may fill when it takes `share` of the memory; None where no size is known.

    The operating system's limit and a host in the same memory come first.
    """
    if device.visible is None:
        return None
    if device.limit is not None:
        return Cited(
            min(float(device.limit.value), float(device.visible.value) * share), device.limit.why, device.limit.where
        )
    if device.shared and share > SHARED_SHARE:
        why = "the host works in the same memory: 0.85 ran, 0.92 starved it"
        return Cited(float(device.visible.value) * SHARED_SHARE, why, GB10_SHARE)
    return Cited(float(device.visible.value) * share, f"{share:g} of {device.visible.why}", device.visible.where)


def _visible(book: FactBook, edition: str | None, capacity: Fact | None, apple: bool) -> Cited | None:
    """What a program can see. What Metal offers on a Mac is a limit of one memory size, and no size itself."""
    found = [] if apple else book.all("memory_visible")
    facts = [fact for fact in found if fact.qualifiers.get("seen_by", "driver") == "driver"]
    facts = [fact for fact in facts if edition is None or fact.qualifiers.get("edition") in (None, edition)]
    least = min(facts, key=lambda fact: fact.value or 0.0, default=None)
    if least is not None and least.value is not None:
        return Cited(least.value * MIB / GIB, "memory that the driver reports, the least on record", least.statement)
    if capacity is None or capacity.value is None:
        return None
    if apple:
        size = capacity.value_max or capacity.value
        return Cited(size, "unified memory, the largest on sale: the label's GB are GiB", capacity.statement)
    why = "the label's GB read as decimal, since no driver output is on record: at least this much"
    return Cited((capacity.value_max or capacity.value) * GB / GIB, why, capacity.statement)


def _capacity(book: FactBook, edition: str | None) -> Fact | None:
    """The edition asked for, else the unqualified fact, else the largest on record: labels of whole devices."""
    facts = [
        fact
        for fact in book.all("memory_capacity")
        if fact.value is not None and fact.qualifiers.get("per", "gpu") in WHOLE and _on_label(fact)
    ]
    for wanted in (edition, None):
        for fact in facts:
            if fact.qualifiers.get("edition") == wanted:
                return fact
    return max(facts, key=lambda fact: fact.value_max or fact.value or 0.0, default=None)


def _on_label(fact: Fact) -> bool:
    return fact.qualifiers.get("seen_by", "label") == "label"


def _slice(book: FactBook, profile: str) -> Cited | None:
    fact = next((f for f in book.all("partition_memory") if f.qualifiers.get("profile") == profile), None)
    if fact is None or fact.value is None:
        return None
    return Cited(fact.value * GB / GIB, f"slice {profile}, its GB read as decimal", fact.statement)


def _limit(book: FactBook, visible: Cited | None) -> Cited | None:
    """What macOS lets the GPU use by default: the recorded limit, else 2/3 of small and 3/4 of large memories."""
    for fact in book.all("memory_visible"):
        if fact.qualifiers.get("seen_by") == "operating_system" and fact.value is not None:
            return Cited(fact.value * MIB / GIB, "default limit of the operating system", fact.statement)
    if visible is None:
        return None
    size = float(visible.value)
    if size <= APPLE_SMALL_GIB:
        return Cited(size * 2 / 3, "macOS gives the GPU two thirds of memories up to 36 GB", APPLE_TWO_THIRDS)
    return Cited(size * 3 / 4, "macOS gives the GPU three quarters of memories above 36 GB", APPLE_THREE_QUARTERS)


def raised_limit(device: Device, gib: float) -> Cited:
    """The limit set by hand with `iogpu.wired_limit_mb`, in GiB."""
    where = device.limit.where if device.limit else APPLE_THREE_QUARTERS
    return Cited(gib, "limit raised by hand with iogpu.wired_limit_mb", where)


def _formats(book: FactBook) -> frozenset[str]:
    listed = (words(fact.value_text) for fact in book.all("number_formats"))
    rated = {fact.qualifiers.get("precision", "") for fact in book.all("peak_compute") if fact.value}
    return frozenset().union(*listed, rated) - {""}


def _cited(book: FactBook, metric: str, edition: str | None) -> Cited | None:
    """The figure of the whole device in its edition, else in any; never that of one die of it."""
    facts = [fact for fact in book.all(metric) if fact.qualifiers.get("per", "gpu") in WHOLE]
    of_edition = (fact for wanted in (edition, None) for fact in facts if fact.qualifiers.get("edition") == wanted)
    fact = next(of_edition, None) or next(iter(facts), None)
    return (
        Cited(fact.value, f"{metric.replace('_', ' ')}: {fact.stated}", fact.statement) if fact and fact.value else None
    )


def _compute(book: FactBook, edition: str | None) -> dict[str, Cited]:
    """Dense peaks of the matrix units by precision; peaks with sparsity or without a word about it do not bound."""
    peaks: dict[str, Cited] = {}
    for fact in book.all("peak_compute"):
        says = fact.qualifiers
        whole = says.get("per", "gpu") in WHOLE
        if fact.value is None or not whole or says.get("sparsity") != "dense" or says.get("path") == "vector":
            continue
        if edition is None or says.get("edition") in (None, edition):
            peaks.setdefault(says.get("precision", ""), Cited(fact.value, f"dense peak: {fact.stated}", fact.statement))
    return peaks
