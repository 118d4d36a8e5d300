"""From a pasted text to one answer for each figure."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from analysis.text.binding import Binder
from analysis.text.bound import COMMAS, Bound, Sentence
from analysis.text.derived import another_quotient, follows_from
from analysis.text.explaining import Explainer, plain_number
from analysis.text.figures import figures
from analysis.text.judging import judge
from analysis.text.language import language_of
from analysis.text.ledger import Ledger, Recorded, by_kind
from analysis.text.lexicon import Cue, Lexicon, lexicons
from analysis.text.names import FORM, Mention, Names, trailing_size
from analysis.text.numbers import decimal_sign, masked_spans, numbers
from analysis.text.phrases import Hit
from analysis.text.plain import LONGEST, Plain, plain
from analysis.text.retold import Claims, Told, how_run, of_another_run, refuted, retold
from analysis.text.sentences import paragraphs, sentences
from analysis.text.tables import Table, tables
from analysis.text.verdicts import Options, Verdict
from analysis.text.versions import judge_versions
from analysis.text.witnesses import Witnesses

MOST_FIGURES = 1_000
"""Figures that are judged in one text."""
MOST_EARLIER = 12
"""Mentions of the text before a sentence that may be its subject."""
SHORT_PARAGRAPH = 40
"""Characters below which a paragraph is not asked for its language."""
AUTO = "auto"
SCENARIO = re.compile(r"s[cz]enari|scénari|senaryo|场景")
OPEN = ("not_in_ledger", "unsure")
"""Verdicts after which other ways to know a figure are tried."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One figure of the text with its verdict. `start` and `end` are places of the original text."""

    text: str
    start: int
    end: int
    entity: str | None
    metric: str | None
    value: int | float | str | None
    value_max: int | float | None
    unit: str
    verdict: str
    why: str
    rule: str
    language: str
    disputed: bool
    qualifiers: dict[str, str]
    statements: tuple[Recorded, ...]
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All answers of one text. `cut` counts figures that were left unjudged because there were too many."""

    language: str
    answers: tuple[Answer, ...]
    cut: int = 0


class Placed(Protocol):
    """Whatever begins somewhere."""

    @property
    def start(self) -> int:
        """Place of its first character."""


P = TypeVar("P", bound=Placed)


def _start(item: Placed) -> int:
    return item.start


def between(items: Sequence[P], start: int, end: int) -> Sequence[P]:
    """Of items in the order of their places those that begin in a stretch."""
    return items[bisect_left(items, start, key=_start) : bisect_left(items, end, key=_start)]


class Read:
    """A text read in one language: numbers, cue words and manners of speaking, all of it at once."""

    def __init__(self, whole: Plain, lexicon: Lexicon, mentions: Sequence[Mention], decimal: str) -> None:
        self.whole, self.lexicon, self.mentions = whole, lexicon, mentions
        self.forms = {
            place for match in FORM.finditer(whole.text) for place in (match.start("form"), match.start("behind"))
        }
        self.cues = [hit for hit in lexicon.cues.find(whole.loose) if not self._names_something(hit)]
        self.manners = lexicon.manners.find(whole.loose)
        masked = [(m.start, trailing_size(m)) for m in mentions]
        masked += [(hit.start, hit.end) for hit in self.cues if any(map(str.isdigit, whole.text[hit.start : hit.end]))]
        self.numbers = numbers(whole, lexicon, [*masked_spans(whole.text), *masked], decimal)

    def _names_something(self, hit: Hit[Cue]) -> bool:
        return any(
            (self._is_part_of_name(hit), self._counts_a_system(hit), self._is_a_scenario(hit), hit.start in self.forms)
        )

    def _is_a_scenario(self, hit: Hit[Cue]) -> bool:
        """Whether a word names a scenario of a benchmark: what MLPerf calls Server is no scope."""
        around = self.whole.loose[max(0, hit.start - 12) : hit.start], self.whole.loose[hit.end : hit.end + 12]
        return any(map(SCENARIO.search, around)) and all(cue.name == "per" for cue in hit.meanings)

    def _counts_a_system(self, hit: Hit[Cue]) -> bool:
        """Whether `a single` stands before the name of a system, so that it counts the system and no GPU of it."""
        after = bisect_left(self.mentions, hit.end, key=_start)
        follows = after < len(self.mentions) and self.mentions[after].start - hit.end <= 1
        own = follows and self.mentions[after].kinds == {"system"}
        return bool(own) and all(cue.name == "per" and cue.value == "gpu" for cue in hit.meanings)

    def _is_part_of_name(self, hit: Hit[Cue]) -> bool:
        """Whether a word is part of a name: the PCIe of an H100 PCIe, the Server of an RTX PRO 6000 Server Edition."""
        before = bisect_left(self.mentions, hit.start + 1, key=_start) - 1
        inside = before >= 0 and hit.end <= self.mentions[before].end and bool(self.mentions[before].ids)
        return inside and all(cue.kind == "metric" or cue.name == "per" for cue in hit.meanings)

    def sentence(self, start: int, end: int) -> Sentence:
        """What was found between two places."""
        mentions, manners = between(self.mentions, start, end), between(self.manners, start, end)
        found = figures(self.whole, self.lexicon, between(self.numbers, start, end), mentions, manners)
        return Sentence(start, end, found, mentions, between(self.cues, start, end), manners, self._commas(start, end))

    def _commas(self, start: int, end: int) -> list[int]:
        return [match.start() for match in COMMAS.finditer(self.whole.text, start, end)]


class Checker:
    """Checks texts against one ledger. Made once; every text is checked by itself and nothing of it is kept."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lexicons = lexicons(ledger.languages, ledger.dictionary)
        self.vocabularies = {code: lexicon.vocabulary for code, lexicon in self.lexicons.items()}
        self.names = Names(ledger)
        self.explainer = Explainer(ledger)
        self.claims = Claims.of(ledger)

    def check(self, text: str, language: str = AUTO, options: Options | None = None) -> Report:
        """One answer for each figure of the text, in its order.

        Raises TooLongError, and KeyError for an unknown language.
        """
        grids = tables(text, self._is_a_name) if len(text) <= LONGEST else []
        whole = plain(_without(text, grids))
        witnesses = Witnesses(self.ledger, self.names, options or Options())
        code = language_of(text if grids else whole.text, self.vocabularies) if language == AUTO else language
        mentions = self.names.find(whole)
        everywhere = by_kind((id_ for mention in mentions for id_ in mention.ids), self.ledger.things)
        answers: list[Answer] = []
        told = Told()
        cut = 0
        for lexicon, sentence in self._sentences(whole, self.lexicons[code], language != AUTO, mentions):
            if len(answers) >= MOST_FIGURES:
                cut += len(sentence.figures)
                continue
            self.claims.follow(told, whole.text[sentence.start : sentence.end])
            answers += self._judged(whole, lexicon, witnesses, sentence, mentions, everywhere, told)
        answers += self._in_tables(text, grids, code, options)
        return Report(code, tuple(sorted(answers, key=lambda answer: (answer.start, answer.end))), cut)

    def _is_a_name(self, cell: str) -> bool:
        """Whether a cell of a table names a thing of the ledger and little else."""
        found = [mention for mention in self.names.find(plain(cell)) if mention.ids]
        return bool(found) and 2 * sum(mention.end - mention.start for mention in found) > len(cell)

    def _in_tables(self, text: str, grids: Sequence[Table], code: str, options: Options | None) -> Iterator[Answer]:
        """Answers for the cells of tables; what stands in the head of a row or column is none of a cell."""
        for told in (told for grid in grids for told in grid.told):
            shift = told.start - told.at
            for answer in self.check(told.sentence, code, options).answers:
                if told.at <= answer.start < told.at + told.length:
                    start, end = answer.start + shift, min(answer.end + shift, told.start + told.length)
                    yield replace(answer, text=text[start:end], start=start, end=end)

    def _sentences(
        self, whole: Plain, usual: Lexicon, fixed: bool, mentions: Sequence[Mention]
    ) -> Iterator[tuple[Lexicon, Sentence]]:
        """Every sentence with what was found in it, read in the language of its paragraph."""
        placed = [
            (start, end, usual if fixed else self._lexicon_of(whole.text[start:end], usual))
            for start, end in paragraphs(whole.text)
        ]
        read: dict[str, Read] = {}
        for start, end, lexicon in placed:
            if lexicon.code not in read:
                alike = "\n".join(whole.text[a:b] for a, b, other in placed if other is lexicon)
                read[lexicon.code] = Read(whole, lexicon, mentions, decimal_sign(alike, lexicon))
            for first, last in sentences(whole.text, start, end, lexicon.language.abbreviations):
                yield lexicon, read[lexicon.code].sentence(first, last)

    def _lexicon_of(self, paragraph: str, usual: Lexicon) -> Lexicon:
        """A short paragraph, a line of hashtags or a caption is taken to be in the language of the whole."""
        if len(paragraph) < SHORT_PARAGRAPH:
            return usual
        return self.lexicons[language_of(paragraph, self.vocabularies, usual.code)]

    def _judged(
        self,
        whole: Plain,
        lexicon: Lexicon,
        witnesses: Witnesses,
        sentence: Sentence,
        mentions: Sequence[Mention],
        everywhere: Mapping[str, frozenset[str]],
        told: Told,
    ) -> list[Answer]:
        """Answers for the figures and versions of one sentence; a quotient may follow from two other figures.

        What nothing on record decides by itself may be a figure of the claim that the text retells.
        """
        before = bisect_left(mentions, sentence.start, key=_start)
        earlier = mentions[max(0, before - MOST_EARLIER) : before]
        bound = list(Binder(whole, lexicon, self.ledger).bind(sentence, earlier, everywhere))
        verdicts = [judge(witnesses, item) for item in bound]
        for place, item in enumerate(bound):
            if verdicts[place].word in OPEN:
                verdicts[place] = follows_from(item, verdicts) or verdicts[place]
            if verdicts[place].word in OPEN:
                verdicts[place] = how_run(item, verdicts) or verdicts[place]
            if verdicts[place].word in OPEN:
                verdicts[place] = retold(self.claims, told, witnesses, item, sentence) or verdicts[place]
            elif verdicts[place].rule == "on_record" and another_quotient(item, verdicts[place], verdicts):
                verdicts[place] = replace(verdicts[place], word="unsure", rule="quotient_differs")
            verdicts[place] = refuted(told, of_another_run(verdicts[place], verdicts))
        pairs = [*zip(bound, verdicts, strict=True), *judge_versions(whole, sentence, witnesses)]
        return [self._answer(whole, lexicon, item, verdict) for item, verdict in pairs if _worth_telling(item, verdict)]

    def _answer(self, whole: Plain, lexicon: Lexicon, bound: Bound, verdict: Verdict) -> Answer:
        start, end = whole.span(bound.found.start, bound.found.end)
        reading, version = verdict.reading, verdict.detail.get("version")
        token = reading.aim.unit.token if reading else (bound.found.units or ("",))[0]
        figure = bound.found.figure(self.ledger.dictionary.unit(token), bound.text)
        upper = plain_number(figure.value_max) if figure.value_max is not None else None
        return Answer(
            text=whole.original[start:end], start=start, end=end,
            entity=reading.subject.id if reading else None, metric=reading.aim.metric if reading else None,
            value=version or plain_number(figure.value), value_max=upper, unit="version" if version else token,
            verdict=verdict.word, why=self.explainer.explain(verdict), rule=verdict.rule, language=lexicon.code,
            disputed=verdict.disputed, qualifiers={**bound.qualifiers, **bound.conditions}, statements=verdict.shown,
            findings=tuple(dict.fromkeys(text for item in verdict.shown for text in item.findings)),
        )  # fmt: skip


def _without(text: str, grids: Sequence[Table]) -> str:
    """The text with blanks for its tables, so that no place moves."""
    for grid in grids:
        text = text[: grid.start] + " " * (grid.end - grid.start) + text[grid.end :]
    return text


def _worth_telling(bound: Bound, verdict: Verdict) -> bool:
    """A bare number that no word explains is no figure, and neither is one that only names."""
    if verdict.rule == "name":
        return False
    return bool(bound.found.units) or verdict.word != "not_in_ledger" or verdict.rule == "no_version"
