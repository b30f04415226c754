"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from codebreaker.objective import Objective
from codebreaker.outcome import POINTS_A_GUESS
from wordlists.reply import reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

Secrets = int
"""A set of secrets as a number with a bit for each: 5 for the secrets 0 and 2."""
Steps = frozenset[Step[int, Hashable]]
"""Guesses, by their indices, and replies in any order: what hard mode allows depends on no order."""


def least_cost(words: list[str], answers: list[str], objective: Objective) -> int:
    """The least cost of any tree of a game of words, by trying everything with the oracle."""
    return min(least_costs_of_words(words, answers, objective))


def most_points(
    words: list[str],
    answers: list[str],
    attempts: int,
    hard: bool = False,
    weights: Mapping[str, int] | None = None,
) -> int:
    """The most points of any tree: those of solving every answer at once, less the least cost."""
    weight = sum(_weights_of(answers, weights))
    costs = least_costs_of_words(words, answers, Objective.points(attempts), hard, weights)
    return POINTS_A_GUESS * attempts * weight - min(costs)


def misses_and_guesses(
    words: list[str],
    answers: list[str],
    attempts: int,
    hard: bool = False,
    weights: Mapping[str, int] | None = None,
) -> dict[str, tuple[int, int]]:
    """For each first guess (misses, guesses) of its tree with the fewest misses, then the fewest guesses.

    The least of these pairs is that of the best tree. A missed answer counts as many guesses as there are attempts.
    weights: how much each answer counts, by default 1.
    """
    weight = sum(_weights_of(answers, weights))
    # A miss costs more than all guesses of all games.
    objective = Objective(attempts, charge=1, miss=attempts * weight)

    costs = least_costs_of_words(words, answers, objective, hard, weights)

    # What a missed answer costs, 1 for each attempt and the miss, is more than the charges of all solved ones.
    cost_of_miss = attempts + objective.miss
    figures = {}
    for word, cost in zip(words, costs, strict=True):
        missed, charged = divmod(cost, cost_of_miss)
        # An answer is charged for its guesses up to the last one, which finds it.
        solved = weight - missed
        figures[word] = missed, charged + solved + attempts * missed
    return figures


def least_costs_of_words(
    words: list[str],
    answers: list[str],
    objective: Objective,
    hard: bool = False,
    weights: Mapping[str, int] | None = None,
) -> list[int]:
    """The least cost of each first guess of a game of words. weights: how much each answer counts, by default 1."""

    def allows(guess: int, steps: Steps) -> bool:
        word_steps = [Step(words[earlier], reply) for earlier, reply in steps]
        return why_illegal_in_hard_mode(words[guess], word_steps) is None

    return least_costs(
        all_replies(words, answers),
        "O" * len(words[0]),
        objective,
        _weights_of(answers, weights),
        allows=allows if hard else None,
    )


def _weights_of(answers: Iterable[str], weights: Mapping[str, int] | None) -> list[int]:
    """How much each answer counts."""
    return [1 if weights is None else weights[answer] for answer in answers]


def all_replies(words: Sequence[str], answers: Sequence[str]) -> list[list[str]]:
    """The reply to each word for each answer by the oracle, [guess][secret]."""
    replies = []
    for word in words:
        replies.append([reply_for(word, answer) for answer in answers])
    return replies


def least_costs(
    replies: Sequence[Sequence[Hashable]],
    win: Hashable,
    objective: Objective,
    weights: Sequence[int] | None = None,
    identify: bool = False,
    allows: Callable[[int, Steps], bool] | None = None,
) -> list[int]:
    """The least cost of each first guess in a game with these replies [guess][secret].

    weights: how much each secret counts, by default 1. identify: a secret is solved when it is alone in its bin, and
    the reply `win` is like any other. allows: whether a guess may be made after some steps, by default always. A guess
    may win against several secrets.

    The tested searches add up what each guess charges. This function adds up what each secret costs by the attempt at
    which it is solved, so it does not share their mistakes. After the first guess it leaves out guesses that leave all
    secrets in one bin: fewer attempts never cost less.
    """
    weights_of_secrets = [1] * len(replies[0]) if weights is None else weights
    trees = _Trees(replies, None if identify else win, objective, weights_of_secrets, allows)

    all_secrets = (1 << len(weights_of_secrets)) - 1
    return [trees.cost_of_guess(guess, all_secrets, frozenset(), 0) for guess in range(len(replies))]


