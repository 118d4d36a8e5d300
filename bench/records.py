"""Records made up by the thousand for the speed benchmarks: seeded, of the shape and size of real ones."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

VENDORS = tuple(f"maker-{number}" for number in range(40))
PUBLISHERS = tuple(f"press-{number}" for number in range(60))
SOURCES_EACH = 25
SHARDS = 256
DICTIONARY_FILES = ("metrics.yml", "words.yml", "units.yml")
NOTES = (
    "The datasheet of the part that is sold.",
    "Tablodan okundu, dipnotta seyreklik yok.",
    "Aus der Tabelle auf Seite 3 abgeschrieben.",
    "D'après le tableau, sans note de bas de page.",
    "De la tabla del fabricante.",
    "来自厂商的表格。",
)


def write_records(data_root: Path, count: int, dictionary: Path, seed: int = 1) -> None:
    """Write `count` records, three devices to two models, below `data_root`, with the dictionary of the ledger."""
    chance = random.Random(seed)  # noqa: S311 - made-up records, no secrets
    data_root.mkdir(parents=True)
    for name in DICTIONARY_FILES:
        shutil.copy(dictionary / name, data_root / name)
    shutil.copytree(dictionary / "languages", data_root / "languages")
    _write(data_root / "organizations.yml", "".join(_organizations()))
    for publisher in (*VENDORS, *PUBLISHERS):
        _write(data_root / "sources" / f"{publisher}.yml", "".join(_sources(publisher)))
    for number in range(count):
        path, text = (_device if number % 5 < 3 else _model)(number, chance)
        _write(data_root / path, text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _organizations() -> Iterator[str]:
    yield "# yaml-language-server: $schema=../schema/json/organizations.json\n"
    for names, kind in ((VENDORS, "vendor"), (PUBLISHERS, "publisher")):
        yield from (f"{name}:\n  name: {name.title()}\n  kind: {kind}\n\n" for name in names)


def _sources(publisher: str) -> Iterator[str]:
    kind = "datasheet" if publisher in VENDORS else "press"
    for number in range(SOURCES_EACH):
        yield (
            f"{publisher}-{number}:\n  title: Page {number} of {publisher}\n  kind: {kind}\n  publisher: {publisher}\n"
            f"  url: https://example.org/{publisher}/{number}\n  published: 2026-0{number % 9 + 1}\n\n"
        )


def _source(chance: random.Random, vendor: str | None = None) -> str:
    return f"{vendor or chance.choice(PUBLISHERS)}-{chance.randrange(SOURCES_EACH)}"


def _device(number: int, chance: random.Random) -> tuple[str, str]:
    vendor = VENDORS[number % len(VENDORS)]
    memory, bandwidth = chance.choice((24, 48, 80, 96, 141, 192, 288)), chance.randrange(800, 9000)
    peak, power = chance.randrange(100, 9999), chance.randrange(70, 1400)
    own, other = _source(chance, vendor), _source(chance)
    text = f"""# yaml-language-server: $schema=../../../schema/json/device.json
name: Accelerator {number}
vendor: {vendor}
kind: gpu
architecture: line-{number % 17}
aliases: [A{number}, Accelerator {number} SXM]
identifiers: {{pci: 10de:{number:06x}}}

statements:
  - {{memory_capacity: {memory} GB, source: {own}, at: p. 2}}
  - {{memory_capacity: {memory}.0 GB, source: {other}}}

  - {{memory_type: hbm3, source: {own}, at: p. 2}}

  # the peak rate of the interface, not a measured one
  - {{memory_bandwidth: {bandwidth} GB/s, source: {own}, at: p. 2}}
  - memory_bandwidth: {bandwidth * 2} GB/s
    source: {other}
    rank: deprecated
    cause: scope
    reason: {chance.choice(NOTES)}

  - {{peak_compute: {peak} TFLOP/s, precision: fp8, sparsity: dense, source: {own}, at: table 1}}
  - {{peak_compute: {peak * 2} TFLOP/s, precision: fp8, sparsity: sparse, source: {own}, at: table 1}}

  - {{power: {power} W, source: {own}, at: p. 2}}
"""
    return f"devices/{vendor}/{vendor}-a{number}.yml", text


def _model(number: int, chance: random.Random) -> tuple[str, str]:
    developer = VENDORS[number % len(VENDORS)]
    layers, heads = chance.randrange(16, 96), chance.choice((16, 32, 64))
    own, other = _source(chance, developer), _source(chance)
    text = f"""# yaml-language-server: $schema=../../../schema/json/model.json
name: Model {number}
developer: {developer}
kind: language
family: line-{number % 23}
aliases: [M{number}]
identifiers: {{huggingface: Example/Model-{number}}}

statements:
  - {{params_total: {number % 900 + 1}B params, source: {own}, at: card}}

  - {{layers: {layers}, source: {own}, at: num_hidden_layers}}

  - {{attention_layers: {layers}, attention: full, source: {own}, at: architectures}}

  - {{hidden_size: {heads * 128}, source: {own}, at: hidden_size}}

  - {{attention_heads: {heads}, source: {own}, at: num_attention_heads}}

  - {{kv_heads: 8, source: {own}, at: num_key_value_heads}}

  - {{head_dim: 128, source: {own}, at: head_dim}}

  - {{context_length: 128K tokens, source: {own}, at: card}}
  - {{context_length: 131072 tokens, source: {other}, note: "{chance.choice(NOTES)}"}}
"""
    return f"models/{developer}/{developer}-m{number}.yml", text
