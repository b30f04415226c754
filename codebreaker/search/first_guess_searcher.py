"""FirstGuessSearcher: a proof first guess by first guess, by compiled code.

Every first guess gets its least cost or a lower bound. The best tree so far limits every later search, so bounds rule
out most first guesses. At each level of effort a search may look at more sets of candidates.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from codebreaker.game import Game
from codebreaker.objective import Objective
from codebreaker.proof import Piece, Proof, Result, Searcher
from codebreaker.search.fastest import compiled_search
from codebreaker.search.good_tree import GUESSES_WITH_GOOD_TREES, FindGoodTree
from codebreaker.tree import Tree, cost_of

EFFORTS = [0, *(16**exponent for exponent in range(2, 15))]
"""The most sets of candidates to search for a first guess, by level of effort: 0, 256, 4,096, … 16**14.

With 0 a first guess gets the bounds of its bins, which take no search. Each further level has 16 times as many sets as
the one before, so searching anew what an earlier level gave up adds little. The last is more than any search reaches.
"""


@dataclass(frozen=True)
class SearchGuess:
    """The task to search the trees that begin with a guess."""

    first: int
    most_sets: int
    """The most sets of candidates to search."""


class FirstGuessSearcher(Searcher):
    """Searches whole first guesses of a game that the compiled search knows (fastest.can_compile)."""

    result_types: ClassVar[dict[type, type]] = {SearchGuess: Result, FindGoodTree: Result}
    efforts = len(EFFORTS)

    def __init__(self, game: Game, objective: Objective, hard: bool = False, keep: Sequence[int] = ()) -> None:
        """keep: how many guesses are tried at the second attempt, the third, … in the search for good trees."""
        self.game = game
        self.engine = compiled_search(game, objective, hard)
        self.keep = tuple(keep)
        self.searched: set[int] = set()
        """The first guesses that this searcher has searched to the end. The claims of a certificate about these are
        found with what the engine remembers of them (codebreaker.search.certify)."""
        # Its functions are compiled or loaded here, so that processes which are forked later have them.
        self.engine.load()

    def first_bounds(self, proof: Proof) -> dict[int, int]:
        """The lower bounds of all first guesses from their bins, the most promising guess first.

        The proof is offered a good tree of that guess, so that the first limit is low.
        """
        # No other guess is compared with a given one, so its bound need not be worked out.
        bounds = self.engine.bounds() if proof.first is None else {proof.first: 0}
        most_promising = next(iter(bounds))
        tree = self.engine.good_tree(most_promising)
        proof.offer(tree, self._cost_of(tree))
        return bounds

    def batches(self, proof: Proof, level: int) -> Iterator[Iterator[Piece]]:
        """Good trees of the most promising first guesses; then at each level the first guesses that are open."""
        if level == 0:
            most_promising = list(proof.bounds)[:GUESSES_WITH_GOOD_TREES]
            # A search for a good tree does not look at its limit.
            yield ((FindGoodTree(guess, self.keep), 0) for guess in most_promising)

        # These pieces are made one by one, because each result may lower the limit and close other first guesses.
        effort = EFFORTS[level]
        yield ((SearchGuess(guess, effort), proof.limit) for guess in proof.bounds if proof.is_open(guess))

    def run(self, task: SearchGuess | FindGoodTree, limit: int) -> Result:
        """The least cost of a first guess and its tree, if that is below the limit, else a lower bound; or a good tree.

        The work of the result is the number of sets of candidates searched.
        """
        if isinstance(task, FindGoodTree):
            tree = self.engine.good_tree(task.first, task.keep)
            return Result((self._cost_of(tree), tree), at_least=None)

        sets_before = self.engine.searched_sets
        at_least, is_least = self.engine.evaluate(task.first, limit, task.most_sets)
        sets_searched = self.engine.searched_sets - sets_before
        if is_least or at_least >= limit:
            self.searched.add(task.first)
        best = (at_least, self.engine.tree(task.first)) if is_least else None
        return Result(best, at_least, sets_searched)

    def _cost_of(self, tree: Tree) -> int:
        """The cost of a tree of the game."""
        return cost_of(tree, self.game, self.engine.objective)

    def learn(self, proof: Proof, task: SearchGuess | FindGoodTree, result: Result) -> None:
        """Take in a good tree, or what is known of a first guess."""
        proof.searched_sets += result.work
        if result.at_least is not None:
            proof.raise_bound(task.first, result.at_least)

        if result.best is not None:
            cost, tree = result.best
            proof.offer(tree, cost)
            # `reached` has what first guesses cost. A good tree may not be the best one after its first guess.
            if cost == result.at_least:
                proof.reached[task.first] = cost
