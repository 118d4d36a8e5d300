"""Parameters counted from a geometry, held to counts of published checkpoints, and the verdict on stated ones."""

from collections.abc import Iterable

import pytest

from analysis.hosting.recorded import Recorded
from analysis.parameters import Counted, Recomputed, Stated, Uncounted, count, recomputed


def fact(metric: str, value: float | str, **qualifiers: str) -> Recorded:
    number = None if isinstance(value, str) else float(value)
    text = value if isinstance(value, str) else None
    return Recorded(metric, qualifiers, number, None, text, f"statement of {metric}", "source", str(value))


def facts(sizes: dict[str, float | str], layers: Iterable[tuple[float, str]]) -> list[Recorded]:
    return [
        *(fact(*pair) for pair in sizes.items()),
        *(fact("attention_layers", n, attention=kind) for n, kind in layers),
    ]


LLAMA_3_1_8B = facts(
    {
        "layers": 32, "hidden_size": 4096, "attention_heads": 32, "kv_heads": 8, "head_dim": 128,
        "feedforward_width": 14336, "vocabulary_size": 128256, "tied_embeddings": "no",
    },
    [(32, "full")],
)  # fmt: skip
DEEPSEEK_V3 = facts(
    {
        "layers": 61, "hidden_size": 7168, "attention_heads": 128, "q_lora_rank": 1536, "kv_lora_rank": 512,
        "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "value_head_dim": 128, "dense_layers": 3, "moe_layers": 58,
        "experts_total": 256, "experts_active": 8, "experts_shared": 1, "expert_width": 2048, "mtp_layers": 1,
        "feedforward_width": 18432, "vocabulary_size": 129280, "tied_embeddings": "no",
    },
    [(61, "mla")],
)  # fmt: skip
QWEN3_NEXT_80B = facts(
    {
        "layers": 48, "hidden_size": 2048, "attention_heads": 16, "kv_heads": 2, "head_dim": 256,
        "linear_key_heads": 16, "linear_key_head_dim": 128, "linear_value_heads": 32,
        "linear_value_head_dim": 128, "experts_total": 512, "experts_active": 10, "experts_shared": 1,
        "expert_width": 512, "dense_layers": 0, "vocabulary_size": 151936, "tied_embeddings": "no",
    },
    [(12, "full"), (36, "gdn")],
)  # fmt: skip
QWEN3_NEXT_80B.append(fact("attention_gate_size", 4096, attention="full"))
NEMOTRON_3_NANO_30B = facts(
    {
        "layers": 52, "hidden_size": 2688, "attention_heads": 32, "kv_heads": 2, "head_dim": 128, "mamba_heads": 64,
        "mamba_head_dim": 64, "mamba_groups": 8, "state_size": 128, "conv_width": 4, "experts_total": 128,
        "experts_active": 6, "expert_width": 1856, "shared_expert_width": 3712, "feedforward_matrices": 2,
        "dense_layers": 0, "vocabulary_size": 131072, "tied_embeddings": "no",
    },
    [(6, "full"), (23, "mamba2"), (23, "none")],
)  # fmt: skip


def counted(known: list[Recorded]) -> Counted:
    found = count(known)
    assert isinstance(found, Counted)
    return found


@pytest.mark.parametrize(
    ("known", "total"),
    [
        (LLAMA_3_1_8B, 8_030_261_248),
        (DEEPSEEK_V3, 671_026_419_200),
        (QWEN3_NEXT_80B, 79_674_391_296),
        (NEMOTRON_3_NANO_30B, 31_577_937_344),
    ],
)
def test_counts_come_out_at_the_elements_of_the_published_checkpoint(known: list[Recorded], total: float) -> None:
    assert counted(known).total == pytest.approx(total, rel=1e-4)


def test_a_plain_model_is_counted_to_the_last_weight() -> None:
    assert counted(LLAMA_3_1_8B).total == 8_030_261_248


