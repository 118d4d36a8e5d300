"""Units of measure with exact factors. A scale word (K, M, B, T) belongs to the number, never to the unit."""

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from pydantic import Field

from schema.base import Strict

SCALES = {
    "": Decimal(1),
    "k": Decimal(10) ** 3,
    "K": Decimal(10) ** 3,
    "M": Decimal(10) ** 6,
    "B": Decimal(10) ** 9,
    "T": Decimal(10) ** 12,
}
BINARY_SCALES = {"k": Decimal(2) ** 10, "K": Decimal(2) ** 10, "M": Decimal(2) ** 20}


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit token.

    `factor` leads from this unit to the base of its dimension; `scaled` says that K, M, B and T may precede it;
    `binary_too` that K and M may mean 1,024 and 1,048,576 as well; figures of equal `compared_as` may be compared.
    """

    token: str
    dimension: str
    factor: Decimal
    scaled: bool = False
    binary_too: bool = False
    compared_as: str = ""


class Dimension(Strict):
    """Units that convert into one another without a judgement."""

    units: dict[str, Decimal] = Field(min_length=1)
    """Factor of each token to the first one."""
    scaled: bool = False
    """Whether a scale letter may stand between number and unit."""
    binary_too: bool = False
    """Whether K and M are read both as 1,000 and as 1,024."""
    bare: bool = False
    """Whether a number without a unit is one of these."""
    counts_like: str = ""
    """Another dimension whose figures may be compared with these."""


class Units(Strict):
    """All unit tokens of the ledger."""

    dimensions: dict[str, Dimension]

    @cached_property
    def by_token(self) -> dict[str, Unit]:
        """Unit for each token, `B params` and `T tokens` included."""
        table = {}
        for name, dimension in self.dimensions.items():
            bare = {"": Decimal(1)} if dimension.bare else {}
            for token, factor in {**bare, **dimension.units}.items():
                as_name = dimension.counts_like or name
                table[token] = Unit(token, name, factor, dimension.scaled, dimension.binary_too, as_name)
        for token, unit in list(table.items()):
            if unit.scaled and token:
                table.update(scaled_tokens(unit))
        return table

    @cached_property
    def by_dimension(self) -> dict[str, dict[str, Unit]]:
        """Units of each dimension by token."""
        table: dict[str, dict[str, Unit]] = {name: {} for name in self.dimensions}
        for token, unit in self.by_token.items():
            table[unit.dimension][token] = unit
        return table


def scaled_tokens(unit: Unit) -> dict[str, Unit]:
    """Tokens such as `B params` that name a scaled unit as a metric's own unit."""
    tokens = {f"{scale} {unit.token}": unit.factor * SCALES[scale] for scale in ("K", "M", "B", "T")}
    return {token: replace(unit, token=token, factor=factor, scaled=False) for token, factor in tokens.items()}
