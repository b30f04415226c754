"""Hooks for mkdocs: the pages to try are made, links that leave docs/ become text, formulas become MathML."""

import html
import re
from typing import Any

from latex2mathml.converter import convert
from mkdocs.structure.files import File

from tools.hosted_pages import FOLDER, hosted_files, try_now

_TRY_NOW = "<!-- try now -->"
"""Where the links to the pages stand; in the repository, which lacks these pages, it is a comment."""
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_BAR = '<mo stretchy="false">&#x0007C;</mo>'
"""The bar of |S|, as latex2mathml writes it. Browsers put space around it, as around a relation, unless told not to."""
# As the extension pymdownx.arithmatex writes a formula: \\( … \\) in a span, \\[ … \\] in a div.
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)


def on_files(files: Any, config: Any) -> Any:
    """The files of the site with the pages to try."""
    for name, text in hosted_files().items():
        files.append(File.generated(config, f"{FOLDER}/{name}", content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page without links that leave docs/, and with those to the pages to try."""
    folders = page.file.src_uri.count("/")
    # One step up more than there are folders leaves docs/.
    outside = "../" * (folders + 1)
    linked = _LINK.sub(lambda link: link[1] if link[2].startswith(outside) else link[0], markdown)
    return linked.replace(_TRY_NOW, try_now())


def on_page_content(content: str, **_: Any) -> str:
    """The page with formulas in MathML, which browsers draw without a script."""
    return _FORMULA.sub(_as_mathml, content)


def _as_mathml(match: re.Match[str]) -> str:
    """The MathML of a formula that _FORMULA has matched; one in square brackets stands on lines of its own."""
    formula = html.unescape(match[3]).strip()
    mathml: str = convert(formula, display="block" if match[2] == "[" else "inline")
    return mathml.replace(_BAR, _BAR.replace("<mo ", '<mo lspace="0" rspace="0" '))
