"""What must hold for every model, request and device."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from analysis.memory import ENGINES, Geometry, Request
from analysis.memory.cache import token_bytes
from analysis.memory.formats import CACHE_FORMATS
from analysis.memory.geometry import IndexLayers, KeyValueLayers, LatentLayers, StateLayers, Totals
from analysis.memory.ladder import Ladder, Traits, Workings, ladder
from analysis.memory.parallel import Split

HEADS = st.sampled_from([1, 2, 4, 8, 16, 32, 64])
COUNTS = st.integers(1, 80)
full = st.builds(KeyValueLayers, st.just("full"), COUNTS, HEADS, st.just(128), st.sampled_from([64, 128]))
sliding = st.builds(
    KeyValueLayers, st.just("sliding"), COUNTS, HEADS, st.just(128), st.just(128), st.sampled_from([128, 1024, 4096])
)
latent = st.builds(LatentLayers, st.sampled_from(["mla", "sparse_mla"]), COUNTS, st.just(512), st.just(64))
index = st.builds(IndexLayers, COUNTS, st.just(128))
state = st.builds(
    StateLayers,
    st.sampled_from(["kda", "gdn", "mamba2"]),
    COUNTS,
    st.integers(1, 2**21),
    st.integers(1, 2**15),
    st.just(4),
)


@st.composite
def models(draw: st.DrawFn) -> Geometry:
    """A model of one to three kinds of layers of which one keeps tokens."""
    groups = (draw(st.one_of(full, latent)), *draw(st.lists(st.one_of(full, sliding, state, index), max_size=2)))
    params, hidden = draw(st.floats(1e9, 3e12)), draw(st.sampled_from([2048, 8192]))
    layers = sum(group.layers for group in groups)
    totals = Totals(
        params, None, None, (), hidden, 128_000, draw(st.booleans()), None, layers, None, draw(st.booleans())
    )
    return Geometry("any", totals, groups, 64, draw(st.sampled_from([None, "fp32", "bf16"])), draw(st.integers(0, 2)))


requests = st.builds(
    Request,
    st.sampled_from(["bf16", "fp8", "int4"]),
    st.sampled_from(sorted(CACHE_FORMATS)),
    st.integers(1, 2**20),
    st.integers(1, 512),
    st.sampled_from(ENGINES),
    mtp=st.booleans(),
)
LARGE = Traits(1024, 8192, "", 8)


def rungs(model: Geometry, request: Request) -> Ladder:
    found = ladder(Workings(model), request, LARGE)
    assert found is not None
    return found


@given(models(), requests, st.integers(1, 64))
def test_more_users_never_need_less(model: Geometry, request: Request, more: int) -> None:
    few = rungs(model, request)
    many = rungs(model, replace(request, users=request.users + more))
    assert all(many.rung(n).need >= few.rung(n).need for n in range(len(few.splits)))


@given(models(), requests, st.integers(1, 2**18))
def test_a_longer_context_never_needs_less(model: Geometry, request: Request, more: int) -> None:
    short = rungs(model, request)
    long = rungs(model, replace(request, context=request.context + more))
    assert all(long.rung(n).need >= short.rung(n).need for n in range(len(short.splits)))


@given(models(), requests)
def test_more_tensor_ranks_never_raise_weights_or_cache_of_a_device(model: Geometry, request: Request) -> None:
    found = rungs(model, request)
    cut = [found.rung(n) for n, split in enumerate(found.splits) if split.pp == 1]
    for fewer, more in pairwise(cut):
        assert more.weights.expected <= fewer.weights.expected
        assert more.cache + more.state <= (fewer.cache + fewer.state) * (1 + 1e-9) or request.engine == "vllm"


@given(latent, st.sampled_from(sorted(CACHE_FORMATS)), HEADS, HEADS)
def test_latent_caches_never_grow_with_heads_nor_shrink_with_ranks(
    group: LatentLayers, kv: str, heads: int, ranks: int
) -> None:
    totals = Totals(1e9, None, None, (), 4096, 32_000, False, None, group.layers, None, False)
    one, many = (Geometry("any", totals, (group,), count, None, 0) for count in (1, heads))
    assert token_bytes(one, kv) == token_bytes(many, kv) == token_bytes(many, kv, tp=ranks)


@given(models(), requests)
def test_low_expected_and_high_are_in_order(model: Geometry, request: Request) -> None:
    found = rungs(model, request)
    for number in range(len(found.splits)):
        rung = found.rung(number)
        assert rung.low <= rung.need <= rung.high


@given(models(), requests, st.floats(1, 400))
def test_no_split_takes_fewer_devices_than_the_bare_minimum(model: Geometry, request: Request, gib: float) -> None:
    found = rungs(model, replace(request, engine="llamacpp"))
    rung = found.lowest(gib)
    assert rung is None or rung.devices >= found.bare_minimum(gib) >= 1


@given(models(), requests)
def test_the_same_question_has_the_same_answer(model: Geometry, request: Request) -> None:
    asked = replace(request, split=Split())
    assert rungs(model, asked).rung(0) == rungs(model, asked).rung(0)
