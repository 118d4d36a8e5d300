"""Published logs of real engines, to a tenth of a per cent: cache per token, pages, states, loaded weights."""

from dataclasses import replace

import pytest

from analysis.memory.cache import growing_token_bytes, mtp_token_bytes, request_bytes, token_bytes
from analysis.memory.capacity import Device
from analysis.memory.formats import latent_bytes
from analysis.memory.geometry import Geometry, KeyValueLayers
from analysis.memory.ladder import Request, Traits, Workings, cache_gib, ladder, mxfp4_kernels
from analysis.memory.load import captured_sizes, dense_step, load
from analysis.memory.pages import pages
from analysis.memory.parallel import Split
from analysis.memory.profiles import default_batch, profile
from analysis.memory.states import sequence_bytes
from analysis.memory.terms import GB, GIB, MIB
from analysis.memory.weights import weights
from tests.memory_shapes import Fact, dense, facts, geometry, latent, layers, size

LLAMA_7B = dense(32, 32, 128)
QWEN_8B = dense(36, 8, 128)
QWEN_235B = dense(94, 4, 128)
GPT_OSS_120B = geometry(
    *facts(
        layers(18, "full"),
        layers(18, "sliding", window="128 tokens"),
        layers=36,
        kv_heads=8,
        head_dim=64,
        hidden_size=2880,
        attention_heads=64,
        vocabulary_size=201_088,
        params_total=116.83,
        experts_total=128,
        experts_active=4,
        expert_width=2880,
    ),
    Fact("checkpoint_size", 65.248815744, qualifiers={"precision": "mxfp4"}),
)
GEMMA_27B = geometry(
    *facts(
        layers(10, "full"),
        layers(52, "sliding", window="1024 tokens"),
        layers=62,
        kv_heads=16,
        head_dim=128,
        params_total=27,
    )
)
KIMI_LINEAR = geometry(
    *facts(
        layers(7, "mla"),
        layers(20, "kda"),
        layers=27,
        kv_lora_rank=512,
        qk_rope_head_dim=64,
        linear_key_heads=32,
        linear_value_heads=32,
        linear_key_head_dim=128,
        linear_value_head_dim=128,
        conv_width=4,
        attention_heads=32,
        params_total=48,
    )
)
QWEN_27B_FACTS = facts(
    layers(16, "full"),
    layers(48, "gdn"),
    layers=64,
    kv_heads=4,
    head_dim=256,
    linear_key_heads=16,
    linear_value_heads=48,
    linear_key_head_dim=128,
    linear_value_head_dim=128,
    conv_width=4,
    mtp_layers=1,
    attention_heads=24,
    params_total=27.78,
)
QWEN_27B = geometry(*QWEN_27B_FACTS)
DEEPSEEK = latent(61)
DEEPSEEK_INDEXED = latent(61, "sparse_mla", index_head_dim=128)


@pytest.mark.parametrize(
    ("model", "pool_gib", "split", "kv", "tokens"),
    [
        pytest.param(QWEN_8B, 6.37, Split(), "bf16", 46_368, id="Qwen3-8B"),
        pytest.param(LLAMA_7B, 56.18, Split(), "fp16", 115_056, id="Llama-2-7B"),
        pytest.param(GPT_OSS_120B, 5.38, Split(), "bf16", 78_384, id="gpt-oss-120b"),
        pytest.param(KIMI_LINEAR, 2.2972, Split(tp=2), "bf16", 75_840, id="Kimi-Linear-48B on two"),
        pytest.param(latent(27), 41.32, Split(), "bf16", 1_426_368, id="Kimi-VL on one"),
        pytest.param(latent(27), 54.78, Split(tp=2), "bf16", 1_890_896, id="Kimi-VL on two"),
    ],
)
def test_tokens_of_a_pool_as_vllm_prints_them(
    model: Geometry, pool_gib: float, split: Split, kv: str, tokens: int
) -> None:
    assert pages(model, kv, split).tokens(pool_gib * GIB) == pytest.approx(tokens, rel=1e-3)


