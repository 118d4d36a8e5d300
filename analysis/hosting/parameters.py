"""Parameters counted from a configuration, for models whose total nobody has stated.

Matrices of the published classes (Hugging Face transformers 5.24): projections of attention, three matrices for each
feed-forward part and each expert, routers, embedding and output. Norms, biases and encoders are left out.
"""

from collections.abc import Callable, Iterable

from analysis.memory.facts import Fact, FactBook

TRANSFORMERS = "https://github.com/huggingface/transformers/tree/v5.24.0/src/transformers/models"
PLAIN = ("full", "sliding", "chunked", "sparse")
LATENT = ("mla", "sparse_mla")


class _LackError(Exception):
    """A size that the count needs and nobody states; the message is its metric."""


def counted_parameters(facts: Iterable[Fact]) -> float | str:
    """Parameters of the main model as a plain count; or, where it cannot be counted, the words for what is missing."""
    sizes = _Sizes(FactBook(facts))
    try:
        return sizes.embedding() + sizes.attention() + sizes.feedforward()
    except _LackError as lack:
        return str(lack)


class _Sizes:
    """Sizes of one model; asking for one that nobody states raises _LackError."""

    def __init__(self, book: FactBook) -> None:
        self.book = book
        self.hidden = self.need("hidden_size")

    def need(self, metric: str, kind: str | None = None) -> int:
        value = self.maybe(metric, kind)
        if value is None:
            raise _LackError(metric.replace("_", " ") + (f" of {kind} layers" if kind else ""))
        return value

    def maybe(self, metric: str, kind: str | None = None) -> int | None:
        return self.book.whole(metric, attention=kind) if kind else self.book.whole(metric)

    def embedding(self) -> float:
        tied = self.book.word("tied_embeddings")
        return self.hidden * self.need("vocabulary_size") * (1.0 if tied in ("yes", "true") else 2.0)

    def attention(self) -> float:
        layers = [fact for fact in self.book.all("attention_layers") if "attention" in fact.qualifiers]
        if not layers:
            raise _LackError("attention kind of the layers")
        return sum((fact.value or 0.0) * self._layer(fact.qualifiers["attention"]) for fact in layers) + self._index()

    def _layer(self, kind: str) -> float:
        makers: dict[str, Callable[[str], float]] = {
            **dict.fromkeys(PLAIN, self._plain), **dict.fromkeys(LATENT, self._latent),
            "gdn": self._gdn, "kda": self._kda,
        }  # fmt: skip
        if kind not in makers:
            raise _LackError(f"a rule that counts {kind} layers")
        return makers[kind](kind)

    def _plain(self, kind: str) -> float:
        heads, shared, size = (
            self.need("attention_heads", kind),
            self.need("kv_heads", kind),
            self.need("head_dim", kind),
        )
        value = self.maybe("value_head_dim", kind) or size
        return self.hidden * float((heads + shared) * (size + value))

    def _latent(self, kind: str) -> float:
        heads, rank = self.need("attention_heads", kind), self.need("kv_lora_rank", kind)
        rope, plain = self.need("qk_rope_head_dim", kind), self.need("qk_nope_head_dim", kind)
        value, narrow = self.need("value_head_dim", kind), self.maybe("q_lora_rank", kind)
        each = heads * (plain + rope)
        queries = self.hidden * each if narrow is None else narrow * (self.hidden + each)
        return float(
            queries + self.hidden * (rank + rope) + rank * heads * (plain + value) + heads * value * self.hidden
        )

    def _gdn(self, kind: str) -> float:
        keys = self.need("linear_key_heads", kind) * self.need("linear_key_head_dim", kind)
        heads = self.need("linear_value_heads", kind)
        values = heads * self.need("linear_value_head_dim", kind)
        return self.hidden * float(2 * keys + 3 * values + 2 * heads)

    def _kda(self, kind: str) -> float:
        heads, size = self.need("linear_key_heads", kind), self.need("linear_key_head_dim", kind)
        wide = heads * size
        return self.hidden * float(4 * wide + heads) + 2.0 * size * (self.hidden + wide)

    def _index(self) -> float:
        layers, size, heads = (self.maybe(name) for name in ("index_layers", "index_head_dim", "index_heads"))
        if not (layers and size and heads):
            return 0.0
        queries = self.maybe("q_lora_rank") or self.hidden
        return float(layers * (queries * heads * size + self.hidden * (size + heads)))

    def feedforward(self) -> float:
        layers = self.book.whole("layers", counts="main_model") or 0
        experts = self.maybe("experts_total")
        if not experts:
            return 3.0 * layers * self.hidden * self.need("feedforward_width")
        dense = self.maybe("dense_layers") or 0
        mixed = self.maybe("moe_layers")
        mixed = layers - dense if mixed is None else mixed
        plain = 3.0 * dense * self.hidden * self.need("feedforward_width") if dense else 0.0
        return plain + mixed * self._mixture(experts)

    def _mixture(self, experts: int) -> float:
        inner, latent = self.need("expert_width"), self.maybe("expert_latent_width")
        outer = latent or self.hidden
        shared = (self.maybe("experts_shared") or 0) * (self.maybe("shared_expert_width") or inner)
        if not self.maybe("experts_shared"):
            shared = self.maybe("shared_expert_width") or 0
        bridge = 2.0 * self.hidden * latent if latent else 0.0
        return 3.0 * experts * inner * outer + self.hidden * (experts + 3.0 * shared) + bridge