def test_active_weights_leave_idle_experts_out() -> None:
    found = counted(DEEPSEEK_V3)
    assert found.active == pytest.approx(37.5e9, rel=0.01)
    assert found.active - found.matrices == pytest.approx(35.7e9, rel=0.01)
    assert counted(LLAMA_3_1_8B).active == counted(LLAMA_3_1_8B).total


def test_an_mtp_layer_is_one_more_layer_and_a_projection() -> None:
    assert counted(DEEPSEEK_V3).mtp == pytest.approx(11.5e9, rel=0.01)
    assert counted(LLAMA_3_1_8B).mtp == 0


def test_two_matrices_weigh_two_thirds_of_three() -> None:
    gated = counted(LLAMA_3_1_8B).feedforward
    assert counted([*LLAMA_3_1_8B, fact("feedforward_matrices", 2)]).feedforward == pytest.approx(gated * 2 / 3)


@pytest.mark.parametrize(
    ("left_out", "missing"),
    [
        ("kv_heads", "kv heads of full layers"),
        ("hidden_size", "hidden size"),
        ("attention_layers", "attention kind of the layers"),
        ("feedforward_width", "feedforward width"),
    ],
)
def test_a_size_that_nobody_states_is_named_and_never_filled_in(left_out: str, missing: str) -> None:
    assert count([known for known in LLAMA_3_1_8B if known.metric != left_out]) == Uncounted(missing)


def test_a_kind_without_a_rule_is_named() -> None:
    sizes: dict[str, float | str] = {"layers": 1, "hidden_size": 8, "vocabulary_size": 9, "feedforward_width": 8}
    assert count(facts(sizes, [(1, "compressed")])) == Uncounted("a rule that counts compressed layers")


def verdict(known: list[Recorded], billions: float, counts: str | None = None, **more: float) -> Recomputed:
    half = more.get("half", 0.0) * 1e9
    stated = Stated("s", "params_total", billions * 1e9, billions * 1e9 - half, billions * 1e9 + half, counts)
    return next(recomputed("some-model-32b", counted(known), known, [stated], bool(more.get("multimodal"))))


def test_a_total_within_one_per_cent_agrees_without_a_word() -> None:
    found = verdict(DEEPSEEK_V3, 671, "main_model", half=0.5)
    assert (found.outcome, found.explanation) == ("agrees", None)
    assert found.difference == pytest.approx(0.0, abs=1e-3)


def test_mtp_with_its_copies_explains_the_larger_total() -> None:
    found = verdict(DEEPSEEK_V3, 684.53, "stored_elements")
    assert found.outcome == "explained"
    assert found.explanation == "counts 1 MTP layer with copies of embedding and output"


def test_a_figure_of_one_digit_is_rounded() -> None:
    found = verdict(LLAMA_3_1_8B, 8.5, half=0.5)
    assert (found.outcome, found.explanation) == ("rounded", "rounded")


def test_what_remains_is_left_to_an_encoder_only_where_there_is_one() -> None:
    seeing = verdict(LLAMA_3_1_8B, 8.7, multimodal=1)
    assert seeing.outcome == "question"
    assert seeing.explanation == "0.67B more, left to the encoder of images or sound, whose size nobody states"
    assert verdict(LLAMA_3_1_8B, 8.7).explanation == "no way of counting gives it, and nobody says what it counts"


def test_elements_of_packed_weights_are_no_parameters() -> None:
    packed = [*LLAMA_3_1_8B, fact("checkpoint_precision", "mxfp4")]
    found = verdict(packed, 4.5, "stored_elements")
    assert (found.outcome, found.explanation) == (
        "explained",
        "elements of packed weights and their scales, not parameters",
    )


def test_what_was_taken_as_none_is_said() -> None:
    silent = [known for known in DEEPSEEK_V3 if known.metric not in ("dense_layers", "moe_layers", "experts_shared")]
    found = verdict(silent, 671)
    assert found.explanation == "on record nobody states dense layers nor shared experts: counted as none"


def test_a_name_is_no_measurement() -> None:
    found = verdict(LLAMA_3_1_8B, 32)
    assert (found.outcome, found.explanation) == (
        "explained",
        "the figure in the model's name, which rounds as it likes",
    )
