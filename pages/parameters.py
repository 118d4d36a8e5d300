"""Query strings read strictly: what a page does not know is refused in a sentence, all problems at once."""

from collections.abc import Collection, Mapping

from pages.refusals import RefusedError

ADDED_BY_OTHERS = ("utm_", "fbclid", "gclid", "mc_cid", "mc_eid")
"""Parameters that networks append to shared links: ignored, or a shared page would greet its readers with an error."""
LONGEST = 300


def read_parameters(
    given: Mapping[str, list[str]], allowed: Mapping[str, Collection[str] | None], longest: int = LONGEST
) -> dict[str, str]:
    """The parameters of `allowed` that are given and not blank; None allows any text. Raises RefusedError (400)."""
    ours = {name: values for name, values in given.items() if not name.startswith(ADDED_BY_OTHERS)}
    problems = [problem for name, values in ours.items() for problem in _problems(name, values, allowed, longest)]
    if problems:
        raise RefusedError(400, ". ".join(problems) + ".")
    return {name: values[0].strip() for name, values in ours.items() if values[0].strip()}


def _problems(name: str, values: list[str], allowed: Mapping[str, Collection[str] | None], longest: int) -> list[str]:
    if name not in allowed:
        known = f"it takes {_listed(allowed)}" if allowed else "it takes none"
        return [f"This page has no parameter “{name[:80]}”: {known}"]
    if len(values) > 1:
        return [f"The parameter “{name}” is given {len(values)} times: once is allowed"]
    if len(values[0]) > longest:
        return [f"The parameter “{name}” has {len(values[0])} characters: at most {longest} are read"]
    return _value_problems(name, values[0], allowed[name])


def _value_problems(name: str, value: str, words: Collection[str] | None) -> list[str]:
    word = value.strip()
    if word and words is not None and word not in words:
        return [f"The parameter “{name}” is “{word}”: it can be {_listed(words)}"]
    return []


def whole_number(name: str, value: str | None, highest: int) -> int:
    """A number from 1 to `highest`, 1 where none is given. Raises RefusedError (400)."""
    if value is None:
        return 1
    if value.isascii() and value.isdigit() and 1 <= int(value) <= highest:
        return int(value)
    raise RefusedError(400, f"The parameter “{name}” is “{value}”: it can be a whole number from 1 to {highest}.")


def _listed(words: Collection[str]) -> str:
    return ", ".join(words)
