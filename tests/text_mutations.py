"""True and false sentences made from the ledger's own figures, in six languages and their digits."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from analysis.text.ledger import Ledger, Recorded
from schema.agreement import agreement
from schema.quantity import Figure, parse_figure

SENTENCES = {
    "memory_capacity": {
        "en": "The {name} has {x} of memory.", "de": "Die {name} hat {x} Speicher.",
        "tr": "{name} kartında {x} bellek var.", "fr": "Le {name} dispose de {x} de mémoire.",
        "es": "La {name} tiene {x} de memoria.", "zh": "{name} 配备 {x} 显存。",
    },
    "memory_bandwidth": {
        "en": "The memory bandwidth of the {name} is {x}.", "de": "Die {name} erreicht {x} Speicherbandbreite.",
        "tr": "{name} {x} bellek bant genişliği sunuyor.", "fr": "Le {name} offre {x} de bande passante mémoire.",
        "es": "La {name} ofrece un ancho de banda de memoria de {x}.", "zh": "{name} 的内存带宽为 {x}。",
    },
    "peak_compute": {
        "en": "The {name} delivers {x} of dense {p} compute.",
        "de": "Die {name} liefert {x} dichte {p}-Rechenleistung.",
        "tr": "{name}, {p} ile {x} yoğun performans sunuyor.", "fr": "Le {name} atteint {x} en {p} dense.",
        "es": "La {name} alcanza {x} en {p} denso.", "zh": "{name} 的稠密 {p} 算力为 {x}。",
    },
    "power": {
        "en": "The {name} has a TDP of {x}.", "de": "Die {name} hat eine TDP von {x}.",
        "tr": "{name} kartının TDP değeri {x}.",
        "fr": "Le {name} a un TDP de {x}.", "es": "La {name} tiene un TDP de {x}.", "zh": "{name} 的功耗为 {x}。",
    },
    "params_total": {
        "en": "{name} has {x} parameters in total.", "de": "{name} hat insgesamt {x} Parameter.",
        "tr": "{name} toplam {x} parametreye sahip.", "fr": "{name} compte {x} de paramètres au total.",
        "es": "{name} tiene {x} de parámetros en total.", "zh": "{name} 的总参数量为 {x}参数。",
    },
    "layers": {
        "en": "{name} has {x} layers.", "de": "{name} hat {x} Schichten.", "tr": "{name} {x} katmandan oluşuyor.",
        "fr": "{name} compte {x} couches.", "es": "{name} tiene {x} capas.", "zh": "{name} 共有 {x} 层。",
    },
}  # fmt: skip
UNITS = {
    "fr": {"GB": "Go", "TB": "To", "MB": "Mo", "GB/s": "Go/s", "TB/s": "To/s", "GiB": "Gio", "TiB": "Tio"},
    "tr": {"TB/s": "TB/sn", "GB/s": "GB/sn"},
}
BILLIONS = {
    "en": "{} billion",
    "de": "{} Milliarden",
    "tr": "{} milyar",
    "fr": "{} milliards",
    "es": "{} mil millones",
    "zh": "{} 亿",
}
MILLIONS = {
    "en": "{} million",
    "de": "{} Millionen",
    "tr": "{} milyon",
    "fr": "{} millions",
    "es": "{} millones",
    "zh": "{} 万",
}
NEXT_UNIT = {
    "GB": "TB", "TB": "GB", "GB/s": "TB/s", "TB/s": "GB/s", "TFLOP/s": "PFLOP/s", "PFLOP/s": "TFLOP/s",
    "W": "kW", "kW": "W",
    "TOP/s": "POP/s", "MB": "GB",
}  # fmt: skip
TWIN = {"GB": "GiB", "TB": "TiB", "GiB": "GB", "TiB": "TB"}
PRINTED = {"TFLOP/s": "TFLOPS", "PFLOP/s": "PFLOPS", "TOP/s": "TOPS", "EFLOP/s": "EFLOPS", "POP/s": "POPS"}


@dataclass(frozen=True, slots=True)
class Made:
    """A sentence with what was done to it: true, or the name of the mutation."""

    language: str
    text: str
    kind: str
    metric: str
    entity: str
    stated: str
    name: str


def digits(value: Decimal, language: str) -> str:
    """A number in a language's digits."""
    whole, _, fraction = f"{value:f}".partition(".")
    groups: list[str] = []
    while len(whole) > 3:
        groups.insert(0, whole[-3:])
        whole = whole[:-3]
    sign, point = {"en": (",", "."), "zh": (",", "."), "fr": ("\u202f", ",")}.get(language, (".", ","))
    return sign.join([whole, *groups]) + (point + fraction if fraction else "")


def sources_of_truth(ledger: Ledger) -> Iterator[Recorded]:
    """Statements that a plain sentence can tell: shown first among their kind, exact, of the headline configuration."""
    for entity, table in sorted(ledger.by_entity.items()):
        thing = ledger.things.get(entity)
        if thing is None or thing.kind not in ("device", "model") or len(thing.name.split()) > 5 or "(" in thing.name:
            continue
        for metric in SENTENCES:
            found = [item for item in table.get(metric, ()) if _plain(item, thing.per, metric)]
            yield from sorted(found, key=lambda item: (item.rank != "preferred", not item.primary, item.id))[:1]


def _plain(item: Recorded, per: str, metric: str) -> bool:
    figure = item.figure
    if (
        figure is None
        or figure.comparator != "exact"
        or not item.headline
        or item.rank == "deprecated"
        or item.valid_to
    ):
        return False
    held = {
        name: value
        for name, value in item.qualifiers.items()
        if name not in ("edition", "path", "counts", "accumulate", "clock")
    }
    if metric == "peak_compute":
        return (
            held.get("sparsity") == "dense"
            and held.get("precision") in ("fp8", "bf16", "fp4")
            and set(held) <= {"sparsity", "precision", "per"}
        )
    return set(held) <= {"per"} and held.get("per", per) == per


