"""A command line that starts the engine as the answer counted it, with the reason for each flag."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from analysis.memory import Answer, Device
from analysis.memory.formats import GGUF, UNQUANTISED
from analysis.memory.ladder import Request, traits
from analysis.memory.profiles import profile

VLLM_FLAGS = "https://docs.vllm.ai/en/latest/configuration/engine_args.html"
SGLANG_FLAGS = "https://docs.sglang.io/advanced_features/server_arguments.html"
LLAMACPP_FLAGS = "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md"
EIGHT_BITS = ("fp8", "fp8_block")


class Flag(NamedTuple):
    """A flag with its value, and why it is set so."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Launch:
    """The start of a command, its flags, and where they are documented. `note` says what must be done first."""

    start: str
    flags: tuple[Flag, ...]
    where: str
    note: str

    @property
    def command(self) -> str:
        """The whole line."""
        return " ".join((self.start, *(flag.text for flag in self.flags)))

    def as_dict(self) -> dict[str, Any]:
        return {
            "command": self.command,
            "flags": [flag._asdict() for flag in self.flags],
            "where": self.where,
            "note": self.note or None,
        }


def launch(answer: Answer, device: Device, request: Request, repo: str | None, wide_repo: str | None) -> Launch | None:
    """The command for an answer that fits; None for engines that have none here.

    `repo` holds the weights in the format asked for, `wide_repo` those in 16 bits, from which an engine may make FP8.
    """
    made = _MAKERS.get(request.engine)
    if made is None or answer.devices is None:
        return None
    on_loading = repo is None and request.precision in EIGHT_BITS and wide_repo is not None
    name = repo or (wide_repo if on_loading else None)
    note = "" if name else f"no repository with weights in {request.precision} is on record: put yours in its place"
    start, where, flags = made
    model = name or ("MODEL.gguf" if request.engine == "llamacpp" else "YOUR-CHECKPOINT")
    if request.engine == "llamacpp" and name and request.precision not in GGUF:
        model, note = "MODEL.gguf", f"convert {name} to GGUF first"
    return Launch(start.format(model=model), tuple(flags(answer, device, request, on_loading)), where, note)


def _ranks(answer: Answer) -> dict[str, int]:
    """Ranks by kind: `tp8+pp2` is tp 8 and pp 2."""
    parts = (part for part in (answer.split or "").split("+") if part)
    return {part.rstrip("0123456789"): int(part.lstrip("abcdefghijklmnopqrstuvwxyz")) for part in parts}


def _vllm(answer: Answer, device: Device, request: Request, on_loading: bool) -> Iterator[Flag]:
    ranks = _ranks(answer)
    if ranks.get("tp", 1) > 1:
        yield Flag(f"--tensor-parallel-size {ranks['tp']}", "cuts every weight matrix over so many devices")
    if ranks.get("pp", 1) > 1:
        yield Flag(f"--pipeline-parallel-size {ranks['pp']}", "spreads the layers over so many servers")
    if ranks.get("dp", 1) > 1:
        yield Flag(f"--data-parallel-size {ranks['dp']}", "copies attention, cuts the experts")
    yield Flag(f"--max-model-len {request.context}", "the context asked for; a longer one needs more cache")
    slots = max(traits(request, device).sequences, request.users)
    yield Flag(f"--max-num-seqs {slots}", "the sampler's peak was counted for so many requests; fewer need less memory")
    share = request.share or float(profile("vllm").share.value)
    yield Flag(f"--gpu-memory-utilization {share:g}", "the share of the memory that the answer lets vLLM fill")
    if request.kv_precision not in UNQUANTISED:
        yield Flag(f"--kv-cache-dtype {request.kv_precision}", "the cache was counted in this format")
    if on_loading:
        yield Flag("--quantization fp8", "makes FP8 of 16-bit weights while loading, since no FP8 files are on record")


def _sglang(answer: Answer, device: Device, request: Request, on_loading: bool) -> Iterator[Flag]:  # noqa: ARG001
    ranks = _ranks(answer)
    if ranks.get("tp", 1) > 1:
        yield Flag(f"--tp-size {ranks['tp']}", "cuts every weight matrix over so many devices")
    if ranks.get("pp", 1) > 1:
        yield Flag(f"--pp-size {ranks['pp']}", "spreads the layers over so many servers")
    yield Flag(f"--context-length {request.context}", "the context asked for; a longer one needs more cache")
    yield Flag(f"--max-running-requests {request.users}", "the users asked for; each holds its own state slots")
    share = request.share or float(profile("sglang").share.value)
    yield Flag(f"--mem-fraction-static {share:g}", "the share of the memory for weights and cache that was counted")
    if request.kv_precision == "fp8":
        yield Flag("--kv-cache-dtype fp8_e4m3", "the cache was counted in FP8")
    if on_loading:
        yield Flag("--quantization fp8", "makes FP8 of 16-bit weights while loading, since no FP8 files are on record")


def _llamacpp(answer: Answer, device: Device, request: Request, on_loading: bool) -> Iterator[Flag]:  # noqa: ARG001
    yield Flag(f"--ctx-size {request.context * request.users}", "the context of all users together: slots share it")
    yield Flag(f"--parallel {request.users}", "one slot for each user")
    yield Flag("--n-gpu-layers 999", "every layer on the device: the answer counts none in the host's memory")
    yield Flag("--ubatch-size 512", "the batch for which buffers and sliding windows were counted")
    if request.kv_precision not in UNQUANTISED:
        yield Flag(f"--cache-type-k {request.kv_precision}", "keys were counted in this format")
        yield Flag(f"--cache-type-v {request.kv_precision}", "values too; they need flash attention")
        yield Flag("--flash-attn on", "without it values cannot be quantised")
    if (answer.devices or 1) > 1:
        yield Flag("--split-mode layer", "spreads whole layers over the devices, as counted")


Maker = tuple[str, str, Callable[[Answer, Device, Request, bool], Iterator[Flag]]]
_MAKERS: dict[str, Maker] = {
    "vllm": ("vllm serve {model}", VLLM_FLAGS, _vllm),
    "sglang": ("python -m sglang.launch_server --model-path {model}", SGLANG_FLAGS, _sglang),
    "llamacpp": ("llama-server --model {model}", LLAMACPP_FLAGS, _llamacpp),
}
