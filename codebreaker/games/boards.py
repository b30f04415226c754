"""A built-in game by the name of its board: the game, with the texts of its guesses and replies."""

from typing import NamedTuple

from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import Repeats, mastermind
from wordlists.reader import read


class Board(NamedTuple):
    """A game, and the texts of its guesses and replies."""

    game: Game

    def text(self, guess: int) -> str:
        """The guess of that index as people write it."""
        return self.game.text(guess)

    def reply_text(self, code: int) -> str:
        """The reply of that code as people write it."""
        return self.game.reply_text(code)


def mastermind_board(colours: int, holes: int, guesses: Repeats, secrets: Repeats) -> Board:
    """The board of codebreaker.mastermind."""
    return Board(mastermind(colours, holes, guesses, secrets))


def lingo_board(length: int, wordlist: str | None) -> Board:
    """Lingo over the word list (None: the packaged one)."""
    return Board(lingo(read(length, wordlist).words))
