"""How many real runs stand behind an answer: by engine, device class and attention class."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

NEVER = "never validated here"


@dataclass(frozen=True, slots=True)
class Validated:
    """Runs of the evidence by (engine, device class, attention class)."""

    runs: Mapping[tuple[str, str, str], int] = field(default_factory=dict)

    def count(self, engine: str, device_class: str, attention_class: str) -> int:
        """Runs of exactly this engine, device class and attention class."""
        return self.runs.get((engine, device_class, attention_class), 0)

    def words(self, engine: str, device_class: str, attention_class: str) -> str:
        """What an answer says about them."""
        count = self.count(engine, device_class, attention_class)
        if not count:
            return NEVER
        runs = "1 run" if count == 1 else f"{count} runs"
        return f"checked on {runs} of {engine} on {device_class} with {attention_class} layers"


NO_RUNS = Validated()


def validated_from_rows(rows: Iterable[Mapping[str, str]]) -> Validated:
    """From the rows of data/validated_runs.csv: engine, device_class, attention_class, runs."""
    return Validated({(row["engine"], row["device_class"], row["attention_class"]): int(row["runs"]) for row in rows})
