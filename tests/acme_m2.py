"""Acme's second model, whose shape is public: the house of records with a model that memory can be computed for."""

import shutil
from pathlib import Path

from click.testing import CliRunner

from loaders.cli import main
from tests.conftest import DATA, DICTIONARY_FILES, HOUSE

M2 = """# yaml-language-server: $schema=../../../schema/json/model.json
name: Acme M2
developer: acme
kind: language
aliases: [M2-8B]
identifiers: {huggingface: acme/M2}

statements:
  - {params_total: 8.03B params, source: acme-blog}
  - {layers: 32 layers, source: acme-blog}
  - {attention_layers: 32 layers, attention: full, source: acme-blog}
  - {hidden_size: 4096, source: acme-blog}
  - {attention_heads: 32, source: acme-blog}
  - {kv_heads: 8, source: acme-blog}
  - {head_dim: 128, source: acme-blog}
  - {feedforward_width: 14336, source: acme-blog}
  - {vocabulary_size: 128256, source: acme-blog}
  - {tied_embeddings: no, source: acme-blog}
  - {context_length: 32768 tokens, source: acme-blog}
  - {checkpoint_precision: bf16, repo: acme/M2, source: acme-blog}
  - {engine_min_version: 0.9.0, engine: acme-serve, source: acme-press-2026-04-03}
"""


def build_with_m2(folder: Path, changes: dict[str, str] | None = None) -> Path:
    """Build Acme's records and M2, with texts replaced as `changes` says, to FOLDER/ledger.db."""
    data = folder / "data"
    shutil.copytree(HOUSE, data)
    for name in (*DICTIONARY_FILES, "architectures.yml"):
        shutil.copy(DATA / name, data / name)
    (data / "models" / "acme" / "acme-m2.yml").write_text(M2)
    for record in data.rglob("*.yml"):
        text = record.read_text()
        for old, new in (changes or {}).items():
            text = text.replace(old, new)
        record.write_text(text)
    for arguments in (["format"], ["build", "--out", str(folder / "ledger.db")]):
        result = CliRunner().invoke(main, [*arguments, "--data", str(data)])
        assert result.exit_code == 0, (result.output, result.exception)
    return folder / "ledger.db"
