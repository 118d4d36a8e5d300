"""What a configuration says of a model: one small real configuration for each family of architectures."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from loaders.importers.architectures import ConfigError, read_architectures
from loaders.importers.hf_config import draft
from loaders.importers.model_draft import draft_record, source_entry

DATA = Path(__file__).resolve().parents[2] / "data"
KNOWN = read_architectures(DATA / "architectures.yml")

LLAMA_3_1_8B = {
    "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "intermediate_size": 14336,
    "max_position_embeddings": 131072, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
    "rope_scaling": {"factor": 8.0, "original_max_position_embeddings": 8192}, "tie_word_embeddings": False,
    "torch_dtype": "bfloat16", "vocab_size": 128256,
}  # fmt: skip
DEEPSEEK_V3 = {
    "architectures": ["DeepseekV3ForCausalLM"], "first_k_dense_replace": 3, "hidden_size": 7168,
    "intermediate_size": 18432, "kv_lora_rank": 512, "max_position_embeddings": 163840, "moe_intermediate_size": 2048,
    "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
    "num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1, "q_lora_rank": 1536,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280,
    "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]},
}  # fmt: skip
GPT_OSS_20B = {
    "architectures": ["GptOssForCausalLM"], "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880,
    "layer_types": ["sliding_attention", "full_attention"] * 12, "max_position_embeddings": 131072,
    "num_attention_heads": 64, "num_experts_per_tok": 4, "num_hidden_layers": 24, "num_key_value_heads": 8,
    "num_local_experts": 32, "sliding_window": 128, "vocab_size": 201088,
    "quantization_config": {"quant_method": "mxfp4"},
}  # fmt: skip
GEMMA_3_1B = {
    "architectures": ["Gemma3ForCausalLM"], "head_dim": 256, "hidden_size": 1152, "num_attention_heads": 4,
    "num_hidden_layers": 26, "num_key_value_heads": 1, "sliding_window": 512, "sliding_window_pattern": 6,
}  # fmt: skip
GEMMA_4_E2B = {
    "architectures": ["Gemma4ForConditionalGeneration"],
    "text_config": {
        "global_head_dim": 512, "head_dim": 256, "hidden_size": 1536,
        "layer_types": (["sliding_attention"] * 4 + ["full_attention"]) * 7, "num_attention_heads": 8,
        "num_hidden_layers": 35, "num_key_value_heads": 1, "num_kv_shared_layers": 20, "sliding_window": 512,
    },
}  # fmt: skip
QWEN3_5_397B = {
    "architectures": ["Qwen3_5MoeForConditionalGeneration"],
    "text_config": {
        "head_dim": 256, "hidden_size": 4096,
        "layer_types": (["linear_attention"] * 3 + ["full_attention"]) * 15, "linear_conv_kernel_dim": 4,
        "linear_key_head_dim": 128, "linear_num_key_heads": 16, "linear_num_value_heads": 64,
        "linear_value_head_dim": 128, "mamba_ssm_dtype": "float32", "num_attention_heads": 32,
        "num_hidden_layers": 60, "num_key_value_heads": 2,
    },
    "vision_config": {"depth": 27},
}  # fmt: skip
KIMI_K3 = {
    "architectures": ["KimiK3ForConditionalGeneration"],
    "text_config": {
        "hidden_size": 7168, "kv_lora_rank": 512,
        "linear_attn_config": {
            "full_attn_layers": [*range(4, 93, 4), 93], "head_dim": 128, "num_heads": 96, "short_conv_kernel_size": 4,
            "kda_layers": [number for number in range(1, 93) if number % 4],
        },
        "num_attention_heads": 96, "num_hidden_layers": 93, "qk_rope_head_dim": 64, "routed_expert_hidden_size": 3584,
    },
}  # fmt: skip
NEMOTRON_H_56B = {
    "architectures": ["NemotronHForCausalLM"], "attention_head_dim": 128, "conv_kernel": 4, "hidden_size": 8192,
    "hybrid_override_pattern": "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*"
    "-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
    "mamba_head_dim": 64, "mamba_num_heads": 256, "n_groups": 8, "num_attention_heads": 64, "num_hidden_layers": 118,
    "num_key_value_heads": 8, "ssm_state_size": 256,
}  # fmt: skip
LFM2_350M = {
    "architectures": ["Lfm2ForCausalLM"], "conv_L_cache": 3, "hidden_size": 1024,
    "layer_types": ["full_attention" if layer in (2, 5, 8, 10, 12, 14) else "conv" for layer in range(16)],
    "num_attention_heads": 16, "num_hidden_layers": 16, "num_key_value_heads": 8,
}  # fmt: skip
GLM_5_2 = {
    "architectures": ["GlmMoeDsaForCausalLM"], "hidden_size": 6144, "index_head_dim": 128, "index_n_heads": 32,
    "index_topk": 2048, "index_topk_freq": 4, "kv_lora_rank": 512, "num_attention_heads": 64, "num_hidden_layers": 78,
    "indexer_types": ["full"] * 3 + (["shared"] * 3 + ["full"]) * 18 + ["shared"] * 3, "qk_rope_head_dim": 64,
}  # fmt: skip
DEEPSEEK_V4_FLASH = {
    "architectures": ["DeepseekV4ForCausalLM"], "compress_ratios": [0, 0, *[4, 128] * 20, 4, 0], "head_dim": 512,
    "hidden_size": 4096, "index_head_dim": 128, "num_attention_heads": 64, "num_hidden_layers": 43,
    "num_key_value_heads": 1, "qk_rope_head_dim": 64, "sliding_window": 128,
}  # fmt: skip
MIMO_V2_FLASH = {
    "architectures": ["MiMoV2FlashForCausalLM"], "head_dim": 192, "hidden_size": 4096,
    "hybrid_layer_pattern": [0, 1, 1, 1, 1, *[0, 1, 1, 1, 1, 1] * 7, 0], "num_attention_heads": 64,
    "num_hidden_layers": 48, "num_key_value_heads": 4, "sliding_window": 128, "swa_head_dim": 192,
    "swa_num_key_value_heads": 8, "swa_v_head_dim": 128, "v_head_dim": 128,
}  # fmt: skip
FALCON_H1_7B = {
    "architectures": ["FalconH1ForCausalLM"], "head_dim": 128, "hidden_size": 3072, "mamba_d_conv": 4,
    "mamba_d_head": 128, "mamba_d_state": 256, "mamba_n_groups": 1, "mamba_n_heads": 24, "num_attention_heads": 12,
    "num_hidden_layers": 44, "num_key_value_heads": 2,
}  # fmt: skip
QWEN2_WINDOWED = {
    "architectures": ["Qwen2ForCausalLM"], "hidden_size": 3584, "max_position_embeddings": 131072,
    "max_window_layers": 20, "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4,
    "sliding_window": 32768, "use_sliding_window": True,
}  # fmt: skip

SLIDING_128 = {"attention": "sliding", "window": "128 tokens"}
SLIDING_512 = {"attention": "sliding", "window": "512 tokens"}
LAYERS: list[tuple[Mapping[str, Any], list[dict[str, str]]]] = [
    (LLAMA_3_1_8B, [{"count": "32", "attention": "full"}]),
    (DEEPSEEK_V3, [{"count": "61", "attention": "mla"}]),
    (GPT_OSS_20B, [{"count": "12", **SLIDING_128}, {"count": "12", "attention": "full"}]),
    (GEMMA_3_1B, [{"count": "22", **SLIDING_512}, {"count": "4", "attention": "full"}]),
    (
        GEMMA_4_E2B,
        [
            {"count": "12", **SLIDING_512},
            {"count": "3", "attention": "full"},
            {"count": "16", **SLIDING_512, "cache": "shared"},
            {"count": "4", "attention": "full", "cache": "shared"},
        ],
    ),
    (QWEN3_5_397B, [{"count": "45", "attention": "gdn"}, {"count": "15", "attention": "full"}]),
    (KIMI_K3, [{"count": "69", "attention": "kda"}, {"count": "24", "attention": "mla"}]),
    (
        NEMOTRON_H_56B,
        [
            {"count": "54", "attention": "mamba2"},
            {"count": "54", "attention": "none"},
            {"count": "10", "attention": "full"},
        ],
    ),
    (LFM2_350M, [{"count": "10", "attention": "conv"}, {"count": "6", "attention": "full"}]),
    (GLM_5_2, [{"count": "78", "attention": "sparse_mla"}]),
    (
        DEEPSEEK_V4_FLASH,
        [
            {"count": "2", **SLIDING_128},
            {"count": "21", "attention": "compressed", "compression": "4 tokens"},
            {"count": "20", "attention": "compressed", "compression": "128 tokens"},
        ],
    ),
    (MIMO_V2_FLASH, [{"count": "9", "attention": "full"}, {"count": "39", **SLIDING_128}]),
    (FALCON_H1_7B, [{"count": "44", "attention": "full"}, {"count": "44", "attention": "mamba2"}]),
    (
        QWEN2_WINDOWED,
        [{"count": "20", "attention": "full"}, {"count": "8", "attention": "sliding", "window": "32768 tokens"}],
    ),
]


def of_metric(config: Mapping[str, Any], metric: str) -> list[dict[str, str]]:
    """Statements of one metric without their place, the figure under `count`."""
    found = [statement for statement in draft(config, "Org/Model", KNOWN) if metric in statement]
    return [
        {"count" if key == metric else key: statement[key] for key in statement if key != "at"} for statement in found
    ]


@pytest.mark.parametrize(
    ("config", "expected"),
    LAYERS,
    ids=lambda value: str(value.get("architectures", [""])[0]) if isinstance(value, dict) else "",
)
def test_layers_of_each_kind(config: Mapping[str, Any], expected: list[dict[str, str]]) -> None:
    assert of_metric(config, "attention_layers") == expected


def test_everything_a_plain_configuration_says() -> None:
    assert draft(LLAMA_3_1_8B, "meta-llama/Llama-3.1-8B", KNOWN) == [
        {"architecture_class": "LlamaForCausalLM", "at": "architectures"},
        {"layers": "32", "at": "num_hidden_layers"},
        {"attention_layers": "32", "attention": "full", "at": "architectures, num_hidden_layers"},
        {"hidden_size": "4096", "at": "hidden_size"},
        {"feedforward_width": "14336", "at": "intermediate_size"},
        {"vocabulary_size": "128256", "at": "vocab_size"},
        {"context_configured": "131072 tokens", "at": "max_position_embeddings"},
        {"attention_heads": "32", "at": "num_attention_heads"},
        {"kv_heads": "8", "at": "num_key_value_heads"},
        {"head_dim": "128", "at": "hidden_size / num_attention_heads", "basis": "derived"},
        {"context_native": "8192 tokens", "at": "original_max_position_embeddings"},
        {"tied_embeddings": "no", "at": "tie_word_embeddings"},
        {"checkpoint_precision": "bf16", "repo": "meta-llama/Llama-3.1-8B", "at": "torch_dtype"},
    ]


def test_latent_attention_states_its_latent_and_no_heads_of_keys() -> None:
    found = draft(DEEPSEEK_V3, "deepseek-ai/DeepSeek-V3", KNOWN)
    metrics = {next(iter(statement)): next(iter(statement.values())) for statement in found}
    assert (metrics["kv_lora_rank"], metrics["qk_rope_head_dim"], metrics["value_head_dim"]) == ("512", "64", "128")
    assert not {"kv_heads", "head_dim"} & metrics.keys()
    assert (metrics["dense_layers"], metrics["moe_layers"], metrics["mtp_layers"]) == ("3", "58", "1")
    assert metrics["checkpoint_precision"] == "fp8_block"


def test_blocks_of_two_attention_layers_count_as_two_layers() -> None:
    longcat = {
        "architectures": ["LongcatFlashForCausalLM"], "expert_ffn_hidden_size": 2048, "ffn_hidden_size": 12288,
        "hidden_size": 6144, "kv_lora_rank": 512, "moe_topk": 12, "n_routed_experts": 512, "num_attention_heads": 64,
        "num_layers": 28, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
    }  # fmt: skip
    statements = draft(longcat, "meituan-longcat/LongCat-Flash-Chat", KNOWN)
    assert {"layers": "56", "at": "2 * num_layers", "basis": "derived"} in statements
    assert {"attention_layers": "56", "attention": "mla", "at": "architectures, num_layers"} in statements
    assert {"experts_active": "12", "at": "moe_topk"} in statements
    assert {"expert_width": "2048", "at": "expert_ffn_hidden_size"} in statements


def test_experts_in_every_second_layer() -> None:
    maverick = {**LLAMA_3_1_8B, "interleave_moe_layer_step": 2, "num_hidden_layers": 48}
    assert of_metric(maverick, "moe_layers") == [{"count": "24", "basis": "derived"}]
    assert of_metric(maverick, "dense_layers") == [{"count": "24", "basis": "derived"}]


def test_heads_that_differ_between_full_and_sliding_layers() -> None:
    assert of_metric(MIMO_V2_FLASH, "kv_heads") == [
        {"count": "4", "attention": "full"},
        {"count": "8", "attention": "sliding"},
    ]
    assert of_metric(MIMO_V2_FLASH, "value_head_dim") == [{"count": "128"}]
    assert of_metric(GEMMA_4_E2B, "head_dim") == [
        {"count": "256", "attention": "sliding"},
        {"count": "512", "attention": "full"},
    ]


def test_states_of_linear_layers() -> None:
    assert of_metric(KIMI_K3, "linear_value_heads") == [{"count": "96", "attention": "kda"}]
    assert of_metric(KIMI_K3, "linear_key_head_dim") == [{"count": "128", "attention": "kda"}]
    assert of_metric(KIMI_K3, "expert_latent_width") == [{"count": "3584"}]
    assert of_metric(QWEN3_5_397B, "linear_value_heads") == [{"count": "64", "attention": "gdn"}]
    assert of_metric(QWEN3_5_397B, "state_precision") == [{"count": "fp32"}]
    assert of_metric(QWEN3_5_397B, "encoder_layers") == [{"count": "27"}]
    assert of_metric(NEMOTRON_H_56B, "mamba_heads") == [{"count": "256"}]
    assert of_metric(NEMOTRON_H_56B, "state_size") == [{"count": "256", "attention": "mamba2"}]
    assert of_metric(LFM2_350M, "conv_width") == [{"count": "3", "attention": "conv"}]


def test_layers_that_keep_an_index() -> None:
    assert of_metric(GLM_5_2, "index_layers") == [{"count": "21", "cache": "own"}, {"count": "57", "cache": "shared"}]
    assert of_metric(DEEPSEEK_V4_FLASH, "index_layers") == [{"count": "21", "cache": "own", "basis": "derived"}]


def test_a_window_longer_than_the_context_or_switched_off_changes_nothing() -> None:
    off = {**QWEN2_WINDOWED, "use_sliding_window": False}
    long = {**QWEN2_WINDOWED, "sliding_window": 131072}
    assert (
        of_metric(off, "attention_layers")
        == of_metric(long, "attention_layers")
        == [{"count": "28", "attention": "full"}]
    )


def test_an_unknown_class_is_refused_by_name() -> None:
    with pytest.raises(ConfigError) as error:
        draft({"architectures": ["MysteryForCausalLM"]}, "Org/Mystery", KNOWN)
    assert str(error.value) == (
        "config.json: architectures is MysteryForCausalLM; data/architectures.yml does not know it. "
        "Add the class there with its rule and the place where you read it."
    )


def test_an_unknown_layer_kind_and_a_missing_field_are_refused() -> None:
    with pytest.raises(
        ConfigError, match="layer kind gated_retention is not known for this class; known: full_attention"
    ):
        draft({**GPT_OSS_20B, "layer_types": ["gated_retention"] * 24}, "Org/Model", KNOWN)
    with pytest.raises(ConfigError, match="num_hidden_layers is missing"):
        draft({key: LLAMA_3_1_8B[key] for key in LLAMA_3_1_8B if key != "num_hidden_layers"}, "Org/Model", KNOWN)


@pytest.mark.parametrize(
    ("quantization", "expected"),
    [
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "nvfp4"),
        ({"quant_method": "fp8"}, "fp8"),
        ({"config_groups": {"group_0": {"weights": {"type": "int", "num_bits": 4, "group_size": 32}}}}, "int4"),
        ({"config_groups": {"group_0": {"weights": {"type": "float", "num_bits": 4, "group_size": 16}}}}, "nvfp4"),
    ],
)
def test_number_format_of_the_weights(quantization: dict[str, object], expected: str) -> None:
    config = {**LLAMA_3_1_8B, "quantization_config": quantization}
    assert of_metric(config, "checkpoint_precision") == [{"count": expected, "repo": "Org/Model"}]


def test_the_draft_is_a_record_of_the_house() -> None:
    text = draft_record(LFM2_350M, "LiquidAI/LFM2-350M", "liquid-ai", KNOWN)
    assert text.splitlines()[:9] == [
        "# yaml-language-server: $schema=../../../schema/json/model.json",
        "name: LFM2-350M",
        "developer: liquid-ai",
        "kind: language",
        "identifiers: {huggingface: LiquidAI/LFM2-350M}",
        "",
        "statements:",
        "  - {architecture_class: Lfm2ForCausalLM, source: liquid-ai-lfm2-350m-config, at: architectures}",
        "  - {layers: 16, source: liquid-ai-lfm2-350m-config, at: num_hidden_layers}",
    ]
    assert list(source_entry("LiquidAI/LFM2-350M", "liquid-ai")) == ["liquid-ai-lfm2-350m-config"]


def test_every_known_class_has_a_rule_and_the_place_where_it_was_read() -> None:
    incomplete = [name for name, entry in KNOWN.items() if not {"rule", "source", "at", "model_type"} <= entry.keys()]
    assert incomplete == []


def test_the_dtype_of_a_quantised_repository_is_not_its_precision() -> None:
    def stated(repo: str) -> list[str]:
        return [s["checkpoint_precision"] for s in draft(LLAMA_3_1_8B, repo, KNOWN) if "checkpoint_precision" in s]

    assert stated("nvidia/Llama-3.1-8B-Instruct-NVFP4") == []
    assert stated("nvidia/Llama-3.1-8B-Instruct-FP8") == []
    assert stated("meta-llama/Llama-3.1-8B") == ["bf16"]
