"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from functools import cache

import numpy as np

from codebreaker.payoff import Payoff
from codebreaker.reply import reply_for


def brute_force(words: list[str], answers: list[str], payoff: Payoff) -> int:
    """The most that any player can reach, by trying everything with the oracle."""
    win = "O" * len(words[0])

    @cache
    def best(secrets: frozenset[str], attempt: int) -> int:
        if attempt == payoff.attempts:
            return payoff.missed * len(secrets)
        return max(of_guess(guess, secrets, attempt) for guess in words)

    def of_guess(guess: str, secrets: frozenset[str], attempt: int) -> int:
        parts: dict[str, set[str]] = {}
        for secret in secrets:
            parts.setdefault(reply_for(guess, secret), set()).add(secret)
        if len(parts) == 1 and win not in parts:
            return -(10**9)  # learns nothing: never better than another guess
        return sum(
            payoff.solved[attempt] if reply == win else best(frozenset(part), attempt + 1)
            for reply, part in parts.items()
        )

    return best(frozenset(answers), 0)


def random_words(seed: int, length: int, count: int, alphabet: str = "abcd") -> list[str]:
    random = np.random.default_rng(seed)
    return sorted({"".join(random.choice(list(alphabet), length)) for _ in range(count)})
