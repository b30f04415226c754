"""Makes the game that a description names: a built-in one with its options, or one that a file or module defines."""

from typing import Any

from codebreaker.derived_games import identifying
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import mastermind
from codebreaker.games.two_d import two_d
from codebreaker.loading import load, provided_contents, text_of
from lingo_common.errors import DataError, UsageError
from wordlists.lengths import message_for_length
from wordlists.reader import LONGEST_WORD, SHORTEST_WORD
from wordlists.word_list import read_list

OPTIONS_OF = {
    "mastermind": ("colours", "holes", "guesses", "secrets", "symbols"),
    "two-d": ("size",),
    "lingo": ("length", "wordlist"),
}
"""The options of each built-in game."""
GameDescription = dict[str, Any]
"""A game as the command line describes it, in JSON values: {"game": "two-d", "goal": "win", "size": 5}.

game: the name of a built-in game, whose options follow, FILE.py or MODULE:NAME. goal: "win", or
"identify" for a game that ends as soon as one secret is left, which need not be guessed.
"""


def game_of(description: GameDescription) -> Game:
    """The game of that description; UsageError for bad options, DataError for a file or list that cannot be used."""
    name = description["game"]
    options = {option: description[option] for option in OPTIONS_OF.get(name, ())}
    if name == "mastermind":
        game = mastermind(**options)
    elif name == "two-d":
        game = two_d(**options)
    elif name == "lingo":
        game = _lingo_of(**options)
    else:
        game = load(name, "game")
        if not isinstance(game, Game):
            kind = type(game).__name__
            raise DataError(f"{name}: `game` is of type {kind}, not Game: make it with codebreaker.own_game")

    # The file or module may have given its game this goal already.
    if description["goal"] == "identify" and not game.identify:
        return identifying(game)
    return game


def _lingo_of(length: int, wordlist: str | None) -> Game:
    """Lingo over the words of that length in a list; wordlist: its path, None for the packaged list."""
    if not SHORTEST_WORD <= length <= LONGEST_WORD:
        raise UsageError(message_for_length(length))
    # A worker of a cluster may have no such file. It was given the words that files_of has read elsewhere.
    words = provided_contents().get(wordlist) if wordlist else None
    return lingo(words or read_list(length, wordlist).words)


def files_of(description: GameDescription) -> dict[str, Any]:
    """The files that another machine needs to make the game, by path: the text of Python, or the words of a list.

    The other machine hands them to codebreaker.loading.provide.
    """
    name = description["game"]
    wordlist = description.get("wordlist")
    if name.endswith(".py"):
        return {name: text_of(name)}
    if name == "lingo" and wordlist:
        return {wordlist: read_list(description["length"], wordlist).words}
    return {}
