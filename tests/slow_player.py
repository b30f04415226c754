"""A slow player by the definitions of the strategies, with reply_for alone. The fast players must agree with it."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

from wordlists.reply import reply_for


def _unknown_bits(sizes: list[int]) -> int:
    """The expected bits that are still unknown after the reply, times the number of secrets, in units of 2^-20.

    The bits of each bin are rounded, so that the sum is the same in any order of the bins.
    """
    return sum(round(size * math.log2(size) * 2**20) for size in sizes)


COSTS = {
    "expected": lambda sizes: sum(size * size for size in sizes),
    "entropy": _unknown_bits,
    "minimax": max,
    "parts": lambda sizes: -len(sizes),
}
"""The cost of a guess under each criterion, by the sizes of its bins."""


class SlowPlayer:
    """Plays by a criterion: the least cost wins, then a candidate before another word, then the alphabet.

    The last guess is a candidate.
    """

    def __init__(self, words: list[str], strategy: str, attempts: int) -> None:
        self.words = words
        self.cost = COSTS[strategy]
        self.attempts = attempts
        self.guess = cache(self._guess)

    def cost_of(self, guess: str, candidates: Sequence[str]) -> int:
        """The cost of a guess over the candidates."""
        bins = Counter(reply_for(guess, secret) for secret in candidates)
        return self.cost(list(bins.values()))

    def _guess(self, candidates: tuple[str, ...], attempt: int) -> str:
        """The guess at that attempt, from 1."""
        # Of two candidates either is guessed first: if it is wrong, the other one is the next guess.
        if attempt == self.attempts or len(candidates) <= 2:
            return candidates[0]
        possible = set(candidates)
        return min(self.words, key=lambda word: (self.cost_of(word, candidates), word not in possible, word))

    def game(self, secret: str) -> list[str]:
        """The guesses of the game of a word."""
        guesses: list[str] = []
        candidates = tuple(self.words)
        for attempt in range(1, self.attempts + 1):
            guess = self.guess(candidates, attempt)
            guesses.append(guess)
            if guess == secret:
                break
            reply = reply_for(guess, secret)
            candidates = tuple(word for word in candidates if reply_for(guess, word) == reply)

        return guesses
