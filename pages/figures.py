"""Numbers and units as pages print them."""

from pages.rows import Row

PRETTY_UNITS = {
    "x": "×",
    "mm2": "mm²",
    "us": "µs",
    "B params": "billion parameters",
    "T tokens": "trillion tokens",
}


def number(value: float | int | None) -> str:
    """A number with grouped thousands and no more digits than it has: `1,979`, `0.3`, `3.35`."""
    return "" if value is None else f"{value:,.12g}" if abs(value) < 1e12 else f"{value:,.0f}"


def factor(ratio: float) -> str:
    """A ratio with three significant digits: `30.3`, `28,000`, `1.5 million`."""
    short = float(f"{ratio:.3g}")
    for size, name in ((1e9, "billion"), (1e6, "million")):
        if short >= size:
            return f"{number(short / size)} {name}"
    return number(short)


def significant(value: float) -> str:
    """A number with four significant digits at most behind its whole ones: `3,352`, `6.857`."""
    return number(round(value) if value >= 1000 else float(f"{value:.4g}"))


def pretty_unit(unit: str) -> str:
    """A unit token as it is printed: `×` for `x`."""
    return PRETTY_UNITS.get(unit, unit)


def stated_in_words(stated: str) -> str:
    """A stated quantity with its comparator in words: `1.62 .. 1.92 x` becomes `1.62 to 1.92 ×`."""
    text = stated.replace(" .. ", " to ")
    head, space, unit = text.rpartition(" ")
    return head + space + pretty_unit(unit) if space else text


def in_unit(row: Row) -> str:
    """The value of a statement in its metric's unit, ranges as `160 to 480 GB`; empty for words and dates."""
    if row["value"] is None:
        return ""
    ends = number(row["value"])
    if row["value_max"] is not None:
        ends = f"{ends} to {number(row['value_max'])}"
    return f"{ends} {pretty_unit(row['unit'])}".strip()


def roughly(row: Row) -> str:
    """The value in the metric's unit with four significant digits: `= 4,800 GB/s`, `≈ 102 GB`; empty for ranges."""
    value = row["value"]
    if value is None or row["value_max"] is not None:
        return ""
    short = float(f"{value:.4g}")
    return f"{'=' if short == value else '≈'} {number(short)} {pretty_unit(row['unit'])}".strip()


def restates(row: Row, stated: str) -> bool:
    """Whether the value in the metric's unit tells a reader nothing that `stated` does not."""
    bare = stated.removeprefix("about ").removeprefix("up to ").removeprefix("at least ")
    counted = bare.split(" ")[0] if not row["unit"] else bare
    return in_unit(row).replace(",", "") in ("", bare, counted, stated)
