"""The command `specledger import`: outside data into rows or draft records."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent.parent


@click.group("import")
def import_() -> None:
    """Turn outside data into the ledger's rows or draft records."""


@import_.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="CSV to write instead of printing it.")
@click.option("--all", "everything", is_flag=True, help="Keep results of other models than language models too.")
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT / "data", hidden=True
)
def mlperf(files: tuple[Path, ...], out: Path | None, everything: bool, data: Path) -> None:
    """Read summary_results.json of MLPerf Inference rounds into rows of data/mlperf/<round>.csv.

    Names that data/mlperf/names.yml does not know are listed; their rows are kept.
    """
    from loaders.importers.mlperf import NotResultsError, language_rows, read_results, write_rows
    from loaders.mlperf import Names, unknown_names

    try:
        rows = [row for path in files for row in read_results(path)]
    except NotResultsError as error:
        raise click.ClickException(str(error)) from error
    kept = rows if everything else language_rows(rows)
    _write(write_rows(kept), out)
    _report(f"{len(kept)} of {len(rows)} results", unknown_names(kept, Names.read(data)))


@import_.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="CSV to write instead of printing it.")
def inferencex(files: tuple[Path, ...], out: Path | None) -> None:
    """Read result rows of InferenceX into rows of the same kind, one for each figure."""
    from loaders.importers.inferencex import NotResultsError, read_results, write_rows

    try:
        rows = [row for path in files for row in read_results(path)]
    except NotResultsError as error:
        raise click.ClickException(str(error)) from error
    _write(write_rows(rows), out)
    _report(f"{len(rows)} figures", [])


def _write(text: str, out: Path | None) -> None:
    if out is None:
        click.echo(text, nl=False)
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")


def _report(count: str, unknown: Iterable[str]) -> None:
    """What was read and which names lead nowhere yet, on the error channel so that the rows can be piped on."""
    click.echo(count, file=sys.stderr)
    for line in unknown:
        click.echo(line, file=sys.stderr)
