"""Strategies: the greedy one, the tree that a strategy plays, and a game of a strategy against a scorer.

A strategy is a function from candidates to a guess.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from codebreaker.candidates import hit_weights, partition, separating_candidate
from codebreaker.contradiction import CodedStep, find_contradiction
from codebreaker.criteria import CRITERIA, Criterion, FunctionCriterion, Ranking, best_guesses
from codebreaker.decision_tree import DecisionTree
from codebreaker.derived_games import part_of
from codebreaker.game import FEW_CANDIDATES, Game
from codebreaker.replies import Array
from codebreaker.tree import Tree
from lingo_common.errors import DataError, UsageError, count_text, value_text
from lingo_common.option import check_instance, either
from wordlists.step import Step

Strategy = Callable[[Array], int]
"""strategy(secrets): the index in game.guesses of the guess to make when those are the candidates (ascending indices
in game.secrets, int64 (n,), not empty)."""


def greedy_strategy(game: Game, criterion: str | Ranking) -> Strategy:
    """The strategy that makes the best guess under a criterion: a candidate among equals, then the first in order.

    criterion: a criterion, or the name of one in CRITERIA. The strategy raises DataError where the best guess tells
    nothing.
    """
    check_instance("game", game, Game)
    ranking = _ranking_of(criterion)

    def guess_for(secrets: Array) -> int:
        """The index of the best guess for those candidates; DataError where it tells nothing."""
        guess = None
        # A Criterion prefers a candidate that tells all others apart. Among few candidates there mostly is one, and in
        # a plain game it is found without the costs of all guesses. A function of the user may prefer another guess.
        if isinstance(ranking, Criterion) and game.plain:
            guess = separating_candidate(game, secrets)
        if guess is None:
            guess = int(ranked_guesses(game, ranking, secrets, 1)[0])

        # A Criterion never prefers a guess that tells nothing. A function of the user may.
        if not isinstance(ranking, Criterion):
            check_useful(game, guess, dict(partition(game, guess, secrets)))
        return guess

    return guess_for


def _ranking_of(criterion: str | Ranking) -> Ranking:
    """The criterion itself, or the one in CRITERIA that has this name; UsageError if there is none."""
    if isinstance(criterion, str):
        if criterion not in CRITERIA:
            raise UsageError(f"criterion must be {either([*CRITERIA])}, not {value_text(criterion)}")
        return CRITERIA[criterion]

    check_instance("criterion", criterion, Criterion, FunctionCriterion)
    return criterion


def ranked_guesses(game: Game, criterion: Ranking, secrets: Array, count: int) -> Array:
    """The indices of the `count` best guesses for those candidates, best first.

    Of guesses that symmetries of the candidates map onto each other, only the first is among them.
    """
    if game.sample is not None:
        # The game has too many guesses for a table of replies, so only a sample of them is compared.
        sample = game.sample(secrets)
        part = part_of(game, sample, secrets)
        return sample[ranked_guesses(part, criterion, np.arange(len(secrets)), count)]

    # None stands for all guesses. The best guess is the same with symmetries and without, so for one guess they are
    # only looked for if that saves time. For several they are needed: the second best may be an image of the best one.
    needs_symmetries = count > 1 or len(secrets) > FEW_CANDIDATES
    guesses = game.representatives(secrets) if needs_symmetries else None
    costs = criterion.costs(game, secrets, guesses)
    best = best_guesses(costs, count, hit_weights(game, secrets, guesses))
    return best if guesses is None else guesses[best]


class Solution:
    """A node of the tree that a strategy plays; its guess and its branches are worked out when they are asked for."""

    def __init__(self, game: Game, strategy: Strategy, secrets: Array | None = None) -> None:
        """secrets: the candidates at this node (indices), by default all: then the node is the root of the tree."""
        if not callable(strategy):
            raise UsageError(f"strategy must be a function, not {value_text(strategy)}")
        self.game = check_instance("game", game, Game)
        self.strategy = strategy
        self.secrets: Array = game.all_secrets if secrets is None else secrets

    @cached_property
    def guess(self) -> int:
        """The index of the guess made here; DataError where the strategy returns no such index."""
        guess = self.strategy(self.secrets)
        last = len(self.game.guesses) - 1
        if not isinstance(guess, int | np.integer) or not 0 <= guess <= last:
            returned = value_text(guess)
            raise DataError(f"{self.game.name}: the strategy returned {returned}, no index of a guess (0 to {last:,})")
        return int(guess)

    @cached_property
    def bins(self) -> dict[int, Array]:
        """The candidates (indices) that give each reply, by reply code, codes ascending."""
        return dict(partition(self.game, self.guess, self.secrets))

    @cached_property
    def branches(self) -> dict[int, "Solution | None"]:
        """The next node after each reply, by reply code, codes ascending; None where the game ends.

        DataError where the guess tells nothing.
        """
        check_useful(self.game, self.guess, self.bins)
        branches: dict[int, Solution | None] = {}
        for code, members in self.bins.items():
            # A game may end as soon as one candidate is left, whatever the reply was (Game.identify).
            if self.game.ends(code, members):
                branches[code] = None
            else:
                branches[code] = Solution(self.game, self.strategy, members)
        return branches

    @property
    def hits(self) -> int:
        """For how many of the secrets the guess ends the game."""
        return sum(len(members) for code, members in self.bins.items() if self.game.ends(code, members))

    def tree(self, progress: Callable[[int], object] = lambda count: None) -> DecisionTree:
        """The whole tree. progress(count) is called for each node: its guess ends the game for `count` secrets.

        There is no recursion: a tree may be deeper than Python's stack.
        """
        # The list grows as it is walked.
        nodes = [self]
        for node in nodes:
            nodes += filter(None, node.branches.values())
            progress(node.hits)

        # From the last node to the first, so that all branches of a node are made before the node itself.
        tree_of: dict[int, Tree] = {}
        for node in reversed(nodes):
            open_branches = ((code, child) for code, child in node.branches.items() if child is not None)
            branches = tuple((code, tree_of[id(child)]) for code, child in open_branches)
            tree_of[id(node)] = Tree(node.guess, node.hits, missed=0, branches=branches)
        return DecisionTree(tree_of[id(self)], self.game)


def check_useful(game: Game, guess: int, bins: Mapping[int, Array]) -> None:
    """DataError if all candidates give one reply to the guess, and not the winning one; bins: candidates by code."""
    if len(bins) == 1 and game.winning not in bins:
        [candidates] = bins.values()
        about = count_text(len(candidates), "candidate")
        raise DataError(f"{game.name}: the guess {game.text(guess)} tells nothing about {about}")


def solve(game: Game, scorer: Callable[[Any], Any], strategy: Strategy | None = None) -> list[Step[Any, Any]]:
    """The steps to the scorer's secret, in the game's own guesses and replies.

    scorer(guess) is the reply to a guess. strategy: None for the guess with the largest entropy. Raises Contradiction
    where the replies fit no secret, and DataError if the game has no such reply.
    """
    check_instance("game", game, Game)
    if not callable(scorer):
        raise UsageError(f"scorer must be a function, not {value_text(scorer)}")
    node = Solution(game, strategy or greedy_strategy(game, CRITERIA["entropy"]))
    steps: list[CodedStep] = []
    game_steps: list[Step[Any, Any]] = []

    while True:
        guess = game.guesses[node.guess]
        reply = scorer(guess)
        game_steps.append(Step(guess, reply))

        try:
            code = game.notation.code_of(reply)
        except (ValueError, TypeError):
            raise DataError(f"{value_text(reply)} is no reply of {game.name}: {game.notation.reply_form}") from None
        steps.append(Step(node.guess, code))

        if code not in node.bins:
            contradiction = find_contradiction(game, steps)
            assert contradiction is not None
            raise contradiction
        if game.ends(code, node.bins[code]):
            return game_steps
        check_useful(game, node.guess, node.bins)
        node = Solution(game, node.strategy, node.bins[code])
