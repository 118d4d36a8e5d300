"""A fuzzer that is guided by what it reaches in our code: records and figures of bytes that nobody would write.

    python -m tests.torture.guided {records,figures} SECONDS

It needs atheris, which is in no lock: `pip install atheris`. It ends with a report of the input where the reader or the
parser does anything else than to read or to refuse with a message.
"""

import sys
from collections.abc import Callable
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"
RECORD = b"name: A1\nstatements:\n  - {memory_capacity: 160 GB, source: acme-blog}\n"
METRICS = ("memory_capacity", "params_total", "context_length", "price", "ratio")


def records() -> Callable[[bytes], None]:
    """Reads bytes as a record; its marks are read as well, as they are for a message."""
    from loaders.read import Unreadable, read_marks, read_tree

    def read(data: bytes) -> None:
        try:
            read_tree(data)
            read_marks(data)
        except Unreadable:
            return

    return read


def figures() -> Callable[[bytes], None]:
    """Reads a text as a figure of metrics of several kinds."""
    from loaders.dictionary import load_dictionary
    from schema.quantity import NotAFigure, parse_figure

    choices = load_dictionary(DATA).unit_choices

    def read(data: bytes) -> None:
        text = data.decode("utf-8", "ignore")
        for metric in METRICS:
            try:
                figure = parse_figure(text, choices[metric])
            except NotAFigure:
                continue
            assert figure.value_max is None or figure.value_max >= figure.value

    return read


SEEDS = {"records": [RECORD], "figures": [b"up to 480 GB", b"1.62 .. 1.92 x", b"about 1T params", b"512K tokens"]}


def main() -> None:
    """Fuzz for so many seconds."""
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed: `pip install atheris` brings it")
    name, seconds = sys.argv[1], sys.argv[2]
    folder = Path("build") / f"seeds-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        (folder / str(number)).write_bytes(seed)
    with atheris.instrument_imports():  # what is imported here tells the fuzzer where it has been
        target = {"records": records, "figures": figures}[name]()
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=10", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *limits, str(folder)], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
