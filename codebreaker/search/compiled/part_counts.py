"""Into how many bins the guesses split a set of secrets, for all guesses at once; compiled.

The *parts* of a set under a guess are all its bins, that of the hit included. Where secrets have weights, a part
counts as much as its heaviest secret. The bound of Lemma 3 in docs/proofs.md needs this sum: the next guess finds at
most one secret of each part, at best the heaviest one.

There are three ways to count parts, and `count_parts` chooses by the numbers of candidates and of reply codes:

    at most _MOST_IN_PAIRS candidates                        all pairs of candidates (_by_pairs)
    else, more than _MOST_FLAGGED codes, or with weights     guess by guess (_count)
    else                                                     a flag of one bit for each guess and code (_by_bits)
"""

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import CompiledGame, weight_of, weight_of_first
from codebreaker.search.compiled.compiler import njit

_MOST_IN_PAIRS = 48
"""Up to this many candidates all pairs of them are compared.

If a reply code is a byte, the processor compares a pair for 32 guesses in one instruction. n candidates have n²/2
pairs; to compare those of more candidates takes longer than to flag codes. With 243 codes and 13,000 guesses both take
0.14 ms for 45 candidates; for 100 candidates pairs take 0.8 ms and flags 0.3 ms.
"""
_UNROLLED = 4
"""Earlier candidates compared with a candidate in one pass over the guesses; _by_pairs is written for this number."""
_MOST_FLAGGED = 256
"""Up to this many codes, as many as a byte can hold, there is a flag for each guess and code.

All flags are cleared before a set is counted, which for more codes takes longer than to count guess by guess.
"""
_BLOCK = 1024
"""Guesses compared at a time; their replies stay in the processor's first cache."""


@njit
def count_parts(game: CompiledGame, secrets: Array, allowed: Array) -> Array:
    """int32 (allowed,): into how many parts each allowed guess splits the secrets, the hit included.

    Where secrets have weights: how much these parts count together.
    """
    parts = np.empty(len(allowed), dtype=np.int32)
    # The weights of these secrets; empty where each counts once, as in CompiledGame.
    weights = np.empty(0, dtype=np.int64)
    if len(game.weights):
        weights = game.weights[secrets]

    if len(secrets) > _MOST_IN_PAIRS and (game.codes > _MOST_FLAGGED or len(weights)):
        # Guess by guess. Each marks the codes that it meets with its own number.
        stamps = np.full(game.codes, -1, dtype=np.int32)
        for index, guess in enumerate(allowed):
            parts[index] = _count(game.by_guess, guess, secrets, game.weights, stamps)
        return parts

    # Secret by secret, many guesses at a time: a row has the replies of all guesses to one secret. In hard mode those
    # of the allowed guesses are copied, so that they stand side by side.
    rows = game.by_secret
    row_numbers = secrets
    if len(allowed) < game.by_secret.shape[1]:
        rows = _select_replies(game.by_secret, secrets, allowed)
        # int32 as the secrets are, because numba gives a variable one type.
        row_numbers = np.arange(len(secrets)).astype(np.int32)

    if len(secrets) <= _MOST_IN_PAIRS:
        _by_pairs(rows, row_numbers, weights, parts)
    else:
        _by_bits(rows, row_numbers, parts)
    return parts


@njit
def _select_replies(by_secret: Array, secrets: Array, guesses: Array) -> Array:
    """The codes [secret, guess] of those secrets and guesses alone."""
    rows = np.empty((len(secrets), len(guesses)), dtype=by_secret.dtype)
    for index in range(len(secrets)):
        row = by_secret[secrets[index]]
        for column in range(len(guesses)):
            rows[index, column] = row[guesses[column]]
    return rows


@njit
def _count(by_guess: Array, guess: int, secrets: Array, weights: Array, stamps: Array) -> int:
    """The number of parts that a guess makes, or where secrets have weights how much the parts count together.

    A part counts as much as its heaviest secret. That is the first one, because CompiledGame numbers secrets by
    descending weight. by_guess, weights: those of the game. stamps: int32 (codes,), the last guess that had a reply
    with each code, so that the array need not be cleared between guesses.
    """
    total = 0
    for index in range(len(secrets)):
        secret = secrets[index]
        code = by_guess[guess, secret]
        is_first_of_part = stamps[code] != guess
        stamps[code] = guess
        # A product and no `if`: the processor cannot predict the branch, and a search takes up to 1.4 times as long.
        total += is_first_of_part * (weights[secret] if len(weights) else 1)
    return total


