"""The page as one HTML file."""

from html import escape
from importlib.resources import files

from lingo_bot.page.content import PageGame, content_of, rules_sentence
from lingo_common.html.page import as_script, joined_modules, policy


def page(game: PageGame) -> str:
    """The HTML of a game's page: style, words, tree and program in one text that asks nobody for anything."""
    content, program = content_of(game), joined_modules("lingo_bot.page", "program", "main.js")
    directory = files("lingo_bot.page")
    parts = {
        "policy": policy(program, worker=True),
        "title": escape(content["title"]),
        "style": (directory / "style.css").read_text(encoding="utf-8"),
        "example": f"WORD {('O?X..' * 4)[: game.word_game.length]}",
        "rules": escape(rules_sentence(game)),
        "content": as_script(content),
        "program": program,
    }
    text = (directory / "page.html").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text
