"""Answers of fit: the page of the digest, floors, splits, capacities, formats, reverse questions."""

from dataclasses import replace

import pytest

from analysis.memory import (
    NEVER,
    Answer,
    Cited,
    Device,
    FormatError,
    Geometry,
    Park,
    Request,
    device_from_facts,
    fit,
    fit_all,
    format_that_fits,
    from_facts,
    longest_context,
    most_users,
    raised_limit,
    smallest,
    splits,
    usable,
    validated_from_rows,
)
from analysis.memory.formats import support
from tests.memory_shapes import LING, Fact, dense, device, facts, geometry, latent, layers, size

B200 = device(178.35, "nvidia-b200", architecture="blackwell", domain=8)
H100 = device(79.19, "nvidia-h100-sxm", architecture="hopper", domain=8)
STUDIO = device_from_facts(
    "apple-m3-ultra", "M3 Ultra", "apple", "soc", "apple-m3", [size("memory_capacity", 512, edition="80c")]
)
QWEN_32B = dense(64, 8, 128, params_total=32.762, vocabulary_size=151_936, hidden_size=5120, attention_heads=64)


@pytest.mark.parametrize(
    ("precision", "device", "devices", "printed"), [("fp8", B200, 4, 537.3), ("int4", STUDIO, 1, 287.8)]
)
def test_the_page_of_llmscale_is_reproduced(precision: str, device: Device, devices: int, printed: float) -> None:
    answer = fit(geometry(*LING), device, Request(precision, "fp16", 8192, 1, "llmscale"))
    assert (answer.devices_needed, answer.floor) == (devices, True)
    assert answer.total_gib == pytest.approx(printed, abs=0.1)


def test_our_own_answer_copies_the_cache_and_leaves_the_prediction_layer_out() -> None:
    ours, theirs = (
        fit(geometry(*LING), B200, Request("fp8", "fp16", 8192, 1, engine, devices=4))
        for engine in ("sglang", "llmscale")
    )
    assert theirs.cache_gib == pytest.approx(9 * 576 * 2 * 8192 / 2**30)
    assert theirs.state_gib == pytest.approx(63 * (64 * 128 * 128 * 4 + 3 * 3 * 64 * 128 * 2) / 2**30)
    assert theirs.weights_gib == pytest.approx(572.12e9 / 2**30)
    assert ours.cache_gib == pytest.approx(4 * (theirs.cache_gib or 0))
    assert ours.weights_gib == pytest.approx((560e9 + 157_184 * 4096) / 2**30 + 4 * (0.03 + 0.18))


def test_a_model_without_configuration_gets_a_floor_and_no_total() -> None:
    before = from_facts("mistral-large-4", facts(params_total=1000))
    answer = fit(before, B200, Request("fp8"))
    assert (answer.total_gib, answer.devices_needed, answer.fits, answer.floor) == (None, None, None, True)
    assert answer.weights_gib == pytest.approx(1000e9 / 2**30)
    assert answer.missing == ("number of layers and their attention kind",)
    known = from_facts("mistral-large-4", facts(layers=72, params_total=1000))
    assert fit(known, B200, Request("fp8")).missing == ("attention kind of 72 layers",)


@pytest.mark.parametrize(("context", "fits"), [(16_000, True), (32_000, False)])
def test_one_card_holds_a_model_at_one_context_and_not_at_twice_that(context: int, fits: bool) -> None:
    answer = fit(QWEN_32B, H100, Request("bf16", context=context, version="2025-07", devices=1))
    assert answer.fits is fits
    assert answer.usable_gib == pytest.approx(0.9 * 79.19)


def test_an_answer_adds_up_and_cites_every_term() -> None:
    answer = fit(QWEN_32B, H100, Request("bf16", context=32_000, users=8))
    parts = (answer.weights_gib, answer.cache_gib, answer.state_gib, answer.load_gib)
    assert answer.total_gib == pytest.approx(sum(part or 0 for part in parts))
    assert (answer.devices_needed, answer.split, answer.bare_minimum) == (2, "tp2", 2)
    assert (answer.low_gib or 0) < (answer.total_gib or 0) < (answer.high_gib or 0)
    assert all(entry.why and entry.where for entry in answer.assumptions)
    assert answer.as_dict().keys() >= {
        "model", "checkpoint", "precision", "engine", "kv_precision", "context", "users", "device", "devices_needed",
        "weights_gib", "cache_gib", "state_gib", "load_gib", "total_gib", "low_gib", "high_gib", "format", "validated",
        "missing", "assumptions", "speed", "headroom_gib", "bare_minimum",
    }  # fmt: skip