@njit
def _by_pairs(rows: Array, row_numbers: Array, weights: Array, parts: Array) -> None:
    """Fill parts: every secret is counted, and each that has the same reply as one before it is subtracted again.

    rows: codes [row, guess]. row_numbers: the rows of the secrets, in their order. weights: those of the secrets.
    """
    is_repeated = np.empty(_BLOCK, dtype=np.uint8)
    for start in range(0, rows.shape[1], _BLOCK):
        stop = min(rows.shape[1], start + _BLOCK)
        counts = parts[start:stop]
        counts[:] = weights.sum() if len(weights) else len(row_numbers)

        for last in range(1, len(row_numbers)):
            codes = rows[row_numbers[last], start:stop]
            is_repeated[:] = 0
            # Four earlier secrets in one pass: is_repeated is read and written once for all of them.
            in_fours = last // _UNROLLED * _UNROLLED
            for earlier in range(0, in_fours, _UNROLLED):
                first = rows[row_numbers[earlier], start:stop]
                second = rows[row_numbers[earlier + 1], start:stop]
                third = rows[row_numbers[earlier + 2], start:stop]
                fourth = rows[row_numbers[earlier + 3], start:stop]
                for guess in range(stop - start):
                    code = codes[guess]
                    in_first_two = (first[guess] == code) | (second[guess] == code)
                    in_last_two = (third[guess] == code) | (fourth[guess] == code)
                    is_repeated[guess] |= in_first_two | in_last_two
            # The secrets that are left over, three at most.
            for earlier in range(in_fours, last):
                earlier_codes = rows[row_numbers[earlier], start:stop]
                for guess in range(stop - start):
                    is_repeated[guess] |= earlier_codes[guess] == codes[guess]

            if len(weights):
                for guess in range(stop - start):
                    counts[guess] -= weights[last] * is_repeated[guess]
            else:
                for guess in range(stop - start):
                    counts[guess] -= is_repeated[guess]


@njit
def _by_bits(rows: Array, row_numbers: Array, parts: Array) -> None:
    """Fill parts: each guess has a bit for each code, in numbers of 64 bits, and the bits that are set are counted.

    rows, row_numbers: as in _by_pairs.
    """
    flagged = np.empty((_BLOCK, _MOST_FLAGGED // 64), dtype=np.uint64)
    bit = np.uint64(1)
    for start in range(0, rows.shape[1], _BLOCK):
        stop = min(rows.shape[1], start + _BLOCK)
        flagged[:] = 0
        for row_number in row_numbers:
            row = rows[row_number, start:stop]
            for guess in range(stop - start):
                # Code c is bit c % 64 of number c // 64.
                flagged[guess, row[guess] >> 6] |= bit << np.uint64(row[guess] & 63)

        for guess in range(stop - start):
            count = 0
            for bits in flagged[guess]:
                while bits:
                    # Clears the lowest bit that is set.
                    bits &= bits - bit
                    count += 1
            parts[start + guess] = count


@njit
def best_candidate(game: CompiledGame, secrets: Array) -> tuple[int, int]:
    """(gain, guess) of the candidate with the largest gain, the first among equals.

    The gain of a candidate is what count_parts counts for it, where the candidate itself is one of the bins, and its
    own weight a second time, because a hit is not charged. (This is p + q of Lemma 3 in docs/proofs.md.) The more it
    gains, the lower is the bound on its cost. None gains more than the weight of all secrets and of the heaviest one,
    so the search ends with the first that gains as much.
    """
    # The arrays are taken out of the game once, and no row is taken out of an array: numba counts the references to
    # each array that it takes out of another value, which takes longer than to look at a few secrets.
    by_guess = game.by_guess
    guess_of = game.guess_of
    weights = game.weights

    most_gain = weight_of(weights, secrets) + weight_of_first(weights, secrets)
    best = 0
    guess = -1
    stamps = np.full(game.codes, -1, dtype=np.int32)
    for index in range(len(secrets)):
        secret = secrets[index]
        candidate = guess_of[secret]
        own_weight = weights[secret] if len(weights) else 1
        gain = own_weight + _count(by_guess, candidate, secrets, weights, stamps)
        if gain > best:
            best = gain
            guess = candidate
            if best == most_gain:
                break
    return best, guess
