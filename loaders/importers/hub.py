"""A model's configuration from the Hugging Face hub, where there is a network."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

HUB = "https://huggingface.co"
SECONDS = 20


class HubError(Exception):
    """The hub did not give what was asked for; the message says why and what to do instead."""


def read_config(repo: str) -> tuple[Mapping[str, Any], float | None]:
    """Parsed config.json of `repo`, and the bytes of its safetensors where an index says them. Raises HubError."""
    config = _json(repo, "config.json")
    if config is None:
        raise HubError(f"{repo} has no config.json on {HUB}: save one and give it with --config.")
    index = _json(repo, "model.safetensors.index.json")
    size = (index or {}).get("metadata", {}).get("total_size")
    return config, None if size is None else float(size)


def _json(repo: str, name: str) -> Any:
    """A parsed file of the repository; None where it has none of that name."""
    address = f"{HUB}/{repo}/resolve/main/{name}"
    try:
        with urlopen(Request(address, headers={"accept": "application/json"}), timeout=SECONDS) as answer:  # noqa: S310
            return json.load(answer)
    except HTTPError as error:
        if error.code == 404:
            return None
        closed = " It may ask for an account." if error.code in (401, 403) else ""
        raise HubError(
            f"{address} answered {error.code}.{closed} Save config.json and give it with --config."
        ) from error
    except (URLError, TimeoutError) as error:
        reason = getattr(error, "reason", error)
        raise HubError(
            f"No network reaches {HUB} ({reason}). Save config.json of {repo} where there is one and give it with "
            "--config FILE."
        ) from error
    except ValueError as error:
        raise HubError(f"{address} is no JSON ({error}).") from error
