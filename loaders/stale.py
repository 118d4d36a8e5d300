"""Figures that nobody has looked at for longer than their kind allows, and sources whose address no longer answers."""

import json
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import click

from loaders.cli import DATA
from schema.dates import last_day

FACTS = """
    SELECT f.entity, f.metric, f.stated, f.source, m.trust, coalesce(s.accessed, s.published), t.file, t.line
    FROM facts f JOIN metrics m ON m.id = f.metric JOIN sources s ON s.id = f.source
    JOIN statements t ON t.id = f.statement ORDER BY f.entity, f.metric, f.statement"""
ADDRESSES = "SELECT id, url FROM sources WHERE url LIKE 'http%' ORDER BY id"
PATIENCE_SECONDS = 10
AT_ONCE = 8
WORKING = frozenset({401, 403, 405, 429})
"""Statuses of servers that keep programs out or take no HEAD: the page is there."""


@dataclass(frozen=True)
class Stale:
    """A fact whose source was looked at too long ago; `looked` is None where nobody wrote down when."""

    entity: str
    metric: str
    stated: str
    source: str
    looked: str | None
    days: int | None
    allowed: int
    file: str
    line: int | None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        when = f"looked at {self.looked}, {self.days} days ago" if self.looked else "no date of its source is known"
        return f"{place}: {self.metric} {self.stated}: {when}; {self.allowed} are allowed ({self.source})"


@dataclass(frozen=True)
class Dead:
    """A source whose address does not answer, and what happened instead."""

    source: str
    url: str
    problem: str

    def __str__(self) -> str:
        return f"{self.source}: {self.url} {self.problem}"


def stale_facts(ledger: sqlite3.Connection, allowed: Mapping[str, int], today: date) -> list[Stale]:
    """Facts looked at longer ago than `allowed` for their family in days, the oldest first."""
    found = []
    for entity, metric, stated, source, family, looked, file, line in ledger.execute(FACTS):
        days = (today - last_day(looked)).days if looked else None
        if days is None or days > allowed[family]:
            found.append(Stale(entity, metric, stated, source, looked, days, allowed[family], file, line))
    return sorted(found, key=lambda item: -(item.days if item.days is not None else sys.maxsize))


def dead_addresses(ledger: sqlite3.Connection) -> Iterator[Dead]:
    """Sources whose address does not answer; a few are asked at once."""
    rows = ledger.execute(ADDRESSES).fetchall()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for (source, url), problem in zip(rows, pool.map(_problem, (url for _, url in rows)), strict=True):
            if problem:
                yield Dead(source, url, problem)


def _problem(url: str) -> str | None:
    """What is wrong with an address; None when it answers."""
    request = urllib.request.Request(url, method="HEAD", headers={"User-Agent": "specledger"})  # noqa: S310 - http only
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS):  # noqa: S310 - as above
            return None
    except urllib.error.HTTPError as error:
        return None if error.code in WORKING else f"answers {error.code}"
    except (OSError, ValueError) as error:
        return f"does not answer: {getattr(error, 'reason', error)}"


@click.command("stale")
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), default=Path("build/ledger.db"), show_default=True
)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=DATA, hidden=True)
@click.option("--today", type=click.DateTime(["%Y-%m-%d"]), help="Judge as on another day: 2027-01-31.")
@click.option("--addresses", is_flag=True, help="Ask every source's address too; needs a network.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def stale(db: Path, data: Path, today: datetime | None, addresses: bool, as_json: bool) -> None:
    """List facts that nobody has looked at for longer than their kind allows, the oldest first.

    Exit code 1 when there are any. How long is allowed stands in data/metrics.yml under look_again_days.
    """
    from loaders.dictionary import load_dictionary

    if not db.is_file():
        raise click.ClickException(f"{db} is not there: build it first, as in `make build` or `specledger build`")
    allowed = {name: item.look_again_days for name, item in load_dictionary(data.resolve()).trust.items()}
    with closing(sqlite3.connect(f"file:{db.resolve()}?mode=ro", uri=True)) as ledger:
        facts = stale_facts(ledger, allowed, (today or datetime.now(UTC)).date())
        dead = list(dead_addresses(ledger)) if addresses else []
    if as_json:
        found = {"facts": [asdict(item) for item in facts], "sources": [asdict(item) for item in dead]}
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        asked = f", {len(dead)} sources that do not answer" if addresses else ""
        click.echo("\n".join([*map(str, facts), *map(str, dead), f"{len(facts)} facts to look at again{asked}"]))
    sys.exit(1 if facts or dead else 0)
