"""The command `specledger export`."""

from pathlib import Path

import click


@click.command("export")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/export"), show_default=True
)
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), default=Path("build/ledger.db"), show_default=True
)
@click.option("--address", default="", help="Where the files will stand, for the descriptions: https://…")
def export(out: Path, db: Path, address: str) -> None:
    """Write the ledger as CSV, JSON, XLSX, Parquet and SQLite, with descriptions and checksums.

    The folder is replaced when all files are there; a folder that no export wrote is left alone.
    """
    from loaders.export.run import NotOursError, OtherLedgerError
    from loaders.export.run import export as run
    from loaders.export.text import LossyError

    if not db.is_file():
        raise click.ClickException(f"{db} is not there: build it first, as in `make build` or `specledger build`")
    try:
        counts = run(db, out, address)
    except (NotOursError, OtherLedgerError, LossyError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"exported {sum(counts.values())} rows of {len(counts)} tables to {out}")
