"""Things named in running text: names, aliases, plurals and endings, and names that only begin like a known one."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from analysis.text.ledger import Ledger, Thing
from analysis.text.phrases import Phrases, loosened
from analysis.text.plain import Plain
from schema.languages import Shared

CASE_MATTERS_UP_TO = 4
"""Letters of a name that is told from a word by its capitals alone: K3, MLX, Beam."""
_TRAILING_SIZE = re.compile(r" ?\d+ ?[kmgt]b$")
_SHAPED = re.compile(r"(?<![\w-])(?:[A-Za-z]{1,12}[- ]?)?[A-Z][A-Za-z]{0,11}-?\d{1,8}[A-Za-z0-9.]{0,12}(?![\w])")
"""A word in the shape of a product name: capitals and digits."""
_CONTINUED = re.compile(r"-([A-Za-z]*\d[\w.]*|[A-Z][A-Za-z]+)|[ ]([A-Z][A-Za-z]*\d*)(?![\w])")
_SORTS = "version|variant|variante|versión|card|model|edition|karte|carte|tarjeta|sürüm|版"
FORM = re.compile(
    rf"\b(?P<form>PCIe|SXM\d?|NVL|OAM)(?=[ -]?(?:{_SORTS}))|(?:{_SORTS})\w* (?P<behind>PCIe|SXM\d?|NVL|OAM)\b",
    re.IGNORECASE,
)
"""The PCIe version of a thing: a form that people name apart from the thing."""
NEAR_FORM = 60
"""Characters between a name and the word that says which sort of it is meant."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that names something. `ids` is all that it may mean; a `stranger` goes on unlike any known name."""

    start: int
    end: int
    ids: tuple[str, ...]
    kinds: frozenset[str]
    alias: str
    stranger: bool = False


