"""What the checks notice about the founding digest: each of its claims is shown with what a reader must know."""

import sqlite3

import pytest

DIGEST = "news-digest-2026-12"
Finding = tuple[str, str, str, str | None]
FINDINGS = """
SELECT f.rule, f.level, f.message, f.computed FROM findings f JOIN statements s ON s.id = f.statement
WHERE s.source = ? AND s.stated = ? AND coalesce(f.claim, f.entity) = ? ORDER BY f.rule, f.message
"""


def noticed(ledger: sqlite3.Connection, stated: str, of: str) -> list[Finding]:
    """Findings about a figure of the digest: rule, level, message and arithmetic."""
    return [tuple(row) for row in ledger.execute(FINDINGS, (DIGEST, stated, of))]


def test_the_headline_is_shown_with_its_range_and_its_case_of_eight(ledger: sqlite3.Connection) -> None:
    assert noticed(ledger, "up to 1.9 x", "vllm-gb300-kimi-k3-decode") == [
        (
            "headline-range",
            "misleading",
            "up to 1.9 x is the best case; cases given: "
            "1.31 .. 1.58 x (tp8, 8 devices); 1.62 .. 1.92 x (tp16, 16 devices)",
            "1.92 / 1.31 = 1.47, best over worst case",
        )
    ]


def test_the_speed_of_one_user_is_synthetic_and_stands_beside_measured_lengths(ledger: sqlite3.Connection) -> None:
    assert noticed(ledger, "842 tok/s", "vllm-gb300-kimi-k3-decode") == [
        (
            "implied-ratio",
            "consistent",
            "842 tok/s against 488 tok/s (tp16-dspark) lies within the up to 1.9 x of the headline",
            "842 / 488 = 1.73 x",
        ),
        (
            "synthetic-acceptance",
            "misleading",
            "842 tok/s rests on a synthetic acceptance length of 6; measured ones are 1.18 to 4.73, median 3.44",
            "842 x 3.44 / 6 = 483 tok/s",
        ),
    ]


def test_the_time_of_a_layer_bears_the_headline_out(ledger: sqlite3.Connection) -> None:
    assert noticed(ledger, "69 us", "vllm-gb300-kimi-k3-decode") == [
        (
            "implied-ratio",
            "consistent",
            "69 us against 130 us (layer) lies within the up to 1.9 x of the headline",
            "130 / 69 = 1.88 x",
        )
    ]


def test_the_peak_of_the_d270_is_undeclared(ledger: sqlite3.Connection) -> None:
    assert noticed(ledger, "1.3 PFLOP/s", "intel-d270") == [
        (
            "undeclared-sparsity",
            "question",
            "1.3 PFLOP/s does not say whether it is dense or sparse",
            "1300 / 2 = 650 TFLOP/s dense, if it counts 2:4 sparsity",
        )
    ]


@pytest.mark.parametrize(
    ("stated", "of", "points"),
    [("38 points", "mistral-large-4-preview", 29), ("9 points", "mistral-large-3", None)],
)
def test_scores_of_the_index_name_no_version(
    ledger: sqlite3.Connection, stated: str, of: str, points: int | None
) -> None:
    silent = f"{stated} on artificial-analysis-index names no version of the index"
    wanted: list[Finding] = [("index-version", "question", silent, None)]
    if points:
        message = "38 points against 9 points in its family is a difference only within one version"
        wanted.insert(0, ("index-version", "question", message, f"38 - 9 = {points} points"))
    assert noticed(ledger, stated, of) == wanted


@pytest.mark.parametrize(
    ("stated", "level", "headline", "cases"),
    [
        (
            "up to 3.3 x",
            "misleading",
            "up to 3.3 x is the best case; cases given: 1.40 x (glm-2k); 3.32 x (glm-20k)",
            "it is 3.32 x for the longest, 1.40 x for the shortest",
        ),
        (
            "up to 1.6 x",
            "question",
            "up to 1.6 x is not the most that is given; cases: 1.30 x (qwen-2k); 1.69 x (qwen-24k)",
            "it is 1.69 x for the longest, 1.30 x for the shortest",
        ),
    ],
)
def test_sent_caches_are_told_with_lengths_and_without_a_cache(
    ledger: sqlite3.Connection, stated: str, level: str, headline: str, cases: str
) -> None:
    told = [row[:3] for row in noticed(ledger, stated, "vllm-bidirectional-kv-transfer")]
    off = f"{stated} was measured with prefix caching off; with it on, llm-d-project-issue-1307 states 18 .. 41 %"
    assert told == [
        ("headline-range", level, headline),
        ("longest-prompt", "misleading", f"{stated} names no length of the prompt; {cases}"),
        ("no-cache-in-baseline", "misleading", off),
    ]


def test_the_layers_of_ling_add_up(ledger: sqlite3.Connection) -> None:
    assert noticed(ledger, "72 layers", "inclusionai-ling-3.1-flash") == [
        ("layers-add-up", "consistent", "the layers by kind add up to 72 layers", "63 + 9 = 72")
    ]
