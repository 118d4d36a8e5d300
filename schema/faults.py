"""A fault of a record: where in its tree, what was found, what is allowed, what to do."""

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import ValidationError

Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """One thing wrong with a record, at a path of keys and indexes.

    `near` names a word and the words it may have been meant for. `at_key` points at the key instead of the value.
    """

    path: Path
    found: str
    allowed: str = ""
    todo: str = ""
    rule: str = ""
    near: tuple[str, Iterable[str]] | None = None

    def under(self, *path: str | int) -> "Fault":
        """The same fault seen from further up the tree."""
        return self._replace(path=(*path, *self.path))


_SENTENCES = {
    "missing": ("{key} is missing", "", "add `{key}:`"),
    "extra_forbidden": ("no key is called {key} here", "", ""),
    "string_type": ("{key} is not a text", "one text", ""),
    "string_too_short": ("{key} is empty", "a text of at least one letter", ""),
    "list_type": ("{key} is not a list", "`[one, two]`", ""),
    "dict_type": ("{key} is not a map", "`{{key: value}}`", ""),
    "model_type": ("{key} is not a map", "`{{key: value}}`", ""),
}


def from_pydantic(error: ValidationError, keys: Iterable[str] = ()) -> list[Fault]:
    """Faults of a pydantic error in our words; `keys` are offered as near misses of an unknown key."""
    faults = []
    for item in error.errors(include_url=False):
        path: Path = tuple(part for part in item["loc"] if not str(part).startswith("function-"))
        key = str(path[-1]) if path else "the record"
        found, allowed, todo = (part.format(key=key) for part in _SENTENCES.get(item["type"], ("", "", "")))
        if not found:
            allowed = _allowed(item["type"], item.get("ctx", {}), item["msg"])
            found = f"{key} is `{_short(str(item['input']))}`"
        near = (key, keys) if item["type"] == "extra_forbidden" else None
        faults.append(Fault(path, found, allowed, todo, item["type"], near))
    return faults


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _allowed(kind: str, context: dict[str, object], message: str) -> str:
    if kind in ("literal_error", "enum"):
        return str(context.get("expected", "")).replace("'", "")
    if kind == "string_pattern_mismatch":
        return f"text of the form {context.get('pattern')}"
    return message
