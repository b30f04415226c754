"""How a game that a person plays is shown on a terminal."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from lingo_common.cli.tiles import keys_for, known_letters, paint, squares, tiles
from wordlists.reply import ABSENT, PLACED, PRESENT
from wordlists.spelling import PLAIN, Spelling
from wordlists.step import WordStep

_TILE = 3
"""The columns of a tile."""
_LEAST_COLUMNS = 20
"""Columns to which text is wrapped at least: no word of a packaged list, of up to 13 letters, is broken."""
_SPOKEN = {PLACED: "in place", PRESENT: "elsewhere", ABSENT: "no"}
"""The marks in words."""


@dataclass(frozen=True)
class GameView:
    """Renders a game as text."""

    is_coloured: bool
    """Whether letters are coloured tiles and keys; else there are sentences, which a screen reader can read too."""
    columns: int
    """The width of the terminal."""
    alphabet: str = ascii_lowercase
    """The letters of the word list."""
    spelling: Spelling = PLAIN

    def text(self, text: str) -> str:
        """Return a text with words in it, letters such as ij written out, wrapped to the width of the terminal."""
        return textwrap.fill(self.spelling.write(text), max(_LEAST_COLUMNS, self.columns))

    def line(self, attempt: int, step: WordStep) -> str:
        """Return the line of one guess with its reply: "1  c  r  a   O?X", or "Guess 1, cra: c in place, ...".

        In colour the letters are tiles.
        """
        if self.is_coloured:
            return f"{attempt} {self._tiles(step)}  {step.reply}"
        return self.text(f"Guess {attempt}, {step.guess}: {_spoken_marks(step)}.")

    def letters(self, steps: Iterable[WordStep]) -> str:
        """Return what the steps tell about each letter: a coloured keyboard, or lists."""
        marks = known_letters(steps)
        if self.is_coloured:
            return self.spelling.write(self._keyboard(marks))

        names = {**_SPOKEN, ABSENT: "not in the word", "": "not tried"}
        lines = []
        for mark, name in names.items():
            letters = [letter for letter in sorted({*marks, *self.alphabet}) if marks.get(letter, "") == mark]
            if letters:
                lines.append(f"{name}: {' '.join(letters)}")

        return "\n".join(map(self.text, lines))

    def _keyboard(self, marks: Mapping[str, str]) -> str:
        """Return the keys of a typewriter in rows; a letter that has a mark is painted, with the mark beside it."""
        rows = []
        for row_number, letters in enumerate(keys_for(self.alphabet)):
            keys = []
            for letter in letters:
                mark = marks.get(letter)
                # A key is two columns wide, and a blank separates it from the next.
                key = f"{letter} " if mark is None else paint(f"{letter}{mark}", mark)
                keys.append(f"{key} ")

            # Each row begins one column further right than the row above.
            rows.append(" " * row_number + "".join(keys))

        return "\n".join(rows)

    def share(self, title: str, replies: Sequence[str], encoding: str) -> str:
        """Return text to share: the replies without the words, as squares in Unicode, else as marks."""
        has_squares = self.is_coloured and "utf" in encoding.lower()
        rows = squares(replies) if has_squares else replies
        return "\n".join([self.text(title), *rows])

    def _tiles(self, step: WordStep) -> str:
        """Return a coloured tile for every letter, three columns wide if the line has room for that."""
        if len(step.guess) != len(step.reply):
            return self.spelling.write(step.guess)  # not a word of this length: it has no tiles

        letters = self.spelling.write_letters(step.guess)
        # The line has the attempt, the tiles and the marks, such as "1  c  r  a   O?X".
        columns_of_wide_line = len("1 ") + _TILE * len(step.reply) + len("  ") + len(step.reply)
        return tiles(letters, step.reply, wide=columns_of_wide_line <= self.columns)


def _spoken_marks(step: WordStep) -> str:
    """Return the letters of a guess with their marks in words: "a in place, b elsewhere, b no more".

    A letter is "no more" in the word, and not "no", if the same letter has another mark too.
    """
    best_marks = known_letters([step])
    spoken = []
    # An illegal guess may have more letters than its reply has marks, or fewer.
    for letter, mark in zip(step.guess, step.reply, strict=False):
        is_used_up = mark == ABSENT and best_marks[letter] != ABSENT
        spoken.append(f"{letter} no more" if is_used_up else f"{letter} {_SPOKEN[mark]}")
    return ", ".join(spoken)