def test_released_files_go_before_parameters_and_say_so() -> None:
    file = Fact("checkpoint_size", 34.0, qualifiers={"precision": "fp8", "repo": "maker/model-FP8"})
    with_file = replace(
        QWEN_32B, totals=geometry(*facts(layers(1, "full"), layers=1, kv_heads=1, head_dim=1), file).totals
    )
    released, computed = (fit(model, H100, Request("fp8")) for model in (with_file, QWEN_32B))
    assert (released.checkpoint, released.floor) == ("released", True)
    assert released.missing == ("vocabulary, on which the sampler's peak depends",)
    assert (computed.checkpoint, computed.floor) == ("hypothetical", True)
    assert released.assumptions[0] == Cited(
        34e9 / 2**30, "bytes of the released fp8 files maker/model-FP8", file.statement
    )


def test_a_published_format_is_released_even_without_its_bytes() -> None:
    shape = facts(layers(64, "full"), layers=64, kv_heads=8, head_dim=128, params_total=32, vocabulary_size=151_936)
    published = geometry(*shape, Fact("checkpoint_precision", value_text="bf16"))
    assert [fit(published, H100, Request(name)).checkpoint for name in ("bf16", "fp8")] == ["released", "hypothetical"]


def test_splits_divide_heads_and_copy_kv_heads_evenly() -> None:
    forty = dense(40, 8, 128, attention_heads=40)
    assert [split.devices for split in splits(forty, "vllm")][:6] == [1, 2, 4, 8, 16, 24]
    assert [split.devices for split in splits(dense(8, 8, 128), "llamacpp")] == [1, 2, 3, 4, 5, 6, 7, 8]
    answer = fit(forty, H100, Request("bf16", devices=5))
    assert answer.missing == ("a legal split over 5 devices; legal: 1, 2, 4, 8, 16, 24, 32, 40, 48, 56, 64",)


def test_formats_without_a_layout_are_named() -> None:
    with pytest.raises(FormatError, match=r"^precision exl3 has no known layout; known: awq, bf16, "):
        fit(QWEN_32B, H100, Request("exl3"))
    with pytest.raises(FormatError, match=r"^KV precision int2 has no known layout; known: bf16, fp16, fp32, fp8, "):
        fit(QWEN_32B, H100, Request("bf16", "int2"))


@pytest.mark.parametrize(
    ("precision", "formats", "engine", "word"),
    [
        ("fp8", {"fp8", "bf16"}, "vllm", "native"),
        ("fp8", {"bf16"}, "vllm", "emulated"),
        ("mxfp4", {"fp4", "bf16"}, "vllm", "native"),
        ("bf16", {"fp16"}, "vllm", "unsupported"),
        ("q4_k_m", {"bf16"}, "llamacpp", "emulated"),
        ("q4_k_m", {"bf16"}, "vllm", "unsupported"),
        ("mlx4", {"bf16"}, "vllm", "unsupported"),
        ("fp8", set(), "vllm", "unknown"),
    ],
)
def test_what_a_device_makes_of_a_format(precision: str, formats: set[str], engine: str, word: str) -> None:
    assert support(precision, frozenset(formats), engine) == word


def card(*known: Fact, vendor: str = "nvidia", kind: str = "gpu", profile: str | None = None) -> Device:
    return device_from_facts("card", "Card", vendor, kind, "", known, profile=profile)


def room(found: Device, share: float) -> float:
    gib = usable(found, share)
    assert gib is not None
    return float(gib.value)


def test_usable_memory_is_what_the_driver_reports() -> None:
    driver = size("memory_visible", 81_559, seen_by="driver")
    found = card(size("memory_capacity", 80), driver, size("memory_visible", 81_920, seen_by="cloud"))
    assert room(found, 0.9) == pytest.approx(81_559 / 1024 * 0.9)
    label = card(size("memory_capacity", 80))
    assert room(label, 1.0) == pytest.approx(80e9 / 2**30)
    assert label.visible is not None
    assert (
        label.visible.why == "the label's GB read as decimal, since no driver output is on record: at least this much"
    )
    assert usable(card(), 0.9) is None


@pytest.mark.parametrize(("size_gb", "mebibytes"), [(16, 10_922.67), (32, 21_845.34), (64, 49_152), (96, 73_728)])
def test_macos_leaves_the_gpu_a_part_of_the_memory(size_gb: int, mebibytes: float) -> None:
    found = card(size("memory_capacity", size_gb), vendor="apple", kind="soc")
    assert room(found, 1.0) * 1024 == pytest.approx(mebibytes, abs=0.01)
    assert room(replace(found, limit=raised_limit(found, size_gb * 0.9)), 1.0) == size_gb * 0.9


