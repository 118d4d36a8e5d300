"""A model's shape is read from its facts or refused with the words for what is missing; nothing is filled in."""

from analysis.memory import Geometry, Incomplete, from_facts
from analysis.memory.geometry import (
    CompressedLayers,
    Experts,
    IndexLayers,
    KeyValueLayers,
    LatentLayers,
    StateLayers,
)
from tests.memory_shapes import LING, Fact, facts, geometry, layers, size


def missing(*given: Fact) -> tuple[str, ...]:
    found = from_facts("a-model", given)
    assert isinstance(found, Incomplete)
    return found.missing


def test_every_kind_of_layer_is_read_from_its_facts() -> None:
    assert geometry(*LING).groups == (
        StateLayers("kda", 63, 64 * 128 * 128, 3 * 64 * 128, 4),
        LatentLayers("mla", 9, 512, 64),
    )
    sizes = {"mamba_heads": 64, "mamba_head_dim": 64, "mamba_groups": 8, "state_size": 128, "conv_width": 4}
    kinds = (layers(23, "mamba2"), layers(6, "full"), layers(23, "none"))
    mamba = facts(*kinds, layers=52, kv_heads=2, head_dim=128, params_total=30, **sizes)
    assert geometry(*mamba).groups == (
        StateLayers("mamba2", 23, 4096 * 128, 4096 + 2 * 8 * 128, 4),
        KeyValueLayers("full", 6, 2, 128, 128),
    )


def test_sizes_of_one_kind_go_before_sizes_of_all() -> None:
    gemma = facts(layers(50, "sliding", window="1024 tokens"), layers(10, "full"), layers=60, params_total=31)
    sizes = (
        size("kv_heads", 16, attention="sliding"),
        size("kv_heads", 4, attention="full"),
        size("head_dim", 256, attention="sliding"),
        size("head_dim", 512, attention="full"),
    )
    assert geometry(*gemma, *sizes).groups == (
        KeyValueLayers("sliding", 50, 16, 256, 256, 1024),
        KeyValueLayers("full", 10, 4, 512, 512),
    )


def test_layers_that_read_anothers_cache_cost_nothing() -> None:
    shape = {"kv_lora_rank": 512, "qk_rope_head_dim": 64, "index_head_dim": 128, "params_total": 1050}
    own, shared = layers(63, "sparse_mla", cache="own"), layers(9, "sparse_mla", cache="shared")
    model = geometry(*facts(own, shared, layers(72, "sparse_mla"), layers=72, index_layers=72, **shape))
    assert model.groups == (LatentLayers("sparse_mla", 63, 512, 64), IndexLayers(72, 128))


def test_no_more_layers_have_an_index_than_choose_among_tokens() -> None:
    hybrid = facts(layers(11, "sparse_mla"), layers(34, "none"), layers=45, index_layers=45, index_head_dim=128,
                   kv_lora_rank=512, qk_rope_head_dim=0, params_total=321)  # fmt: skip
    assert geometry(*hybrid).groups == (LatentLayers("sparse_mla", 11, 512, 0), IndexLayers(11, 128))


def test_sliding_layers_of_a_compressed_model_keep_the_same_entries() -> None:
    given = facts(layers(2, "sliding"), layers(41, "compressed", compression="4 tokens"), layers=43, sliding_window=128,
                  head_dim=512, qk_rope_head_dim=64, params_total=284)  # fmt: skip
    assert geometry(*given).groups == (
        CompressedLayers("sliding", 2, 512, 64, None, 128),
        CompressedLayers("compressed", 41, 512, 64, 4, 128),
    )


def test_each_field_remembers_its_statement() -> None:
    origins = geometry(*LING).totals.origins
    assert origins["kv_lora_rank of mla layers"] == "kv_lora_rank"
    assert origins["attention_layers kda"] == "attention_layers kda"
    assert origins["params_total with_mtp"] == "params_total with_mtp"


