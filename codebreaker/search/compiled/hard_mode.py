"""The guesses that hard mode allows, in the part of numpy that numba compiles; it runs without numba too."""

import numpy as np

from codebreaker.replies import Array


def allowed_after(letters: Array, allowed: Array, guess: int, code: int) -> Array:
    """The allowed guesses, rows of letters (guesses, length), that use what this reply code to the guess shows.

    The rule is wordlists.rules.breaks_hard_mode.
    """
    word = letters[guess]
    marks = code // 3 ** np.arange(len(word))[::-1] % 3  # 2 for a letter in place, 1 for one elsewhere
    for column in range(len(word)):
        if marks[column] == 0:
            continue
        letter = word[column]
        times = 0
        held = np.zeros(len(allowed), dtype=np.uint8)
        for position in range(len(word)):
            times += marks[position] > 0 and word[position] == letter
            held += letters[allowed, position] == letter
        fits = held >= times
        if marks[column] == 2:
            fits &= letters[allowed, column] == letter
        allowed = allowed[fits]
    return allowed