def test_a_host_in_the_same_memory_keeps_its_share() -> None:
    found = card(size("memory_visible", 121.69 * 1024), kind="soc")
    assert room(found, 0.9) == pytest.approx(121.69 * 0.85)
    assert room(found, 0.5) == pytest.approx(121.69 * 0.5)


def test_a_slice_is_a_device_of_its_own() -> None:
    known = (size("memory_capacity", 80), size("partition_memory", 10, profile="1g.10gb"))
    assert room(card(*known, profile="1g.10gb"), 1.0) == pytest.approx(10e9 / 2**30)
    assert card(*known, profile="2g.20gb").visible is None


def test_without_a_device_the_terms_stand_alone() -> None:
    answer = fit(QWEN_32B, None, Request("bf16"))
    assert (answer.device, answer.devices_needed, answer.fits, answer.devices) == (None, None, None, 1)
    assert answer.weights_gib == pytest.approx(61.05, rel=1e-3)


def test_many_answers_are_the_same_as_one_at_a_time() -> None:
    requests = [Request(precision, context=32_768, users=users) for precision in ("bf16", "fp8") for users in (1, 64)]
    park = Park([H100, B200, STUDIO, card()])
    rows = {(request, row.device): row for request, found in fit_all(QWEN_32B, park, requests) for row in found}
    assert len(rows) == 4 * 3
    for (request, name), row in rows.items():
        one = fit(QWEN_32B, next(d for d in park.devices if d.id == name), request)
        assert row._asdict() == {column: getattr(one, column) for column in row._fields}


def test_answers_count_the_runs_behind_them() -> None:
    runs = {"engine": "vllm", "device_class": "nvidia hopper", "attention_class": "full", "runs": "14"}
    validated = validated_from_rows([runs])
    known, unknown = (fit(QWEN_32B, it, Request("bf16"), validated) for it in (H100, B200))
    assert known.validated == 14
    assert known.validated_words == "checked on 14 runs of vllm on nvidia hopper with full layers"
    assert (unknown.validated, unknown.validated_words) == (0, NEVER)


def test_reverse_questions_end_where_the_answer_turns() -> None:
    request = Request("bf16", context=8192, users=1)
    users = most_users(QWEN_32B, H100, request, devices=2)
    assert [holds(QWEN_32B, replace(request, users=n)) for n in (users, users + 1)] == [True, False]
    context = longest_context(QWEN_32B, H100, request, devices=2)
    assert [holds(QWEN_32B, replace(request, context=n)) for n in (context, context + 16)] == [True, False]
    assert most_users(latent(61), H100, Request("bf16"), devices=1) == 0


def holds(model: Geometry, request: Request) -> bool:
    return bool(fit(model, H100, replace(request, devices=2)).fits)


def test_a_narrower_format_may_make_it_fit() -> None:
    found = format_that_fits(QWEN_32B, device(48, formats=frozenset({"bf16", "fp8"})), Request("bf16"), devices=1)
    assert isinstance(found, Answer)
    assert (found.precision, found.checkpoint, found.format) == ("mxfp8", "hypothetical", "emulated")
    assert format_that_fits(latent(61), device(24), Request("bf16"), devices=1) is None


def test_the_smallest_device_that_holds_it_alone_comes_first() -> None:
    found = smallest(QWEN_32B, [device(40, "small"), B200, H100, STUDIO], Request("bf16"))
    assert [(choice.device, choice.devices) for choice in found] == [
        ("nvidia-h100-sxm", 1), ("nvidia-b200", 1), ("apple-m3-ultra", 1), ("small", 2)
    ]  # fmt: skip


def test_bounds_on_speed_follow_from_bandwidth_and_compute() -> None:
    fast = replace(
        H100,
        bandwidth=Cited(3350, "bandwidth", "a"),
        compute={"bf16": Cited(989, "dense peak", "b")},
    )
    answer = fit(QWEN_32B, fast, Request("bf16", context=8192, version="0.19.0"))
    assert answer.speed is not None
    read = (answer.weights_gib or 0) * 2**30 + 8192 * 64 * 2 * 8 * 128 * 2
    assert answer.speed.decode == pytest.approx(3350e9 / read)
    assert answer.speed.prefill == pytest.approx(989e12 / (2 * 32.762e9 + 2 * 64 * 64 * 256 * 4096))
    assert fit(QWEN_32B, H100, Request("bf16")).speed is not None
    assert (fit(QWEN_32B, H100, Request("bf16")).speed or answer.speed).missing == (
        "memory bandwidth of the device",
        "dense peak of the device in bf16 or 16 bits",
    )
