"""HTML pages of one file: a template, ES modules joined into inline scripts, a policy that makes both safe.

A browser refuses to import modules from files, so a page that opens from disk has one plain script. Every name at the
top of a module must be unique among the modules, because the joined script has one scope.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

BEGINNING = b"<!doctype html>"
"""What the pages of this project begin with."""
# What joined_modules takes out of the modules; they are written so that these patterns find all of it.
_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"\./([\w-]+\.js)";\n', re.MULTILINE)
# The word export, before something that is exported where it is defined.
_EXPORT = re.compile(r"^export (?=(?:async )?function|const|let|class)", re.MULTILINE)
# Comments that stand on lines of their own: /** … */, and // to the end of the line.
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
"""Indentation and blank lines, which are left out of a page; no text in a module may run over several lines."""
_STYLE_COMMENT = re.compile(r"^ */\*.*?\*/\n", re.MULTILINE | re.DOTALL)
"""A comment of CSS, which stands on lines of its own."""


def joined_modules(package: str, folder: str, main: str) -> str:
    """The modules that `main` imports from the folder, after those that they import, without comments."""
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
    """A policy (W3C, CSP Level 3) that allows this script and no request.

    worker: workers are allowed too, if their scripts are texts of the page. installable: for a page with workers, so
    are the manifest, the icons and the service worker beside it, with which a site lets a browser install it.
    """
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    beside = " 'self'" if installable else ""
    rules = [
        "default-src 'none'",
        f"img-src data:{beside}",
        "style-src 'unsafe-inline'",
        f"script-src 'sha256-{digest}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    if worker:
        rules.append(f"worker-src blob:{beside}")
    if installable:
        rules.append("manifest-src 'self'")

    return "; ".join(rules)
