"""Editors complete and underline as the check judges: what it takes passes, what it refuses in one place is marked."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from loaders.dictionary import load_dictionary
from loaders.generate import ids_in_use
from schema import patterns
from schema.dictionary import Dictionary
from schema.editor import ID_KINDS, editor_schemas
from schema.quantity import NotAFigure, parse_figure
from tests.conftest import DATA, HOUSE
from tests.editors import JsonSchema, schema_named_in, underlined

TEMPLATES = sorted((DATA / "templates").glob("*.yml"))
UNIT_CHOICES = load_dictionary(DATA).unit_choices
DEVICE = """\
name: Acme A1
vendor: acme
kind: gpu
statements:
  - {memory_capacity: 80 GB, source: acme-a1-datasheet}
  - {peak_compute: 1979 TFLOP/s, precision: fp8, sparsity: sparse, source: acme-a1-datasheet}
  - {dies: 2, source: acme-a1-datasheet}
  - {announced: 2026, source: acme-a1-datasheet, at: 4}
"""


@pytest.fixture(scope="module")
def schemas() -> dict[str, JsonSchema]:
    """Schemas under the real dictionary, with the ids of the ledger and those of the invented house."""
    real, house = ids_in_use(DATA), ids_in_use(HOUSE)
    return editor_schemas(load_dictionary(DATA), {kind: real[kind] + house[kind] for kind in ID_KINDS})


def test_each_schema_is_a_schema_of_the_dialect_it_names(schemas: dict[str, JsonSchema]) -> None:
    for schema in schemas.values():
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_passes(path: Path, schemas: dict[str, JsonSchema]) -> None:
    assert underlined(path.read_text(), schema_named_in(path), schemas) == []


@pytest.mark.parametrize("path", sorted(HOUSE.rglob("*.yml")), ids=lambda path: path.stem)
def test_a_good_record_passes(path: Path, schemas: dict[str, JsonSchema]) -> None:
    assert underlined(path.read_text(), schema_named_in(path), schemas) == []


@pytest.mark.parametrize(
    ("good", "bad", "marked"),
    [
        ("kind: gpu", "kind: tpu", ("kind", "enum")),
        ("vendor: acme", "vendor: acne", ("vendor", "enum")),
        ("name: Acme A1", "nmae: Acme A1", ("", "additionalProperties")),
        ("memory_capacity: 80 GB", "memory_capacity: 80 GX", ("statements/0/memory_capacity", "pattern")),
        ("memory_capacity: 80 GB", "memory_capacity: 80", ("statements/0/memory_capacity", "type")),
        ("memory_capacity: 80 GB", "memory_capacity: ~", ("statements/0/memory_capacity", "type")),
        ("memory_capacity: 80 GB", "memory_size: 80 GB", ("statements/0", "additionalProperties")),
        ("80 GB, source: acme-a1-datasheet", "80 GB, source: acme-news", ("statements/0/source", "enum")),
        ("80 GB, source: acme-a1-datasheet", "80 GB, at: p. 1", ("statements/0", "required")),
        (
            "source: acme-a1-datasheet}",
            "source: acme-a1-datasheet, rank: preferred}",
            ("statements/0", "dependentRequired"),
        ),
        ("sparsity: sparse", 'sparsity: "2:4"', ("statements/1/sparsity", "enum")),
        ("sparsity: sparse, ", "", ("statements/1", "dependentRequired")),
        ("announced: 2026", "announced: May 2026", ("statements/3/announced", "pattern")),
    ],
)
def test_one_slip_is_marked_in_its_place(
    good: str, bad: str, marked: tuple[str, str], schemas: dict[str, JsonSchema]
) -> None:
    assert underlined(DEVICE, "device.json", schemas) == []
    assert marked in underlined(DEVICE.replace(good, bad, 1), "device.json", schemas)


def test_what_cannot_be_said_of_a_device_is_no_key_of_its_statements(schemas: dict[str, JsonSchema]) -> None:
    spoiled = DEVICE.replace("dies: 2", "params_total: 8B params")
    assert underlined(spoiled, "device.json", schemas) == [("statements/2", "additionalProperties")]


def test_absent_is_the_only_way_to_be_empty(schemas: dict[str, JsonSchema]) -> None:
    for schema in schemas.values():
        for part in parts_of(schema):
            assert "default" not in part
            assert "null" not in part.get("type", ())


def parts_of(schema: Any) -> Iterator[JsonSchema]:
    """The schema and every schema in it."""
    below = [schema] if isinstance(schema, dict) else []
    while below:
        part = below.pop()
        yield part
        below += [item for key in ("properties", "$defs") for item in part.get(key, {}).values()]
        below += [part[key] for key in ("items", "additionalProperties") if isinstance(part.get(key), dict)]
        below += part.get("anyOf", [])


def test_every_metric_and_qualifier_says_what_it_means(schemas: dict[str, JsonSchema], dictionary: Dictionary) -> None:
    properties = schemas["claim.json"]["$defs"]["statement"]["properties"]
    meanings = [(name, item.meaning) for name, item in dictionary.metrics.items()]
    meanings += [(name, item.meaning) for name, item in dictionary.qualifiers.items()]
    for name, meaning in meanings:
        assert properties[name]["description"].startswith(meaning)


def test_a_figure_that_does_not_fit_is_answered_with_a_sentence(schemas: dict[str, JsonSchema]) -> None:
    assert schemas["device.json"]["$defs"]["figure_bytes_per_second"]["patternErrorMessage"] == (
        "A figure: [about|up to|at least] NUMBER[ .. NUMBER] and one of "
        "B/s, KB/s, MB/s, GB/s, TB/s, PB/s, MiB/s, GiB/s, TiB/s, Mb/s, Gb/s, Tb/s."
    )


@given(
    metric=st.sampled_from(sorted(UNIT_CHOICES)),
    comparator=st.sampled_from(["", "about ", "up to ", "at least "]),
    number=st.sampled_from(["0", "3.35", "-1", "1979", "1 .. 2.5", "1K .. 2M"]),
    scale=st.sampled_from(["", "K", "M", "B", "T", " B"]),
    unit=st.sampled_from(["", " GB", "GB/s", " W", " params", " tokens", " GPUs", " %", " x", " USD", " furlongs"]),
)
def test_an_editor_is_never_stricter_than_the_reader(
    metric: str, comparator: str, number: str, scale: str, unit: str
) -> None:
    text = f"{comparator}{number}{scale}{unit}"
    try:
        parse_figure(text, UNIT_CHOICES[metric])
    except NotAFigure:
        return
    assert re.search(patterns.anchored(patterns.figure(UNIT_CHOICES[metric])), text)
