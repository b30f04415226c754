"""Guessing a pair of numbers: is each number at most, is each at least the secret's?"""

from dataclasses import replace
from itertools import product

from codebreaker.game import Game
from codebreaker.games.own import own_game
from lingo_common.errors import UsageError

LARGEST = 40
"""A table of 1,600 x 1,600 replies takes 3 MB."""

Pair = tuple[int, int]


def compare_pairs(guess: Pair, secret: Pair) -> str:
    """`=`, `<=` if no number of the guess is greater than the secret's, `>=` if none is less, else `><`."""
    if guess == secret:
        return "="
    if all(ours <= theirs for ours, theirs in zip(guess, secret, strict=True)):
        return "<="
    return ">=" if all(ours >= theirs for ours, theirs in zip(guess, secret, strict=True)) else "><"


def two_d(size: int) -> Game:
    """The game over all pairs of numbers 1 … size, in order; UsageError if the size cannot be played."""
    if not 1 <= size <= LARGEST:
        raise UsageError(f"{size:,} x {size:,} = {size * size:,} pairs cannot be listed: take a size of 1 to {LARGEST}")
    pairs = list(product(range(1, size + 1), repeat=2))
    game = own_game(f"two-d {size}", pairs, pairs, compare_pairs, symmetries=[(_swap, _swap)])
    asks = "<= (no number of the guess is too large), >= (none too small), >< (one of each) or ="
    return replace(game, notation=replace(game.notation, asks=asks))


def _swap(pair: Pair) -> Pair:
    return pair[1], pair[0]
