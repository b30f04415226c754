"""The game that a description names: a built-in one with its options, or one of a file or module.

two-d, which is defined here, is to guess a pair of numbers: is each at most, is each at least the secret's?
"""

from dataclasses import replace
from itertools import product
from operator import itemgetter
from typing import Any

from codebreaker.game import Game, identifying
from codebreaker.games.lingo import lingo
from codebreaker.games.mastermind import mastermind
from codebreaker.games.own import own_game
from codebreaker.loading import load, provision, text_of
from lingo_common.errors import DataError, UsageError
from lingo_common.option import instance
from wordlists.reader import LONGEST, SHORTEST, read_list

OPTIONS_OF = {
    "mastermind": ("colours", "holes", "guesses", "secrets", "symbols"),
    "two-d": ("size",),
    "lingo": ("length", "wordlist"),
}

Description = dict[str, Any]
"""{"game": a built-in name, FILE.py or MODULE:NAME, …}, with the options of a built-in game: what JSON can hold."""

LARGEST = 40
"""The largest size of two-d: a table of 1,600 x 1,600 replies takes 3 MB."""
Pair = tuple[int, int]


def game_of(description: Description) -> Game:
    """The game; UsageError for bad options, DataError for a file or list that cannot be used."""
    name = description["game"]
    options = {option: description[option] for option in OPTIONS_OF.get(name, ())}
    if name == "mastermind":
        game = mastermind(**options)
    elif name == "two-d":
        game = two_d(**options)
    elif name == "lingo":
        length = description["length"]
        wordlist = description["wordlist"]
        if not SHORTEST <= length <= LONGEST:
            raise UsageError(f"words have {SHORTEST} to {LONGEST} letters, not {length}")
        game = lingo(provision(wordlist) or read_list(length, wordlist).words)
    else:
        game = load(name, "game")
        if not isinstance(game, Game):
            kind = type(game).__name__
            raise DataError(f"{name}: `game` is of type {kind}, not Game: make it with codebreaker.own_game")

    if description["goal"] == "identify" and not game.identify:
        return identifying(game)
    return game


def files_of(description: Description) -> dict[str, Any]:
    """The files that another machine needs to make the game, by path: the text of Python, or the words of a list."""
    name = description["game"]
    wordlist = description.get("wordlist")
    if name.endswith(".py"):
        return {name: text_of(name)}
    if name == "lingo" and wordlist:
        return {wordlist: read_list(description["length"], wordlist).words}
    return {}


def compare_pairs(guess: Pair, secret: Pair) -> str:
    """`=`, `<=` if no number of the guess is greater than the secret's, `>=` if none is less, else `><`."""
    if guess == secret:
        return "="
    if all(ours <= theirs for ours, theirs in zip(guess, secret, strict=True)):
        return "<="
    return ">=" if all(ours >= theirs for ours, theirs in zip(guess, secret, strict=True)) else "><"


def two_d(size: int) -> Game:
    """The game over all pairs of numbers 1 … size, in order; UsageError if the size cannot be played."""
    if not 1 <= instance("size", size, int) <= LARGEST:
        raise UsageError(f"{size:,} x {size:,} = {size * size:,} pairs cannot be listed: take a size of 1 to {LARGEST}")
    pairs = list(product(range(1, size + 1), repeat=2))
    swap = itemgetter(1, 0)
    game = own_game(f"two-d {size}", pairs, pairs, compare_pairs, symmetries=[(swap, swap)])
    asks = "<= (no number of the guess is too large), >= (none too small), >< (one of each) or ="
    return replace(game, notation=replace(game.notation, asks=asks))
