"""Text can be read on its ground: WCAG 2's contrast of 4.5 to 1, light and dark."""

import re

import pytest

from tests.conftest import ROOT

CSS = (ROOT / "pages/static/ledger.css").read_text()
LIGHT, DARK = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
PAIRS = [
    *[(text, ground) for text in ("ink", "quiet", "accent", "warn", "bad", "good") for ground in ("paper", "raised")],
    *[(text, f"{text}-wash") for text in ("accent", "warn", "bad", "good")],
    ("ink", "mark"),
    ("quiet", "mark"),
    ("paper", "accent"),
    ("ink", "accent-wash"),
]


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2)."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(scheme: str) -> None:
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", scheme))
    faint = [(text, ground) for text, ground in PAIRS if contrast(colours[text], colours[ground]) < 4.5]
    assert faint == []
