"""Games where a guess wins against several secrets, and secrets with weights: searches against plain recursion."""

from dataclasses import replace

import numpy as np
import pytest

from codebreaker.criteria import CRITERIA
from codebreaker.decision_tree import measures
from codebreaker.game import Game, table_game
from codebreaker.search.proof import least_worst_case, optimal, solution_exists
from codebreaker.solution import Greedy, Solution


def shared_win_game(random) -> tuple[Game, list[list[int]]]:
    """A random game where 0 wins, with weights or without, and its replies [guess][secret]."""
    guesses, secrets = int(random.integers(3, 8)), int(random.integers(2, 10))
    replies = random.integers(0, 4, (guesses, secrets))
    replies[random.integers(guesses, size=secrets), np.arange(secrets)] = 0  # each secret has a guess that wins
    wins = replies == 0
    weights = random.integers(1, 9, secrets) if random.random() < 0.5 else None
    game = table_game("shared", range(guesses), range(secrets), replies, 0, 4)
    own = np.where(wins.any(axis=1), wins.argmax(axis=1), -1).astype(np.int32)
    return replace(game, own=own, wins=wins, weights=weights), replies.tolist()


def least_total(replies, weights, secrets):
    """The least weighted number of guesses over those secrets, by plain recursion over every guess."""
    totals = []
    for row in replies:
        bins = {}
        for secret in secrets:
            bins.setdefault(row[secret], []).append(secret)
        rest = [members for code, members in bins.items() if code != 0]
        if len(rest) == 1 and len(rest[0]) == len(secrets):
            continue
        now = sum(int(weights[secret]) for secret in secrets)
        totals.append(now + sum(least_total(replies, weights, members) for members in rest))
    return min(totals)


@pytest.mark.parametrize("seed", range(40))
def test_searches_reach_the_optimum(seed):
    game, replies = shared_win_game(np.random.default_rng(seed))
    weights = np.ones(len(game.secrets), dtype=int) if game.weights is None else game.weights
    best = optimal(game)
    assert measures(best, game).total == least_total(replies, weights, list(range(len(game.secrets))))
    worst = measures(least_worst_case(game)).worst
    assert solution_exists(game, worst - 1) is None
    assert worst <= measures(best).worst
    for criterion in CRITERIA.values():
        greedy = Solution(game, Greedy(game, criterion)).tree()
        assert sum(measures(greedy).distribution.values()) == len(game.secrets)
        assert measures(greedy, game).total >= measures(best, game).total
