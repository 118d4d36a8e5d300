"""Terms of answers as stacked bars: shares of one width, drawn by the template without any script."""

from pages.rows import Row

TERMS = (("weights", "Weights"), ("cache", "KV cache"), ("states", "States"), ("load", "Activations and runtime"))
BARS = 6
WIDTH = 100.0
NODE = 8


def bars(rows: list[Row]) -> list[Row]:
    """One bar for each answer, all to the scale of the largest: its terms on one device, and how far it may be filled.

    Rows have `devices`, the terms in GiB on all of them, `per_device` and `usable`.
    """
    drawn = [row for row in rows if row["per_device"] is not None and row["usable"]]
    scale = max((max(row["per_device"], row["usable"]) for row in drawn), default=1.0)
    return [{"row": row, "parts": _parts(row, scale), "limit": WIDTH * row["usable"] / scale} for row in drawn]


def _parts(row: Row, scale: float) -> list[Row]:
    """Terms from left to right, with their place and width out of 100."""
    parts, at = [], 0.0
    for name, label in TERMS:
        gib = (row[name] or 0.0) / row["devices"]
        width = WIDTH * gib / scale
        if gib > 0:
            parts.append({"term": name, "label": label, "gib": gib, "at": round(at, 3), "width": round(width, 3)})
        at += width
    return parts


def groups(rows: list[Row]) -> list[Row]:
    """Rows of the table by what it takes: one device, one server, more, and what does not do."""
    made: dict[str, list[Row]] = {"one": [], "server": [], "more": [], "none": []}
    for row in rows:
        made[_group(row)].append(row)
    titles = {
        "one": "One of them holds it",
        "server": f"Two to {NODE} of them",
        "more": f"More than {NODE}",
        "none": "Not in a split over at most 64, or not in this format",
    }
    return [{"name": name, "title": titles[name], "rows": found} for name, found in made.items() if found]


def _group(row: Row) -> str:
    needed = row["devices_needed"]
    if needed is None or row["format"] == "unsupported":
        return "none"
    return "one" if needed == 1 else "server" if needed <= NODE else "more"
