"""The guesses that hard mode still allows after a reply; compiled. The rule is codebreaker.rules.breaks_hard_mode."""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies
from codebreaker.search.compiled.compiler import njit


@njit
def still_allowed(table: AllReplies, allowed: Array, guess: int, code: int) -> Array:
    """int32: the allowed guesses that use what this reply to the guess shows; all of them without hard mode."""
    if not len(table.letters):
        return allowed
    letters, word = table.letters, table.letters[guess]
    marks = _marks(table.code_of[code] if len(table.code_of) else code, len(word))
    times = _times_shown(word, marks)
    remaining, count = allowed.copy(), len(allowed)
    for column in range(len(word)):  # a pass for each mark: calls for each guess would take most of the time
        if marks[column] == 0:
            continue
        letter, before, count = word[column], count, 0
        for candidate in remaining[:before]:
            held = 0
            for position in range(len(word)):
                held += letters[candidate, position] == letter
            remaining[count] = candidate
            count += held >= times[column] and (marks[column] < 2 or letters[candidate, column] == letter)
    return remaining[:count]


@njit
def _marks(code: int, length: int) -> Array:
    """int64 (length,): the digits of a reply code in base 3, 2 for a letter in place, 1 for one elsewhere."""
    marks = np.empty(length, dtype=np.int64)
    for position in range(length - 1, -1, -1):
        marks[position] = code % 3
        code //= 3
    return marks


@njit
def _times_shown(word: Array, marks: Array) -> Array:
    """int64 (length,): how often the letter at that place was shown, at the last place where it was; 0 elsewhere."""
    times = np.zeros(len(word), dtype=np.int64)
    for position in range(len(word)):
        if marks[position]:
            times[position] = 1
            for earlier in range(position):
                if word[earlier] == word[position]:
                    times[position] += times[earlier]
                    times[earlier] = 0
    return times
