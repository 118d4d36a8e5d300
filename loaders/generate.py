"""Files that follow from types and data: schemas for editors, descriptions for Datasette, reference documents.

They are committed, so that a fresh clone completes and explains at once; `generate --check` holds them to their origin.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import click
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap

from loaders.check import run  # noqa: F401 - its rules enter themselves
from loaders.check.rule import RULES
from loaders.command_document import commands_document
from loaders.dictionary import load_dictionary
from loaders.documents import rules_document, tables_document, terms_document
from loaders.faults import Unreadable
from loaders.files import record_files
from loaders.read import read_file, read_tree
from schema.editor import editor_schemas
from schema.tables import TABLES

DATABASE = "ledger"
ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = Path("schema/json")
METADATA = Path("metadata.yml")
CONFIGURATION = Path("datasette.yml")
UNITS = {
    "_gb": "GB", "_gib": "GiB", "_mib": "MiB", "_bytes": "B", "_bytes_per_token": "B/token", "_gb_s": "GB/s",
    "_tflops": "TFLOP/s", "_tops": "TOP/s", "_w": "W", "_nm": "nm", "_b": "B params", "_tokens": "tokens",
}  # fmt: skip
"""Unit of a column whose name ends so; the longest ending counts."""
ADDRESSES = ("homepage", "repository", "url", "archived")
_YAML = YAML()
_YAML.width = 4096  # a text that is wrapped anew would be a changed line
_YAML.indent(mapping=2, sequence=4, offset=2)
MARK = "<!-- Below this line the document is made by `specledger generate`. -->"
REMEDY = "Run `specledger generate` and commit what it writes."


def generated_files(root: Path) -> dict[Path, str]:
    """Text of every generated file by its path below `root`; what is written by hand in them stays.

    Raises Unreadable or ValueError when the dictionary or a file of records cannot be read.
    """
    from loaders.cli import main  # it is what names this module's command

    dictionary = load_dictionary(root / "data")
    schemas = editor_schemas(dictionary, ids_in_use(root / "data"))
    documents = {
        Path("docs/commands.md"): commands_document(main, "specledger"),
        Path("docs/tables.md"): tables_document(),
        Path("docs/terms.md"): terms_document(dictionary),
        Path("docs/rules.md"): rules_document(RULES),
    }
    return {
        **{SCHEMAS / name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in schemas.items()},
        **{path: below_mark((root / path).read_text(), text) for path, text in documents.items()},
        METADATA: described((root / METADATA).read_text()),
        CONFIGURATION: typed((root / CONFIGURATION).read_text()),
    }


def ids_in_use(data_root: Path) -> dict[str, list[str]]:
    """Ids of all records by kind."""
    ids: dict[str, list[str]] = defaultdict(list)
    for file in record_files(data_root):
        if not file.is_bundle:
            ids[file.kind].append(file.id)
        elif isinstance(tree := read_tree(read_file(file.path, data_root)), dict):
            ids[file.kind] += tree
    return ids


def described(metadata: str) -> str:
    """metadata.yml with the description of every table and column; titles, facets and order stay as written."""
    tree = _YAML.load(metadata)
    tables = tree["databases"][DATABASE]["tables"]
    for name, row in TABLES.items():
        table: dict[str, Any] = tables.setdefault(name, {})
        table["description"] = row.__doc__
        table["columns"] = {column: field.description for column, field in row.model_fields.items()}
    return _dumped(tree)


def typed(configuration: str) -> str:
    """datasette.yml with the unit or kind of every column whose name tells it; all else stays as written."""
    tree = _YAML.load(configuration)
    types = {name: column_types(row.model_fields) for name, row in TABLES.items()}
    tree["databases"][DATABASE]["tables"] = {name: {"column_types": found} for name, found in types.items() if found}
    return _dumped(tree)


def column_types(columns: Iterable[str]) -> dict[str, Any]:
    """Column types by column: a quantity for a name that ends in a unit, `url` for an address."""
    found: dict[str, Any] = {}
    for name in columns:
        if unit := _unit(name):
            found[name] = CommentedMap(type="quantity", config={"unit": unit})
            found[name].fa.set_flow_style()
        elif name in ADDRESSES:
            found[name] = "url"
    return found


def _unit(column: str) -> str:
    ends = [ending for ending in UNITS if column.endswith(ending)]
    return UNITS[max(ends, key=len)] if ends else ""


def _dumped(tree: Any) -> str:
    out = StringIO()
    _YAML.dump(tree, out)
    return out.getvalue()


def below_mark(document: str, text: str) -> str:
    """The document with `text` in place of what stood below its mark."""
    return f"{document.partition(MARK)[0].rstrip()}\n\n{MARK}\n\n{text}\n"


def stale_files(root: Path, files: dict[Path, str]) -> dict[Path, str]:
    """What is wrong with each file that is not as `files` say, by path below `root`."""
    found = {}
    for path, text in files.items():
        if not (root / path).is_file():
            found[path] = "is missing"
        elif (root / path).read_text() != text:
            found[path] = "is not what types, dictionary and records make it"
    for path in sorted((root / SCHEMAS).glob("*.json")):
        if path.relative_to(root) not in files:
            found[path.relative_to(root)] = "is made by nothing"
    return found


@click.command("generate")
@click.option("--check", is_flag=True, help="Write nothing; name every file that is not fresh and end with 1.")
def generate(check: bool) -> None:
    """Write schemas for editors, descriptions for Datasette and the reference documents."""
    try:
        files = generated_files(ROOT)
    except (Unreadable, ValueError) as error:
        raise click.ClickException(f"nothing can be made from data/: run `specledger check` first\n{error}") from None
    stale = stale_files(ROOT, files)
    if check and stale:
        click.echo("\n".join([*(f"{path} {fault}" for path, fault in stale.items()), REMEDY]), err=True)
        sys.exit(1)
    for path in stale:
        _write(ROOT / path, files.get(path))
        click.echo(f"{path} {'written' if path in files else 'deleted'}")
    click.echo(f"{len(files)} generated files are fresh")


def _write(path: Path, text: str | None) -> None:
    """Put the text into the file, or delete a file that nothing makes."""
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
