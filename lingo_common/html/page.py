"""The parts of an HTML page of one file: its script, style and data, and the policy that tells a browser what to allow.

A browser refuses to import ES modules from files, so the modules of a page are joined into one plain script. Every name
at the top of a module must be unique among the modules, because the joined script has one scope.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

BEGINNING = b"<!doctype html>"
"""The first bytes of every page: a file that begins otherwise is not overwritten by one (check_writable)."""

# The modules have imports, exports and comments in these forms only.
_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"\./([\w-]+\.js)";\n', re.MULTILINE)
"""An import of names from a module of the same folder."""
_EXPORT = re.compile(r"^export (?=(?:async )?function|const|let|class)", re.MULTILINE)
"""The word export before a definition."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own: /** … */, or // to the end of the line."""
_INDENT = re.compile(r"^\s+", re.MULTILINE)
"""Indentation and blank lines. They are left out of a page, so no string of a module may run over several lines."""
_STYLE_COMMENT = re.compile(r"^ */\*.*?\*/\n", re.MULTILINE | re.DOTALL)
"""A comment of CSS on lines of its own."""


def joined_modules(package: str, folder: str, main: str) -> str:
    """The module `main` of the folder and all that it imports as one script, without comments and indentation.

    A module comes after those that it imports, so they must not import each other in a circle.
    """
    directory = files(package) / folder
    texts: dict[str, str] = {}

    def collect(name: str) -> None:
        """Add the module's text, without comments, after those of the modules that it imports."""
        # Without comments, because what is commented out must not be taken for an import.
        text = _COMMENT.sub("", (directory / name).read_text(encoding="utf-8"))
        for imported in _IMPORT.findall(text):
            if imported not in texts:
                collect(imported)
        texts[name] = text

    collect(main)
    script = "".join(texts.values())
    for pattern in (_IMPORT, _EXPORT, _INDENT):
        script = pattern.sub("", script)
    # In a function, so that the names of the script are not names of the whole page.
    return f'(() => {{\n"use strict";\n{script}}})();\n'


def joined_styles(package: str, folder: str, names: Sequence[str]) -> str:
    """The style in these CSS files of the folder, without comments and indentation."""
    directory = files(package) / folder
    texts = [(directory / name).read_text(encoding="utf-8") for name in names]
    style = _STYLE_COMMENT.sub("", "".join(texts))
    return _INDENT.sub("", style)


def as_script(value: Any) -> str:
    """The value as JSON that is safe inside a script element."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def policy(script: str, worker: bool = False, installable: bool = False) -> str:
    """The content security policy of a page (W3C, CSP Level 3): this script may run, and the page may request nothing.

    worker: the page may also start workers whose scripts it holds itself. installable: a browser can install the page,
    which has workers, as an application. For that it may request a manifest, icons and a service worker from its site.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    own_site = " 'self'" if installable else ""
    rules = [
        "default-src 'none'",
        f"img-src data:{own_site}",
        "style-src 'unsafe-inline'",
        f"script-src 'sha256-{digest}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    if worker:
        rules.append(f"worker-src blob:{own_site}")
    if installable:
        rules.append("manifest-src 'self'")

    return "; ".join(rules)
