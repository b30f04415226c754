"""HTML that a notebook shows: the steps of a game as coloured tiles."""

from collections.abc import Iterable, Sequence

from wordlists.reply import ABSENT, PLACED, PRESENT

_COLOURS = {PLACED: "#3a7d34", PRESENT: "#8a6d00", ABSENT: "#666"}
"""The background of a tile; white letters can be read on each."""
_TILE = '<td style="color:#fff;text-align:center;width:1.5em;background:{}">{}</td>'


def game_html(steps: Iterable[tuple[Sequence[str], str]], text: str) -> str:
    """A game: a row for each step, (the letters of the guess, its reply), and a text below.

    The reply stands beside its tiles, so that no information is in the colours alone.
    """
    rows = ""
    for letters, reply in steps:
        tiles = ""
        for letter, mark in zip(letters, reply, strict=True):
            tiles += _TILE.format(_COLOURS[mark], letter)
        rows += f"<tr>{tiles}<td><code>{reply}</code></td></tr>"

    return f"<table>{rows}</table><p>{text}</p>"