class Names:
    """All names of a ledger, ready for searching."""

    def __init__(self, ledger: Ledger) -> None:
        self.things = ledger.things
        self.shared: Shared = ledger.languages.shared
        self._spelling: dict[str, set[str]] = defaultdict(set)
        self._phrases: Phrases[str] = Phrases(self._table())
        self._known = {loosened(word) for word in _technical(ledger)}

    def _table(self) -> Iterator[tuple[str, str]]:
        for thing in self.things.values():
            if thing.kind != "organization":
                for alias in names_of(thing):
                    self._spelling[loosened(alias)].add(alias)
                    yield alias, thing.id
                    if alias[-1:].isdigit() or alias[-1:].isupper():
                        yield f"{alias}s", thing.id

    def find(self, plain: Plain) -> list[Mention]:
        """Mentions in their order, and names in the shape of a product that the ledger does not know."""
        known = []
        for hit in self._phrases.find(plain.loose):
            written = plain.text[hit.start : hit.end]
            if self._spelled_right(written, hit.phrase):
                ids = self._meant(written, hit.meanings)
                kinds = frozenset(self.things[id_].kind for id_ in ids)
                known.append(Mention(hit.start, hit.end, ids, kinds, hit.phrase, self._goes_on(plain, hit.end)))
        formed = self._formed(plain, known)
        return sorted([*formed, *self._strangers(plain, formed)], key=lambda mention: mention.start)

    def _formed(self, plain: Plain, known: list[Mention]) -> list[Mention]:
        """Mentions led to the form that is named beside them: `the PCIe version of the A100` is no SXM module."""
        forms = [(match.start(), match["form"] or match["behind"]) for match in FORM.finditer(plain.text)]
        return [self._in_form(mention, forms) for mention in known] if forms else known

    def _in_form(self, mention: Mention, forms: list[tuple[int, str]]) -> Mention:
        near = [form for place, form in forms if -NEAR_FORM < place - mention.start < NEAR_FORM]
        for form in near:
            whole = loosened(f"{mention.alias} {form}")
            hits = [hit for hit in self._phrases.find(whole) if hit.phrase == whole]
            if hits:
                return replace(mention, ids=hits[0].meanings)
        return mention

    def _meant(self, written: str, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Of things that a name may mean; a capital S is no plural: an L40S is one thing, L40s may be several L40."""
        if len(ids) == 1 or not written.endswith("S"):
            return ids
        whole = loosened(written)
        named = tuple(id_ for id_ in ids if whole in map(loosened, names_of(self.things[id_])))
        return named or ids

    def _spelled_right(self, written: str, phrase: str) -> bool:
        """Short names and single words must be written with their capitals."""
        if len(phrase) > CASE_MATTERS_UP_TO and any(char.isdigit() or char in " .-" for char in phrase):
            return True
        spellings = self._spelling.get(phrase) or self._spelling.get(phrase.removesuffix("s"), set())
        return any(written in (spelling, f"{spelling}s", spelling.upper()) for spelling in spellings)

    def _goes_on(self, plain: Plain, end: int) -> bool:
        """Whether the name is only the beginning of another: H100 CNX, B200 Ultra, Ling-3.1-flash-2000."""
        match = _CONTINUED.match(plain.text, end)
        if match is None:
            return False
        word = match[1] or match[2]
        if loosened(word) in self._known or re.fullmatch(r"\d+(\.\d+)?[KMGT]i?[Bo](/s)?|\d+[KMBT]?", word):
            return False
        if match[2]:
            return word in self.shared.variants
        return any(char.isdigit() for char in word) or word in self.shared.variants

    def _strangers(self, plain: Plain, known: Iterable[Mention]) -> Iterator[Mention]:
        """Words like RTX 9090, or V4 Pro for a sibling: figures behind them belong to nothing we know."""
        taken = bytearray(len(plain.text) + 1)
        for mention in known:
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
        for match in _SHAPED.finditer(plain.text):
            if any(taken[match.start() : match.end()]):
                continue
            if not self._is_technical(match[0]) or self._goes_on(plain, match.end()):
                yield Mention(match.start(), match.end(), (), frozenset(), match[0], True)

    def _is_technical(self, word: str) -> bool:
        loose = loosened(word)
        parts = [re.sub(r"[\d.]+\w?$", "", part) for part in (loose, loose.split()[-1])]
        return loose in self._known or any(part in self._known for part in (*loose.split(), *parts))

    @cached_property
    def variants(self) -> Mapping[str, tuple[str, ...]]:
        """Devices whose name holds the whole of another's alias, by that alias: H100 leads to H100 NVL."""
        by_word: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for thing in self.things.values():
            if thing.kind in ("device", "model"):
                for alias in names_of(thing):
                    by_word[loosened(alias).split()[0]].append((f" {loosened(alias)} ", thing.id))
                    for word in loosened(alias).split()[1:]:
                        by_word[word].append((f" {loosened(alias)} ", thing.id))
        return _Variants(by_word)


class _Variants(dict[str, tuple[str, ...]]):
    """Answers for any alias, and remembers."""

    def __init__(self, by_word: Mapping[str, list[tuple[str, str]]]) -> None:
        super().__init__()
        self._by_word = by_word

    def __missing__(self, alias: str) -> tuple[str, ...]:
        words = alias.split()
        longer = self._by_word.get(words[0], []) if words else []
        found = dict.fromkeys(id_ for name, id_ in longer if f" {alias} " in name)
        self[alias] = tuple(found)
        return self[alias]


def names_of(thing: Thing) -> list[str]:
    """Name and aliases of a thing, and its name without the maker; bare numbers are no names."""
    names = [thing.name, *thing.aliases]
    first, _, rest = thing.name.partition(" ")
    if rest and first.lower() in (thing.maker, thing.maker.split("-")[0]) and any(char.isdigit() for char in rest):
        names.append(rest)
    bare = [re.sub(r" \(.*\)$", "", name) for name in names]
    return list(
        dict.fromkeys(name for name in (*names, *bare) if not name.replace(".", "").isdigit() and len(name) > 1)
    )


def trailing_size(mention: Mention) -> int:
    """End of the part of a name that is no figure: the 80 GB of `H100 80GB` is one as well."""
    size = _TRAILING_SIZE.search(mention.alias)
    return mention.end - (len(size[0]) if size else 0)


def _technical(ledger: Ledger) -> Iterator[str]:
    """Words in the shape of a product that are none: number formats, memory types, links, levels of cache."""
    for vocabulary in ("precision", "memory_type", "attention", "unit_kind"):
        yield from (item.label for item in ledger.dictionary.words.get(vocabulary, {}).values())
    cued = (ledger.languages.shared, *ledger.languages.by_code.values())
    for item in cued:
        for words in (
            *item.metrics.values(),
            *item.units.values(),
            *(w for t in item.qualifiers.values() for w in t.values()),
        ):
            yield from (word.strip("*") for word in words)
        yield from item.labels
    yield from ledger.languages.shared.parallelism
    yield from (
        "tp",
        "ep",
        "dp",
        "pp",
        "xe",
        "gen",
        "al",
        "q",
        "isl",
        "osl",
        "fp",
        "int",
        "w",
        "a",
        "cuda",
        "gpu",
        "cpu",
        "pcie",
        "x",
        "q1",
        "q2",
        "q3",
        "q4",
        "h1",
        "h2",
    )
