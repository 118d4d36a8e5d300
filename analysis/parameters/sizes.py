"""Sizes of one model, looked up among its facts; a size that nobody states ends the count."""

from analysis.memory.facts import Fact, FactBook

NO_LAYER = "none"


class LackError(Exception):
    """A size that the count needs and nobody states; the message is its name in words."""


class Sizes:
    """Sizes of one model. Raises LackError already where its hidden size is unknown."""

    def __init__(self, book: FactBook) -> None:
        self.book = book
        self.hidden = self.need("hidden_size")

    def need(self, metric: str, kind: str | None = None) -> int:
        """The size, for layers of `kind` where one is named. Raises LackError where nobody states it."""
        value = self.maybe(metric, kind)
        if value is None:
            raise LackError(metric.replace("_", " ") + (f" of {kind} layers" if kind else ""))
        return value

    def maybe(self, metric: str, kind: str | None = None) -> int | None:
        """The size, or None."""
        if metric == "layers":
            return self.book.whole(metric, counts="main_model")
        return self.book.whole(metric, attention=kind) if kind else self.book.whole(metric)

    def part(self, counts: str) -> float:
        """Weights of a part that sources state, as a plain count; 0 where they do not."""
        facts = [fact for fact in self.book.all("params_part") if fact.qualifiers.get("counts") == counts]
        return (facts[0].value or 0.0) * 1e9 if facts else 0.0

    def layers_by_kind(self) -> list[Fact]:
        """How many layers of each kind. Raises LackError where nobody says it."""
        layers = [fact for fact in self.book.all("attention_layers") if "attention" in fact.qualifiers]
        exact = {fact.qualifiers["attention"] for fact in layers if "window" in fact.qualifiers}
        owned = {fact.qualifiers["attention"] for fact in layers if fact.qualifiers.get("cache") == "own"}
        kept = [
            fact for fact in layers
            if ("window" in fact.qualifiers or fact.qualifiers["attention"] not in exact)
            and ("cache" in fact.qualifiers or fact.qualifiers["attention"] not in owned)
        ]  # fmt: skip
        if not kept:
            raise LackError("attention kind of the layers")
        return kept

    def feedforward_layers(self) -> int:
        """Layers with a feed-forward part: all of them; blocks of Nemotron-H are either that or something else."""
        kinds = {fact.qualifiers["attention"]: round(fact.value or 0.0) for fact in self.layers_by_kind()}
        blocks = kinds.get(NO_LAYER)
        return blocks if blocks and "mamba2" in kinds else self.need("layers")
