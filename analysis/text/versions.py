"""Versions of software: matched as strings, never as numbers."""

import re
from collections.abc import Iterator
from decimal import Decimal

from analysis.text.bound import Bound, Sentence
from analysis.text.figures import Found
from analysis.text.ledger import Recorded
from analysis.text.numbers import Number
from analysis.text.plain import Plain
from analysis.text.verdicts import Match, Reading, Verdict
from analysis.text.witnesses import Witnesses

FARTHEST = 60
"""Characters between a software and its version."""
_NAMED = re.compile(r"\d+(?:\.\d+)+(?:-?rc\d+)?")
_VERSION = re.compile(r"\bv\d+(?:\.\d+)+(?:-?rc\d+)?|(?<![\w.])\d+\.\d+\.\d+(?:-?rc\d+)?(?![\w.]*\d)")


def judge_versions(whole: Plain, sentence: Sentence, witnesses: Witnesses) -> Iterator[tuple[Bound, Verdict]]:
    """A version of a software is supported where a statement of that version involves what else is named."""
    software = [m for m in sentence.mentions if "software" in m.kinds]
    for match in _VERSION.finditer(whole.text, sentence.start, sentence.end):
        before = [m for m in software if 0 <= match.start() - m.end <= FARTHEST]
        if before:
            yield _bound(match), _verdict(match[0], before[-1].ids[0], sentence, witnesses)


def _bound(match: re.Match[str]) -> Bound:
    number = Number(match.start(), match.end(), Decimal(0), Decimal(1))
    return Bound(Found(match.start(), match.end(), number), match[0])


def _verdict(printed: str, software: str, sentence: Sentence, witnesses: Witnesses) -> Verdict:
    from analysis.text.bound import Aim, Subject

    version = printed.removeprefix("v")
    others = {id_ for mention in sentence.mentions for id_ in mention.ids} - {software}
    held = [
        item for item in _of_version(software, version, witnesses) if not others or others & (item.ties | {item.stated})
    ]
    mention = next(m for m in sentence.mentions if software in m.ids)
    unit = witnesses.ledger.dictionary.units.by_token[""]
    if not held:
        return Verdict("not_in_ledger", "no_version", detail={"version": version})
    reading = Reading(
        Aim(held[0].metric, unit, True), Subject(software, "near", mention),
        Found(0, 0, Number(0, 0, Decimal(0), Decimal(1))).figure(unit, printed),
        lambda: [Match(item, "agree") for item in held],
    )  # fmt: skip
    verdict = witnesses.supported(reading, held, "version")
    verdict.detail["version"] = version
    return verdict


def _of_version(software: str, version: str, witnesses: Witnesses) -> list[Recorded]:
    """Statements that involve a software and hold for a version or name it, those on defaults and features first."""
    found = [
        item for items in witnesses.ledger.by_tie.get(software, {}).values() for item in items
        if witnesses.may_witness(item) and witnesses.holds(item) and not item.absence and version in _versions(item)
    ]  # fmt: skip
    return sorted(found, key=lambda item: (item.figure is not None, item.metric, item.id))


def _versions(item: Recorded) -> set[str]:
    """Versions that a statement names: its own, those of both its runs, or the one that it states."""
    runs = [conditions.get("engine_version", "") for conditions in (item.conditions, item.baseline)]
    return {
        found for text in (item.qualifiers.get("version", ""), *runs, item.stated) for found in _NAMED.findall(text)
    }
