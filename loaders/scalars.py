"""How a text is written in YAML: plain where that is allowed, else in single quotes, folded when it is long."""

import json
import re
import textwrap

WIDTH = 120

# A dash may begin a plain text when a word or figure follows; the other signs begin something else.
_PLAIN_START = re.compile(r"(-[\w.]|[^\s\-?:,\[\]{}#&*!|>'\"%@`])")
_NOT_PLAIN = re.compile(r"\A\.\.\.|: | #|:\Z|[\t\n]| \Z")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}]")


def on_one_line(text: str, *, flow: bool) -> str:
    """The text as one scalar; within braces and brackets (`flow`) a comma or bracket needs quotes too."""
    if _PLAIN_START.match(text) and not _NOT_PLAIN.search(text) and not (flow and _NOT_PLAIN_IN_FLOW.search(text)):
        return text
    if "\n" in text or "\t" in text:
        return json.dumps(text, ensure_ascii=False)
    return "'" + text.replace("'", "''") + "'"


def in_block(text: str, head: str, indent: int) -> list[str]:
    """The text behind `head` (a key with its colon, or a dash), on more lines when one is too narrow for it.

    Folding and literal style are taken only where they give the same text back: `>-` drops a second space at the end
    of a line, `|-` a line feed at the end.
    """
    pad = " " * (indent + 2)
    if "\n" in text:
        lines = text.split("\n")
        if lines[0].strip() and not text.startswith(" ") and _are_clean(lines):
            return [f"{head} |-", *(pad + line if line else "" for line in lines)]
    line = f"{head} {on_one_line(text, flow=False)}"
    folded = textwrap.wrap(text, WIDTH - len(pad), break_long_words=False, break_on_hyphens=False)
    if len(line) <= WIDTH or " " not in text or " ".join(folded) != text:
        return [line]
    return [f"{head} >-", *(pad + part for part in folded)]


def _are_clean(lines: list[str]) -> bool:
    return bool(lines[-1]) and all(line == line.rstrip() and "\t" not in line for line in lines)
