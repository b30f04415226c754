"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from collections.abc import Hashable, Sequence
from functools import cache

import numpy as np

from codebreaker.payoff import Payoff
from codebreaker.reply import reply_for


def brute_force(words: list[str], answers: list[str], payoff: Payoff) -> int:
    """The most that any player can reach, by trying everything with the oracle."""
    return max(worths([[reply_for(word, answer) for answer in answers] for word in words], "O" * len(words[0]), payoff))


def worths(replies: Sequence[Sequence[Hashable]], win: Hashable, payoff: Payoff) -> list[int]:
    """What best play after each first guess is worth; replies[guess][secret]."""

    @cache
    def best(secrets: frozenset[int], attempt: int) -> int:
        if attempt == payoff.attempts:
            return payoff.missed * len(secrets)
        return max(of_guess(row, secrets, attempt) for row in replies)

    def of_guess(row: Sequence[Hashable], secrets: frozenset[int], attempt: int) -> int:
        parts: dict[Hashable, set[int]] = {}
        for secret in secrets:
            parts.setdefault(row[secret], set()).add(secret)
        return sum(
            payoff.solved[attempt] if reply == win else best(frozenset(part), attempt + 1)
            for reply, part in parts.items()
        )

    return [of_guess(row, frozenset(range(len(row))), 0) for row in replies]


def random_words(seed: int, length: int, count: int, alphabet: str = "abcd") -> list[str]:
    random = np.random.default_rng(seed)
    return sorted({"".join(random.choice(list(alphabet), length)) for _ in range(count)})
