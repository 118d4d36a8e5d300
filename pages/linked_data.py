"""Pages in the words of schema.org, for search engines: figures as a data set, reviewed claims as reviews."""

from typing import Any

from pages.catalogue import Catalogue
from pages.rows import Row
from pages.site import Site

CONTEXT = "https://schema.org"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
MOST_FIGURES = 40
RATINGS = {"false": 1, "misleading": 2, "depends_on_setup": 3, "sound": 5}
"""Ratings as numbers from 1 to 5; what is unverified is no review."""


def dataset(body: Row, catalogue: Catalogue, site: Site) -> dict[str, Any]:
    """The figures of an entity as a Dataset."""
    address = f"{site.address}/{body['kind']}/{body['id']}"
    name = catalogue.name(body["id"])
    sources = body["sources"].values()
    return {
        "@context": CONTEXT,
        "@type": "Dataset",
        "@id": address,
        "url": address,
        "name": f"{name}: figures on record",
        "description": f"{len(body['statements'])} statements about the {body['kind']} {name}, each with its source.",
        "alternateName": body["entity"]["aliases"],
        "license": LICENCE,
        "isAccessibleForFree": True,
        "version": catalogue.build.get("content_hash", ""),
        "dateModified": catalogue.build.get("built_at", ""),
        "creator": {"@type": "Organization", "name": "Specledger", "url": site.address},
        "isBasedOn": [source["url"] for source in sources if source["url"]],
        "variableMeasured": [_measured(row, catalogue) for row in body["facts"] if row["value"] is not None][
            :MOST_FIGURES
        ],
        "distribution": [
            _download(f"{address}.json", "application/json"),
            _download(f"{site.address}/ledger/statements.csv?entity={body['id']}&_size=max", "text/csv"),
        ],
    }


def _measured(row: Row, catalogue: Catalogue) -> dict[str, Any]:
    held = catalogue.words.holds_for(row)
    name = ", ".join([catalogue.words.about(row), *held])
    ends = (
        {"value": row["value"]}
        if row["value_max"] is None
        else {"minValue": row["value"], "maxValue": row["value_max"]}
    )
    return {"@type": "PropertyValue", "name": name, **ends, "unitText": row["unit"]}


def _download(address: str, kind: str) -> dict[str, str]:
    return {"@type": "DataDownload", "contentUrl": address, "encodingFormat": kind}


def review(body: Row, catalogue: Catalogue, site: Site) -> dict[str, Any] | None:
    """A claim as a ClaimReview; None unless somebody who is named rated it on a day that is named."""
    claim = body["claim"]
    if not (claim["reviewer"] and claim["reviewed"] and claim["rating"] in RATINGS):
        return None
    words = catalogue.words
    return {
        "@context": CONTEXT,
        "@type": "ClaimReview",
        "url": f"{site.address}/claim/{body['id']}",
        "claimReviewed": claim["claim"],
        "datePublished": claim["reviewed"],
        "author": {"@type": "Person", "name": claim["reviewer"]},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": RATINGS[claim["rating"]],
            "worstRating": 1,
            "bestRating": 5,
            "alternateName": words.label("rating", claim["rating"]),
        },
        "itemReviewed": _claim(claim, catalogue),
    }


def _claim(claim: Row, catalogue: Catalogue) -> dict[str, Any]:
    told: dict[str, Any] = {
        "@type": "Claim",
        "author": {"@type": "Organization", "name": catalogue.name(claim["claimant"])},
    }
    if claim["made"]:
        told["datePublished"] = claim["made"]
    first = catalogue.sources.get(claim["first_appearance"] or "", {})
    return {**told, "firstAppearance": first["url"]} if first.get("url") else told
