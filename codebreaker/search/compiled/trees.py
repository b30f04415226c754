"""The tree of a game that a rule for the next guess makes, with the bins of compiled code."""

from collections.abc import Callable

from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame, int32_guess, still_allowed
from codebreaker.search.compiled.lower_bounds import NONE
from codebreaker.search.compiled.partitions import bin_members, partition_replies
from codebreaker.tree import Tree

NextGuess = Callable[[Array, Array, int], int]
"""next_guess(secrets, allowed, guesses_left): the guess to make over those candidates; NONE to give up."""


def tree_of(
    game: CompiledGame, guess: int, secrets: Array, allowed: Array, guesses_left: int, next_guess: NextGuess
) -> Tree:
    """The tree over those secrets that begins with the guess and goes on as next_guess says.

    secrets and allowed guesses: int32, ascending. guesses_left: guesses left before this one, at least 1.
    InterruptedError if next_guess gives up.
    """
    # For an int of Python numba would compile the functions again.
    typed_guess = int32_guess(guess)
    bins = partition_replies(game, typed_guess, secrets)
    # The guess wins against the secret that is in none of these bins, if there is one.
    still_open = len(bins.members)
    hit = len(secrets) - still_open
    if guesses_left == 1:
        return Tree(guess, hit, missed=still_open, branches=())

    branches = {}
    # Codes in a compiled game may be numbers of those that occur (game.code_of); the tree has those of the game.
    for number, compiled_code in enumerate(bins.codes):
        members = bin_members(bins, number)
        remaining = still_allowed(game, allowed, typed_guess, compiled_code)
        following = next_guess(members, remaining, guesses_left - 1)
        if following == NONE:
            raise InterruptedError
        reply_code = int(game.code_of[compiled_code])
        branches[reply_code] = tree_of(game, following, members, remaining, guesses_left - 1, next_guess)
    return Tree(guess, hit, missed=0, branches=tuple(sorted(branches.items())))
