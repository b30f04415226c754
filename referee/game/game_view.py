"""What a person sees of a game: guesses as tiles, the letters known so far, squares to share at the end."""

import string
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from codebreaker.reply import ABSENT, PLACED, PRESENT
from lingo_common.screen.terminal import painted

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SHAPES = {PLACED: "[{}]", PRESENT: "({})", ABSENT: " {} "}
_SPOKEN = {PLACED: "in place", PRESENT: "elsewhere", ABSENT: "no"}
_SQUARES = {PLACED: "\N{LARGE GREEN SQUARE}", PRESENT: "\N{LARGE YELLOW SQUARE}", ABSENT: "\N{WHITE LARGE SQUARE}"}
_RANK = {PLACED: 2, PRESENT: 1, ABSENT: 0}


class Look(StrEnum):
    """How a game is shown."""

    COLOUR = "colour"
    """Tiles and keys in colour; every tile's mark stands beside it."""
    SHAPES = "shapes"
    """Tiles in brackets: [a] in place, (b) elsewhere."""
    WORDS = "words"
    """Sentences, for a screen reader."""


@dataclass(frozen=True)
class Guessed:
    """A guess and its reply, as far as a sheet is concerned with them."""

    guess: str
    reply: str


@dataclass(frozen=True)
class Sheet:
    """A way to show games, for a terminal of that many columns."""

    look: Look
    columns: int

    def text(self, text: str) -> str:
        """The text in lines that the terminal has room for."""
        return textwrap.fill(text, max(20, self.columns))

    def line(self, attempt: int, guessed: Guessed) -> str:
        """One guess with its reply."""
        if self.look is Look.WORDS:
            return self.text(f"Guess {attempt}, {guessed.guess}: {_spoken(guessed)}.")
        return f"{attempt} {self._tiles(guessed)}  {guessed.reply}"

    def hidden(self, name: str, attempt: int, reply: str) -> str:
        """The reply to a guess that is not to be seen yet."""
        if self.look is Look.WORDS:
            counts = ", ".join(f"{reply.count(mark)} {_SPOKEN[mark]}" for mark in (PLACED, PRESENT, ABSENT))
            return self.text(f"{name}, guess {attempt}: {counts}.")
        width = len(self._tiles(Guessed("." * len(reply), ABSENT * len(reply)), plain=True))
        cut = name if len(name) <= width else name[: width - 1] + "~"
        return f"{attempt} {cut:{width}}  {reply}"

    def letters(self, moves: Iterable[Guessed]) -> str:
        """What is known of every letter: a keyboard in colour, else lists."""
        known = known_letters(moves)
        if self.look is Look.COLOUR:
            return "\n".join(
                " " * row + "".join(_key(letter, known) for letter in keys) for row, keys in enumerate(_KEYS)
            )
        groups = [(_SPOKEN[mark], [one for one in known if known[one] == mark]) for mark in (PLACED, PRESENT)]
        groups += [("not in the word", [one for one in known if known[one] == ABSENT])]
        groups += [("not tried", [one for one in string.ascii_lowercase if one not in known])]
        lines = [f"{name}: {' '.join(sorted(letters))}" for name, letters in groups if letters]
        return "\n".join(map(self.text, lines))

    def share(self, title: str, replies: Sequence[str], encoding: str) -> str:
        """Text to pass on: the replies without the words, as squares where the encoding has them."""
        squares = self.look is not Look.WORDS and _can_encode("".join(_SQUARES.values()), encoding)
        rows = ["".join(_SQUARES[mark] for mark in reply) if squares else reply for reply in replies]
        return "\n".join([self.text(title), *rows])

    def _tiles(self, guessed: Guessed, plain: bool = False) -> str:
        """A tile for every letter, three columns each where the line has room for them and the reply."""
        wide = len("1 ") + 3 * len(guessed.reply) + len("  ") + len(guessed.reply) <= self.columns
        if len(guessed.guess) != len(guessed.reply):
            return guessed.guess  # not a word of this length: it has no tiles
        pairs = zip(guessed.guess, guessed.reply, strict=True)
        if self.look is Look.COLOUR and not plain:
            return "".join(painted(f" {letter} " if wide else letter, mark) for letter, mark in pairs)
        return "".join(_SHAPES[mark].format(letter) for letter, mark in pairs) if wide else guessed.guess


def known_letters(moves: Iterable[Guessed]) -> dict[str, str]:
    """The best mark that each tried letter has got."""
    known: dict[str, str] = {}
    for move in moves:
        for letter, mark in zip(move.guess, move.reply, strict=False):
            if _RANK[mark] >= _RANK[known.get(letter, ABSENT)]:
                known[letter] = mark
    return known


def _key(letter: str, known: dict[str, str]) -> str:
    return painted(f"{letter}{known[letter]}", known[letter]) + " " if letter in known else f"{letter}  "


def _spoken(guessed: Guessed) -> str:
    """The reply letter by letter; an X beside another mark of the same letter is 'no more'."""
    known = known_letters([guessed])
    pairs = zip(guessed.guess, guessed.reply, strict=False)
    return ", ".join(
        f"{letter} {'no more' if mark == ABSENT != known[letter] else _SPOKEN[mark]}" for letter, mark in pairs
    )


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
