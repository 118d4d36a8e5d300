"""Short answers of the search: `H200 fp8 dense` names a thing and what is asked of it, so the figure comes first."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.text.lexicon import ECHO, Cue, Lexicon
from analysis.text.phrases import Hit
from analysis.text.plain import plain
from pages import queries
from pages.catalogue import Catalogue
from pages.matching import AHEAD, SURE
from pages.rivals import OPEN, STAGE_PLACES, order_key
from pages.rows import Row, fetch
from pages.spelling import parts, squeezed
from schema.agreement import agreement
from schema.quantity import NotAFigure, parse_figure

SHOWN = 5
MOST_WORDS = 12
"""Words of a query that is read as a question for a figure."""
ASKED = ("precision", "sparsity", "path", "per", "edition", "direction")
"""Qualifiers that a query may name."""
FORMATS = frozenset({"precision", "sparsity", "path"})
"""Qualifiers that ask for a rate of arithmetic where no metric is named."""
RATE = "peak_compute"


@dataclass(frozen=True)
class Question:
    """What a query asks: of which things, of which metrics (an echo is a second reading), under which qualifiers."""

    entities: tuple[str, ...]
    metrics: tuple[str, ...]
    echoes: tuple[str, ...]
    qualifiers: dict[str, str]


def read(conn: sqlite3.Connection, catalogue: Catalogue, query: str, kind: str | None) -> Row:
    """Figures that answer the query, at most SHOWN, each with its rivals; none where it asks for no figure."""
    question = asked(query, kind, catalogue)
    facts = _facts(conn, catalogue, question) if question else []
    answers = [_answer(conn, catalogue, fact) for fact in facts]
    cited = [row for answer in answers for row in (answer["fact"], *answer["rivals"])]
    return {"answers": answers, "sources": catalogue.cited(cited)}


def asked(query: str, kind: str | None, catalogue: Catalogue) -> Question | None:
    """The query as a question; None where it names nothing, or holds a word that is neither name nor cue."""
    words = query.split()
    if not 2 <= len(words) <= MOST_WORDS or not catalogue.lexicons:  # a ledger without the words of any language
        return None
    named = (_with_a_name(words, kind, catalogue, lexicon) for lexicon in catalogue.lexicons)
    return next(filter(None, named), None) or _with_likely_names(words, kind, catalogue, catalogue.lexicons[0])


def _with_a_name(words: list[str], kind: str | None, catalogue: Catalogue, lexicon: Lexicon) -> Question | None:
    """Read by the longest run of words that is a name and leaves nothing but cues."""
    for start, end in _runs(len(words)):
        named = _of_kind(catalogue.by_spelling.get(squeezed(" ".join(words[start:end])), ()), kind, catalogue)
        if named:
            hits, left = _cued([*words[:start], *words[end:]], lexicon)
            if hits and not left:
                return _question(named, hits)
    return None


def _with_likely_names(words: list[str], kind: str | None, catalogue: Catalogue, lexicon: Lexicon) -> Question | None:
    """Read by what the words beside the cues are likely to name."""
    hits, left = _cued(words, lexicon)
    return _question(_meant(" ".join(left), kind, catalogue), hits) if hits and left else None


def _runs(n: int) -> Iterator[tuple[int, int]]:
    """Runs of fewer than `n` words, the longest first."""
    return ((start, start + length) for length in range(n - 1, 0, -1) for start in range(n - length + 1))


def _of_kind(refs: Iterable[str], kind: str | None, catalogue: Catalogue) -> list[str]:
    return [ref for ref in refs if kind in (None, catalogue.entities[ref]["kind"])]


def _meant(name: str, kind: str | None, catalogue: Catalogue) -> list[str]:
    """Things that a name means by all likelihood: the best matches, else the few whose names hold all of it."""
    found = [match for match in catalogue.matcher.match(name) if match.score >= SURE]
    if found:
        return _of_kind([match.key for match in found if match.score >= found[0].score - AHEAD], kind, catalogue)
    wanted = parts(name)
    holding = sorted((name.squeezed for name in catalogue.names_written.holding(wanted)), key=len)
    held = dict.fromkeys(ref for name in holding for ref in catalogue.by_spelling.get(name, ()))
    refs = _of_kind(held, kind, catalogue)
    return refs if len(refs) <= SHOWN else []


def _cued(words: list[str], lexicon: Lexicon) -> tuple[list[Hit[Cue]], list[str]]:
    """Cues of metrics and of the qualifiers that may be asked for, and the words that are no part of any."""
    text = plain(" ".join(words))
    hits = [hit for hit in lexicon.cues.find(text.loose) if any(map(_tells, hit.meanings))]
    marks = bytearray(len(text.text))
    for hit in hits:
        marks[hit.start : hit.end] = b"\x01" * (hit.end - hit.start)
    bare = "".join(" " if mark else char for mark, char in zip(marks, text.text, strict=True))
    return hits, [word for word in bare.split() if squeezed(word) and word.lower() not in lexicon.language.clues]


def _tells(cue: Cue) -> bool:
    return cue.kind == "metric" or cue.name in ASKED


def _question(entities: list[str], hits: list[Hit[Cue]]) -> Question | None:
    """A word that points to a metric and a qualifier, like `rack`, asks for the metric only where no other does."""
    plainly = [hit for hit in hits if all(cue.kind == "metric" for cue in hit.meanings)]
    pointing = plainly or [hit for hit in hits if any(cue.kind == "metric" for cue in hit.meanings)]
    cues = [cue for hit in pointing for cue in hit.meanings if cue.kind == "metric"]
    said = [cue for hit in hits if hit not in pointing for cue in hit.meanings if cue.kind == "qualifier"]
    qualifiers = {cue.name: cue.value for cue in reversed(said) if cue.name in ASKED}
    metrics = [cue.name for cue in cues if cue.value != ECHO] or [RATE] * bool(FORMATS & qualifiers.keys())
    if not entities or not metrics:
        return None
    echoes = tuple(dict.fromkeys(cue.name for cue in cues if cue.value == ECHO))
    return Question(tuple(entities), tuple(dict.fromkeys(metrics)), echoes, qualifiers)


def _facts(conn: sqlite3.Connection, catalogue: Catalogue, question: Question) -> list[Row]:
    """Facts that answer, the closest first; those of an echo only where the metric itself has none."""
    rows = [row for ref in question.entities for row in fetch(conn, queries.FACTS, id=ref)]
    fitting = [row for row in rows if _fits(row, question)]
    for metrics in (question.metrics, question.echoes):
        found = [row for row in fitting if row["metric"] in metrics]
        if found:
            return sorted(found, key=lambda row: _closeness(row, metrics, question, catalogue))[:SHOWN]
    return []


def _fits(row: Row, question: Question) -> bool:
    return all(_value(row, name) in (value, OPEN) for name, value in question.qualifiers.items())


def _value(row: Row, name: str) -> str | None:
    value = row.get(name) or row["qualifiers"].get(name)
    return str(value) if value else None


def _closeness(row: Row, metrics: tuple[str, ...], question: Question, catalogue: Catalogue) -> tuple[object, ...]:
    """What is sold before what was announced, what is declared before what is not, few further conditions first."""
    left_open = sum(_value(row, name) == OPEN for name in question.qualifiers)
    further = len(row["qualifiers"].keys() - question.qualifiers.keys())
    stage = STAGE_PLACES.get(row["stage"] or "", 0)
    place = question.entities.index(row["entity"])
    return (left_open, place, metrics.index(row["metric"]), stage, further, order_key(row, catalogue.words))


def _answer(conn: sqlite3.Connection, catalogue: Catalogue, fact: Row) -> Row:
    words = catalogue.words
    disputes = fetch(conn, queries.DISAGREEMENTS_OF, id=fact["entity"])
    dispute = next((row for row in disputes if fact["statement"] in row["statements"]), None)
    members = fetch(conn, queries.STATEMENTS_NAMED, ids=json.dumps(dispute["statements"])) if dispute else []
    return {
        "fact": fact, "about": words.about(fact), "stated": words.stated(fact), "holds_for": words.holds_for(fact),
        "path": f"/statement/{fact['statement']}", "disagreement": dispute,
        "rivals": [row for row in members if _differs(row, fact, catalogue)],
    }  # fmt: skip


def _differs(row: Row, fact: Row, catalogue: Catalogue) -> bool:
    """Whether a statement says otherwise by its printed digits."""
    choice = catalogue.dictionary.unit_choices.get(fact["metric"])
    if choice is None:
        return bool(row["stated"] != fact["stated"])
    try:
        return agreement(parse_figure(row["stated"], choice), parse_figure(fact["stated"], choice)) != "agree"
    except NotAFigure:
        return bool(row["stated"] != fact["stated"])
