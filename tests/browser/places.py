"""One page of each kind, in the built ledger."""

COMPARED = "nvidia-h200-sxm,amd-mi300x,google-tpu-v5p"
PAGES = [
    "/",
    "/device/nvidia-h100-sxm",
    "/system/nvidia-gb300-nvl72",
    "/model/moonshot-kimi-k3",
    "/software/vllm",
    "/organization/nvidia",
    "/claim/vllm-gb300-kimi-k3-decode",
    "/source/news-digest-2026-12",
    "/disagreements",
    "/disagreements?vendor=amd&metric=memory_capacity",
    "/coverage",
    "/coverage?vendor=amd&state=unsearched",
    "/compare",
    "/compare?ids=nvidia-h100-sxm&add=MI300",
    f"/compare?ids={COMPARED}&to=amd-mi300x",
    "/explore",
    "/explore?kind=device&chart=bar&y=memory_bandwidth&per=power",
    "/explore?kind=model&chart=timeline&y=params_total",
    "/fit",
    "/fit?model=moonshot-kimi-k3",
    "/check",
    "/corrections",
    "/search?q=h100",
    "/search?q=H200+fp8+dense",
    "/search?q=h10000x",
    "/device/h100",
    "/compare?ids=nvidia-h100-sxm,qwen3-32b",
]
DATASETTES = ["/ledger", "/ledger/devices", "/ledger/statements", "/ledger/devices/nvidia-h100-sxm", "/ledger/-/query"]