class _Trees:
    """Costs of the best trees, each worked out once. Attempts are counted from 0."""

    def __init__(
        self,
        replies: Sequence[Sequence[Hashable]],
        win: Hashable | None,
        objective: Objective,
        weights: Sequence[int],
        allows: Callable[[int, Steps], bool] | None,
    ) -> None:
        """The arguments are those of least_costs, but `win` is None where a secret is solved when it is identified."""
        self._bins_of_guesses = [_bins_of(row) for row in replies]
        self._win = win
        self._identifies = win is None
        self._weights = weights
        self._allows = allows
        self._attempts = objective.attempts
        self._solved_at = [objective.charge * attempt for attempt in range(objective.attempts)]
        self._missed = objective.charge * objective.attempts + objective.miss
        # The same positions come again and again.
        self.weight = cache(self._sum_weights)
        self.least_cost = cache(self._least_cost)

    def _least_cost(self, secrets: Secrets, steps: Steps, attempt: int) -> int:
        """The least cost of these secrets from that attempt on: of the best guess, or of missing all of them."""
        cost_of_misses = self._missed * self.weight(secrets)
        if attempt == self._attempts:
            return cost_of_misses

        # No tree costs more. Where every guess leaves all secrets in one bin, all of them are missed.
        costs = [cost_of_misses]
        for guess in range(len(self._bins_of_guesses)):
            is_allowed = self._allows is None or self._allows(guess, steps)
            if is_allowed and not self._leaves_all(guess, secrets):
                costs.append(self.cost_of_guess(guess, secrets, steps, attempt))

        return min(costs)

    def cost_of_guess(self, guess: int, secrets: Secrets, steps: Steps, attempt: int) -> int:
        """The least cost of these secrets if the guess is made at that attempt, after those steps."""
        cost = 0
        for reply, bin in self._bins_of_guesses[guess].items():
            members = bin & secrets
            if self._is_solved(reply, members):
                cost += self._solved_at[attempt] * self.weight(members)
            elif members:
                # Where every guess is allowed, the steps do not matter. Without them more positions are the same.
                later_steps = steps if self._allows is None else steps | {Step(guess, reply)}
                cost += self.least_cost(members, later_steps, attempt + 1)

        return cost

    def _leaves_all(self, guess: int, secrets: Secrets) -> bool:
        """Whether the guess leaves all these secrets in one bin and open."""
        bins = self._bins_of_guesses[guess].items()
        return any(bin & secrets == secrets and not self._is_solved(reply, secrets) for reply, bin in bins)

    def _is_solved(self, reply: Hashable, members: Secrets) -> bool:
        """Whether these secrets are solved by the guess that they answer with this reply."""
        return members.bit_count() == 1 if self._identifies else reply == self._win

    def _sum_weights(self, secrets: Secrets) -> int:
        """How much these secrets count together."""
        return sum(weight for secret, weight in enumerate(self._weights) if secrets >> secret & 1)


def _bins_of(replies: Sequence[Hashable]) -> dict[Hashable, Secrets]:
    """The secrets that give each reply to a guess, by the reply; replies: one for each secret."""
    bins: dict[Hashable, Secrets] = {}
    for secret, reply in enumerate(replies):
        bins[reply] = bins.get(reply, 0) | 1 << secret
    return bins


def random_words(seed: int, length: int, count: int, alphabet: str = "abcd") -> list[str]:
    """At most that many words, sorted, each once; over few letters, so that letters repeat."""
    random = np.random.default_rng(seed)
    letters = list(alphabet)
    words = {"".join(random.choice(letters, length)) for _ in range(count)}
    return sorted(words)
