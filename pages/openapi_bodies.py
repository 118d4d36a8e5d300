"""Schemas of the JSON twins, by the names that the description's paths refer to."""

from typing import get_args

from analysis.text.verdicts import VerdictWord
from pages.openapi_parts import (
    ANY_OBJECT,
    BOOLEAN,
    INTEGER,
    NUMBER,
    OK,
    STRING,
    a,
    by_id,
    listed,
    maybe,
    ref,
    rows,
    some,
)
from pages.rows import Row

RECORDS = ("devices", "systems", "models", "software", "benchmarks", "organizations")
VERDICTS = get_args(VerdictWord)
TEXT_OR_NULL, NUMBER_OR_NULL = maybe(STRING), maybe(NUMBER)
PAGED = {"filters": ANY_OBJECT, "page": INTEGER, "pages": INTEGER, "total": INTEGER}
CLAIM = {
    "id": STRING, "claim": STRING, "about": STRING, "claimant": TEXT_OR_NULL, "made": TEXT_OR_NULL, "rating": STRING,
    "n_statements": INTEGER, "n_findings": INTEGER,
}  # fmt: skip


def bodies() -> Row:
    """Every schema of a whole answer."""
    return {**_of_one(), **_of_many(), **_of_answers(), "refusal": _refusal()}


def _of_one() -> Row:
    """Pages about one thing."""
    head = {**OK, "kind": STRING, "id": STRING}
    return {
        "thing": a(**head, **_thing()),
        "claim": a(
            **head, claim=ref("row_claims"), setups=rows("setups"), statements=rows("statements"),
            findings=rows("findings"), others=listed(_others()), sources=by_id("sources"),
        ),
        "source": a(
            **head, source=ref("row_sources"), repeated_by=rows("sources"),
            claims=listed(a(id=STRING, claim=STRING)), statements=some(rows("statements")),
        ),
        "statement": a(
            **head, statement=ref("row_statements"), fact=maybe(ref("row_facts")), shown=listed(STRING),
            entities=listed(a(entity=STRING, role=STRING)), setups=rows("setups"), rivals=rows("statements"),
            findings=rows("findings"),
            changes=rows("changes"), as_of=maybe(a(day=STRING, stated=TEXT_OR_NULL)), sources=by_id("sources"),
        ),
    }  # fmt: skip


def _thing() -> Row:
    system = a(id=STRING, name=STRING, vendor=TEXT_OR_NULL, kind=TEXT_OR_NULL, device_count=NUMBER_OR_NULL)
    source = a(
        id=STRING, title=STRING, kind=STRING, publisher=STRING, published=TEXT_OR_NULL, n_statements=INTEGER
    )  # fmt: skip
    standing = a(axis=STRING, value=NUMBER, unit=TEXT_OR_NULL, lower=INTEGER, of=INTEGER)
    return {
        "entity": ref("row_entities"),
        "record": {"anyOf": [*(ref(f"row_{table}") for table in RECORDS), {"type": "null"}]},
        "identifiers": listed(a(scheme=STRING, id=STRING)), "configurations": rows("configurations"),
        "successors": listed(STRING), "variants": listed(STRING), "facts": rows("facts"),
        "statements": rows("statements"), "absences": rows("absences"), "disagreements": rows("disagreements"),
        "findings": rows("findings"), "rivals": listed(STRING), "standing": listed(standing), "changes": listed(line()),
        "systems": listed(system), "made": listed(a(kind=STRING, id=STRING, name=STRING, released=TEXT_OR_NULL)),
        "claims": some(listed(a(**CLAIM, n_with_it=INTEGER, roles=listed(STRING)))),
        "named_in": some(rows("statements")), "claims_made": listed(a(**CLAIM)), "sources_published": listed(source),
        "sources": by_id("sources"),
    }  # fmt: skip


def _others() -> Row:
    row = a(statement=ref("row_statements"), by=STRING, devices=listed(ANY_OBJECT))
    return a(metric=STRING, model=STRING, n=INTEGER, rows=listed(row))


