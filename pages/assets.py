"""Templates and static files of the pages, offered to Datasette.

Datasette finds them by itself beside a plugin that is a package; on Python 3.11 it does not beside a module.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from datasette.utils.asgi import asgi_static
from jinja2 import FileSystemLoader

STATIC = Path(__file__).parent / "static"
STATIC_PATH = "/-/static-plugins/specledger"
STATIC_ROUTE = (rf"^{STATIC_PATH}/(?P<path>.+)$", asgi_static(STATIC))


def add_templates(env: Any) -> None:
    """Let Datasette's environment find our templates before its own."""
    env.loader.loaders.insert(0, FileSystemLoader(Path(__file__).parent / "templates"))


@cache
def static_path(name: str) -> str:
    """Address of a static file with the hash that lets browsers keep it for good."""
    return f"{STATIC_PATH}/{name}?_hash={sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"
