"""The guesses that hard mode allows: now, and later in a game whatever is guessed before.

The rule is that of wordlists.rules.why_illegal_in_hard_mode; `allowed_after`, which needs no numba, applies it to a
whole list.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.game import Game
from codebreaker.letters import alphabet_of, letters_of
from codebreaker.replies import Array
from codebreaker.search.compiled.hard_mode import allowed_after
from wordlists.reply import ABSENT, PLACED, PRESENT, code_of


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


def always_legal_guesses(game: Game) -> Callable[[Array], Array]:
    """The function from candidates (indices of secrets) to the guesses (ascending indices) that are legal for them.

    These guesses use all that the candidates have in common. Replies never show more than that, so such a guess is
    legal whatever was guessed before. For `dares`, `dents` and `dames` it must begin with d, end with s and hold an e.
    """
    letters = letters_of(game.guesses)
    everything = np.arange(len(letters))

    def legal(secrets: Array) -> Array:
        """The guesses that use all that those candidates have in common."""
        candidates = game.guess_of[secrets]
        code = _common_code(letters[candidates])
        return allowed_after(letters, everything, int(candidates[0]), code)

    return legal


def _common_code(candidates: Array) -> int:
    """The code of a reply to the first candidate that shows what all candidates have in common.

    candidates: uint8 (candidates, length), the letters of words. `dares`, `dents` and `dames` have `OXX?O` in common:
    every one has d and s in these places, and an e.
    """
    first = candidates[0]
    is_placed = (candidates == first).all(axis=0)

    # For each letter of the first candidate: how often every candidate holds it at least. The comparison is
    # (candidates, letters of each candidate, letters of the first).
    is_letter = candidates[:, :, None] == first
    times_held = is_letter.sum(axis=1).min(axis=0)

    # As the codemaker does, mark letters in their places first, then the others as long as the candidates hold more.
    times_marked = Counter(first[is_placed].tolist())
    reply = ""
    for index, letter in enumerate(first.tolist()):
        if is_placed[index]:
            reply += PLACED
        elif times_marked[letter] < times_held[index]:
            reply += PRESENT
            times_marked[letter] += 1
        else:
            reply += ABSENT

    return code_of(reply)
