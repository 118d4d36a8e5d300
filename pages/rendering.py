"""Our templates in an environment of their own.

Datasette's awaits every call inside a template, which made a device page twice as slow; ours has nothing to await.
"""

from typing import Any
from weakref import WeakKeyDictionary

from jinja2 import ChoiceLoader, Environment

from pages import assets, figures
from pages.rows import Row
from pages.sections import explaining_only

_ENVIRONMENTS: WeakKeyDictionary[Any, Environment] = WeakKeyDictionary()


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


def render(datasette: Any, template: str, context: Row) -> str:
    """The text of `templates/ledger/TEMPLATE`."""
    if datasette not in _ENVIRONMENTS:
        _ENVIRONMENTS[datasette] = _environment(datasette)
    return _ENVIRONMENTS[datasette].get_template(f"ledger/{template}").render(context)


def _environment(datasette: Any) -> Environment:
    env = Environment(loader=ChoiceLoader([]), autoescape=True, auto_reload=False)
    furnish(env)
    env.globals["urls"] = datasette.urls
    return env
