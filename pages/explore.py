"""Any figure over any other: what the address asks for, and the rows behind the picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import urlencode

from analysis.axes import Axis, Point
from pages.catalogue import Catalogue
from pages.refusals import RefusedError
from pages.rows import Row
from pages.standings import KINDS

CHARTS = ("scatter", "bar", "timeline")
PARAMETERS = {
    "kind": KINDS,
    "chart": CHARTS,
    "x": None,
    "y": None,
    "per": None,
    "vendor": None,
    "scale": ("log", "linear"),
}
OFFERED = 5
USUAL = {
    "device": ("memory_capacity", "memory_bandwidth"),
    "system": ("device_count", "memory_capacity"),
    "model": ("params_total", "params_active"),
}
"""Axes across and upward where none are named."""
TIME = "released"
COLUMNS = ("id", "name", "vendor", "x", "y", "x_statement", "y_statement", "per_statement")


@dataclass(frozen=True)
class Question:
    """What is drawn: `per` divides the values upward; `x` is None for bars of one figure."""

    kind: str
    chart: str
    x: Axis | None
    y: Axis
    per: Axis | None
    vendor: str | None
    log: bool

    def address(self, path: str = "/explore", **changed: str | None) -> str:
        """Address of this picture, with parameters changed; None takes one away."""
        axes = {"x": self.x.id if self.x else None, "y": self.y.id, "per": self.per.id if self.per else None}
        told = {"kind": self.kind, "chart": self.chart, **axes, "vendor": self.vendor}
        told |= {"scale": None if self.log else "linear", **changed}
        return f"{path}?{urlencode({name: value for name, value in told.items() if value}, safe=':,=')}"


def question(catalogue: Catalogue, given: dict[str, str]) -> Question:
    """What the parameters ask for. Raises RefusedError (400), all problems at once."""
    kind, chart = given.get("kind", "device"), given.get("chart", "scatter")
    known = catalogue.standings.axes[kind]
    across, upward = _usual(kind, known)
    wanted = {"x": given.get("x", across if chart == "scatter" else None), "y": given.get("y", upward)}
    wanted |= {"per": given.get("per"), **({"x": TIME} if chart == "timeline" else {})}
    missing = {name: ref for name, ref in wanted.items() if ref and ref not in known}
    vendor = given.get("vendor")
    problems = [_no_axis(name, ref, kind) for name, ref in missing.items()]
    if vendor and vendor not in _makers(catalogue, kind):
        problems.append(
            f"The parameter “vendor” is “{vendor[:80]}”: it can be the id of an organization that makes one"
        )
    if wanted["y"] == TIME or wanted["per"] == TIME:
        problems.append(f"Time is drawn across only: “{TIME}” can be “x”")
    if problems:
        raise RefusedError(400, ". ".join(problems) + ".", _nearest(catalogue, kind, missing))
    axes = {name: known[ref] if ref else None for name, ref in wanted.items()}
    upward_axis = known[wanted["y"] or upward]
    return Question(kind, chart, axes["x"], upward_axis, axes["per"], vendor, given.get("scale") != "linear")


def _usual(kind: str, known: Mapping[str, Axis]) -> tuple[str, str]:
    """Axes where none are named, else those that most things have. Raises RefusedError (404) where there are none."""
    most = sorted((ref for ref in known if ref != TIME), key=lambda ref: (-len(known[ref].points), ref))
    if not most:
        raise RefusedError(404, f"No figure is on record for enough {kind}s to be drawn.")
    across, upward = (ref if ref in known else most[0] for ref in USUAL[kind])
    return across, upward


def _no_axis(name: str, ref: str, kind: str) -> str:
    known = f"/explore.json?kind={kind} lists what can be drawn of {kind}s"
    return f"The parameter “{name}” is “{ref[:80]}”: {known}"


def _nearest(catalogue: Catalogue, kind: str, missing: dict[str, str]) -> list[Row]:
    known = catalogue.standings.axes[kind]
    found = [(name, near) for name, ref in missing.items() for near in get_close_matches(ref, known, OFFERED, 0.4)]
    return [
        {
            "id": near,
            "title": label(known[near], catalogue),
            "path": f"/explore?{urlencode({'kind': kind, name: near})}",
        }
        for name, near in found
    ]


def _makers(catalogue: Catalogue, kind: str) -> list[str]:
    makers = catalogue.standings.makers
    found = {makers[ref] for axis in catalogue.standings.axes[kind].values() for ref in axis.points if ref in makers}
    return sorted(found, key=catalogue.name)


def label(axis: Axis, catalogue: Catalogue, unit: bool = True) -> str:
    """Name of an axis in words: `Peak compute, FP8, dense (TFLOP/s)`."""
    if axis.id == TIME:
        return "Date of release"
    held = catalogue.words.holds_for({"entity": "", "qualifiers": dict(sorted(axis.key))})
    written = catalogue.words.unit(axis.metric) if axis.unit else ""
    return ", ".join([catalogue.words.metric(axis.metric), *held]) + (f" ({written})" if unit and written else "")


def read(catalogue: Catalogue, asked: Question) -> Row:
    """Rows of the picture, the highest first, and the figures that can be drawn."""
    axes = catalogue.standings.axes[asked.kind]
    rows = [
        _row(ref, point, asked, catalogue) for ref, point in asked.y.points.items() if _drawn(ref, asked, catalogue)
    ]
    return {
        "kind": asked.kind,
        "chart": asked.chart,
        **{name: _described(axis, catalogue) for name, axis in (("x", asked.x), ("y", asked.y), ("per", asked.per))},
        "vendor": asked.vendor,
        "rows": sorted(rows, key=lambda row: (-row["y"], row["id"])),
        "axes": [
            _described(axis, catalogue) for axis in sorted(axes.values(), key=lambda axis: _order(axis, catalogue))
        ],
        "vendors": [{"id": ref, "name": catalogue.name(ref)} for ref in _makers(catalogue, asked.kind)],
    }


def _order(axis: Axis, catalogue: Catalogue) -> tuple[int, int, str]:
    metrics = list(catalogue.words.metrics)
    return (metrics.index(axis.metric) if axis.metric in metrics else len(metrics), -len(axis.points), axis.id)


def _drawn(ref: str, asked: Question, catalogue: Catalogue) -> bool:
    others = [axis for axis in (asked.x, asked.per) if axis]
    ours = asked.vendor is None or catalogue.standings.makers.get(ref) == asked.vendor
    return ours and all(ref in axis.points for axis in others)


def _row(ref: str, point: Point, asked: Question, catalogue: Catalogue) -> Row:
    across = asked.x.points[ref] if asked.x else None
    divisor = asked.per.points[ref] if asked.per else None
    return {
        "id": ref,
        "name": catalogue.name(ref),
        "vendor": catalogue.standings.makers.get(ref, ""),
        "x": across.value if across else None,
        "y": point.value / divisor.value if divisor else point.value,
        "x_statement": across.statement if across else None,
        "y_statement": point.statement,
        "per_statement": divisor.statement if divisor else None,
    }


def _described(axis: Axis | None, catalogue: Catalogue) -> Row | None:
    if axis is None:
        return None
    return {"id": axis.id, "label": label(axis, catalogue), "unit": axis.unit, "n": len(axis.points)}
