"""The order in which a beam search tries guesses in hard mode: those first that divide families of words; compiled.

A *family* are words that differ in one place only, such as `bills`, `fills`, `hills`, …. Once hard mode has fixed the
letters that they have in common, each guess rules out one of them. So a guess must divide a large family while other
letters may still be used in the places of these. By the number of bins such guesses are among the last: of the 12,972
words of Wordle, `blank` has the 2,459th place after `thump` with the reply XXXXX, and by families the 90th if six
guesses are left.
"""

import numpy as np

from codebreaker.objective import INFINITY
from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame
from codebreaker.search.compiled.compiler import njit

_SQUARES = 2
"""How much the sum of the squares of all bins counts beside the bound, for the mean secret.

The factor is that of A. Selby's program for Wordle. Without families it makes the same order as this program."""
_HASH_FACTOR = 257
"""More than any letter, which is a byte, so different short words have different hashes."""


@njit
def order_by_families(game: CompiledGame, secrets: Array, allowed: Array, guesses_left: int, bounds: Array) -> Array:
    """The indices of the allowed guesses in hard mode, the most promising first.

    A guess promises most whose sum is least: of its bound, of _SQUARES times the mean size of a secret's bin, and of
    the squares of the parts into which it divides each family. bounds: a lower bound for each allowed guess, INFINITY
    for one that splits nothing. Families of fewer words than there are guesses left do not count: after this guess they
    can be guessed word by word.
    """
    size = len(secrets)
    members, starts = families(game.letters[game.guess_of[secrets]], guesses_left)
    counts = np.zeros(game.codes, dtype=np.int64)
    # The sum of each guess times the number of secrets, because a mean need not be a whole number.
    sums = np.empty(len(allowed), dtype=np.int64)
    for index, guess in enumerate(allowed):
        sums[index] = bounds[index]
        if bounds[index] >= INFINITY:
            continue

        replies = game.by_guess[guess]
        squares = _SQUARES * _sum_of_squares(replies, secrets, counts)
        for number in range(len(starts) - 1):
            family = secrets[members[starts[number] : starts[number + 1]]]
            squares += size * _sum_of_squares(replies, family, counts)
        # A square counts as much as a charge. Where guesses charge nothing all bounds are equal, and the squares alone
        # tell guesses apart.
        sums[index] = size * bounds[index] + max(1, game.charge) * squares
    return np.argsort(sums, kind="mergesort")


@njit
def families(letters: Array, least: int) -> tuple[Array, Array]:
    """(members, starts): the families of at least that many words, one after the other.

    letters: uint8 (words, length). members: the indices of the words, family by family. starts: where each family
    begins in members, and at last where the last one ends. For `balls`, `bells`, `bills`, `fills` and least=3 there is
    one family, `b_lls`: members 0, 1, 2 and starts 0, 3.
    """
    words, length = letters.shape
    members = np.empty(words * length, dtype=np.int64)
    starts = [0]
    for place in range(length):
        # Words of a family have the same hash. Of long words two families may have one hash, with a small chance. That
        # would change the order of guesses a little.
        hashes = np.zeros(words, dtype=np.int64)
        for column in range(length):
            if column != place:
                hashes = hashes * _HASH_FACTOR + letters[:, column]

        order = np.argsort(hashes, kind="mergesort")
        first = 0
        for end in range(1, words + 1):
            if end < words and hashes[order[end]] == hashes[order[first]]:
                continue
            if end - first >= least:
                start = starts[-1]
                members[start : start + end - first] = order[first:end]
                starts.append(start + end - first)
            first = end
    return members[: starts[-1]], np.array(starts)


@njit
def _sum_of_squares(replies: Array, secrets: Array, counts: Array) -> int:
    """The sum of the squares of the sizes of the bins of those secrets.

    replies: those of a guess to all secrets of the game. counts: 0 for each code, before and after.
    """
    total = 0
    for secret in secrets:
        # The squares of 0, 1, 2, … differ by 1, 3, 5, ….
        code = replies[secret]
        total += 2 * counts[code] + 1
        counts[code] += 1
    for secret in secrets:
        counts[replies[secret]] = 0
    return int(total)
