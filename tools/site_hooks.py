"""Hooks for mkdocs: the front page is README.md, links that leave docs/ become text, formulas become MathML;
the page to try is made."""

import html
import re
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert
from mkdocs.structure.files import File

from lingo_bot.page.content import PageGame
from lingo_bot.page.write import page as html_page
from wordlists.reader import PACKAGED
from wordlists.word_game import read_game

README = Path(__file__).parents[1] / "README.md"
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_BAR = '<mo stretchy="false">&#x0007C;</mo>'
"""The bar of |S|; browsers put space around it as around a relation."""
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)


def on_files(files: Any, config: Any) -> Any:
    """The files of the site with the page that `lingo-bot 5 --page` writes."""
    game = PageGame(read_game(5, PACKAGED), "score", None, False)
    files.append(File.generated(config, "try/lingo-5.html", content=html_page(game)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page without links that leave docs/; the text of README.md for the front page."""
    if page.file.src_uri == "README.md":
        return front_page()
    outside = "../" * (page.file.src_uri.count("/") + 1)
    return _LINK.sub(lambda link: link[1] if link[2].startswith(outside) else link[0], markdown)


def front_page() -> str:
    """README.md as a page of docs/: links into docs/ lead to the page, links to other files become text."""
    text = README.read_text(encoding="utf-8")
    return _LINK.sub(_as_page_of_docs, text)


def _as_page_of_docs(link: re.Match[str]) -> str:
    if link[2].startswith("docs/"):
        return f"[{link[1]}]({link[2].removeprefix('docs/')})"
    return link[0] if link[2].startswith("https:") else link[1]


def on_page_content(content: str, **_: Any) -> str:
    """The page with formulas in MathML, which browsers draw without a script."""
    return _FORMULA.sub(_as_mathml, content)


def _as_mathml(found: re.Match[str]) -> str:
    formula = html.unescape(found[3]).strip()
    mathml: str = convert(formula, display="block" if found[2] == "[" else "inline")
    return mathml.replace(_BAR, _BAR.replace("<mo ", '<mo lspace="0" rspace="0" '))
