"""Dates with the precision they were given in: a day, a month, a quarter, a half-year or a year."""

import re
from datetime import date, timedelta
from functools import lru_cache

PARTIAL_DATE = r"[12]\d{3}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|-Q[1-4]|-H[12])?"
_PARTIAL = re.compile(PARTIAL_DATE)
DATE_FORMS = "2026-10-06, 2026-10, 2026-Q4, 2026-H2 or 2026"


def is_partial_date(text: str) -> bool:
    """Whether the text is a date of any precision, and a day that the calendar has."""
    if _PARTIAL.fullmatch(text) is None:
        return False
    try:
        first_day(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def first_day(text: str) -> date:
    """First day that the date may mean. Raises ValueError for a day that no calendar has."""
    year, _, rest = text.partition("-")
    if rest[:1] in ("Q", "H"):
        months = 3 if rest[0] == "Q" else 6
        return date(int(year), (int(rest[1]) - 1) * months + 1, 1)
    month, _, day = rest.partition("-")
    return date(int(year), int(month or 1), int(day or 1))


def last_day(text: str) -> date:
    """Last day that the date may mean."""
    start = first_day(text)
    if len(text) == len("2026-10-06"):
        return start
    if len(text) == len("2026"):
        return date(start.year, 12, 31)
    months = {"Q": 3, "H": 6}.get(text[5], 1)
    following = start.month + months
    return date(start.year + (following > 12), (following - 1) % 12 + 1, 1) - timedelta(days=1)


def may_be_same(one: str, other: str) -> bool:
    """Whether two dates can mean one day: 2026-10 and 2026-10-06 can."""
    return first_day(one) <= last_day(other) and first_day(other) <= last_day(one)