def sentences(ledger: Ledger, per_metric: int = 40) -> Iterator[Made]:
    """For each statement its true sentence and its mutations in every language; so many statements a metric."""
    used: dict[str, int] = {}
    for item in sources_of_truth(ledger):
        if used.setdefault(item.metric, 0) < per_metric:
            used[item.metric] += 1
            for language in ("en", "de", "tr", "fr", "es", "zh"):
                yield from _of(ledger, item, language)


def _of(ledger: Ledger, item: Recorded, language: str) -> Iterator[Made]:
    number, unit = _printed(item)
    yield _made(ledger, item, language, number, unit, "true")
    for kind, value, token in mutations(number, unit):
        if not _on_record(ledger, item, value, token):
            yield _made(ledger, item, language, value, token, kind)


def _printed(item: Recorded) -> tuple[Decimal, str]:
    assert item.figure is not None
    unit = item.stated.rpartition(" ")[2] if " " in item.stated else ""
    if item.metric in ("params_total", "layers"):
        return item.figure.low.values[0], "params" if item.metric == "params_total" else "layers"
    return Decimal(item.stated.split()[0]), unit


def mutations(number: Decimal, unit: str) -> Iterator[tuple[str, Decimal, str]]:
    """Unit slip, the other kind of prefix, ten times as much, two neighbouring digits swapped."""
    if unit in NEXT_UNIT:
        yield "unit_slip", number, NEXT_UNIT[unit]
    if unit in TWIN:
        yield "prefix", number, TWIN[unit]
    yield "ten_times", number * 10, unit
    swapped = _swapped(number)
    if swapped is not None:
        yield "swapped", swapped, unit


def _swapped(number: Decimal) -> Decimal | None:
    text = f"{number:f}"
    for place in range(len(text) - 1):
        one, two = text[place], text[place + 1]
        if one.isdigit() and two.isdigit() and one != two and not (place == 0 and two == "0"):
            return Decimal(text[:place] + two + one + text[place + 2 :])
    return None


def _on_record(ledger: Ledger, item: Recorded, value: Decimal, unit: str) -> bool:
    """Whether the mutation happens to be something else that the ledger holds of the thing."""
    metrics = (item.metric, *ledger.languages.shared.alike.get(item.metric, ()))
    figure = _figure(ledger, item.metric, value, unit)
    others = [o.figure for name in metrics for o in ledger.of(item.entity, name) if o.figure and o.rank != "deprecated"]
    return any(agreement(figure, other) in ("agree", "coarse", "close") or _within(figure, other) for other in others)


def _within(figure: Figure, other: Figure) -> bool:
    return other.high is not None and other.low.values[0] <= figure.low.values[0] <= other.high.values[0]


def _figure(ledger: Ledger, metric: str, value: Decimal, unit: str) -> Figure:
    text = f"{value:f}" if unit in ("params", "layers") else f"{value:f} {unit}"
    return parse_figure(
        f"{text} {unit}" if unit in ("params", "layers") else text, ledger.dictionary.unit_choices[metric]
    )


def _made(ledger: Ledger, item: Recorded, language: str, number: Decimal, unit: str, kind: str) -> Made:
    words = item.qualifiers.get("precision", "").upper()
    text = SENTENCES[item.metric][language].format(
        name=ledger.name(item.entity), x=_worded(number, unit, language), p=words
    )
    return Made(language, text, kind, item.metric, item.entity, item.stated, ledger.name(item.entity))


def _worded(number: Decimal, unit: str, language: str) -> str:
    if unit == "layers":
        return digits(number, language)
    if unit == "params":
        return _counted(number, language)
    token = UNITS.get(language, {}).get(unit, PRINTED.get(unit, unit))
    return f"{digits(number, language)} {token}"


def _counted(number: Decimal, language: str) -> str:
    """Parameters in thousand millions or millions; Chinese counts in its own scales."""
    billions = number >= 10**9
    worth = (10**8 if billions else 10**4) if language == "zh" else (10**9 if billions else 10**6)
    value = (number / worth).normalize()
    value = value.quantize(Decimal(1)) if value == value.to_integral_value() else value
    return (BILLIONS if billions else MILLIONS)[language].format(digits(value, language))


def swaps(ledger: Ledger, most: int = 150) -> Iterator[Made]:
    """A device with the figure of another of the same maker, and a device with the figure of its rack or server."""
    items = [
        item for item in sources_of_truth(ledger) if item.metric in ("memory_capacity", "memory_bandwidth", "power")
    ]
    done = 0
    for one, other in zip(items, items[3:], strict=False):
        number, unit = _printed(other)
        same = one.metric == other.metric and ledger.things[one.entity].maker == ledger.things[other.entity].maker
        if same and done < most and not _on_record(ledger, one, number, unit):
            done += 1
            for language in ("en", "de", "tr", "fr", "es", "zh"):
                yield _made(ledger, one, language, number, unit, "sibling")
    for item in items:
        yield from _of_system(ledger, item)


def _of_system(ledger: Ledger, item: Recorded) -> Iterator[Made]:
    for system in ledger.systems_of.get(item.entity, ()):
        if ledger.things[system].detail not in ("rack", "server"):
            continue
        for whole in ledger.of(system, item.metric):
            exact = whole.figure is not None and whole.figure.comparator == "exact" and whole.rank != "deprecated"
            if exact and not _on_record(ledger, item, *_printed(whole)):
                for language in ("en", "de", "tr", "fr", "es", "zh"):
                    yield _made(ledger, item, language, *_printed(whole), "rack_for_gpu")
