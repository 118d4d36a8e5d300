"""Software that changed between the two sides of a ratio, and baselines that were broken or first attempts."""

import re
from collections.abc import Iterator
from decimal import Decimal

from analysis.findings.check import Finding, check, finding, plain
from analysis.findings.scope import SINGLE, THROUGHPUTS
from analysis.findings.view import ClaimView, Said, conditions, device_count, devices
from schema.dates import first_day, last_day

LONG_AGO = 90
"""Days after which software is of another time."""
_FIRST_TRY = re.compile(r"\b(day[ -]?0|day zero|first|original|initial|prototype|own|launch)\b", re.IGNORECASE)
_BROKEN = Decimal("0.1")
"""A baseline below this share of what others reach was hardly working."""


@check(
    "software-of-different-dates",
    "Do both sides of a ratio between devices run software of one time?",
    "question",
)  # fmt: skip
def software_of_different_dates(view: ClaimView) -> Iterator[Finding]:
    for ratio in view.by_metric("ratio", "change"):
        if ratio.baseline in (None, "undeclared") or not ratio.devices:
            continue
        days, versions = _days(ratio), (ratio.over.engine_version, ratio.setup.engine_version)
        if ratio.devices == devices(ratio.over):
            yield from _same_device(view, ratio, days)
        elif days is not None and days > LONG_AGO:
            dates = f"{ratio.setup.software_date} against {ratio.over.software_date}, {days} days or more apart"
            message = f"{ratio.stated} compares devices with software of different times"
            yield finding("question", ratio, message, dates)
        elif ratio.setup.engine == ratio.over.engine and None not in versions and versions[0] != versions[1]:
            message = f"{ratio.stated} compares devices with different versions of {ratio.setup.engine}"
            yield finding("question", ratio, message, f"{versions[1]} against {versions[0]}")


def _days(ratio: Said) -> int | None:
    """Least number of days between the software of both sides."""
    mine, theirs = ratio.setup.software_date, ratio.over.software_date
    if mine is None or theirs is None:
        return None
    early, late = sorted((mine, theirs), key=first_day)
    return (first_day(late) - last_day(early)).days


def _same_device(view: ClaimView, ratio: Said, days: int | None) -> Iterator[Finding]:
    """A gain told of a device although the device is the same on both sides."""
    if view.about in ratio.devices and (days is not None or ratio.setup.engine_version != ratio.over.engine_version):
        dates = f"{ratio.over.software_date} to {ratio.setup.software_date}" if days is not None else None
        message = f"{ratio.stated} is a gain of the software: the devices are the same on both sides"
        yield finding("question", ratio, message, dates)


@check(
    "broken-baseline",
    "Is the baseline a first attempt, or far below what others reach with the same devices?",
    "misleading", "question",
)  # fmt: skip
def broken_baseline(view: ClaimView) -> Iterator[Finding]:
    for ratio in view.by_metric("ratio", "change"):
        weak = _weak(view, ratio)
        words = _FIRST_TRY.search(" ".join(str(value) for value in _told(ratio)))
        if weak:
            base, best = weak
            sum_ = f"{plain(base.low)} / {plain(best.low)} = {plain(base.low / best.low * 100)} %"
            message = f"{ratio.stated} starts from {base.stated}, under a tenth of the {best.stated} on record"
            yield finding("misleading", ratio, message, sum_, base)
        elif words and ratio.baseline not in (None, "undeclared"):
            yield finding("question", ratio, f"{ratio.stated} is over a baseline that is called “{words[0].lower()}”")


def _told(ratio: Said) -> list[object]:
    own = conditions(ratio.setup)
    return [value for name, value in conditions(ratio.over).items() if own.get(name) != value] + [ratio.over.note or ""]


def _weak(view: ClaimView, ratio: Said) -> tuple[Said, Said] | None:
    """The baseline's own figure and the best one of the same device and model, where the first is under a tenth."""
    metric = ratio.says("ratio_of") or ""
    base = next((said for said in view.by_metric(metric) if said.of == ratio.baseline and said.of), None)
    if base is None or metric not in THROUGHPUTS:
        return None
    rivals = [*view.by_metric(metric), *view.elsewhere(base.setup.model, metric)]
    alike = [
        said for said in rivals if said.like(base, "per") and said.devices == base.devices and _as_many(said, base)
    ]
    best = max(alike, key=lambda said: said.low)
    return (base, best) if base.low < best.low * _BROKEN else None


def _as_many(said: Said, base: Said) -> bool:
    """Whether two figures count as many devices: one each, or systems of one size."""
    return said.says("per") in SINGLE or device_count(said.setup) == device_count(base.setup)
