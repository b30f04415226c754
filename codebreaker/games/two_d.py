"""two-d, a game in two dimensions: guess a pair of numbers.

The reply says whether both numbers are at most, or both at least, those of the secret.
"""

from dataclasses import replace
from itertools import product
from operator import itemgetter

from codebreaker.game import Game
from codebreaker.games.own import own_game
from lingo_common.errors import UsageError
from lingo_common.option import check_instance

LARGEST = 40
"""The largest size. Its 1,600 x 1,600 replies are worked out one by one, in 0.4 s; those of twice the size take 16
times as long."""
Pair = tuple[int, int]


def compare_pairs(guess: Pair, secret: Pair) -> str:
    """`=`, `<=` if no number of the guess is greater than the secret's, `>=` if none is less, else `><`."""
    if guess == secret:
        return "="
    if guess[0] <= secret[0] and guess[1] <= secret[1]:
        return "<="
    if guess[0] >= secret[0] and guess[1] >= secret[1]:
        return ">="
    return "><"


def two_d(size: int) -> Game:
    """The game over all pairs of numbers 1 … size, in order; UsageError if the size cannot be played."""
    if not 1 <= check_instance("size", size, int) <= LARGEST:
        raise UsageError(f"{size:,} x {size:,} = {size * size:,} pairs cannot be listed: take a size of 1 to {LARGEST}")

    pairs = list(product(range(1, size + 1), repeat=2))
    # The pairs are the guesses and the secrets. Exchanging the two numbers in guess and secret changes no reply.
    swap = itemgetter(1, 0)
    game = own_game(f"two-d {size}", pairs, pairs, compare_pairs, symmetries=[(swap, swap)])
    reply_form = "<= (no number of the guess is too large), >= (none too small), >< (one of each) or ="
    return replace(game, notation=replace(game.notation, reply_form=reply_form))
