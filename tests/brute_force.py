"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from collections.abc import Hashable, Sequence
from functools import cache

import numpy as np

from codebreaker.payoff import Payoff
from codebreaker.reply import reply_for
from codebreaker.rules import breaks_hard_mode
from codebreaker.step import Step


def fewest_guesses(attempts: int) -> Payoff:
    """Minus the number of guesses, so that the best mean is the largest; a miss counts as attempts + 1."""
    return Payoff(tuple(-attempt for attempt in range(1, attempts + 1)), -(attempts + 1))


def above_missing(payoff: Payoff) -> Payoff:
    """The payoff less that of a miss: the total over n secrets is lower by n times `missed`."""
    return Payoff(tuple(points - payoff.missed for points in payoff.solved))


def brute_force(words: list[str], answers: list[str], payoff: Payoff) -> int:
    """The most that any player can reach, by trying everything with the oracle."""
    return max(worths([[reply_for(word, answer) for answer in answers] for word in words], "O" * len(words[0]), payoff))


def worths(
    replies: Sequence[Sequence[Hashable]], win: Hashable, payoff: Payoff, weights: Sequence[int] | None = None
) -> list[int]:
    """What best play after each first guess is worth; replies[guess][secret]; weights: how much each secret counts."""
    weights = weights or [1] * len(replies[0])

    @cache
    def best(secrets: frozenset[int], attempt: int) -> int:
        if attempt == payoff.attempts:
            return payoff.missed * sum(weights[secret] for secret in secrets)
        return max(of_guess(row, secrets, attempt) for row in replies)

    def of_guess(row: Sequence[Hashable], secrets: frozenset[int], attempt: int) -> int:
        parts: dict[Hashable, set[int]] = {}
        for secret in secrets:
            parts.setdefault(row[secret], set()).add(secret)
        return sum(
            payoff.solved[attempt] * sum(weights[secret] for secret in part)
            if reply == win
            else best(frozenset(part), attempt + 1)
            for reply, part in parts.items()
        )

    return [of_guess(row, frozenset(range(len(row))), 0) for row in replies]


def random_words(seed: int, length: int, count: int, alphabet: str = "abcd") -> list[str]:
    random = np.random.default_rng(seed)
    return sorted({"".join(random.choice(list(alphabet), length)) for _ in range(count)})


def least_cost(words: list[str], answers: list[str], attempts: int, miss: int, hard: bool = False) -> dict[str, int]:
    """The least cost of each first guess, as codebreaker.search.compiled defines it, by trying everything.

    After the first guess, guesses that leave all secrets in one bin are left out: fewer attempts never cost less.
    """

    @cache
    def best(secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], left: int) -> int:
        if left == 0:
            return miss * len(secrets)
        legal = [word for word in words if breaks_hard_mode(word, steps) is None]
        telling = [word for word in legal if word in secrets or len({reply_for(word, one) for one in secrets}) > 1]
        return min(of_guess(guess, secrets, steps, left) for guess in telling)

    def of_guess(guess: str, secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], left: int) -> int:
        parts: dict[str, list[str]] = {}
        for secret in secrets:
            parts.setdefault(reply_for(guess, secret), []).append(secret)
        parts.pop("O" * len(guess), None)
        return len(secrets) + sum(
            best(tuple(part), (*steps, Step(guess, reply)) if hard else (), left - 1) for reply, part in parts.items()
        )

    return {guess: of_guess(guess, tuple(answers), (), attempts) for guess in words}


def best_total(
    replies: Sequence[Sequence[Hashable]],
    win: Hashable,
    payoff: Payoff,
    weights: Sequence[int],
    identify: bool = False,
    first: int | None = None,
) -> int:
    """The largest total over secrets with weights, any number of which a guess may win against; replies[guess][secret].

    identify: a secret is solved when it is alone in its bin. first: the first guess; None for the best one. Guesses
    that leave all secrets in one bin are left out: fewer attempts are never worth more.
    """
    rows = []
    for row in replies:
        parts: dict[Hashable, int] = {}
        for secret, reply in enumerate(row):
            parts[reply] = parts.get(reply, 0) | 1 << secret
        rows.append((0 if identify else parts.pop(win, 0), list(parts.values())))

    @cache
    def weight(secrets: int) -> int:
        return sum(each for place, each in enumerate(weights) if secrets >> place & 1)

    @cache
    def best(secrets: int, attempt: int) -> int:
        totals = [payoff.missed * weight(secrets)]
        for hit, parts in rows if attempt < payoff.attempts else []:
            if not any(part & secrets == secrets for part in parts):
                totals.append(of_guess(hit, parts, secrets, attempt))
        return max(totals)

    def of_guess(hit: int, parts: list[int], secrets: int, attempt: int) -> int:
        total = payoff.solved[attempt] * weight(hit & secrets)
        for part in (part & secrets for part in parts if part & secrets):
            alone = identify and part.bit_count() == 1
            total += payoff.solved[attempt] * weight(part) if alone else best(part, attempt + 1)
        return total

    everything = (1 << len(weights)) - 1
    return best(everything, 0) if first is None else of_guess(*rows[first], everything, 0)
