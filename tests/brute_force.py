"""The optimum of small games by trying everything with the slow oracle, and random lists to try it on."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

import numpy as np

from codebreaker.objective import Objective
from codebreaker.outcome import POINTS_A_GUESS
from wordlists.reply import reply_for
from wordlists.rules import why_illegal_in_hard_mode
from wordlists.step import Step

UNREACHED = 1000
"""A `miss` for least_guesses that counts more than all guesses of a small game: 14 words in six attempts take 84.

So every tree that misses a secret counts more than any tree that misses none.
"""

WordSteps = tuple[Step[str, str], ...]
"""Guesses and replies of a word game, the first one first."""


def least_cost(words: list[str], answers: list[str], objective: Objective) -> int:
    """The least cost of any tree of a game of words, by trying everything with the oracle."""
    return min(least_costs_of_words(words, answers, objective))


def least_costs_of_words(words: list[str], answers: list[str], objective: Objective, hard: bool = False) -> list[int]:
    """The least cost of each first guess of a game of words; in hard mode the objective charges 1 for a guess."""
    if not hard:
        return least_costs(all_replies(words, answers), "O" * len(words[0]), objective)

    assert objective.charge == 1
    # least_guesses counts every guess. A cost leaves out the guess that solves an answer, which is one for each answer.
    # A missed answer has none, so there it counts one guess more.
    guesses = least_guesses(words, answers, objective.attempts, objective.miss + 1, hard=True)
    return [guesses[word] - len(answers) for word in words]


def all_replies(words: Sequence[str], answers: Sequence[str]) -> list[list[str]]:
    """The reply to each word for each answer by the oracle, [guess][secret]."""
    replies = []
    for word in words:
        replies.append([reply_for(word, answer) for answer in answers])
    return replies


def most_points(words: list[str], answers: list[str], attempts: int) -> int:
    """The most points of any tree: those of solving every answer at once, less the least cost."""
    return POINTS_A_GUESS * attempts * len(answers) - least_cost(words, answers, Objective.points(attempts))


def least_costs(
    replies: Sequence[Sequence[Hashable]],
    win: Hashable,
    objective: Objective,
    weights: Sequence[int] | None = None,
    identify: bool = False,
) -> list[int]:
    """The least cost of each first guess in a game with these replies [guess][secret].

    weights: how much each secret counts, by default 1. identify: a secret is solved when it is alone in its bin. A
    guess may win against several secrets.

    The tested searches add up what each guess charges. This function adds up what each secret costs by the attempt at
    which it is solved, so it does not share their mistakes. After the first guess it leaves out guesses that leave all
    secrets in one bin: fewer attempts never cost less.
    """
    weights_of_secrets = [1] * len(replies[0]) if weights is None else weights
    bins_of_guesses = [_bins_of_guess(row, None if identify else win) for row in replies]
    trees = _Trees(bins_of_guesses, weights_of_secrets, objective, identify)

    all_secrets = (1 << len(weights_of_secrets)) - 1
    return [trees.cost_of_guess(hit, bins, all_secrets, 0) for hit, bins in bins_of_guesses]


class _Trees:
    """Costs of the best trees of sets of secrets, each worked out once; a set is a number with a bit for each secret.

    Attempts are counted from 0.
    """

    def __init__(
        self,
        bins_of_guesses: list[tuple[int, list[int]]],
        weights: Sequence[int],
        objective: Objective,
        identify: bool,
    ) -> None:
        """bins_of_guesses: those of _bins_of_guess. weights: how much each secret counts."""
        self._bins_of_guesses = bins_of_guesses
        self._weights = weights
        self._identify = identify
        self._attempts = objective.attempts
        self._solved_at = [objective.charge * attempt for attempt in range(objective.attempts)]
        self._missed = objective.charge * objective.attempts + objective.miss
        # The same sets come again and again.
        self.weight = cache(self._sum_weights)
        self.least_cost = cache(self._least_cost)

    def _least_cost(self, secrets: int, attempt: int) -> int:
        """The least cost of a set of secrets from that attempt on: of the best guess, or of missing all of them."""
        cost_of_misses = self._missed * self.weight(secrets)
        if attempt == self._attempts:
            return cost_of_misses

        # No tree costs more. Where every guess leaves all secrets in one bin, all of them are missed.
        costs = [cost_of_misses]
        for hit, bins in self._bins_of_guesses:
            leaves_all = any(members & secrets == secrets for members in bins)
            if not leaves_all:
                costs.append(self.cost_of_guess(hit, bins, secrets, attempt))

        return min(costs)

    def cost_of_guess(self, hit: int, bins: list[int], secrets: int, attempt: int) -> int:
        """The least cost of a set of secrets if the guess with these bins is made at that attempt."""
        cost = self._solved_at[attempt] * self.weight(hit & secrets)
        for bin in bins:
            members = bin & secrets
            is_identified = self._identify and members.bit_count() == 1
            if is_identified:
                cost += self._solved_at[attempt] * self.weight(members)
            elif members:
                cost += self.least_cost(members, attempt + 1)

        return cost

    def _sum_weights(self, secrets: int) -> int:
        """How much a set of secrets counts."""
        return sum(weight for secret, weight in enumerate(self._weights) if secrets >> secret & 1)


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
    """The fewest guesses, over all answers, of a tree with each first guess, by trying everything; hard mode too.

    miss: how many guesses a missed answer counts beside all attempts. weights: how much each answer counts, by default
    1. After the first guess, guesses that leave all answers in one bin are left out: fewer attempts never cost less.
    """
    weight_of = dict.fromkeys(answers, 1) if weights is None else dict(weights)
    trees = _WordTrees(words, weight_of, miss, hard)
    return {guess: trees.guesses_with(guess, tuple(answers), (), attempts) for guess in words}


class _WordTrees:
    """Guesses of the best trees of word games by the oracle, each position worked out once.

    _Trees cannot play hard mode, where the guesses that are allowed depend on the steps before.
    """

    def __init__(self, words: list[str], weight_of: Mapping[str, int], miss: int, hard: bool) -> None:
        """The arguments are those of least_guesses; weight_of: how much each answer counts."""
        self._words = words
        self._weight_of = weight_of
        self._miss = miss
        self._hard = hard
        # The same positions come again and again.
        self.least_guesses = cache(self._least_guesses)

    def _least_guesses(self, secrets: tuple[str, ...], steps: WordSteps, attempts_left: int) -> int:
        """The least guesses for these secrets after these steps, which matter in hard mode only."""
        if attempts_left == 0:
            return self._miss * self._weight(secrets)

        legal = [word for word in self._words if why_illegal_in_hard_mode(word, steps) is None]
        totals = []
        for guess in legal:
            replies = {reply_for(guess, secret) for secret in secrets}
            if guess in secrets or len(replies) > 1:
                totals.append(self.guesses_with(guess, secrets, steps, attempts_left))

        return min(totals)

    def guesses_with(self, guess: str, secrets: tuple[str, ...], steps: WordSteps, attempts_left: int) -> int:
        """The least guesses for these secrets if this guess is the next."""
        bins: dict[str, list[str]] = {}
        for secret in secrets:
            bins.setdefault(reply_for(guess, secret), []).append(secret)
        bins.pop("O" * len(guess), None)

        total = self._weight(secrets)
        for reply, members in bins.items():
            # Without hard mode what was guessed does not matter, and fewer positions are told apart.
            later_steps = (*steps, Step(guess, reply)) if self._hard else ()
            total += self.least_guesses(tuple(members), later_steps, attempts_left - 1)

        return total

    def _weight(self, secrets: tuple[str, ...]) -> int:
        """How much these secrets count."""
        return sum(self._weight_of[secret] for secret in secrets)
