"""Names of units in other languages, from the Unicode locale data (CLDR) that Babel carries."""

from typing import Literal

from babel.units import format_unit

CLDR_UNITS = {
    "digital-kilobyte": "KB", "digital-megabyte": "MB", "digital-gigabyte": "GB", "digital-terabyte": "TB",
    "digital-petabyte": "PB", "power-watt": "W", "power-kilowatt": "kW", "power-megawatt": "MW", "power-gigawatt": "GW",
    "duration-second": "s", "duration-millisecond": "ms", "duration-microsecond": "us", "duration-nanosecond": "ns",
    "duration-minute": "min", "duration-hour": "h", "frequency-megahertz": "MHz", "frequency-gigahertz": "GHz",
    "mass-kilogram": "kg",
}  # fmt: skip
"""CLDR's units and the ledger's tokens for them."""
_LENGTHS: tuple[Literal["long", "short"], ...] = ("long", "short")
_AMOUNTS = (1, 2, 5)
"""Enough to meet every plural of the languages that have more than two."""
SHORTEST = 2
"""A name of one letter (`g` for giga, `d` for day) is a scale or a word to somebody."""


def unit_names(code: str) -> dict[str, list[str]]:
    """Names for each unit token in a language, singular and plural."""
    return {token: sorted(_names(unit, code)) for unit, token in CLDR_UNITS.items()}


def _names(unit: str, code: str) -> set[str]:
    whole = {
        format_unit(amount, unit, length, locale=code)
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace(str(amount), "")
        .strip()
        for amount in _AMOUNTS
        for length in _LENGTHS
    }
    return {name for name in whole if len(name) >= SHORTEST or not name.isascii()}
