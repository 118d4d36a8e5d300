"""The picture of an exploration, and the words around it."""

from analysis.charts import bars, scatter
from analysis.charts.marks import Mark
from pages.catalogue import Catalogue
from pages.explore import TIME, Question, label
from pages.figures import factor, pretty_unit
from pages.rows import Row
from pages.words import lower_first

READY = {
    "device": (
        ("Bandwidth and memory", "scatter", "memory_capacity", "memory_bandwidth", None),
        ("Memory by generation", "timeline", TIME, "memory_capacity", None),
        ("Bandwidth by generation", "timeline", TIME, "memory_bandwidth", None),
        ("Bandwidth per watt", "bar", None, "memory_bandwidth", "power"),
        ("Bandwidth per watt over time", "timeline", TIME, "memory_bandwidth", "power"),
        ("Memory per price", "bar", None, "memory_capacity", "price:terms=rounded list price"),
        ("Dense FP8 and power", "scatter", "power", "peak_compute:path=matrix,precision=fp8,sparsity=dense", None),
    ),
    "system": (
        ("Memory and devices", "scatter", "device_count", "memory_capacity", None),
        ("Bandwidth and power", "scatter", "power", "memory_bandwidth", None),
    ),
    "model": (
        ("Total and active parameters", "scatter", "params_total", "params_active", None),
        ("Parameters over time", "timeline", TIME, "params_total", None),
        ("Context over time", "timeline", TIME, "context_length", None),
        ("Experts and parameters", "scatter", "params_total", "experts_total", None),
    ),
}
"""Pictures that are a link away: name, chart, across, upward, divided by."""


def view(body: Row, asked: Question, catalogue: Catalogue, path: str) -> Row:
    """What the template prints beside the body; `path` is put before addresses in the picture."""
    return {
        "title": title(asked, catalogue),
        "drawing": drawing(body, asked, catalogue, path) if body["rows"] else "",
        "y_label": upward_label(asked, catalogue),
        "years": asked.x is not None and asked.x.id == TIME,
        "ready": _ready(asked, catalogue),
        "addresses": {ending: asked.address(f"/explore{ending}") for ending in (".svg", ".csv", ".json")},
        "without_vendor": asked.address(vendor=None),
        "kinds": {kind: f"/explore?kind={kind}" for kind in catalogue.standings.axes},
        "log": asked.log,
        "shown": min(len(body["rows"]), bars.MOST) if asked.chart == "bar" else len(body["rows"]),
    }


def _ready(asked: Question, catalogue: Catalogue) -> list[Row]:
    known = catalogue.standings.axes[asked.kind]
    fitting = [row for row in READY[asked.kind] if all(ref in known for ref in row[2:] if ref)]
    return [
        {"name": name, "address": asked.address(chart=chart, x=x, y=y, per=per, vendor=None, scale=None)}
        for name, chart, x, y, per in fitting
    ]


def upward_label(asked: Question, catalogue: Catalogue) -> str:
    """Words for the values upward: `Memory bandwidth per power (GB/s per W)`."""
    if asked.per is None:
        return label(asked.y, catalogue)
    units = " per ".join(pretty_unit(axis.unit) or "1" for axis in (asked.y, asked.per))
    return f"{_quotient(asked, catalogue)} ({units})"


def title(asked: Question, catalogue: Catalogue) -> str:
    """Name of the picture."""
    joined = "and" if asked.chart == "bar" else "over"
    over = f" {joined} {lower_first(label(asked.x, catalogue, unit=False))}" if asked.x else ""
    whose = f"{asked.kind}s by {catalogue.name(asked.vendor)}" if asked.vendor else f"{asked.kind}s"
    return f"{_quotient(asked, catalogue)}{over}: {whose}"


def _quotient(asked: Question, catalogue: Catalogue) -> str:
    divided = f" per {lower_first(label(asked.per, catalogue, unit=False))}" if asked.per else ""
    return label(asked.y, catalogue, unit=False) + divided


def drawing(body: Row, asked: Question, catalogue: Catalogue, path: str) -> str:
    """The SVG."""
    marks = [_mark(row, asked, catalogue, path) for row in body["rows"]]
    name, described = title(asked, catalogue), f"{len(marks)} {asked.kind}s; the table holds the same figures."
    makers = {mark.group: catalogue.name(mark.group) for mark in marks}
    across = label(asked.x, catalogue) if asked.x else ""
    upward = upward_label(asked, catalogue)
    if asked.chart == "bar":
        return bars.draw(bars.Bars(marks, name, described, (upward, across) if asked.x else (upward,), makers))
    years = asked.x is not None and asked.x.id == TIME
    lines = _lines(body, catalogue) if years else []
    return scatter.draw(scatter.Scatter(marks, name, described, across, upward, makers, asked.log, years, lines))


def _lines(body: Row, catalogue: Catalogue) -> list[tuple[str, str]]:
    before = {row["id"]: catalogue.entities[row["id"]]["predecessor"] for row in body["rows"]}
    return [(old, new) for new, old in before.items() if old]


def _mark(row: Row, asked: Question, catalogue: Catalogue, path: str) -> Mark:
    told = f"{row['name']}: {factor(row['y'])}"
    if row["x"] is not None:
        told += f" at {row['x']:.0f}" if asked.x and asked.x.id == TIME else f" at {factor(row['x'])}"
    return Mark(
        row["id"], _short(row, catalogue), told, f"{path}/{asked.kind}/{row['id']}", row["vendor"], row["y"], row["x"]
    )


def _short(row: Row, catalogue: Catalogue) -> str:
    """A thing's name without its maker's, which the colour says."""
    return str(row["name"]).removeprefix(catalogue.name(row["vendor"])).strip() or str(row["name"])
