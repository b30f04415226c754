"""Games with the words that people use for their guesses and replies."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import Repeats, mastermind, reply_code, reply_pegs
from codebreaker.games.two_d import two_d
from codebreaker.reply import code_of, reply_of
from lingo_common.errors import DataError
from wordlists.reader import read


@dataclass(frozen=True)
class Board:
    """A game and how its guesses and replies are written and read."""

    game: Game
    guess_text: Callable[[Any], str]
    reply_text: Callable[[int], str]
    reply_of: Callable[[str], int]
    """reply_of(text): the code; ValueError where the text is no reply."""
    asks: str
    """How a reply is to be written, in a line."""

    def text(self, guess: int) -> str:
        """The guess of that index."""
        return self.guess_text(self.game.guesses[guess])

    def guess_of(self, text: str) -> int:
        """The index of the guess that is written so; DataError where there is none."""
        wanted = re.sub(r"\s+", "", text).lower()
        for index, guess in enumerate(self.game.guesses):
            if self.guess_text(guess).lower() == wanted:
                return index
        raise DataError(f"{text.strip()!r} is not a guess of {self.game.name}, such as {self.text(0)}")


def mastermind_board(colours: int, holes: int, guesses: Repeats, secrets: Repeats) -> Board:
    """Mastermind with colours as 1-9, 0-9, A-Z or numbers between dashes."""
    names = "123456789" if colours <= 9 else "0123456789" if colours == 10 else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def text(code: tuple[int, ...]) -> str:
        return "".join(names[c] for c in code) if colours <= 26 else "-".join(str(c + 1) for c in code)

    def reply(code: int) -> str:
        return ",".join(map(str, reply_pegs(code, holes)))

    def code(written: str) -> int:
        pegs = re.fullmatch(r"\s*(\d+)[\s,;]+(\d+)\s*|\s*(\d)(\d)\s*", written)
        black, white = (int(each) for each in pegs.groups() if each) if pegs else (holes, holes)
        if black + white > holes:
            raise ValueError(written)
        return reply_code(black, white, holes)

    return Board(mastermind(colours, holes, guesses, secrets), text, reply, code, "black and white pegs, such as 1,2")


def two_d_board(size: int) -> Board:
    """Pairs of numbers as 3,4 and replies as <=, >=, >< (neither) and =."""
    game = two_d(size)
    texts: dict[int, str] = {game.winning: "="}
    pairs = {">=": (size, size), "<=": (1, 1)}
    index = {pair: number for number, pair in enumerate(game.guesses)}
    for sign, pair in pairs.items():
        other = (1, 1) if sign == ">=" else (size, size)
        texts.setdefault(_code(game, index[pair], index[other]), sign)
    for code in range(game.codes):
        texts.setdefault(code, "><")
    codes = {text: code for code, text in texts.items()}
    return Board(
        game,
        lambda pair: f"{pair[0]},{pair[1]}",
        texts.__getitem__,
        lambda written: _known(codes, written.strip()),
        "<= (no number of the guess is too large), >= (none too small), >< (one of each) or =",
    )


def lingo_board(length: int, wordlist: str | None) -> Board:
    """Lingo over a word list; replies as O, ? and X."""

    def code(written: str) -> int:
        marks = written.strip().upper()
        if len(marks) != length:
            raise ValueError(written)
        return code_of(marks)

    game = lingo(read(length, wordlist).words)
    return Board(game, str, lambda number: reply_of(number, length), code, f"{length} marks O, ? or X")


def _code(game: Game, guess: int, secret: int) -> int:
    return int(game.replies(np.array([guess]), np.array([secret]))[0, 0])


def _known(codes: dict[str, int], written: str) -> int:
    if written not in codes:
        raise ValueError(written)
    return codes[written]
