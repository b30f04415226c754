"""A good tree of a game of any size: a beam search, by expected costs that narrower searches have learned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from codebreaker.candidates import settle
from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.search.beam import BeamSearch
from codebreaker.search.fastest import with_fastest_totals
from codebreaker.search.greedy import greedy
from codebreaker.search.learned_values import LearnedValues
from codebreaker.search.recursion import CostAndTree
from codebreaker.tree import outcome_of

GUESSES_WITH_GOOD_TREES = 16
"""How many first guesses get a good tree before their proof begins, so that a low limit is known."""
ROUNDS_OF_LEARNING = 4
"""Trees from which the expected costs of a good tree are learned.

More of them teach little. With 7 colours in 4 holes, nine attempts and the first guess `1123`, the tree needs 11,385
guesses before anything is learned. After 1, 2, … rounds it needs 11,366, 11,361, 11,354, 11,350 and 11,366: the fourth
is the best.
"""


@dataclass(frozen=True)
class FindGoodTree:
    """The task of a searcher to find a good tree that begins with a guess; it proves nothing."""

    first: int
    keep: tuple[int, ...]
    """How many guesses are tried at the second attempt, the third, …; one at all later attempts."""


def learn_values(game: Game, objective: Objective, first: int, rounds: int, hard: bool = False) -> LearnedValues:
    """Expected costs by bin size, learned from that many trees that begin with a first guess.

    Each tree makes the best guess by the costs that the trees before it have taught. hard: as for BeamSearch.
    """
    # The learned costs are by the number of secrets in a bin, and have no place for weights. Compiled code counts the
    # bins, if there is any.
    unweighted = replace(with_fastest_totals(game), weights=None)
    values = LearnedValues(objective)
    for _ in range(rounds):
        # The search passes every bin that it solves to `see`. The values change when the tree is complete.
        search = BeamSearch(
            unweighted,
            objective,
            expected=values,
            keep=[1] * objective.attempts,
            seen=values.see,
            hard=hard,
        )
        search.evaluate(first, game.all_secrets, objective.attempts)
        values.learn()
    return values


def good_tree(game: Game, objective: Objective, first: int, keep: Sequence[int]) -> CostAndTree | None:
    """A good tree that begins with a first guess, and its cost.

    None if the guess tells nothing, or if the tree that is found misses a secret. keep: as in FindGoodTree. In hard
    mode CompiledSearch.good_tree takes the place of this function.
    """
    secrets = game.all_secrets
    # The bins where the game goes on, the largest first.
    _, open_bins = settle(game, first, secrets)
    # A guess that tells nothing has one bin, with all secrets.
    if open_bins and len(open_bins[0][1]) == len(secrets):
        return None

    # A proof may allow as many attempts as there are secrets, and there is a table of expected costs for each attempt.
    # A good tree needs few of them: it is allowed one guess more than a greedy tree.
    longest = outcome_of(greedy(game, "entropy", first).root).worst
    assert longest is not None, "a greedy tree solves every secret"
    attempts = min(objective.attempts, longest + 1)
    search_objective = objective.with_attempts(attempts)

    values = learn_values(game, search_objective, first, ROUNDS_OF_LEARNING)
    # BeamSearch counts from the first attempt, where there is one guess.
    widths = [1, *keep][:attempts]
    widths += [1] * (attempts - len(widths))
    search = BeamSearch(with_fastest_totals(game), search_objective, values, widths)
    result = search.evaluate(first, secrets, attempts)
    assert result is not None, "without a limit of costs every guess has a tree"
    _, tree = result
    # The cost of a tree that misses no secret does not depend on the number of attempts.
    return None if outcome_of(tree).missed else result
