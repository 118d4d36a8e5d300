"""What every answer is made of: figures that carry their reason and the place where the formula was read."""

from dataclasses import dataclass
from typing import Any, NamedTuple

GIB = 2**30
MIB = 2**20
GB = 10**9

_VLLM = "https://github.com/vllm-project/vllm/blob/001cabc1be16a59a70d720ed61a13b678c060a18/vllm/"
VLLM_PAGES = _VLLM + "v1/core/kv_cache_utils.py"
VLLM_CACHE = _VLLM + "v1/kv_cache_interface.py"
VLLM_HYBRID = _VLLM + "model_executor/models/config.py"
VLLM_STATES = _VLLM + "model_executor/layers/mamba/mamba_utils.py"
VLLM_EXPERTS = _VLLM + "model_executor/layers/fused_moe/"
VLLM_MLP = (
    "https://github.com/vllm-project/vllm/blob/0035bdf2b1ac243ef6f31eef27411b022461df8e/"
    "vllm/model_executor/models/llama.py"
)
VLLM_MXFP4 = (
    "https://github.com/vllm-project/vllm/blob/007d50058a06dec0f82472d63c819244d460c40d/"
    "vllm/model_executor/layers/quantization/mxfp4.py"
)
VLLM_DEFAULTS = _VLLM + "engine/arg_utils.py"
VLLM_RUNS = (
    "https://github.com/jgchn/llm-d-planner/blob/30ec05f7cab43782bdfa4f529aef70e06ff9f149/"
    "accuracy/results/v0.19.0/results_raw.csv"
)
VLLM_OLD_RUNS = "https://github.com/llm-d/llm-d-benchmark"
VLLM_SERVE = "https://docs.vllm.ai/en/stable/cli/serve/"
VLLM_RECIPES = "https://github.com/vllm-project/recipes"
VLLM_TP8 = "https://github.com/vllm-project/vllm/issues/10702"
SGLANG_POOL = (
    "https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/model_executor/model_runner_kv_cache_mixin.py"
)
LLAMACPP_STATES = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-hparams.cpp"
LLAMACPP_WINDOW = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-kv-cache-iswa.cpp"
LLAMACPP_FORMATS = "https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-common.h"
LLAMACPP_MIXTURES = "https://github.com/ggml-org/llama.cpp/blob/master/tools/quantize/README.md"
LLAMACPP_METAL = "https://github.com/ggml-org/llama.cpp/pull/17609"
LLAMACPP_LATENT = "https://github.com/ikawrakow/ik_llama.cpp/pull/259"
MLX_FORMATS = "https://github.com/ml-explore/mlx-lm/blob/d78bf58e217c904ec282ed8da9b947491f78c/mlx_lm/utils.py"
MLX_RUNS = "https://github.com/ml-explore/mlx-lm/blob/d78bf58e217c904ec282ed8da9b947491f78c/mlx_lm/BENCHMARKS.md"
MLX_PEAKS = "https://github.com/raullenchai/Rapid-MLX/issues/1636"
TRTLLM_POOL = "https://github.com/NVIDIA/TensorRT-LLM/issues/1400"
TRTLLM_CONTEXT = "https://github.com/NVIDIA/TensorRT-LLM/issues/2683"
APPLE_TWO_THIRDS = "https://github.com/ollama/ollama/issues/434"
APPLE_THREE_QUARTERS = "https://github.com/ggml-org/llama.cpp/discussions/3213"
GB10_SHARE = "https://github.com/vllm-project/recipes/pull/632"
LLMSCALE_CODE = "https://github.com/tahircengiz/LLMScale/blob/a5ac0986663aca4b2c3de2b7986be64bb81499fd/src/lib/calc.ts"
ARITHMETIC = "arithmetic"


@dataclass(frozen=True, slots=True)
class Cited:
    """A figure or word with its reason, and where it was read: an address or the id of a statement."""

    value: float | str
    why: str
    where: str

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value, "why": self.why, "where": self.where}


class Spread(NamedTuple):
    """Low, expected and high of one quantity, in the unit of its holder."""

    low: float
    expected: float
    high: float

    def plus(self, other: "Spread") -> "Spread":
        """The spread of the sum."""
        return Spread(self.low + other.low, self.expected + other.expected, self.high + other.high)

    def times(self, factor: float) -> "Spread":
        """The spread of `factor` such things."""
        return Spread(self.low * factor, self.expected * factor, self.high * factor)


NOTHING = Spread(0.0, 0.0, 0.0)


def exactly(value: float) -> Spread:
    """A quantity without a spread."""
    return Spread(value, value, value)