def test_tokens_of_a_pool_in_engines_without_pages() -> None:
    assert 16.46 * GIB / token_bytes(QWEN_235B, "bf16", tp=4) == pytest.approx(367_404, rel=1e-3)
    assert 69_524_783_104 / token_bytes(LLAMA_7B, "fp16") == pytest.approx(132_608, rel=1e-6)
    assert 61 * latent_bytes(512, 64, "fp8", True) * 1_462_784 == pytest.approx(54.52 * GIB, rel=1e-3)
    assert 975_424 * token_bytes(DEEPSEEK_INDEXED, "fp8", tp=8) == pytest.approx(43.67 * GIB, rel=1e-3)


def test_latent_vectors_are_not_cut_but_context_parallel_ranks_share_them() -> None:
    assert token_bytes(DEEPSEEK, "bf16", tp=8) == token_bytes(DEEPSEEK, "bf16") == 61 * 576 * 2
    pool = 46.8 * GIB
    alone, shared = (pages(DEEPSEEK, "bf16", Split(tp=8, dcp=ranks)).tokens(pool) for ranks in (1, 8))
    assert shared / alone == pytest.approx(5_721_088 / 715_072, rel=1e-3)


@pytest.mark.parametrize(
    ("model", "kv", "context", "users", "batch", "measured"),
    [
        pytest.param(DEEPSEEK, "q8_0", 32_768, 1, 512, 1166.62, id="DeepSeek-R1"),
        pytest.param(DEEPSEEK, "q8_0", 2_048, 1, 512, 72.91, id="Kimi-K2"),
        pytest.param(dense(40, 64, 128), "fp16", 4_096, 1, 512, 5120, id="Command-R"),
        pytest.param(dense(60, 52, 128), "fp32", 512, 1, 512, 1560, id="LLaMA-30B"),
    ],
)
def test_cache_of_a_context_in_llama_cpp(
    model: Geometry, kv: str, context: int, users: int, batch: int, measured: float
) -> None:
    cache, state = request_bytes(model, "llamacpp", kv, context, users, Split(), batch)
    assert cache / MIB == pytest.approx(measured, rel=1e-3)
    assert state == 0


def test_windows_in_llama_cpp_keep_window_and_batch_in_steps_of_256() -> None:
    sliding = geometry(
        *facts(layers(18, "sliding"), layers=18, sliding_window=128, kv_heads=8, head_dim=64, params_total=1)
    )
    assert request_bytes(sliding, "llamacpp", "fp16", 131_072, 2, Split(), 1024)[0] / MIB == 90
    assert request_bytes(sliding, "llamacpp", "fp16", 4_096, 1, Split(), 512)[0] / MIB == pytest.approx(18 * 1.5)


def test_windows_in_vllm_keep_what_one_batch_adds() -> None:
    layout = pages(GEMMA_27B, "bf16", Split())
    assert (layout.together, layout.groups, layout.request_pages(8192)) == (10, 7, (3590, 0))
    assert 3590 * layout.page / GIB == pytest.approx(19.53 / 4.46, rel=1e-3)
    assert layout.tokens(15_997 * layout.page) == 36_560


def test_blocks_of_hybrids_are_as_large_as_a_state() -> None:
    kimi = pages(KIMI_LINEAR, "bf16", Split(tp=2))
    assert (kimi.block, kimi.together, kimi.groups) == (960, 7, 4)
    qwen = pages(geometry(*QWEN_27B_FACTS, Fact("state_precision", value_text="fp32")), "fp8", Split())
    assert (qwen.block, qwen.together, qwen.groups) == (1568, 16, 4)
    state = 48 * 128 * 128 * 4 + 3 * 10_240 * 2
    assert qwen.page / qwen.together / state - 1 == pytest.approx(0.0013, abs=1e-4)


