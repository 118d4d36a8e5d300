"""The command `specledger release`."""

from pathlib import Path

import click


@click.command("release")
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), default=Path("build/ledger.db"), show_default=True
)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/releases"), show_default=True
)
@click.option("--previous", type=click.Path(exists=True, path_type=Path), help="A ledger, an export or a release.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="A changelog to put the section into.")
@click.option("--address", default="", help="Where the files will stand, for the descriptions: https://…")
def release(db: Path, out: Path, previous: Path | None, log: Path | None, address: str) -> None:
    """Write a dated release: the export under a version of its own, and every figure that changed since the last.

    The last release is the newest below --out, unless --previous names another.
    """
    from loaders.export.run import NotOursError, OtherLedgerError
    from loaders.export.text import LossyError
    from loaders.release.write import NotReleasedError, enter
    from loaders.release.write import release as run

    try:
        edition, place, section = run(db, out, previous, address)
    except (NotReleasedError, NotOursError, OtherLedgerError, LossyError) as error:
        raise click.ClickException(str(error)) from None
    if log:
        enter(log, section)
    click.echo(f"released {edition.version} to {place}")