def line() -> Row:
    """A line of a comparison: one figure of several things."""
    cell = a(
        entity=STRING, fact=maybe(ref("row_facts")), why=TEXT_OR_NULL, other=maybe(ANY_OBJECT),
        left_open=listed(STRING), best=BOOLEAN, ratio=NUMBER_OR_NULL,
    )  # fmt: skip
    return a(
        metric=STRING, unit=TEXT_OR_NULL, qualifiers=ANY_OBJECT, compared=BOOLEAN, doubled=BOOLEAN, headline=BOOLEAN,
        cells=listed(cell),
    )  # fmt: skip


def _of_many() -> Row:
    """Pages that list."""
    finding = maybe(a(level=STRING, message=STRING, statement=TEXT_OR_NULL))
    counted = dict.fromkeys(("stated", "absent", "unsearched", "n"), INTEGER)
    return {
        "home": a(
            **OK, counts={"type": "object", "additionalProperties": INTEGER},
            build={"type": "object", "additionalProperties": STRING},
            claims=listed(a(**CLAIM, finding=finding)), open=rows("disagreements"), ranked=rows("disagreements"),
        ),
        "search": a(
            **OK, query=STRING, kind=TEXT_OR_NULL, results=listed(result()), suggestions=listed(result()),
            answers=listed(_short_answer()), sources=by_id("sources"),
        ),
        "disagreements": a(
            **OK, **PAGED, disagreements=rows("disagreements"), statements=by_id("statements"),
            metrics=listed(a(metric=STRING, n=INTEGER)), vendors=listed(a(vendor=STRING, n=INTEGER)),
        ),
        "corrections": a(**OK, **PAGED, history=TEXT_OR_NULL, changes=rows("changes")),
        "coverage": a(
            **OK, **PAGED, vendors=listed(a(vendor=STRING, **counted)),
            metrics=listed(a(entity_kind=STRING, metric=STRING, part=TEXT_OR_NULL, needed=INTEGER, **counted)),
            rows=listed(a(
                entity=STRING, entity_kind=STRING, vendor=TEXT_OR_NULL, metric=STRING, part=TEXT_OR_NULL,
                needed=INTEGER, state=STRING, n_origins=maybe(INTEGER), best_source_kind=TEXT_OR_NULL,
                absence=TEXT_OR_NULL,
            )),
        ),
    }  # fmt: skip


def result() -> Row:
    """A thing found by its name or text."""
    return a(kind=STRING, id=STRING, title=STRING, path=STRING, match=STRING)


def _short_answer() -> Row:
    return a(
        fact=ref("row_facts"), about=STRING, stated=STRING, holds_for=listed(STRING), path=STRING,
        disagreement=maybe(ref("row_disagreements")), rivals=rows("statements"),
    )  # fmt: skip


def _of_answers() -> Row:
    """Pages that work something out."""
    axis = a(id=STRING, label=STRING, unit=TEXT_OR_NULL, n=INTEGER)
    point = a(
        id=STRING, name=STRING, vendor=STRING, x=NUMBER_OR_NULL, y=NUMBER, x_statement=TEXT_OR_NULL, y_statement=STRING,
        per_statement=TEXT_OR_NULL,
    )  # fmt: skip
    return {
        "comparison": a(
            **OK, kind=TEXT_OR_NULL, ids=listed(STRING), to=TEXT_OR_NULL, lines=listed(line()),
            sources=by_id("sources"), wanted=TEXT_OR_NULL, offered=listed(result()),
        ),
        "fit": a(
            **OK, model=TEXT_OR_NULL, device=TEXT_OR_NULL, released=listed(STRING), answer=maybe(_memory()),
            devices=listed(_held()), beside_it=maybe(_beside()),
        ),
        "picture": a(
            **OK, kind=STRING, chart=STRING, x=maybe(axis), y=maybe(axis), per=maybe(axis), vendor=TEXT_OR_NULL,
            rows=listed(point), axes=listed(axis), vendors=listed(a(id=STRING, name=STRING)),
        ),
        "verdicts": a(
            **OK, language=STRING, counts={"type": "object", "additionalProperties": INTEGER},
            figures=listed(_verdict()), unjudged=INTEGER,
        ),
    }  # fmt: skip


