"""The command `specledger history`."""

from pathlib import Path

import click

from loaders.cli import DATA, ROOT


@click.command("history")
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), default=Path("build/ledger.db"), show_default=True
)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
def history(db: Path, data: Path) -> None:
    """Write what has changed in the records into a built ledger, from the repository's own log.

    Where there is no log, or a shallow copy of one, the ledger says so and has no changes.
    """
    from loaders import stamp
    from loaders.dictionary import load_dictionary
    from loaders.history.run import write_history

    if not db.is_file():
        raise click.ClickException(f"{db} is not there: build it first, as in `make build` or `specledger build`")
    state = stamp.state(data.resolve(), ROOT)
    known = stamp.read_stamp(db)
    told = write_history(db, data.resolve(), load_dictionary(data.resolve()))
    if known and known.state == state:
        stamp.remember(db, state, known.digests)
    left = f", {told.unreadable} versions could not be read" if told.unreadable else ""
    click.echo(f"{told.changes} changes in {db}{left} ({told.sentence})")