def test_short_requests_of_hybrids_hold_a_page_in_every_group() -> None:
    layout = pages(KIMI_LINEAR, "bf16", Split(tp=2))
    assert layout.request_pages(100) == (1, 3)
    assert layout.request_pages(961) == (2, 3)


def test_states_of_sequences() -> None:
    assert 3 * sequence_bytes(QWEN_27B, "llamacpp", 1) / MIB == pytest.approx(16.88 + 432.00, rel=1e-3)
    mamba = geometry(
        *facts(layers(64, "mamba"), layers=64, mamba_inner_size=5120, state_size=16, conv_width=4, params_total=2.8)
    )
    assert sequence_bytes(mamba, "llamacpp", 1) / MIB == pytest.approx(23.75, rel=1e-3)


def test_a_state_slot_of_sglang_costs_this_many_tokens() -> None:
    half = geometry(*QWEN_27B_FACTS, Fact("state_precision", value_text="bf16"))
    token = growing_token_bytes(half, "fp8", tp=2) + mtp_token_bytes(half, "fp8", tp=2)
    assert sequence_bytes(half, "sglang", tp=2) / token == pytest.approx(2253.2, rel=1e-3)


def test_entries_of_compressed_layers() -> None:
    shape = {"layers": 43, "kv_heads": 1, "head_dim": 512, "qk_rope_head_dim": 64, "params_total": 284}
    compressed = geometry(
        *facts(
            layers(2, "sliding", window="128 tokens"),
            layers(21, "compressed", compression="4 tokens"),
            layers(20, "compressed", compression="128 tokens"),
            size("index_layers", 21, cache="own"),
            sliding_window=128,
            index_head_dim=128,
            **shape,
        )
    )
    assert token_bytes(compressed, "fp8") == 584 * (21 / 4 + 20 / 128) + 21 * 132


def test_loaded_weights() -> None:
    llama = dense(32, 8, 128, params_total=8.0303)
    for split, measured in ((Split(), 14.96), (Split(tp=2), 7.48)):
        found = ladder(Workings(llama), Request("bf16", split=split), Traits(1024, 8192, "", 8))
        assert found is not None
        assert found.rung(0).weights.expected - 0.03 == pytest.approx(measured, rel=1e-3)


def test_mxfp4_experts_are_padded_on_hopper_alone() -> None:
    request = Request("mxfp4", split=Split())
    hopper, other = (ladder(Workings(GPT_OSS_120B), request, Traits(1024, 8192, it, 8)) for it in ("hopper", ""))
    assert hopper is not None
    assert other is not None
    assert hopper.rung(0).weights.expected == pytest.approx(64.38, rel=4e-3)
    assert other.rung(0).weights.expected == pytest.approx(60.77 + 0.03, rel=1e-3)


def test_marlin_kernels_pad_the_expert_width_of_each_rank_and_the_width_of_the_model() -> None:
    """2,880 / 4 = 720 become 768, 2,880 become 3,072; four A100 loaded 17.2217 GiB each."""
    found = ladder(Workings(GPT_OSS_120B), Request("mxfp4", split=Split(4)), Traits(256, 2048, "marlin", 8))
    assert found is not None
    assert found.rung(0).weights.expected == pytest.approx(17.2217, rel=4e-3)
    ampere = Device("a100", "A100", "nvidia", "ampere", None)
    assert mxfp4_kernels(ampere) == "marlin"
    assert mxfp4_kernels(replace(ampere, architecture="blackwell")) == ""


def test_a_long_batch_of_a_dense_model_needs_more_than_the_sampler() -> None:
    """Llama 3.1 8B: 29,000 tokens x (3 x 14,336 + 3 x 4,096) x 2 bytes; 2.99 GiB were measured above the weights."""
    totals = replace(GPT_OSS_120B.totals, experts=None, hidden_size=4096, feedforward_width=14_336)
    assert dense_step(totals, Split(), 29_000) == pytest.approx(2.987, abs=1e-3)
    assert dense_step(totals, Split(8), 29_000) == pytest.approx(0.954, abs=1e-3)
    assert dense_step(GPT_OSS_120B.totals, Split(), 29_000) == 0.0


