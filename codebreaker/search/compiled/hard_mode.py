"""The guesses that hard mode allows, in the part of numpy that numba compiles; it runs without numba too."""

import numpy as np

from codebreaker.replies import Array


def allowed_after(letters: Array, allowed: Array, guess: int, code: int) -> Array:
    """Those of the allowed guesses (indices) that use what this reply code to the guess shows.

    letters: uint8 (guesses, length), the letters of all guesses. The rule is that of
    wordlists.rules.why_illegal_in_hard_mode: a letter in its place stays there, and each letter occurs at least as
    often as the reply shows.
    """
    word = letters[guess]
    place_values = 3 ** np.arange(len(word))[::-1]
    # 2 for a letter in its place, 1 for one elsewhere, 0 for one that is not in the word.
    marks = code // place_values % 3

    # Letters in their places come first: they rule out most words.
    for column in range(len(word)):
        if marks[column] == 2:
            allowed = allowed[letters[allowed, column] == word[column]]

    for column in range(len(word)):
        if marks[column] == 0:
            continue

        letter = word[column]
        least = 0
        occurrences = np.zeros(len(allowed), dtype=np.uint8)
        for position in range(len(word)):
            least += marks[position] > 0 and word[position] == letter
            occurrences += letters[allowed, position] == letter
        allowed = allowed[occurrences >= least]
    return allowed
