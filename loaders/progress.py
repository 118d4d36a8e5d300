"""A progress bar on a terminal; silence anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """A function to call with the records done and the files there are; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label="records", file=sys.stderr) as bar:

        def advance(done: int, n_files: int) -> None:
            bar.length = max(n_files, done + 1)
            bar.update(done + 1 - bar.pos)

        yield advance
