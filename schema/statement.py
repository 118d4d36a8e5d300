"""A statement: one figure of one entity from one source, read from a line of a record."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from pydantic import TypeAdapter, ValidationError

from schema.bookkeeping import BOOKKEEPING, Bookkeeping
from schema.dictionary import Dictionary, Metric
from schema.faults import Fault, from_pydantic
from schema.quantity import Figure
from schema.reading import Reading, read_qualifier, read_stated

_BOOKKEEPING = frozenset(BOOKKEEPING)
_CHECK = TypeAdapter(Bookkeeping)


class _Sorted:
    """The keys of a line by what they are."""

    __slots__ = ("book", "metrics", "qualifiers", "unknown")

    def __init__(self, raw: dict[str, object], dictionary: Dictionary) -> None:
        self.metrics: list[str] = []
        self.book: dict[str, object] = {}
        self.qualifiers: dict[str, object] = {}
        self.unknown: list[str] = []
        for key, value in raw.items():
            if key in _BOOKKEEPING:
                self.book[key] = value
            elif key in dictionary.metrics:
                self.metrics.append(key)
            elif key in dictionary.qualifiers:
                self.qualifiers[key] = value
            else:
                self.unknown.append(key)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement read in full. `qualifiers` holds those that were written, as written."""

    metric: str
    stated: str
    reading: Reading
    qualifiers: Mapping[str, str]
    book: Bookkeeping
    line: int = 0

    @property
    def figure(self) -> Figure | None:
        """The figure, where the metric is a quantity and it is not an absence."""
        return self.reading.figure


def read_statement(
    raw: object, dictionary: Dictionary, kind: str, line: int = 0
) -> tuple[Statement | None, list[Fault]]:
    """Read one line of a record of an entity of `kind`, at a line of its file; `claim` allows every metric.

    Returns the statement, or None with every fault of the line.
    """
    if not isinstance(raw, dict):
        return None, [
            Fault((), "a statement that is not a map", "`{metric: figure, source: id}`", rule="statement-shape")
        ]
    found = _Sorted(raw, dictionary)
    faults = _unknown_keys(found.unknown, dictionary) if found.unknown else []
    if len(found.metrics) != 1:
        # A misspelt metric is reported as an unknown key; that it is missing as well would be the same fault twice.
        return None, faults if faults and not found.metrics else [*faults, _metric_count(found.metrics)]
    statement, more = _read(raw, found, dictionary, kind, line)
    return (None if faults or more else statement), [*faults, *more]


def _read(
    raw: dict[str, object], found: _Sorted, dictionary: Dictionary, kind: str, line: int
) -> tuple[Statement | None, list[Fault]]:
    name = found.metrics[0]
    metric = dictionary.metrics[name]
    book, faults = _bookkeeping(found.book)
    qualifiers, more = _qualifiers(found.qualifiers, name, metric, dictionary)
    reading, wrong = read_stated(raw[name], name, metric, dictionary)
    faults += more + wrong + _demands(raw, name, metric, kind)
    if faults or book is None or reading is None:
        return None, faults
    return Statement(name, str(raw[name]), reading, qualifiers, book, line), faults


def _bookkeeping(raw: dict[str, object]) -> tuple[Bookkeeping | None, list[Fault]]:
    try:
        return _checked(raw), []
    except ValidationError as error:
        return None, from_pydantic(error)


def _checked(raw: dict[str, object]) -> Bookkeeping:
    try:
        return _book(tuple(raw.items()))
    except TypeError:  # a list or map is no key of a cache
        return _CHECK.validate_python(raw)


@lru_cache(maxsize=1 << 14)
def _book(pairs: tuple[tuple[str, object], ...]) -> Bookkeeping:
    """Bookkeeping that most lines of a record share: the source and the place in it."""
    return _CHECK.validate_python(dict(pairs))


def _qualifiers(
    raw: dict[str, object], name: str, metric: Metric, dictionary: Dictionary
) -> tuple[dict[str, str], list[Fault]]:
    written: dict[str, str] = {}
    faults: list[Fault] = []
    for key, value in raw.items():
        if key not in metric.allowed:
            allowed = ", ".join(sorted(metric.allowed))
            faults.append(
                Fault((key,), f"{name} takes no qualifier {key}", f"one of {allowed}", rule="qualifier-place")
            )
            continue
        faults += read_qualifier(value, key, dictionary)
        written[key] = str(value)
    return written, faults


def _demands(raw: dict[str, object], name: str, metric: Metric, kind: str) -> list[Fault]:
    """What this metric must name, and of what it can be said."""
    todo = "write `undeclared` where the source does not say"
    faults = [
        Fault((name,), f"{name} does not name its {key}", f"`{key}:` with a word or id", todo, "needs-" + key)
        for key in metric.needs
        if key not in raw
    ]
    if kind != "claim" and kind not in metric.about:
        kinds = ", ".join(metric.about) or "a setup of a claim"
        faults.append(Fault((name,), f"{name} is not said of a {kind}", f"it is said of {kinds}", rule="metric-place"))
    return faults


def _unknown_keys(unknown: list[str], dictionary: Dictionary) -> list[Fault]:
    known = dictionary.statement_keys
    return [
        Fault((key,), f"no metric or key is called {key}", near=(key, known), rule="unknown-key") for key in unknown
    ]


def _metric_count(metrics: list[str]) -> Fault:
    found = f"{len(metrics)} metrics: {', '.join(metrics)}" if metrics else "no metric"
    path = (metrics[1],) if metrics else ()
    return Fault(path, f"a statement with {found}", "exactly one metric in each statement", rule="one-metric")


def statement_id(subject: str, statement: Statement, explaining: Container[str]) -> str:
    """Address of a statement: a hash of what it is about and who says it, never of the figure.

    `subject` is the entity's id, or `claim/setup`. Explaining qualifiers, basis and place leave it as it is.
    """
    book, identity = statement.book, ""
    if statement.qualifiers:
        pairs = sorted(statement.qualifiers.items())
        identity = "|".join(f"{key}={value}" for key, value in pairs if key not in explaining)
    parts = (subject, statement.metric, identity, book.over or "", book.source, book.part or "")
    return blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()
