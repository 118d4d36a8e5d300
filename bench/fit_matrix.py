"""Time of one full matrix: every model on every device in six precisions, on synthetic shapes.

`python -m bench.fit_matrix [MODELS] [DEVICES]` prints seconds and microseconds per answer; 400 models and 130 devices
unless told otherwise.
"""

import sys
import time
from collections.abc import Iterator

from analysis.memory import Cited, Device, Geometry, Park, Request, fit_all
from analysis.memory.geometry import Experts, KeyValueLayers, LatentLayers, StateLayers, Totals

PRECISIONS = ("bf16", "fp8", "int4", "nvfp4", "mxfp4", "q4_k_m")


def models(count: int) -> Iterator[Geometry]:
    """Dense, sliding, latent and hybrid shapes of growing size."""
    for number in range(count):
        layers, hidden = 24 + number % 72, 1024 * (1 + number % 8)
        experts = Experts(128, 8, 1024, hidden, layers) if number % 2 else None
        params = 12.0 * layers * hidden * hidden * (1 + 8 * (number % 2))
        totals = Totals(params, None, params / 4, (), hidden, 128_000, False, experts, layers, 4 * hidden, False)
        groups = (
            (KeyValueLayers("full", layers, 8, 128, 128),),
            (KeyValueLayers("full", layers // 4, 8, 128, 128), KeyValueLayers("sliding", layers, 8, 128, 128, 1024)),
            (LatentLayers("mla", layers, 512, 64),),
            (LatentLayers("mla", layers // 4, 512, 64), StateLayers("kda", layers, 64 * 128 * 128, 24_576, 4)),
        )[number % 4]
        yield Geometry(f"model-{number}", totals, groups, 64, None, 0)


def devices(count: int) -> list[Device]:
    """Devices of 16 to 288 GiB, a third of them in scale-up domains."""
    formats = frozenset({"bf16", "fp8", "nvfp4"})
    sizes = [Cited(16.0 + number % 18 * 16, "synthetic", "") for number in range(count)]
    return [
        Device(f"device-{number}", "", "maker", "kind", size, formats=formats, domain=1 + number % 3 * 35)
        for number, size in enumerate(sizes)
    ]


def measured(count: int, hardware: int) -> tuple[float, int]:
    """Processor seconds of a whole matrix, and the answers in it."""
    shapes, park = list(models(count)), Park(devices(hardware))
    requests = [Request(precision, context=32_768, users=16) for precision in PRECISIONS]
    start = time.process_time()
    answers = sum(len(rows) for shape in shapes for _, rows in fit_all(shape, park, requests))
    return time.process_time() - start, answers


def main() -> None:
    count, hardware = (int(argument) for argument in sys.argv[1:3]) if len(sys.argv) > 2 else (400, 130)
    seconds, answers = measured(count, hardware)
    print(f"{count} models x {hardware} devices x {len(PRECISIONS)} precisions: {answers} answers in {seconds:.2f} s,")
    print(f"{seconds / answers * 1e6:.1f} microseconds each")


if __name__ == "__main__":
    main()