def test_what_is_missing_is_said_in_words() -> None:
    assert missing(*facts(layers=72, params_total=1000)) == ("attention kind of 72 layers",)
    assert missing(*facts(layers(10, "full"), layers=12, head_dim=128, params_total=7)) == (
        "attention kind of 2 layers",
        "KV heads",
    )
    assert missing(*facts(layers(12, "full"), layers(4, "sliding"), layers=12, kv_heads=8, head_dim=128)) == (
        "layer counts that agree: 16 by kind, 12 in all",
        "window of sliding layers",
        "total parameters or the bytes of a checkpoint",
    )
    assert missing() == (
        "number of layers and their attention kind",
        "total parameters or the bytes of a checkpoint",
    )


def test_an_absence_is_no_figure() -> None:
    given = facts(layers(12, "full"), layers=12, head_dim=128, kv_heads="not_published", params_total=7)
    assert missing(*given) == ("KV heads",)


def test_stored_elements_of_an_unquantised_release_are_its_parameters() -> None:
    exact = size("params_total", 32.762123264, counts="stored_elements")
    rounded = facts(layers(64, "full"), layers=64, kv_heads=8, head_dim=128, params_total=32)
    assert geometry(*rounded, exact).totals.params == 32e9
    released = Fact("checkpoint_precision", value_text="bf16")
    assert geometry(*rounded, exact, released).totals.params == 32.762123264e9


def test_packed_elements_are_no_parameters() -> None:
    packed = size("params_total", 170, counts="stored_elements")
    given = facts(layers(61, "full"), layers=61, kv_heads=8, head_dim=128, checkpoint_precision="int4")
    assert missing(*given, packed) == ("total parameters or the bytes of a checkpoint",)


def test_an_output_matrix_beside_a_tied_embedding_is_spare() -> None:
    shape = facts(layers(28, "full"), layers=28, kv_heads=8, head_dim=128, hidden_size=1024, feedforward_width=3072,
                  attention_heads=16, vocabulary_size=151_936, tied_embeddings="yes")  # fmt: skip
    with_copy, without = (geometry(*shape, size("params_total", params)) for params in (0.751632384, 0.596049920))
    assert (with_copy.totals.spare, without.totals.spare) == (151_936 * 1024, 0)


def test_whether_the_output_is_a_matrix_of_its_own_follows_from_the_count() -> None:
    """Qwen2.5 7B has 7,615,616,512 weights: the layers and two matrices of 152,064 x 3,584."""
    shape = facts(layers(28, "full"), layers=28, kv_heads=4, head_dim=128, hidden_size=3584, feedforward_width=18_944,
                  attention_heads=28, vocabulary_size=152_064)  # fmt: skip
    tied = [geometry(*shape, size("params_total", params)).totals.tied for params in (7.615616512, 7.07, 9.0)]
    assert tied == [False, True, None]
    said = facts(tied_embeddings="yes")
    assert geometry(*shape, *said, size("params_total", 7.615616512)).totals.tied is True


def test_layers_with_experts_follow_from_the_parameters() -> None:
    shape = {"hidden_size": 2880, "experts_total": 128, "experts_active": 4, "expert_width": 2880}
    model = geometry(*facts(layers(36, "full"), layers=36, kv_heads=8, head_dim=64, params_total=116.8, **shape))
    assert model.totals.experts == Experts(128, 4, 2880, 2880, 36)


def test_experts_may_work_in_a_width_of_their_own() -> None:
    shape = {"hidden_size": 7168, "expert_latent_width": 3584, "experts_total": 896, "experts_active": 16,
             "expert_width": 3072, "moe_layers": 92}  # fmt: skip
    model = geometry(*facts(layers(93, "full"), layers=93, kv_heads=8, head_dim=64, params_total=2800, **shape))
    experts = model.totals.experts
    assert experts is not None
    assert experts.params == 3 * 92 * 896 * 3584 * 3072


def test_classes_of_attention_are_named_by_their_layers() -> None:
    assert geometry(*LING).attention_class == "kda+mla"
    assert isinstance(from_facts("x", LING), Geometry)
