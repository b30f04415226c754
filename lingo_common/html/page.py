"""An HTML page from a template: one file, all text escaped, tables that sort."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from lingo_common.html.script import as_script, policy


def page(package: str, template: str, script: str = "", data: Any = None, **values: Any) -> str:
    """The HTML of a template in that package's folder `templates`; the template extends base.html.

    script: name of a JavaScript file in that folder, run after the one that makes tables sortable. It reads `data` as
    JSON from the element with the id `data`.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates"), PackageLoader("lingo_common.html", "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    code = _resource("lingo_common.html", "tables.js") + (_resource(package, script) if script else "")
    return environment.get_template(template).render(
        style=Markup(_resource("lingo_common.html", "style.css")),
        script=Markup(code),
        policy=policy(code),
        data=Markup(as_script(data)),
        **values,
    )


def svg(charts: Mapping[str, str]) -> dict[str, Markup]:
    """The charts as template values that are not escaped again."""
    return {name: Markup(chart) for name, chart in charts.items()}


def _resource(package: str, name: str) -> str:
    return (files(package) / "templates" / name).read_text(encoding="utf-8")
