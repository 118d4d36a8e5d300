"""What is asked, with the defaults that stand in for what nobody chose."""

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.hosting.formats import default_engine, default_precision, known_formats
from analysis.memory import ENGINES, Device, EngineName, Request
from analysis.memory.formats import CACHE_FORMATS, bits_of

MOST_TOKENS, MOST_USERS, MOST_DEVICES = 16_777_216, 1_048_576, 4096
CONTEXT, USERS, KV = 8192, 1, "fp16"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one model. None means: as the model, the device or the engine has it by default."""

    precision: str | None = None
    kv: str = KV
    context: int = CONTEXT
    users: int = USERS
    engine: EngineName | None = None
    devices: int | None = None

    def request(self, device: Device | None, released: list[str], repo: str | None = None) -> Request:
        """What the memory analysis is asked for `device`."""
        precision = self.precision or default_precision(released)
        engine = self.engine or default_engine(device, precision)
        return Request(precision, self.kv, self.context, self.users, engine, repo=repo, devices=self.devices)


def problems(precision: str | None, kv: str, numbers: Iterable[tuple[str, int, int]], engine: str | None) -> list[str]:
    """What cannot be asked, each in one sentence. `numbers` are name, value and the most that is answered."""
    found = []
    if precision is not None and bits_of(precision) is None:
        found.append(f"precision is “{precision}”: it can be {', '.join(known_formats())}, or mlx5-g32 and the like")
    if kv not in CACHE_FORMATS:
        found.append(f"kv is “{kv}”: it can be {', '.join(sorted(CACHE_FORMATS))}")
    if engine is not None and engine not in ENGINES:
        found.append(f"engine is “{engine}”: it can be {', '.join(ENGINES)}")
    found += [
        f"{name} is {value}: it can be a whole number from 1 to {most}"
        for name, value, most in numbers
        if not 1 <= value <= most
    ]
    return found