TERMS = ("weights", "cache", "states", "load", "total")
"""Terms of a memory answer in GiB; null where the shape of the model is not public."""


def _memory() -> Row:
    """The answer for one device, or without one for a large one; memory in GiB."""
    assumption = a(value={}, why=STRING, where=TEXT_OR_NULL)
    speed = a(assumptions=listed(assumption), missing=listed(STRING))
    return a(
        model=STRING, device=TEXT_OR_NULL, devices=maybe(INTEGER), precision=STRING, kv=TEXT_OR_NULL, context=INTEGER,
        users=INTEGER, engine=STRING, as_of=TEXT_OR_NULL, **dict.fromkeys(TERMS, NUMBER_OR_NULL), low=NUMBER_OR_NULL,
        high=NUMBER_OR_NULL, devices_needed=maybe(INTEGER), bare_minimum=maybe(INTEGER), split=TEXT_OR_NULL,
        fits=maybe(BOOLEAN), per_device=NUMBER_OR_NULL, usable=NUMBER_OR_NULL, headroom=NUMBER_OR_NULL,
        speed_bound=maybe(speed), checkpoint=STRING, format=STRING, format_from=TEXT_OR_NULL, floor=BOOLEAN,
        missing=listed(STRING), validated=INTEGER, validated_words=TEXT_OR_NULL, engine_support=listed(ANY_OBJECT),
        assumptions=listed(assumption),
        sources=listed(a(where=STRING, source=TEXT_OR_NULL, title=TEXT_OR_NULL, url=TEXT_OR_NULL)),
    )  # fmt: skip


def _held() -> Row:
    """How one device of the table holds the model."""
    return a(
        device=STRING, engine=STRING, memory=NUMBER, devices_needed=maybe(INTEGER), devices=maybe(INTEGER),
        fits=maybe(BOOLEAN), split=TEXT_OR_NULL, per_device=NUMBER_OR_NULL, usable=NUMBER_OR_NULL,
        headroom=NUMBER_OR_NULL, **dict.fromkeys(TERMS, NUMBER_OR_NULL), format=STRING, decode=NUMBER_OR_NULL,
        validated=INTEGER, systems=listed(_offer()),
    )  # fmt: skip


def _offer() -> Row:
    return a(id=STRING, name=STRING, devices=INTEGER, systems_needed=INTEGER)


def _beside() -> Row:
    return a(
        systems=listed(_offer()), measured=listed(ANY_OBJECT), launch=maybe(ANY_OBJECT), cost=maybe(ANY_OBJECT),
        most=maybe(ANY_OBJECT), what_fits=listed(ANY_OBJECT), ours=maybe(ANY_OBJECT),
    )  # fmt: skip


def _verdict() -> Row:
    """One figure of a pasted text; `start` and `end` are its place in characters."""
    number = {"type": ["number", "string", "null"]}
    return a(
        text=STRING, start=INTEGER, end=INTEGER, entity=TEXT_OR_NULL, metric=TEXT_OR_NULL, value=number,
        value_max=number, unit=STRING, qualifiers=ANY_OBJECT, verdict={"enum": list(VERDICTS)}, why=STRING,
        rule=STRING, disputed=BOOLEAN, fact=TEXT_OR_NULL, statements=listed(ANY_OBJECT), sources=listed(ANY_OBJECT),
        findings=listed(STRING), language=STRING,
    )  # fmt: skip


def _refusal() -> Row:
    near = listed(a(id=STRING, title=STRING, path=STRING))
    return a(ok={"const": False}, error=STRING, errors=listed(STRING), status=INTEGER, nearest=near)
