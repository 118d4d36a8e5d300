"""What a million tokens cost at the speed bound, between the lowest and the highest dated price. No price, no cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

HOURS_A_YEAR = 8760
YEARS, PUE = 3.0, 1.0
PER_DEVICE = ("gpu", "chip", "apu", "die", "wafer")


@dataclass(frozen=True, slots=True)
class Price:
    """Amounts of one offer: of a device, or of a system with `pieces` devices; by the hour, or to buy."""

    low: float
    high: float
    currency: str
    pieces: int
    hourly: bool
    dated: str
    where: str
    terms: str


@dataclass(frozen=True, slots=True)
class Terms:
    """The buyer's own figures. `years` are those over which a price is spread, `power` the price of a kWh.

    `reached` is the part of the speed bound that real runs reached, where any are on record.
    """

    years: float = YEARS
    power: float | None = None
    pue: float = PUE
    reached: float | None = None


def price_of(row: Mapping[str, Any]) -> Price | None:
    """A row of the ledger's prices; None where it has no date or does not say of how many devices it is the price."""
    pieces = 1 if row["per"] in PER_DEVICE else row["device_count"]
    if not row["dated"] or not pieces:
        return None
    return Price(
        row["amount"], row["amount_max"], row["currency"].removesuffix("/h"), int(pieces), row["metric"] == "rent",
        row["dated"], row["statement"], row["terms"] or "",
    )  # fmt: skip


def costs(
    prices: Iterable[Price], devices: int, decode: float, watts: float | None, terms: Terms
) -> list[dict[str, Any]]:
    """Low and high cost of a million generated tokens by currency, of renting and of buying.

    `decode` is the bound in tokens per second over all `devices`, `watts` the most that one draws.
    """
    kinds: dict[tuple[str, bool], list[Price]] = {}
    for price in prices:
        kinds.setdefault((price.currency, price.hourly), []).append(price)
    return [_cost(found, devices, decode, watts, terms) for found in kinds.values()]


def _cost(prices: list[Price], devices: int, decode: float, watts: float | None, terms: Terms) -> dict[str, Any]:
    hourly = prices[0].hourly
    low = min(price.low * _offers(price, devices) for price in prices)
    high = max(price.high * _offers(price, devices) for price in prices)
    kilowatts = devices * (watts or 0.0) * terms.pue / 1000
    current = 0.0 if hourly or terms.power is None else kilowatts * terms.power
    spread = 1.0 if hourly else terms.years * HOURS_A_YEAR
    million = 1e6 / (decode * 3600)
    return {
        "currency": prices[0].currency,
        "kind": "rent" if hourly else "purchase",
        "low": (low / spread + current) * million,
        "high": (high / spread + current) * million / (terms.reached or 1.0),
        "high_is_measured": terms.reached is not None,
        "power_counted": current > 0,
        "years": None if hourly else terms.years,
        "prices": [
            {"low": p.low, "high": p.high, "pieces": p.pieces, "dated": p.dated, "where": p.where, "terms": p.terms}
            for p in prices
        ],
    }


def _offers(price: Price, devices: int) -> int:
    """How often the offer must be taken for so many devices."""
    return -(-devices // price.pieces)


def tokens_per_watt(decode: float, watts: float | None, devices: int) -> float | None:
    """Tokens per second and watt at the bound; None where the power is unknown."""
    return decode / (watts * devices) if watts else None
