"""Which thing a name means: ids, full names, aliases and repositories, however they are spaced and hyphenated."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from analysis.hosting.recorded import Row

OFFERED = 5
CLOSE_ENOUGH = 0.55


def squeezed(text: str) -> str:
    """Letters and digits alone, in lower case: `MI 300X` and `mi-300x` are one."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))


@dataclass(slots=True)
class Names:
    """Everything that a kind of thing is called."""

    ids: dict[str, str] = field(default_factory=dict)
    """Full names by id."""
    known: dict[str, list[str]] = field(default_factory=dict)
    """Ids by squeezed name."""

    @classmethod
    def of(cls, rows: Iterable[Row], kind: str, renamed: Mapping[str, str]) -> "Names":
        """From rows with id, kind, name, aliases and repo; `renamed` leads old ids to new ones."""
        found = cls()
        for row in rows:
            if row["kind"] == kind:
                found.ids[row["id"]] = row["name"]
                held = row["aliases"]
                aliases = json.loads(held) if isinstance(held, str) else held
                for name in (
                    row["id"],
                    row["name"],
                    row["repo"] or "",
                    (row["repo"] or "").rpartition("/")[2],
                    *aliases,
                ):
                    found._learn(name, row["id"])
        for old, new in renamed.items():
            if new in found.ids:
                found._learn(old, new)
        return found

    def _learn(self, name: str, id_: str) -> None:
        ids = self.known.setdefault(squeezed(name), [])
        if name and id_ not in ids:
            ids.append(id_)

    def find(self, text: str) -> tuple[str | None, list[str]]:
        """The id that `text` means, or None and up to five that may be meant, the likeliest first."""
        if text in self.ids:
            return text, []
        ids = self.known.get(squeezed(text), [])
        if len(ids) == 1:
            return ids[0], []
        return None, ids[:OFFERED] or self._near(squeezed(text))

    def _near(self, wanted: str) -> list[str]:
        """Names that hold what was typed, the shortest first, then names that look like it."""
        holding = sorted((name for name in self.known if wanted and wanted in name), key=len)
        close = get_close_matches(wanted, self.known, n=OFFERED * 2, cutoff=CLOSE_ENOUGH)
        return list(dict.fromkeys(id_ for name in (*holding, *close) for id_ in self.known[name]))[:OFFERED]
