"""What may be asked of the checker beside the text, with a sentence for everything that may not."""

from collections.abc import Iterable

from analysis.text.checking import AUTO
from analysis.text.ledger import Ledger
from analysis.text.verdicts import Options
from schema.dates import DATE_FORMS, is_partial_date


class NotAskableError(ValueError):
    """A language, date or source that cannot be used; the text says all of them."""


def asked(ledger: Ledger, language: str, as_of: str, excluded: Iterable[str]) -> Options:
    """The options. Raises NotAskableError with every problem."""
    sources = frozenset(excluded)
    problems = []
    if language != AUTO and language not in ledger.languages.by_code:
        known = ", ".join((AUTO, *ledger.languages.by_code))
        problems.append(f"The language is “{language[:40]}”: it can be {known}.")
    if as_of and not is_partial_date(as_of):
        problems.append(f"The date is “{as_of[:40]}”: it can be {DATE_FORMS}.")
    problems += [
        f"No source is called “{name[:80]}”: ids of sources stand at the end of their addresses."
        for name in sorted(sources - ledger.sources.keys())
    ]
    if problems:
        raise NotAskableError(" ".join(problems))
    return Options(sources, as_of)
