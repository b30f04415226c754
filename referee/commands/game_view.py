"""How a terminal shows a person's game: in colour, or in sentences that a screen reader can read too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from lingo_common.cli.terminal import screen_width, wrap_text
from lingo_common.cli.tiles import keys_for, known_letters, paint, squares, tiles
from wordlists.reply import ABSENT, PLACED, PRESENT
from wordlists.spelling import PLAIN, Spelling
from wordlists.step import WordStep

_SPOKEN = {PLACED: "in place", PRESENT: "elsewhere", ABSENT: "no"}
"""The marks in words."""


@dataclass(frozen=True)
class GameView:
    """Renders a game as text."""

    is_coloured: bool
    """Whether letters are coloured tiles and keys; else there are sentences, which a screen reader can read too."""
    columns: int
    """The width of the terminal, 20 or more: a word of a packaged list, of up to 13 letters, is never broken."""
    alphabet: str = ascii_lowercase
    """The letters of the word list."""
    spelling: Spelling = PLAIN
    """How words are written: with "ij", for example, where the game has one character for it."""

    def text(self, text: str) -> str:
        """Return a text with words in it, letters such as ij written out, wrapped to the width of the terminal."""
        return "\n".join(wrap_text(self.spelling.write(text), self.columns))

    def line(self, attempt: int, step: WordStep) -> str:
        """Return the line of one guess with its reply: "1  c  r  a   O?X", or "Guess 1, cra: c in place, ...".

        In colour the letters are tiles.
        """
        if self.is_coloured:
            return f"{attempt} {self._tiles(step)}  {step.reply}"
        return self.text(f"Guess {attempt}, {step.guess}: {_spoken_marks(step)}.")

    def letters(self, steps: Iterable[WordStep]) -> str:
        """Return what the steps tell about each letter: a coloured keyboard, or a list of letters for each mark."""
        marks = known_letters(steps)
        if self.is_coloured:
            return self.spelling.write(self._keyboard(marks))

        # The empty mark is that of letters that were not tried.
        names = {**_SPOKEN, ABSENT: "not in the word", "": "not tried"}
        all_letters = sorted({*marks, *self.alphabet})
        lines = []
        for mark, name in names.items():
            letters = [letter for letter in all_letters if marks.get(letter, "") == mark]
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
        """Return a title and the replies of a game, one a line, for people who must not see the words.

        Where letters are coloured and the encoding has them, marks are coloured squares of Unicode, else O, ? and X.
        """
        has_squares = self.is_coloured and "utf" in encoding.lower()
        rows = squares(replies) if has_squares else replies
        return "\n".join([self.text(title), *rows])

    def _tiles(self, step: WordStep) -> str:
        """Return a coloured tile for every letter, with a blank on each side of it if the line has room for that."""
        # An illegal guess of the opponent may have more letters than its reply has marks, or fewer.
        if len(step.guess) != len(step.reply):
            return self.spelling.write(step.guess)

        letters = self.spelling.write_letters(step.guess)
        # The line has the attempt, the tiles and the marks, such as "1  c  r  a   O?X". Each tile has two blanks.
        columns_of_tiles = sum(screen_width(f" {letter} ") for letter in letters)
        columns_of_wide_line = len("1 ") + columns_of_tiles + len("  ") + len(step.reply)
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
