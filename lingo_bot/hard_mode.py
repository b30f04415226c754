"""The guesses that hard mode allows.

The rule is that of wordlists.rules.why_illegal_in_hard_mode; `allowed_after`, which needs no numba, applies it to a
whole list.
"""

from collections.abc import Sequence

import numpy as np

from codebreaker.game import Game
from codebreaker.letters import alphabet_of, letters_of
from codebreaker.replies import Array
from codebreaker.search.compiled.hard_mode import allowed_after
from wordlists.reply import code_of


def legal_guesses(game: Game, steps: Sequence[tuple[str, str]]) -> Array:
    """The guesses of a game of words that use what the replies have shown, as ascending indices."""
    alphabet = alphabet_of(game.guesses)
    letters = letters_of(game.guesses, alphabet)
    allowed = np.arange(len(letters))

    for guess, reply in steps:
        # The list need not hold a guess of a person, so it gets a row of its own behind those of the list.
        with_guess = np.concatenate((letters, letters_of([guess], alphabet)))
        allowed = allowed_after(with_guess, allowed, len(letters), code_of(reply))

    return allowed
