"""How much is known of models, and that the totals people argue about stand side by side with their explanation."""

import sqlite3

import pytest

from tests.model_facts import said

Ledger = sqlite3.Connection


def number(ledger: Ledger, sql: str) -> int:
    """The one number of a query."""
    return int(ledger.execute(sql).fetchone()[0])


def test_there_are_models_enough_and_memory_can_be_told_for_most(ledger: Ledger) -> None:
    assert number(ledger, "SELECT count(*) FROM models") >= 250
    assert number(ledger, "SELECT count(*) FROM models WHERE estimable") >= 200


def test_many_of_them_are_hybrid_latent_or_windowed(ledger: Ledger) -> None:
    kinds = ("kda", "gdn", "mamba", "conv", "lightning", "mla", "sliding", "chunked", "compressed")
    where = " OR ".join(f"attention LIKE '%{kind}%'" for kind in kinds)
    assert number(ledger, f"SELECT count(*) FROM models WHERE estimable AND ({where})") >= 60


def test_what_is_not_estimable_says_what_is_missing(ledger: Ledger) -> None:
    assert number(ledger, "SELECT count(*) FROM models WHERE NOT estimable AND coalesce(missing, '') = ''") == 0


def test_every_statement_has_its_source(ledger: Ledger) -> None:
    of_models = "FROM statements WHERE entity_kind = 'model' AND claim IS NULL"
    assert number(ledger, f"SELECT count(*) {of_models}") >= 5000
    assert number(ledger, f"SELECT count(*) {of_models} AND source NOT IN (SELECT id FROM sources)") == 0


@pytest.mark.parametrize(
    ("model", "metric", "figures"),
    [
        ("inclusionai-ling-3.1-flash", "params_total", {("560B params", "main_model"), ("572.12B params", "with_mtp")}),
        (
            "mistral-large-4",
            "params_active",
            {("49B params", "without_embeddings"), ("52B params", "with_embeddings")},
        ),
        ("deepseek-v3", "params_total", {("671B params", "main_model"), ("685B params", "with_mtp")}),
    ],
)
def test_rival_counts_stand_side_by_side_and_say_what_they_count(
    ledger: Ledger, model: str, metric: str, figures: set[tuple[str, str]]
) -> None:
    assert figures <= {(stated, counts) for stated, counts, _, _ in said(ledger, model, metric)}
    sql = "SELECT state, cause, explanation FROM disagreements WHERE entity = ? AND metric = ?"
    (found,) = ledger.execute(sql, (model, metric)).fetchall()
    assert (found["state"], found["cause"]) == ("explained", "what_is_counted")
    assert found["explanation"]


def test_both_totals_of_deepseek_v3_are_borne_out_by_its_geometry(ledger: Ledger) -> None:
    sql = """SELECT s.stated, r.outcome, r.explanation FROM recomputed r JOIN statements s ON s.id = r.statement
        WHERE r.model = 'deepseek-v3' AND r.metric = 'params_total'
        AND json_extract(s.qualifiers, '$.counts') IN ('main_model', 'with_mtp') ORDER BY s.value"""
    assert [tuple(row) for row in ledger.execute(sql)] == [
        ("671B params", "agrees", None),
        ("685B params", "explained", "counts 1 MTP layer with copies of embedding and output"),
    ]
