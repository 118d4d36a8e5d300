"""Answers about memory as a person reads them in a terminal: terms that add up, why, and what is not known."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
WIDTH = 100
TERMS = (("weights", "weights"), ("cache", "KV cache"), ("states", "states"), ("load", "activations and runtime"))
FORMATS = {
    "native": "computed natively",
    "emulated": "unpacked to a format the device has",
    "unsupported": "not supported",
    "unknown": "native or not is not on record",
}


def answer_text(answer: Json, model: str, device: str | None) -> str:
    """One answer as lines."""
    return "\n".join(_lines(answer, model, device))


def _lines(answer: Json, model: str, device: str | None) -> Iterator[str]:
    yield _title(answer, model, device)
    yield _asked(answer)
    yield ""
    yield from _sum(answer)
    yield from _verdict(answer, device)
    yield from _speed(answer)
    yield from _support(answer)
    yield from _systems(answer)
    yield from _beside(answer)
    yield from _runs(answer)
    yield from _launch(answer)
    yield from _why(answer)


def _title(answer: Json, model: str, device: str | None) -> str:
    place = f" on {answer['devices']} × {device}" if device and answer["devices"] else f" on {device}" if device else ""
    day = f", as known on {answer['as_of']}" if answer["as_of"] else ""
    return f"{model} in {answer['precision'].upper()}{place}{day}"


def _asked(answer: Json) -> str:
    users = "1 user" if answer["users"] == 1 else f"{answer['users']:,} users"
    return (
        f"{answer['context']:,} tokens for {users}, {answer['kv']} cache, {answer['engine']}, "
        f"{answer['checkpoint']} checkpoint"
    )


def _sum(answer: Json) -> Iterator[str]:
    for key, label in TERMS:
        if answer[key] is not None:
            yield f"  {label:26}{answer[key]:12,.2f} GiB"
    if answer["total"] is not None:
        yield f"  {'total':26}{answer['total']:12,.2f} GiB"
        yield f"  {'between':26}{answer['low']:12,.2f} and {answer['high']:,.2f} GiB"
    elif answer["weights"] is not None:
        yield "  A floor: weights alone. There is no total, since what is missing may be the larger part."
    if answer["missing"]:
        yield f"  Not known: {'; '.join(answer['missing'])}."
    if answer["as_of"]:
        yield "  Sources count from their day, from the first of a month where no day is known, else from being read."
    if answer["floor"] and answer["total"] is not None:
        yield "  At least so much: what a checkpoint of this kind leaves unquantised is not on record."


def _verdict(answer: Json, device: str | None) -> Iterator[str]:
    if device is None or answer["total"] is None:
        return
    yield ""
    if answer["usable"] is not None:
        left = answer["headroom"]
        verb = "leaves" if left >= 0 else "lacks"
        yield (
            f"{answer['per_device']:,.2f} of {answer['usable']:,.2f} usable GiB on each device, which {verb} "
            f"{abs(left):,.2f} ({answer['split']})."
        )
    if answer["devices_needed"]:
        bare = f"; {answer['bare_minimum']} if it could be cut at will" if answer["bare_minimum"] else ""
        yield f"Devices needed: {answer['devices_needed']} in a split the engine accepts{bare}."
    elif answer["usable"] is not None:
        yield "No split over at most 64 of them holds it."
    pooled = ", read for its architecture" if answer["format_from"] == "architecture" else ""
    yield f"{answer['precision'].upper()} on it: {FORMATS[answer['format']]}{pooled}. {_checked(answer)}"


def _checked(answer: Json) -> str:
    words = str(answer["validated_words"] or "")
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _speed(answer: Json) -> Iterator[str]:
    bound = answer["speed_bound"]
    if not bound:
        return
    decode, each = bound["decode_tokens_per_second"], bound["decode_tokens_per_second_per_user"]
    if decode is not None:
        own = f", {each:,.0f} for each user" if answer["users"] > 1 else ""
        yield f"No faster than {decode:,.0f} generated tokens per second{own}: a bound by bandwidth, no promise."
    if bound["prefill_tokens_per_second"] is not None:
        yield f"No faster than {bound['prefill_tokens_per_second']:,.0f} prompt tokens per second, by dense compute."
    if bound["missing"]:
        yield f"No bound for want of {'; '.join(bound['missing'])}."


def _support(answer: Json) -> Iterator[str]:
    for entry in answer["engine_support"]:
        what = "since version" if entry["metric"] == "engine_min_version" else "support:"
        version = f" ({entry['version']})" if entry["version"] else ""
        yield f"{answer['engine']} {what} {str(entry['says']).replace('_', ' ')}{version} – {entry['source']}"
    if not answer["engine_support"] and answer["device"]:
        yield f"Which version of {answer['engine']} supports the model is not on record."


def _systems(answer: Json) -> Iterator[str]:
    """Products that hold the devices needed."""
    needed = answer["devices_needed"]
    counted = [row for row in answer.get("systems", ()) if row["device_count"]]
    if not needed or not counted:
        return
    offers = [
        f"{-(-needed // int(row['device_count']))} × {row['name']} ({int(row['device_count'])})" for row in counted
    ]
    yield f"To be had as: {'; '.join(offers)}."


def _why(answer: Json) -> Iterator[str]:
    if not answer["assumptions"]:
        return
    places = [entry["where"] for entry in answer["sources"]]
    yield ""
    yield "Why"
    for entry in answer["assumptions"]:
        value = entry["value"]
        figure = f"{value:.6g}" if isinstance(value, float | int) else str(value)
        mark = f" [{places.index(entry['where']) + 1}]" if entry["where"] in places else ""
        yield f"  {figure:>12}  {entry['why']}{mark}"
    yield ""
    yield "Read in"
    for number, entry in enumerate(answer["sources"], 1):
        title = f"{entry['title']}, statement {entry['where']}" if entry["title"] else entry["where"]
        yield f"  {f'[{number}]':>5}  {title}"


def _beside(answer: Json) -> Iterator[str]:
    """Our own answer beside a reconstruction, term by term."""
    found = answer.get("beside")
    if not found:
        return
    yield ""
    yield f"Beside it our own answer, by the rules of {found['engine']}"
    yield f"  {'':10}{'llmscale':>10}{'ours':>10}{'more':>10}"
    for row in found["terms"]:
        figures = "".join(f"{row[key]:10,.2f}" for key in ("llmscale", "ours", "difference") if row[key] is not None)
        yield f"  {row['term']:10}{figures}  {row['why'] or ''}".rstrip()


def _runs(answer: Json) -> Iterator[str]:
    """Measured runs of the pair beside the bound."""
    rows = answer.get("measured")
    if not rows:
        return
    yield ""
    yield "Measured on it"
    for row in rows[:3]:
        kind = "bandwidth" if row["bound_by"] == "bandwidth" else "dense compute"
        share = f", {row['ratio']:.0%} of the bound by {kind}" if row["ratio"] else ""
        yield f"  {row['measured']:,.0f} tokens per second on {row['devices']}{share} – {row['source']}"


def _launch(answer: Json) -> Iterator[str]:
    found = answer.get("launch")
    if not found:
        return
    yield ""
    yield "Start it with"
    yield f"  {found['command']}"
    if found["note"]:
        yield f"  ({found['note']})"
    for flag in found["flags"]:
        yield f"  {flag['text']:32}  {flag['why']}"


def most_text(found: Json, answer: Json) -> str:
    """Most users and longest context."""
    return (
        f"On {found['devices']} devices: at most {found['most_users']:,} users at {answer['context']:,} tokens, "
        f"at most {found['longest_context']:,} tokens for {answer['users']:,} at once."
    )


def holders_text(rows: list[Json], names: dict[str, str], shown: int = 20) -> str:
    """The smallest devices that hold a model."""
    if not rows:
        return "No device on record holds it in a split over at most 64."
    lines = [f"{'devices':>7}  {'GiB each':>9}  {'GiB needed':>10}  format    device"]
    lines += [
        f"{row['devices_needed']:7}  {row['memory']:9,.1f}  {row['total']:10,.1f}  {row['format']:9} "
        f"{names[row['device']]}"
        for row in rows[:shown]
    ]
    return "\n".join([*lines, *([f"… and {len(rows) - shown} more"] if len(rows) > shown else [])])


def formats_text(rows: list[Json]) -> str:
    """Formats that fit, released ones first."""
    if not rows:
        return "In no known format does it fit there."
    lines = [f"{'format':8}  {'bits':>6}  {'GiB':>9}  {'left':>8}  checkpoint    engine    on the device"]
    lines += [
        f"{row['precision']:8}  {row['bits']:6.3g}  {row['total']:9,.1f}  {row['headroom']:8,.1f}  "
        f"{row['checkpoint']:12}  {row['engine']:8}  {row['format']}"
        for row in rows
    ]
    return "\n".join(lines)
