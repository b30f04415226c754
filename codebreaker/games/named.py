"""The game that a description names: a built-in one with its options, or one of a file or module."""

from typing import Any

from codebreaker.game import Game, identifying
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import mastermind
from codebreaker.games.two_d import two_d
from codebreaker.loading import load, provision, text_of
from lingo_common.errors import DataError, UsageError
from wordlists.reader import LONGEST, SHORTEST, read_list

OPTIONS_OF = {
    "mastermind": ("colours", "holes", "guesses", "secrets", "symbols"),
    "two-d": ("size",),
    "lingo": ("length", "wordlist"),
}
"""The options of each built-in game."""

Description = dict[str, Any]
"""{"game": a built-in name, FILE.py or MODULE:NAME, …}, with the options of a built-in game: what JSON can hold."""


def game_of(description: Description) -> Game:
    """The game; UsageError for bad options, DataError for a file or list that cannot be used."""
    game = _game_by_name(description)
    return identifying(game) if description["goal"] == "identify" and not game.identify else game


def _game_by_name(description: Description) -> Game:
    """The game with the goal that it has."""
    name = description["game"]
    options = {option: description[option] for option in OPTIONS_OF.get(name, ())}
    if name == "mastermind":
        return mastermind(**options)
    if name == "two-d":
        return two_d(**options)
    if name == "lingo":
        return _lingo(**options)
    game = load(name, "game")
    if not isinstance(game, Game):
        raise DataError(f"{name}: `game` is of type {type(game).__name__}, not Game: make it with codebreaker.own_game")
    return game


def files_of(description: Description) -> dict[str, Any]:
    """The files that another machine needs to make the game, by path: the text of Python, or the words of a list."""
    name, wordlist = description["game"], description.get("wordlist")
    if name.endswith(".py"):
        return {name: text_of(name)}
    return {wordlist: read_list(description["length"], wordlist).words} if name == "lingo" and wordlist else {}


def remark_on(description: Description) -> str | None:
    """A sentence about the entries that the word list of the game leaves out; None where there are none."""
    name, wordlist = description["game"], description.get("wordlist")
    return read_list(description["length"], wordlist).left_out if name == "lingo" and wordlist else None


def _lingo(length: int, wordlist: str | None) -> Game:
    if not SHORTEST <= length <= LONGEST:
        raise UsageError(f"words have {SHORTEST} to {LONGEST} letters, not {length}")
    return lingo(provision(wordlist) or read_list(length, wordlist).words)
