"""The command `specledger import`: outside data into rows or draft records."""

import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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
    from loaders.importers.mlperf import COLUMNS, language_rows, read_results
    from loaders.importers.results import NotResultsError, write_rows
    from loaders.mlperf import Names, unknown_names

    try:
        rows = [row for path in files for row in read_results(path)]
    except NotResultsError as error:
        raise click.ClickException(str(error)) from error
    kept = rows if everything else language_rows(rows)
    _write(write_rows(COLUMNS, kept), out)
    _report(f"{len(kept)} of {len(rows)} results", unknown_names(kept, Names.read(data)))


@import_.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="CSV to write instead of printing it.")
def inferencex(files: tuple[Path, ...], out: Path | None) -> None:
    """Read result rows of InferenceX into rows of the same kind, one for each figure."""
    from loaders.importers.inferencex import COLUMNS, read_results
    from loaders.importers.results import NotResultsError, write_rows

    try:
        rows = [row for path in files for row in read_results(path)]
    except NotResultsError as error:
        raise click.ClickException(str(error)) from error
    _write(write_rows(COLUMNS, rows), out)
    _report(f"{len(rows)} figures", [])


@import_.command("hf-config")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--repo", metavar="ORG/NAME", help="Repository on the Hugging Face hub that the file lies in.")
@click.option("--developer", metavar="ID", help="Organization that made the model, as in data/organizations.yml.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Record to write instead of printing it.")
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT / "data", hidden=True
)
def hf_config(file: Path, repo: str | None, developer: str | None, out: Path | None, data: Path) -> None:
    """Draft a model's record from FILE, the config.json beside its weights.

    Only what the file says is stated. A class of architecture that data/architectures.yml does not have is named.
    """
    from loaders.fit_ledger import config_file
    from loaders.importers.architectures import ConfigError, read_architectures
    from loaders.importers.model_draft import draft_record, source_text
    from loaders.importers.recorded import developer_of, recorded_models

    try:
        config = config_file(file)
        repo = repo or repo_named(config, file)
        developer = developer or developer_of(repo, recorded_models(data)) or "unknown"
        text = draft_record(config, repo, developer, read_architectures(data / "architectures.yml"))
    except (ConfigError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    _write(text, out)
    _report(f"{text.count('  - {')} statements", still_open(repo, developer))
    click.echo(source_text(repo, developer), err=True, nl=False)


def repo_named(config: Mapping[str, Any], file: Path) -> str:
    """Repository that a configuration says it was saved from; else the name of the folder it lies in."""
    named = str(config.get("_name_or_path") or "")
    return named if re.fullmatch(r"[\w.-]+/[\w.-]+", named) else file.resolve().parent.name


def still_open(repo: str, developer: str) -> list[str]:
    """What the contributor has to add to a draft."""
    found = [
        "still to be stated from the model's card: params_total, licence, weights_released",
        "save it as data/models/<developer>/<id>.yml; then: specledger format, specledger check",
    ]
    if developer == "unknown":
        found.append("developer: unknown: write an id of data/organizations.yml, or give --developer ID")
    if "/" not in repo:
        found.append(f"name: {repo} (the folder's name): the repository is not known, give --repo ORG/NAME")
    return [*found, f"source to add to data/sources/{developer}.yml:"]


@import_.command("vllm-recipes")
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="File to write instead of printing.")
@click.option("--commit", help="Commit of the recipes; by default that of the checkout.")
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT / "data", hidden=True
)
def vllm_recipes(folder: Path, out: Path | None, commit: str | None, data: Path) -> None:
    """Draft statements from DIR, a checkout of vllm-project/recipes: versions, devices, number formats.

    They are grouped by the record they belong to. Recipes of models without a record, and what is no figure, are named.
    """
    from loaders.dictionary import load_dictionary
    from loaders.importers.recorded import recorded_models
    from loaders.importers.vllm_recipes import NotRecipesError, draft_text, left_out, read_recipes

    models = recorded_models(data)
    try:
        drafts = read_recipes(folder, list(load_dictionary(data).words["precision"]))
    except NotRecipesError as error:
        raise click.ClickException(str(error)) from error
    today = datetime.now(UTC).date().isoformat()
    _write(draft_text(drafts, models, commit or _head(folder), today), out)
    known = [draft for draft in drafts if draft.repo.lower() in models]
    count = f"{sum(len(draft.statements) for draft in known)} statements of {len(known)} recipes of {len(drafts)}"
    _report(count, left_out(drafts, models))


def _head(folder: Path) -> str:
    """Commit of a checkout; its main branch where there is none."""
    git = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    found = subprocess.run(git, capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else "main"


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
