"""What stands behind the answers about memory: names, formats, dates, costs, commands."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from analysis.hosting.cost import Price, Terms, costs, price_of, tokens_per_watt
from analysis.hosting.devices import devices
from analysis.hosting.formats import default_engine, hypothetical_formats, read_for, released_formats, word_for
from analysis.hosting.launch import launch
from analysis.hosting.naming import Names
from analysis.hosting.question import Question, problems
from analysis.hosting.recorded import Recorded, known_by
from analysis.hosting.reply import answered
from analysis.hosting.reverse import most, what_fits
from analysis.hosting.rivals import widened
from analysis.hosting.runs import compared, reached
from analysis.hosting.shelf import Known, known_model
from analysis.memory import Cited, Device, Geometry

Row = dict[str, Any]


def fact(metric: str, value: float | None, text: str | None = None, **qualifiers: str) -> Recorded:
    return Recorded(metric, qualifiers, value, None, text, f"of-{metric}", "acme-blog", text or f"{value:g}")


LLAMA_8B = [
    fact("params_total", 8.03), fact("layers", 32), fact("attention_layers", 32, attention="full"),
    fact("hidden_size", 4096), fact("attention_heads", 32), fact("kv_heads", 8), fact("head_dim", 128),
    fact("feedforward_width", 14336), fact("vocabulary_size", 128256), fact("tied_embeddings", None, "no"),
    fact("context_length", 131072), fact("checkpoint_precision", None, "bf16", repo="acme/Llama-8B"),
]  # fmt: skip


def llama(*more: Recorded) -> Known:
    return known_model("llama-8b", "Llama 8B", [*LLAMA_8B, *more], "acme/Llama-8B")


def device(vendor: str = "acme", memory: float = 80, architecture: str = "anvil", **peaks: float) -> Device:
    row = {"id": "a1", "name": "A1", "vendor": vendor, "kind": "gpu", "architecture": architecture, "headline": None}
    known = [fact("memory_capacity", memory), fact("memory_bandwidth", 3350)]
    known += [fact("peak_compute", peak, precision=name, sparsity="dense") for name, peak in peaks.items()]
    return devices([row], {"a1": known})[0]


def statement(id_: str, source: str | None, read: str | None, **more: Any) -> Row:
    return {
        "metric": "layers", "qualifiers": "{}", "value": 1.0, "value_max": None, "value_text": None, "statement": id_,
        "source": "s", "stated": "1", "rank": "normal", "comparator": "exact", "stage": "shipped",
        "source_kind": "press", "source_published": source, "source_accessed": read, **more,
    }  # fmt: skip


def test_only_what_was_public_counts() -> None:
    rows = [
        statement("earlier", "2026-10-05", "2026-12-01"),
        statement("that month", "2026-10", "2026-12-01"),
        statement("later", "2026-10-07", "2026-12-01"),
        statement("undated, read by then", None, "2026-10-06"),
        statement("undated, read later", None, "2026-12-01"),
        statement("set aside", "2026-01", None, rank="deprecated"),
        statement("says there is none", "2026-01", None, comparator="absent"),
    ]
    found = [known.statement for known in known_by(rows, date(2026, 10, 6), ["datasheet", "press"])]
    assert found == ["earlier", "that month", "undated, read by then"]


def test_what_is_shown_first_is_preferred_then_trusted_then_new() -> None:
    rows = [
        statement("old press", "2026-01", None),
        statement("new press", "2026-03", None),
        statement("datasheet", "2025-01", None, source_kind="datasheet"),
        statement("preferred", "2024-01", None, rank="preferred"),
        statement("announced", "2026-04", None, stage="announced"),
    ]
    found = [known.statement for known in known_by(rows, date(2026, 10, 6), ["datasheet", "press"])]
    assert found == ["preferred", "datasheet", "new press", "old press", "announced"]


NAMES = Names.of(
    [
        {"id": "acme-a1", "kind": "device", "name": "Acme A1", "aliases": '["A 1 SXM"]', "repo": None},
        {"id": "acme-a1-pcie", "kind": "device", "name": "Acme A1 PCIe", "aliases": ["A1P"], "repo": None},
        {"id": "acme-m2", "kind": "model", "name": "M2", "aliases": [], "repo": "acme/M2-Instruct"},
    ],
    "device",
    {"acme-alpha": "acme-a1", "acme-gone": "acme-elsewhere"},
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("acme-a1", ("acme-a1", [])),
        ("ACME A-1", ("acme-a1", [])),
        ("a1sxm", ("acme-a1", [])),
        ("acme alpha", ("acme-a1", [])),
        ("acme a", (None, ["acme-a1", "acme-a1-pcie"])),
        ("A1 PCIE", (None, ["acme-a1-pcie"])),
        ("zzz", (None, [])),
        ("m2", (None, [])),
    ],
)
def test_names_are_found_as_people_write_them(text: str, found: tuple[str | None, list[str]]) -> None:
    assert NAMES.find(text) == found


def test_devices_of_one_architecture_compute_in_the_same_formats() -> None:
    rows = [
        {"id": id_, "name": id_, "vendor": "acme", "kind": "gpu", "architecture": line, "headline": None}
        for id_, line in (("big", "anvil"), ("small", "anvil"), ("odd", "unknown"))
    ]
    peaks = {"big": [fact("peak_compute", 900, precision="bf16", sparsity="dense")], "odd": [fact("power", 3)]}
    found = {each.id: each.formats for each in devices(rows, peaks)}
    assert found == {"big": frozenset({"bf16"}), "small": frozenset({"bf16"}), "odd": frozenset()}


def test_whose_formats_a_word_was_read_for_is_told() -> None:
    rows = [
        {"id": id_, "name": id_, "vendor": "acme", "kind": "gpu", "architecture": "anvil", "headline": None}
        for id_ in ("big", "small")
    ]
    peaks = [fact("peak_compute", 900, precision=name, sparsity="dense") for name in ("bf16", "fp8")]
    big, small = devices(rows, {"big": peaks, "small": peaks[:1]})
    asked = [("bf16", big), ("fp8", big), ("bf16", small), ("fp8", small)]
    assert [read_for(*each, "vllm") for each in asked] == ["device", "device", "device", "architecture"]
    assert read_for("fp8", device(fp16=900, fp32=60), "vllm") is None
    assert read_for("mlx4", device(bf16=900), "mlx") is None


def test_a_disputed_size_is_tried_both_ways() -> None:
    size = fact("checkpoint_size", 20, "20 GB", precision="fp8", repo="acme/Llama-8B-FP8")
    size = replace(size, value=20.0, value_text=None)
    rival = replace(size, value=90.0, statement="other", stated="90 GB")
    known = known_model("llama-8b", "Llama 8B", [*LLAMA_8B, size], rivals={size.statement: [size, rival, rival]})
    plain = replace(known, others=())
    place = device(memory=80, bf16=900, fp8=1800)
    asked = Question("fp8", "fp16", 8192, 1, "vllm", None)
    both, one = (answered(each.model, place, asked, each.released, others=each.others) for each in (known, plain))
    assert one.total_gib is not None
    assert (both.total_gib, both.low_gib, both.devices_needed, both.fits) == (one.total_gib, one.low_gib, 1, True)
    assert both.high_gib == pytest.approx((one.high_gib or 0) + 70e9 / 2**30)
    told = both.assumptions[-1]
    larger = one.total_gib + 70e9 / 2**30
    assert told == Cited(
        "90 GB",
        "checkpoint size is disputed: 20 GB is taken, 90 GB stands beside it; with it "
        f"{larger:,.2f} GiB instead of {one.total_gib:,.2f}, 2 devices needed instead of 1, it would not fit",
        "other",
    )


def test_a_dispute_that_changes_nothing_says_so() -> None:
    answer = answered(llama().model, None, Question("bf16", "fp16", 8192, 1, "vllm", None), ["bf16"])
    told = widened(answer, Cited("7", "mtp layers is disputed", "other"), answer).assumptions[-1]
    assert told == Cited("7", "mtp layers is disputed; it changes neither the total nor the devices", "other")


def test_what_metal_offers_is_no_size_of_a_chip() -> None:
    row = {"id": "m9", "name": "M9", "vendor": "apple", "kind": "soc", "architecture": "m9", "headline": None}
    known = [fact("memory_capacity", 32), fact("memory_visible", 10923, seen_by="driver")]
    visible = devices([row], {"m9": known})[0].visible
    assert visible is not None
    assert visible.value == 32


@pytest.mark.parametrize(
    ("precision", "place", "engine", "word"),
    [
        ("fp8", device(bf16=900, fp8=1800), "vllm", "native"),
        ("fp8", device(bf16=900), "vllm", "emulated"),
        ("bf16", device(fp16=900, fp32=60), "vllm", "unknown"),
        ("fp8", device(fp8=1800), "vllm", "native"),
        ("bf16", device(fp8=1800), "vllm", "unknown"),
        ("mlx4", device("acme", bf16=900), "mlx", "unsupported"),
        ("fp8", device("apple", bf16=30), "mlx", "unsupported"),
        ("mlx4", device("apple", bf16=30), "mlx", "emulated"),
        ("bf16", device("apple", bf16=30), "vllm", "unsupported"),
        ("q4_k_m", device(bf16=900), "llamacpp", "emulated"),
        ("awq", device(bf16=900), "llamacpp", "unsupported"),
    ],
)
def test_what_device_and_engine_make_of_a_format(precision: str, place: Device, engine: str, word: str) -> None:
    assert word_for(precision, place, engine) == word


def test_formats_worth_an_answer() -> None:
    released = released_formats(llama(fact("checkpoint_size", 9.0, precision="fp8")).model)
    assert released == ["bf16", "fp8"]
    assert hypothetical_formats(device(bf16=900, fp8=1800, nvfp4=3600), released) == ["nvfp4"]
    assert hypothetical_formats(device(bf16=900), released) == ["int4"]
    assert hypothetical_formats(device(bf16=900, fp8=1800), []) == ["bf16", "fp8", "int4"]
    assert hypothetical_formats(device("apple"), ["mlx4", "bf16"]) == ["mlx8"]


def test_engines_by_device_and_file() -> None:
    assert default_engine(device()) == "vllm"
    assert default_engine(device("apple")) == "mlx"
    assert default_engine(device("apple"), "q4_k_m") == "llamacpp"


def test_everything_wrong_with_a_question_is_said_at_once() -> None:
    said = problems("exl3", "int2", [("users", 0, 10), ("context", 11, 10)], "tgi")
    assert [problem.split(":")[0] for problem in said] == [
        "precision is “exl3”", "kv is “int2”", "engine is “tgi”", "users is 0", "context is 11",
    ]  # fmt: skip
    assert said[2] == "engine is “tgi”: it can be vllm, sglang, llamacpp, mlx, trtllm, llmscale"
    assert problems("mlx5-g32", "q8_0", [("users", 10, 10)], None) == []


def test_llama_is_answered_in_the_keys_of_the_design() -> None:
    known, place = llama(), device(bf16=1000)
    answer = answered(known.model, place, Question(), known.released)
    assert (answer.precision, answer.engine, answer.kv_precision) == ("bf16", "vllm", "fp16")
    assert answer.weights_gib == pytest.approx(8.03e9 * 2 / 2**30 + 0.03)
    assert answer.cache_gib == pytest.approx(2 * 32 * 8 * 128 * 2 * 8192 / 2**30)
    assert (answer.devices_needed, answer.checkpoint, answer.format) == (1, "released", "native")


def test_llmscale_says_that_it_is_a_reconstruction() -> None:
    known = llama()
    answer = answered(known.model, device(bf16=1000), Question("int4", engine="llmscale"), known.released)
    assert answer.weights_gib == pytest.approx(8.03e9 * 4.30 / 8 / 2**30)
    assert "its constants are ours" in answer.assumptions[0].why
    assert answer.checkpoint == "hypothetical"


def test_the_other_way_round() -> None:
    known, place = llama(), device(bf16=1000)
    found = most(known, place, Question(users=2), 1)
    assert (found["longest_context"], found["context_limit"]) == (131072, 131072)
    room = answered(known.model, place, Question(users=found["most_users"], devices=1), known.released)
    over = answered(known.model, place, Question(users=found["most_users"] + 1, devices=1), known.released)
    assert (room.fits, over.fits) == (True, False)
    small = device(memory=12, bf16=1000)
    assert isinstance(known.model, Geometry)
    rows = what_fits(known.model, small, Question(), known.released, 1)
    assert rows
    assert "bf16" not in [row["precision"] for row in rows]
    assert {row["engine"] for row in rows} == {"vllm", "llamacpp"}
    assert all(row["headroom"] >= 0 for row in rows)


def run(value: float, **more: Any) -> Row:
    return {
        "setup": "s1", "statement": "r1", "metric": "throughput", "stated": f"{value:g} tok/s", "value": value,
        "per": "gpu", "basis": "audited", "source": "acme-blog", "published": None, "claim": None, "device_count": 2,
        "precision": None, "batch": None, "context": None, "engine": None, **more,
    }  # fmt: skip


def test_a_run_without_its_batch_is_held_against_compute() -> None:
    found = compared(llama(), device(bf16=1000), Question(), [run(3000.0), run(2999.0, setup="s1")])
    assert len(found) == 1
    assert found[0]["measured"] == 6000
    assert found[0]["bound_by"] == "compute"
    assert found[0]["bound"] == pytest.approx(2 * 1000e12 / (2 * 8.03e9))
    assert reached(found) is None


def test_a_run_that_states_all_is_held_against_bandwidth() -> None:
    known, place = llama(), device(bf16=1000)
    row = run(90.0, per="user", batch="1..4", context="8192", device_count=1)
    found = compared(known, place, Question(), [row])
    bound = answered(known.model, place, Question(users=4, devices=1), known.released).speed
    assert bound is not None
    assert bound.decode is not None
    assert found[0]["measured"] == 360
    assert found[0]["bound"] == pytest.approx(bound.decode)
    assert reached(found) == pytest.approx(360 / bound.decode)


def test_no_price_no_cost() -> None:
    assert costs([], 1, 1000.0, 700.0, Terms()) == []
    offer = {"amount": 20.0, "amount_max": 24.0, "currency": "USD/h", "per": "instance", "metric": "rent",
             "dated": "2026-08", "statement": "p1", "terms": "spot", "device_count": 8}  # fmt: skip
    assert price_of({**offer, "dated": None}) is None
    assert price_of({**offer, "device_count": None}) is None
    assert price_of(offer) == Price(20.0, 24.0, "USD", 8, True, "2026-08", "p1", "spot")


def test_cost_lies_between_the_lowest_and_the_highest_price() -> None:
    rents = [Price(20.0, 24.0, "USD", 8, True, "2026", "p1", ""), Price(3.0, 3.0, "USD", 1, True, "2026", "p2", "")]
    (rent,) = costs(rents, 4, 1000.0, 700.0, Terms(reached=0.5))
    assert rent["low"] == pytest.approx(12 / 3.6)
    assert rent["high"] == pytest.approx(24 / 3.6 / 0.5)
    buys = [Price(26280.0, 26280.0, "USD", 1, False, "2026", "p3", "")]
    (bought,) = costs(buys, 1, 1000.0, 700.0, Terms(years=3, power=0.2, pue=1.5))
    assert bought["low"] == pytest.approx((1 + 0.7 * 1.5 * 0.2) / 3.6)
    assert (bought["power_counted"], bought["high_is_measured"]) == (True, False)
    assert tokens_per_watt(1000.0, 500.0, 2) == 1.0
    assert tokens_per_watt(1000.0, None, 2) is None


def started(question: Question, known: Known, place: Device) -> str:
    request = question.request(place, known.released)
    answer = answered(known.model, place, question, known.released)
    made = launch(answer, place, request, known.repo_in(request.precision), known.repo_in("bf16"))
    assert made is not None
    assert all(flag.why for flag in made.flags)
    return made.command + (f" # {made.note}" if made.note else "")


def test_commands_start_the_engine_as_it_was_counted() -> None:
    known, place = llama(), device(bf16=1000, fp8=2000)
    assert started(Question(devices=2), known, place) == (
        "vllm serve acme/Llama-8B --tensor-parallel-size 2 --max-model-len 8192 --max-num-seqs 1024 "
        "--gpu-memory-utilization 0.92"
    )
    assert started(Question("fp8", kv="fp8"), known, place).endswith("--kv-cache-dtype fp8 --quantization fp8")
    assert started(Question("fp8", users=4, engine="sglang"), known, place) == (
        "python -m sglang.launch_server --model-path acme/Llama-8B --context-length 8192 --max-running-requests 4 "
        "--mem-fraction-static 0.88 --quantization fp8"
    )
    assert started(Question("q4_k_m", kv="q8_0", users=2, devices=2), known, place) == (
        "llama-server --model MODEL.gguf --ctx-size 16384 --parallel 2 --n-gpu-layers 999 --ubatch-size 512 "
        "--cache-type-k q8_0 --cache-type-v q8_0 --flash-attn on --split-mode layer"
        " # no repository with weights in q4_k_m is on record: put yours in its place"
    )
    assert "YOUR-CHECKPOINT" in started(Question("nvfp4"), known, place)
