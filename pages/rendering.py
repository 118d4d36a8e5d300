"""Our templates in an environment of their own.

Datasette's awaits every call inside a template, which made a device page twice as slow; ours has nothing to await.
"""

from typing import Any
from weakref import WeakKeyDictionary

from jinja2 import ChoiceLoader, Environment

from pages import assets, figures
from pages.printing import Printer
from pages.rows import Row
from pages.sections import explaining_only

_ENVIRONMENTS: WeakKeyDictionary[Any, Environment] = WeakKeyDictionary()
_PRINTERS: WeakKeyDictionary[Any, Printer] = WeakKeyDictionary()


def furnish(env: Any) -> None:
    """Give an environment our templates and what they print figures with."""
    assets.add_templates(env)
    env.filters |= {
        "lookup": lambda ref, rows: rows[ref],
        "number": figures.number,
        "factor": figures.factor,
        "in_unit": figures.in_unit,
        "roughly": figures.roughly,
        "significant": figures.significant,
        "explaining_only": explaining_only,
    }
    env.globals |= {"ledger_static": assets.static_path, "restates": figures.restates}


class Urls:
    """Addresses of ours behind the site's base, which Datasette would look up for each of them."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/")

    def path(self, address: str) -> str:
        """The address as it stands in a link."""
        return self.base + address


def render(datasette: Any, template: str, context: Row) -> str:
    """The text of `templates/ledger/TEMPLATE`; `context` holds the catalogue."""
    if datasette not in _ENVIRONMENTS:
        _ENVIRONMENTS[datasette] = _environment(datasette)
    if datasette not in _PRINTERS:
        _PRINTERS[datasette] = Printer(context["catalogue"], Urls(datasette.urls.path("/")).path)
    return _ENVIRONMENTS[datasette].get_template(f"ledger/{template}").render(context, html=_PRINTERS[datasette])


def _environment(datasette: Any) -> Environment:
    env = Environment(loader=ChoiceLoader([]), autoescape=True, auto_reload=False)
    furnish(env)
    env.globals["urls"] = Urls(datasette.urls.path("/"))
    return env
