"""Memory of open-weight models at serving time: which hardware holds them, with every term's reason.

    model = from_facts("qwen3-32b", facts)            # Geometry, or Incomplete with what is missing
    device = device_from_facts("nvidia-h100-sxm", "H100", "nvidia", "gpu", "hopper", facts)
    answer = fit(model, device, Request("bf16", context=16384, users=4))
    answer.as_dict()                                  # the columns of `fits`, assumptions with sources, speed bound

Facts may be every statement that is not set aside, the one shown first: the first that fits is used, and `counts` tells
main model, prediction layers and stored elements apart. `from_facts` never fills a gap.

`fit_all(model, Park(devices), requests)` answers many requests for many devices, microseconds each; `most_users`,
`longest_context`, `format_that_fits` and `smallest` ask the other way round. Nothing here reads files, databases or
clocks.
"""

from analysis.memory.answer import Answer
from analysis.memory.cache import growing_token_bytes, token_bytes
from analysis.memory.capacity import Device, device_from_facts, raised_limit, usable
from analysis.memory.facts import Fact
from analysis.memory.fit import FormatError, fit
from analysis.memory.geometry import Geometry, Incomplete, Model
from analysis.memory.ladder import Request
from analysis.memory.matrix import FitTerms, Park, fit_all
from analysis.memory.parallel import Split, splits
from analysis.memory.profiles import ENGINES, EngineName
from analysis.memory.reading import from_facts
from analysis.memory.reverse import Choice, format_that_fits, longest_context, most_users, smallest
from analysis.memory.speed import Speed
from analysis.memory.states import sequence_bytes
from analysis.memory.terms import Cited, Spread
from analysis.memory.validated import NEVER, NO_RUNS, Validated, validated_from_rows

__all__ = [
    "ENGINES",
    "NEVER",
    "NO_RUNS",
    "Answer",
    "Choice",
    "Cited",
    "Device",
    "EngineName",
    "Fact",
    "FitTerms",
    "FormatError",
    "Geometry",
    "Incomplete",
    "Model",
    "Park",
    "Request",
    "Speed",
    "Split",
    "Spread",
    "Validated",
    "device_from_facts",
    "fit",
    "fit_all",
    "format_that_fits",
    "from_facts",
    "growing_token_bytes",
    "longest_context",
    "most_users",
    "raised_limit",
    "sequence_bytes",
    "smallest",
    "splits",
    "token_bytes",
    "usable",
    "validated_from_rows",
]
