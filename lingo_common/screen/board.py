"""Widgets of a board game (Textual): a board of tiles and a keyboard coloured by what is known.

Colour is never the only sign: a tile and a key show their mark as well.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from codebreaker.reply import ABSENT, PLACED, PRESENT
from lingo_common.screen.letters import KEYS
from wordlists.spelling import PLAIN, Spelling

STYLES = {PLACED: "black on green", PRESENT: "black on yellow", ABSENT: "white on grey37"}
"""The colours of each mark."""
_EMPTY = "white on grey15"
_TILE = 3
"""Columns of a tile."""
_HIGH = 2
"""Lines of a tile: its letter, its mark."""


class Tile(NamedTuple):
    """A letter with its mark; None before there is one."""

    letter: str
    mark: str | None = None


def lines_of(rows: int) -> int:
    """Lines of that many rows of tiles, one free between two."""
    return rows * (_HIGH + 1) - 1


def tiles_of(guess: Sequence[str], reply: str) -> list[Tile]:
    """A tile for each letter of a guess; its reply gives the marks."""
    return [Tile(letter, mark) for letter, mark in zip(guess, reply, strict=True)]


def tile_text(guess: Sequence[str], reply: str) -> Text:
    """The letters of a guess on tiles of one line, followed by its marks."""
    text = Text()
    for letter, mark in zip(guess, reply, strict=True):
        text.append(f"{letter:^{_TILE}}", STYLES[mark])
    return text.append(f" {reply}")


class TileBoard(Widget):
    """Rows of tiles: the guesses made, the one that is filled in, and the attempts that are left."""

    DEFAULT_CSS = "TileBoard { width: auto; height: auto; }"

    class Pressed(Message):
        """A tile was clicked."""

        def __init__(self, row: int, place: int) -> None:
            super().__init__()
            self.row, self.place = row, place

    def __init__(self, length: int, rows: int, id: str | None = None) -> None:
        super().__init__(id=id)
        self._length, self._count = length, rows
        self._rows: Sequence[Sequence[Tile]] = ()
        self._cursor: tuple[int, int] | None = None

    def show(self, rows: Sequence[Sequence[Tile]], cursor: tuple[int, int] | None = None) -> None:
        """Show these rows from the top; cursor: the (row, place) that is underlined and scrolled into view."""
        self._rows, self._cursor = rows, cursor
        self.refresh()
        if cursor and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(0, cursor[0] * (_HIGH + 1), 1, _HIGH), animate=False)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Columns of a row."""
        return self._length * _TILE

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lines of all rows."""
        return lines_of(self._count)

    def render(self) -> Text:
        """All rows, each a line of letters over a line of marks."""
        return Text("\n\n", no_wrap=True).join(self._row(row) for row in range(self._count))

    def _row(self, row: int) -> Text:
        tiles = list(self._rows[row]) if row < len(self._rows) else []
        tiles += [Tile(" ")] * (self._length - len(tiles))
        letters, marks = Text(), Text()
        for place, tile in enumerate(tiles):
            style = STYLES[tile.mark] if tile.mark else _EMPTY
            under = " underline bold" if (row, place) == self._cursor else ""
            letters.append(f"{_capital(tile.letter):^{_TILE}}", style + under)
            marks.append(f" {tile.mark or ' '} ", f"{style} dim" if tile.mark else style)
        return Text("\n").join([letters, marks])

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked."""
        place, row = event.x // _TILE, event.y // (_HIGH + 1)
        if event.y % (_HIGH + 1) < _HIGH and place < self._length:
            self.post_message(self.Pressed(row, place))


class Keyboard(Widget):
    """The letters of the alphabet with the best mark that each has got."""

    DEFAULT_CSS = "Keyboard { width: auto; height: auto; }"

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, letter: str) -> None:
            super().__init__()
            self.letter = letter

    def __init__(self, rows: Sequence[str] = KEYS, spelling: Spelling = PLAIN) -> None:
        """rows: the letters of each row (see keys_for)."""
        super().__init__()
        self._rows = rows
        self._names = {letter: _capital(spelling.write(letter)) for row in rows for letter in row}
        self._width = max(map(len, self._names.values())) + 2  # the name, its mark, a gap
        self._known: Mapping[str, str] = {}

    def show(self, known: Mapping[str, str]) -> None:
        """Show these marks."""
        self._known = known
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Columns of the longest row."""
        return max(indent + len(keys) * self._width for indent, keys in enumerate(self._rows))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each row."""
        return len(self._rows)

    def render(self) -> Text:
        """The rows of keys, each indented a little more."""
        return Text("\n", no_wrap=True).join(
            Text(" " * indent).append_text(Text().join(map(self._key, keys))) for indent, keys in enumerate(self._rows)
        )

    def _key(self, letter: str) -> Text:
        mark = self._known.get(letter)
        key = f"{self._names[letter]:{self._width - 2}}{mark or ' '}"
        return Text.assemble((key, STYLES[mark] if mark else _EMPTY), " ")

    def on_click(self, event: events.Click) -> None:
        """Tell which key was clicked."""
        keys = self._rows[event.y] if event.y < len(self._rows) else ""
        place = (event.x - event.y) // self._width
        if 0 <= place < len(keys):
            self.post_message(self.Pressed(keys[place]))


def _capital(letter: str) -> str:
    """The letter as a capital where that takes the same room; ß stays ß."""
    capital = letter.upper()
    return capital if len(capital) == len(letter) else letter
