"""The guesses that hard mode still allows after a reply; compiled. The rule is codebreaker.rules.breaks_hard_mode."""

import numpy as np
from numba import njit

from codebreaker.replies import Array
from codebreaker.search.compiled.all_replies import AllReplies


@njit(cache=True, nogil=True)
def still_allowed(table: AllReplies, allowed: Array, guess: int, code: int) -> Array:
    """int32: the allowed guesses that use what this reply code to the guess shows; all of them without hard mode."""
    if not len(table.letters):
        return allowed
    word = table.letters[guess]
    marks = _marks(code, len(word))
    kept, count = np.empty_like(allowed), 0
    for other in allowed:
        if _uses(table.letters[other], word, marks):
            kept[count] = other
            count += 1
    return kept[:count]


@njit(cache=True, nogil=True)
def _marks(code: int, length: int) -> Array:
    """int64 (length,): the digits of a reply code in base 3, 2 for a letter in place, 1 for one elsewhere."""
    marks = np.empty(length, dtype=np.int64)
    for place in range(length - 1, -1, -1):
        marks[place] = code % 3
        code //= 3
    return marks


@njit(cache=True, nogil=True)
def _uses(other: Array, word: Array, marks: Array) -> bool:
    """Whether the other word keeps the letters in place and holds every shown letter as often as it was shown."""
    for place in range(len(word)):
        if marks[place] == 2 and other[place] != word[place]:
            return False
        if marks[place] and _shown(word, word[place], marks) > _held(other, word[place]):
            return False
    return True


@njit(cache=True, nogil=True)
def _shown(word: Array, letter: int, marks: Array) -> int:
    times = 0
    for place in range(len(word)):
        times += word[place] == letter and marks[place] > 0
    return times


@njit(cache=True, nogil=True)
def _held(word: Array, letter: int) -> int:
    times = 0
    for one in word:
        times += one == letter
    return times
