"""The dictionary read from data/: metrics, words and units."""

from pathlib import Path

from loaders.read import Tree, read_file, read_tree
from schema.dictionary import Dictionary

DICTIONARY_FILES = ("metrics.yml", "words.yml", "units.yml")


def load_dictionary(data_root: Path) -> Dictionary:
    """Read the three dictionary files. Raises Unreadable, or ValueError when they contradict one another."""
    metrics, words, units = (_tree(data_root / name, data_root) for name in DICTIONARY_FILES)
    assert isinstance(metrics, dict)
    return Dictionary.model_validate({**metrics, "words": words, "units": {"dimensions": units}})


def _tree(path: Path, root: Path) -> Tree:
    return read_tree(read_file(path, root))
