"""The parameters of /fit, read strictly: all that is wrong is said at once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from urllib.parse import urlencode

from analysis.hosting.cost import PUE, YEARS, Price, Terms
from analysis.hosting.question import CONTEXT, KV, MOST_DEVICES, MOST_TOKENS, MOST_USERS, USERS, Question, problems
from analysis.memory import ENGINES
from analysis.memory.formats import CACHE_FORMATS
from pages.refusals import RefusedError

PARAMETERS: Mapping[str, tuple[str, ...] | None] = {
    "model": None, "device": None, "devices": None, "precision": None, "kv": tuple(sorted(CACHE_FORMATS)),
    "context": None, "users": None, "engine": ENGINES, "price": None, "price_for": ("hour", "piece"),
    "currency": None, "years": None, "power_price": None, "pue": None,
}  # fmt: skip
WHOLE = {"context": MOST_TOKENS, "users": MOST_USERS, "devices": MOST_DEVICES}
MONEY = {"price": 1e9, "years": 50.0, "power_price": 100.0, "pue": 10.0}


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the page was asked: names as typed, the question, and the visitor's own figures for the cost."""

    model: str | None
    device: str | None
    question: Question
    own_price: Price | None
    terms: Terms
    given: Mapping[str, str]

    def terms_with(self, reached: float | None) -> Terms:
        """The visitor's figures, with the part of the bound that real runs reached."""
        return replace(self.terms, reached=reached)

    def naming(self, model: str | None, device: str | None) -> "Visitor":
        """The same request with the ids that its names were understood as."""
        named = {name: id_ for name, id_ in (("model", model), ("device", device)) if id_}
        return replace(self, given={**self.given, **named})

    def address(self, **changes: object) -> str:
        """Address of the same question with something else asked; None takes a parameter away.

        Context and users are always part of it: an answer says nothing without them.
        """
        wanted = {**self.given, "context": self.question.context, "users": self.question.users, **changes}
        return "/fit?" + urlencode([(name, wanted[name]) for name in PARAMETERS if wanted.get(name) is not None])


def read_question(given: Mapping[str, str]) -> Visitor:
    """The question of a request. Raises RefusedError (400)."""
    found: list[str] = []
    whole = {name: _whole(name, given.get(name), most, found) for name, most in WHOLE.items()}
    money = {name: _number(name, given.get(name), most, found) for name, most in MONEY.items()}
    precision = given["precision"].lower() if "precision" in given else None
    found += problems(precision, given.get("kv", KV), (), given.get("engine"))
    if found:
        raise RefusedError(400, ". ".join(f"The parameter {problem}" for problem in found) + ".")
    question = Question(
        precision, given.get("kv", KV), whole["context"] or CONTEXT, whole["users"] or USERS,
        given.get("engine"), whole["devices"],  # type: ignore[arg-type] # one of ENGINES, as PARAMETERS hold it
    )  # fmt: skip
    terms = Terms(money["years"] or YEARS, money["power_price"], money["pue"] or PUE)
    price = _own_price(money["price"], given.get("currency", "USD"), given.get("price_for", "hour") == "hour")
    return Visitor(given.get("model"), given.get("device"), question, price, terms, dict(given))


def _own_price(amount: float | None, currency: str, hourly: bool) -> Price | None:
    return Price(amount, amount, currency[:8], 1, hourly, "your own", "", "your own price") if amount else None


def _whole(name: str, written: str | None, most: int, found: list[str]) -> int | None:
    """A whole number, K and M of tokens read as 1024 and 1,048,576."""
    if written is None:
        return None
    plain = written.replace(",", "").replace(" ", "").lower()
    factor = {"k": 1024, "m": 1048576}.get(plain[-1:], 1) if name == "context" else 1
    plain = plain[:-1] if factor > 1 else plain
    if plain.isascii() and plain.isdigit() and 1 <= int(plain) * factor <= most:
        return int(plain) * factor
    found.append(f"“{name}” is “{written[:80]}”: it can be a whole number from 1 to {most}")
    return None


def _number(name: str, written: str | None, most: float, found: list[str]) -> float | None:
    if written is None:
        return None
    try:
        value = float(written)
    except ValueError:
        value = -1.0
    if isfinite(value) and 0 <= value <= most:
        return value
    found.append(f"“{name}” is “{written[:80]}”: it can be a number from 0 to {most:g}")
    return None
