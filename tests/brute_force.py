"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

import numpy as np

from codebreaker.objective import Objective
from wordlists.reply import reply_for
from wordlists.rules import breaks_hard_mode
from wordlists.step import Step


def brute_force(words: list[str], answers: list[str], objective: Objective) -> int:
    """The least cost of any tree, by trying everything with the oracle."""
    replies = [[reply_for(word, answer) for answer in answers] for word in words]
    return min(least_costs(replies, "O" * len(words[0]), objective))


def most_points(words: list[str], answers: list[str], attempts: int) -> int:
    """The most points of any tree: those of solving every answer at once, less the least cost."""
    return 100 * attempts * len(answers) - brute_force(words, answers, Objective.points(attempts))


def least_costs(
    replies: Sequence[Sequence[Hashable]],
    win: Hashable,
    objective: Objective,
    weights: Sequence[int] | None = None,
    identify: bool = False,
) -> list[int]:
    """The least cost of each first guess, over secrets that a guess may win together; replies[guess][secret].

    A secret costs what Objective.cost says of an outcome: its end is looked up in a table of ends, not charged guess by
    guess. weights: how much each secret counts, by default 1. identify: a secret is solved when it is alone in its bin.
    Later guesses that leave all secrets in one bin are left out: fewer attempts never cost less.
    """
    attempts = objective.attempts
    solved_at = [objective.charge * attempt for attempt in range(attempts)]
    missed = objective.charge * attempts + objective.miss
    counts = [1] * len(replies[0]) if weights is None else weights
    rows = [_bins_of_guess(row, None if identify else win) for row in replies]

    @cache
    def weight(secrets: int) -> int:
        """How much a set of secrets counts."""
        return sum(count for secret, count in enumerate(counts) if secrets >> secret & 1)

    @cache
    def best(secrets: int, attempt: int) -> int:
        """The least cost of a set of secrets from that attempt on, counted from 0."""
        costs = [missed * weight(secrets)]
        if attempt == attempts:
            return costs[0]

        for hit, bins in rows:
            leaves_all = any(members & secrets == secrets for members in bins)
            if not leaves_all:
                costs.append(of_guess(hit, bins, secrets, attempt))
        return min(costs)

    def of_guess(hit: int, bins: list[int], secrets: int, attempt: int) -> int:
        """The least cost of a set of secrets if this guess is made at that attempt."""
        cost = solved_at[attempt] * weight(hit & secrets)
        for bin in bins:
            members = bin & secrets
            if not members:
                continue
            is_identified = identify and members.bit_count() == 1
            if is_identified:
                cost += solved_at[attempt] * weight(members)
            else:
                cost += best(members, attempt + 1)
        return cost

    all_secrets = (1 << len(counts)) - 1
    return [of_guess(hit, bins, all_secrets, 0) for hit, bins in rows]


def _bins_of_guess(replies: Sequence[Hashable], win: Hashable | None) -> tuple[int, list[int]]:
    """The secrets that the guess wins against, and its other bins; replies: one for each secret.

    A set of secrets is a number with a bit for each: 5 for the secrets 0 and 2. Without `win` no secret is won.
    """
    bins: dict[Hashable, int] = {}
    for secret, reply in enumerate(replies):
        bins[reply] = bins.get(reply, 0) | 1 << secret

    hit = 0 if win is None else bins.pop(win, 0)
    return hit, list(bins.values())


def random_words(seed: int, length: int, count: int, alphabet: str = "abcd") -> list[str]:
    """At most that many words, sorted, each once; over few letters, so that letters repeat."""
    random = np.random.default_rng(seed)
    letters = list(alphabet)
    words = {"".join(random.choice(letters, length)) for _ in range(count)}
    return sorted(words)


def least_guesses(
    words: list[str],
    answers: list[str],
    attempts: int,
    miss: int,
    hard: bool = False,
    weights: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """The least guesses of each first guess, by trying everything; a missed secret counts all attempts and `miss`.

    After the first guess, guesses that leave all secrets in one bin are left out: fewer attempts never cost less.
    weights: how much each answer counts, by default 1.
    """

    def weight(secrets: tuple[str, ...]) -> int:
        """How much these secrets count."""
        return len(secrets) if weights is None else sum(weights[secret] for secret in secrets)

    @cache
    def best(secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], attempts_left: int) -> int:
        """The least guesses for these secrets after these steps, which matter in hard mode only."""
        if attempts_left == 0:
            return miss * weight(secrets)

        legal = [word for word in words if breaks_hard_mode(word, steps) is None]
        costs = []
        for guess in legal:
            replies = {reply_for(guess, secret) for secret in secrets}
            if guess in secrets or len(replies) > 1:
                costs.append(of_guess(guess, secrets, steps, attempts_left))
        return min(costs)

    def of_guess(guess: str, secrets: tuple[str, ...], steps: tuple[Step[str, str], ...], attempts_left: int) -> int:
        """The least guesses for these secrets if this guess is the next."""
        bins: dict[str, list[str]] = {}
        for secret in secrets:
            bins.setdefault(reply_for(guess, secret), []).append(secret)
        bins.pop("O" * len(guess), None)

        guesses = weight(secrets)
        for reply, members in bins.items():
            # Without hard mode what was guessed does not matter, and fewer positions are told apart.
            later_steps = (*steps, Step(guess, reply)) if hard else ()
            guesses += best(tuple(members), later_steps, attempts_left - 1)
        return guesses

    return {guess: of_guess(guess, tuple(answers), (), attempts) for guess in words}
