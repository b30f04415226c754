"""A page out of a template: everything in one file, every text escaped, no script but its own."""

import base64
import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def page(package: str, template: str, script: str = "", data: Any = None, **values: Any) -> str:
    """The HTML of a template of that package, which extends base.html of this one.

    script: the name of the package's file of JavaScript, which finds data in the element with the id `data`.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates"), PackageLoader("lingo_common.html", "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    code = _resource(package, script) if script else ""
    return environment.get_template(template).render(
        style=Markup(_resource("lingo_common.html", "style.css")),
        script=Markup(code),
        policy=_policy(code),
        data=Markup(as_script(data)),
        **values,
    )


def as_script(value: Any) -> str:
    """The value as JSON that may stand in a script element, whatever texts it holds."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def svg(charts: Mapping[str, str]) -> dict[str, Markup]:
    """The charts, which escape their texts themselves, as values of a template."""
    return {name: Markup(chart) for name, chart in charts.items()}


def _policy(script: str) -> str:
    """A content security policy: no request to anywhere, no script but this one (W3C, CSP Level 3)."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _resource(package: str, name: str) -> str:
    return (files(package) / "templates" / name).read_text(encoding="utf-8")
