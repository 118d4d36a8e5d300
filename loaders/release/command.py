"""The command `specledger release`."""

from pathlib import Path

import click

from loaders.cli import DATA


@click.command("release")
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), default=Path("build/ledger.db"), show_default=True
)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build/releases"), show_default=True
)
@click.option("--previous", type=click.Path(exists=True, path_type=Path), help="A ledger, an export or a release.")
@click.option("--since", help="A revision of the records to compare with, when there is no such file.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="A changelog to put the section into.")
@click.option("--address", default="", help="Where the files will stand, for the descriptions: https://…")
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
def release(
    db: Path, out: Path, previous: Path | None, since: str | None, log: Path | None, address: str, data: Path
) -> None:
    """Write a dated release: the export under a version of its own, and every figure that changed since the last.

    The last release is the newest below --out, else the one on top of the changelog, compared by the repository's
    log; --previous or --since names another.
    """
    from loaders.dictionary import load_dictionary
    from loaders.export.run import NotOursError, OtherLedgerError
    from loaders.export.text import LossyError
    from loaders.release.text import Former, enter, last_commit, versions
    from loaders.release.write import NotReleasedError, newest
    from loaders.release.write import release as run

    place_before = previous or (None if since else newest(out))
    former = Former(place_before, since or (last_commit(log) if log else None))
    records = data.resolve(), load_dictionary(data.resolve())
    try:
        place, section = run(db, out, records, former, address, versions(log) if log else ())
    except (NotReleasedError, NotOursError, OtherLedgerError, LossyError) as error:
        raise click.ClickException(str(error)) from None
    if log:
        enter(log, section)
    click.echo(f"released {place.name} to {place}")