def test_graphs_are_captured_up_to_twice_the_sequences() -> None:
    assert [captured_sizes(sequences) for sequences in (1, 2, 4, 8, 256, 1024)] == [2, 3, 4, 5, 51, 51]


def test_old_versions_take_prompts_up_to_32k_whole() -> None:
    small = Device("a", "A", "nvidia", "ampere", None)
    asked = [("0.6.4", 29_000), ("0.6.4", 35_000), ("0.6.4", 1024), ("0.19.0", 29_000), (None, 29_000)]
    assert [default_batch(small, *each) for each in asked] == [29_000, 512, 2048, 2048, 2048]


@pytest.mark.parametrize(
    ("precision", "params", "shape", "gigabytes"),
    [
        ("bf16", 29.78, {}, 59.56),
        ("q4_0", 70.55, {}, 39.68),
        ("w4a16", 8.0303, {"vocabulary_size": 128_256, "tied_embeddings": "no"}, 5.70),
        ("fp8", 8.0303, {"vocabulary_size": 128_256, "tied_embeddings": "no"}, 9.08),
    ],
)
def test_files_from_parameters(precision: str, params: float, shape: dict[str, float | str], gigabytes: float) -> None:
    found = weights(dense(32, 8, 128, params_total=params, **shape).totals, precision)
    assert found is not None
    assert found.size.expected / GB == pytest.approx(gigabytes, rel=1e-3)


def test_four_bits_for_experts_and_sixteen_for_the_rest() -> None:
    found = weights(GPT_OSS_120B.totals, "nvfp4")
    assert found is not None
    assert (found.floor, found.released, found.files) == (True, False, None)
    experts = 36 * 128 * 3 * 2880 * 2880
    assert found.size.expected == pytest.approx(experts * 4.5 / 8 + (116.83e9 - experts) * 2)
    assert found.size.low == pytest.approx(116.83e9 * 4.5 / 8)


@pytest.mark.parametrize(
    ("version", "sequences", "vocabulary", "measured"),
    [
        ("0.19.0", 1024, 256_000, 3707),
        ("0.19.0", 1024, 151_936, 2263),
        ("2025-07", 1024, 201_088, 7557),
        ("2025-07", 1024, 128_256, 4956),
        ("2025-07", 1024, 151_936, 5693),
    ],
)
def test_the_sampler_sets_vllms_peak(version: str, sequences: int, vocabulary: int, measured: float) -> None:
    model = dense(28, 8, 128, vocabulary_size=vocabulary)
    found = load(model, profile("vllm", version), "bf16", Split(), sequences, 8192)
    assert found.activation.expected * GIB / MIB == pytest.approx(measured, rel=0.02)


def test_experts_keep_two_buffers_of_one_batch() -> None:
    model = dense(48, 4, 128, vocabulary_size=151_936, hidden_size=2048, experts_total=128, experts_active=8,
                  expert_width=768, moe_layers=48, params_total=30.53)  # fmt: skip
    found = load(model, profile("vllm", "0.19.0"), "bf16", Split(), 1024, 8192)
    assert found.activation.expected == pytest.approx(2.68, rel=0.02)


def test_prediction_layers_add_a_layer_of_cache_when_they_speculate() -> None:
    plain, more = (
        cache_gib(QWEN_27B, Request("fp8", "fp8", context=1000, engine="sglang", mtp=mtp), Split(), 8192)[0]
        for mtp in (False, True)
    )
    assert more / plain == pytest.approx(17 / 16)


def test_kv_heads_are_copied_when_ranks_are_more() -> None:
    assert token_bytes(QWEN_235B, "bf16", tp=8) == token_bytes(QWEN_235B, "bf16", tp=4) == 94 * 2 * 128 * 2
    assert all(isinstance(group, KeyValueLayers) for group in QWEN_235B.groups)
