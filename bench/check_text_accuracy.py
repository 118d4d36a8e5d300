"""How well texts are checked: coverage, full answers and false alarms for each language, and the time for 1,000 words.

`python -m bench.check_text_accuracy [--ledger FILE] [--misses]` reads the sentences of the tests and the built ledger.
Coverage is the share of figures with a verdict; a false alarm is a verdict that says what is not so.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from analysis.text.checking import Checker
from analysis.text.retold import REFUTED
from analysis.text.verdicts import Options
from loaders.ledger_reader import read_ledger
from tests.text_cases import DIGEST, EVIDENCE, OWN, Case, cases
from tests.text_mutations import sentences, swaps

LEDGER = Path("build/ledger.db")
SUPPORTING = ("supported", "only_repeated")
DIGEST_SOURCE = "news-digest-2026-12"
ALL = 10_000


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the checking of texts.")
    options.add_argument("--ledger", type=Path, default=LEDGER)
    options.add_argument("--misses", action="store_true", help="print every sentence without its full answer")
    chosen = options.parse_args()
    if not chosen.ledger.exists():
        options.error(f"{chosen.ledger}: no ledger there; `make build` makes build/ledger.db")
    checker = Checker(read_ledger(chosen.ledger))
    for path in (EVIDENCE, *OWN):
        print_cases(path, checker, chosen.misses)
    print_digest(checker)
    print_claims(checker)
    print_mutations(checker)


def print_cases(path: Path, checker: Checker, misses: bool) -> None:
    """A line for each language: sentences, coverage, full answers, false alarms."""
    told: Counter[tuple[str, str]] = Counter()
    for case in cases(path):
        for language in (case.language, "all"):
            told.update((language, key) for key in _outcomes(case, checker))
    print(f"\n{path.name}\n{'':4} {'n':>4} {'coverage':>9} {'full':>6} {'false alarms':>13}")
    for language in dict.fromkeys(language for language, _ in told):
        n = told[language, "n"]
        shares = [f"{100 * told[language, key] / n:.0f} %" for key in ("covered", "full")]
        print(f"{language:4} {n:4} {shares[0]:>9} {shares[1]:>6} {told[language, 'wrong']:13}")
    for case in cases(path) if misses else ():
        answer = case.answer(checker.check(case.text).answers)
        if answer is None or not case.full(answer.verdict):
            print(f"  {case.id}: {answer.verdict if answer else 'not found'} for {case.expected}: {case.text}")


def _outcomes(case: Case, checker: Checker) -> Iterable[str]:
    answer = case.answer(checker.check(case.text).answers)
    verdict = answer.verdict if answer else "unsure"
    yield "n"
    if verdict != "unsure":
        yield "covered"
    if case.full(verdict):
        yield "full"
    if case.wrong(verdict):
        yield "wrong"


def print_mutations(checker: Checker) -> None:
    """A line for each kind of sentence made from the ledger's own figures: how many, and how they were judged."""
    told: dict[str, Counter[str]] = {}
    for item in chain(sentences(checker.ledger, ALL), swaps(checker.ledger, ALL)):
        answers = [a for a in checker.check(item.text, item.language).answers if a.text not in item.name]
        kinds = (item.kind, f"true {item.language}") if item.kind == "true" else (item.kind,)
        for kind in kinds:
            told.setdefault(kind, Counter()).update([answers[0].verdict if answers else "not found"])
    print("\nsentences made from the ledger")
    for kind, verdicts in sorted(told.items()):
        shares = ", ".join(f"{verdict} {n}" for verdict, n in verdicts.most_common())
        print(f"{kind:13} {sum(verdicts.values()):6}  supported {_supported(verdicts):6.1%}  ({shares})")


def _supported(verdicts: Counter[str]) -> float:
    return sum(verdicts[word] for word in SUPPORTING) / sum(verdicts.values())


def print_claims(checker: Checker) -> None:
    """Verdicts on what the pages of claims say in the ledger's own words: the claim, and the reason of its rating."""
    told: Counter[str] = Counter()
    for claim in checker.ledger.claims.values():
        first = len(claim.sentence) if claim.rating in REFUTED else 0  # the page repeats it in order to refute it
        answers = checker.check(f"{claim.sentence}\n\n{claim.reason}", "en").answers
        told.update(answer.verdict for answer in answers if answer.start >= first)
    print(f"\nclaims in our own words: {told.total()} figures, " + ", ".join(f"{w} {n}" for w, n in told.most_common()))


def print_digest(checker: Checker) -> None:
    """Verdicts on the digest with and without its own word, and the time it takes."""
    text = DIGEST.read_text(encoding="utf-8")
    print("\nthe digest")
    for label, options in (("as it is", Options()), ("without itself", Options(frozenset({DIGEST_SOURCE})))):
        verdicts = Counter(answer.verdict for answer in checker.check(text, options=options).answers)
        print(
            f"{label:15} {sum(verdicts.values())} figures: " + ", ".join(f"{w} {n}" for w, n in verdicts.most_common())
        )
    start = time.process_time()
    for _ in range(5):
        checker.check(text)
    spent = (time.process_time() - start) / 5
    print(f"{spent / len(text.split()) * 1_000_000:.0f} ms for 1,000 words")


if __name__ == "__main__":
    main()
