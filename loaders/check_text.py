"""The command `check-text`: every figure of a text judged against a built ledger."""

import json
import sys
from pathlib import Path
from typing import TextIO

import click

LEDGER = Path("build/ledger.db")
MARKS = {
    "supported": "✓", "only_repeated": "≈", "misleading": "!", "contradicted": "✗", "unsure": "?", "not_in_ledger": "·",
}  # fmt: skip


@click.command("check-text")
@click.argument("file", type=click.File(encoding="utf-8"), default="-")
@click.option("--language", default="auto", show_default=True, help="Code of the text's language, such as tr.")
@click.option("--as-of", default="", metavar="DATE", help="Judge as of this date: 2026, 2026-10 or 2026-10-12.")
@click.option(
    "--exclude-source", multiple=True, metavar="ID", help="A source that may not bear witness; may be repeated."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--ledger", type=click.Path(dir_okay=False, path_type=Path), default=LEDGER, show_default=True)
def check_text(
    file: TextIO, language: str, as_of: str, exclude_source: tuple[str, ...], as_json: bool, ledger: Path
) -> None:
    """Judge every figure of FILE, or of standard input, against the ledger.

    Exit code 1 when a figure is contradicted or misleading.
    """
    from analysis.text.checking import Checker
    from analysis.text.plain import TooLongError
    from analysis.text.report import as_dict
    from analysis.text.request import NotAskableError, asked
    from loaders.ledger_reader import NotALedgerError, read_ledger

    try:
        known = read_ledger(ledger)
        options = asked(known, language, as_of, exclude_source)
        report = Checker(known).check(file.read(), language, options)
    except (NotALedgerError, NotAskableError, TooLongError) as error:
        raise click.ClickException(str(error)) from None
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name}: byte {error.start} is not UTF-8; save the text as UTF-8.") from None
    found = as_dict(report, known)
    click.echo(json.dumps(found, ensure_ascii=False, indent=1) if as_json else _lines(found))
    sys.exit(1 if found["counts"]["contradicted"] or found["counts"]["misleading"] else 0)


def _lines(found: dict[str, object]) -> str:
    """One figure a line with its verdict and reason, its statements below it."""
    figures = found["figures"]
    assert isinstance(figures, list)
    if not figures:
        return "No figure found that the ledger could judge."
    width = max(len(item["text"]) for item in figures)
    lines = []
    for item in figures:
        lines.append(f"{MARKS[item['verdict']]} {item['text']:{width}}  {item['verdict']}: {item['why']}")
        lines += [f"  {'':{width}}  {source['url'] or source['title']}" for source in item["sources"][:3]]
    if found["unjudged"]:
        lines.append(f"{found['unjudged']} more figures were left unjudged.")
    return "\n".join(lines)
