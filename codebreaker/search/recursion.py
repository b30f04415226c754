"""The search for the tree of least cost, for any game: one recursion.

With k guesses left the candidates S cost V(S, k): the least, over all guesses, of what the guess charges and the sum of
V(B, k - 1) over its bins B that stay open (codebreaker.objective). `better` computes V(S, k), `evaluate` the cost of
one guess, and they call each other.

A subclass decides which guesses are looked at and in which order (`rank`), and how high the lower bound on the cost of
a set of secrets is (`lower_bound`):

- codebreaker.search.beam keeps the few most promising guesses and finds good trees of large games;
- codebreaker.search.exact leaves a guess out only where a bound proves that it cannot be better.

A *plain* game has no special rule: a guess wins against one secret at most, each secret counts once, and a win ends the
game. In a game *to identify* a secret is solved as soon as it is the only candidate; no guess wins there.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from codebreaker.candidates import hit_weights, separating_candidate, settle
from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.bounds_by_size import Branching, least_by_size, least_by_splitting, weight_of_lightest
from codebreaker.tree import Tree

CostAndTree = tuple[int, Tree]
"""A cost, and a tree of that cost."""
Key = tuple[int, bytes]
"""What a result is stored under: the guesses left, and the bytes of the secret indices.

In hard mode a hash of the allowed guesses follows the bytes.
"""

MOST_GUESSES_OF_SEARCHED_TREES = 120
"""Trees in which some game has more guesses are not searched.

A search makes seven calls within calls for each guess, and Python allows 1,000 by default. Only games in which every
guess tells of very few secrets have such trees.
"""


class Recursion(ABC):
    """The recursion with its cache; a subclass says which guesses are looked at.

    Methods with a `limit` look for trees that cost less than it; INFINITY asks for the best tree whatever it costs.
    Sets of secrets are arrays of ascending indices, and are not empty. All are of one integer type, because results are
    stored under their bytes.
    """

    def __init__(self, game: Game, objective: Objective) -> None:
        """game, objective: what is searched, and what its trees cost."""
        self.game = game
        self.objective = objective
        # A guess has a bin for each reply code at most. Branching bounds how many of these stay open: open_bins for any
        # guess, after_hit for one that can win. The bin of the winning code never stays open, so both are codes - 1. In
        # a game to identify no guess can win.
        if game.most_hits:
            most_open = game.codes - 1
            self._branching = Branching(open_bins=most_open, after_hit=most_open, hits=game.most_hits)
        else:
            self._branching = Branching(open_bins=game.codes, after_hit=0, hits=0)
        self._tables: dict[tuple[int, Branching], Array] = {}
        """The tables of table_by_splitting, by its arguments."""
        self._solved: dict[Key, CostAndTree] = {}
        self._bounds: dict[Key, int] = {}
        """Lower bounds that are higher than those of `bound_by_size`.

        They hold for the trees that `rank` lets the search look at. In a beam, which leaves guesses out, another tree
        may cost less.
        """

    @abstractmethod
    def rank(self, secrets: Array, guesses_left: int, limit: int) -> tuple[Array, Array]:
        """(guesses, bounds): the guesses over those secrets whose costs may be below the limit, in order of evaluation.

        Both are int64 arrays of one length. The bounds are lower bounds on the costs, none smaller than the one before.
        """

    def bounds_of_bins(self, bins: Sequence[Array], guesses_left: int, limit: int) -> list[int] | None:
        """A lower bound on the cost of each bin with that many guesses left; None if their sum is at least the limit.

        All bins get a bound for which no replies are worked out. Then one bin after the other gets a higher one, until
        the sum reaches the limit.
        """
        bounds = [self.bound_by_size(members, guesses_left) for members in bins]
        if limit >= INFINITY:
            # No sum is too high, so higher bounds would rule nothing out.
            return bounds

        total = sum(bounds)
        for index, members in enumerate(bins):
            if total >= limit:
                return None
            # In a plain game the first bound of one secret or two is already their cost.
            if len(members) > 2 or not self.game.plain:
                bound = self.lower_bound(members, guesses_left)
                total += bound - bounds[index]
                bounds[index] = bound
        return bounds if total < limit else None

    def lower_bound(self, secrets: Array, guesses_left: int, key: Key | None = None) -> int:
        """The highest lower bound known on the cost of those secrets.

        key: the result of `key` for them. bounds_of_bins has none: in hard mode it depends on the guesses that are
        allowed in a bin, which are worked out only when the bin is searched. Then no bound stored in hard mode is used.
        """
        bound = self._bounds.get(key or (guesses_left, secrets.tobytes()))
        return self.bound_by_size(secrets, guesses_left) if bound is None else bound

    def bound_by_size(self, secrets: Array, guesses_left: int) -> int:
        """A lower bound on the cost of those secrets for which no replies are worked out.

        It follows from their number and, where there are weights, from these.
        """
        weights = weight_of_lightest(self.game, secrets)
        if weights is None:
            # Without weights one table serves sets of every size.
            table = self.table_by_splitting(guesses_left, self._branching)
        else:
            table = least_by_size(self.objective, guesses_left, len(secrets), self._branching, weights)
        return int(table[len(secrets)])

    def table_by_splitting(self, guesses_left: int, branching: Branching) -> Array:
        """The result of least_by_splitting for sets of up to all secrets; each table is computed once."""
        key = (guesses_left, branching)
        if key not in self._tables:
            self._tables[key] = least_by_splitting(self.objective, guesses_left, len(self.game.secrets), branching)
        return self._tables[key]

    def key(self, secrets: Array, guesses_left: int) -> Key:
        """The key under which the result for those secrets is stored."""
        return guesses_left, secrets.tobytes()

    def after(self, guess: int, code: int, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The result of `better` for the secrets that give this reply code to the guess.

        A subclass uses guess and reply where they restrict the guesses that follow.
        """
        return self.better(secrets, guesses_left, limit)

    def best(self, secrets: Array, guesses_left: int) -> CostAndTree:
        """The least cost found for those secrets, and its tree."""
        result = self.better(secrets, guesses_left, INFINITY)
        assert result is not None
        return result

    def better(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The least cost found and its tree; None if no tree is found that costs less than the limit.

        Results that are in the cache or need no search are returned even if they cost as much as the limit or more.
        """
        if len(secrets) == 1 or guesses_left == 1:
            return self._last(secrets, guesses_left)
        key = self.key(secrets, guesses_left)
        if key in self._solved:
            return self._solved[key]
        if limit < INFINITY and self.lower_bound(secrets, guesses_left, key) >= limit:
            return None

        result = self._solve(secrets, guesses_left, limit)
        if result is None:
            self._bounds[key] = limit
        else:
            self._solved[key] = result
        return result

    def _solve(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The result of `better` for secrets whose result or bound is not kept yet."""
        # In a plain game no tree costs less than that of a candidate which tells all the others apart.
        separating = separating_candidate(self.game, secrets) if self.game.plain else None
        if separating is not None:
            return self.evaluate(separating, secrets, guesses_left)
        return self._over_guesses(secrets, guesses_left, limit)

    def _last(self, secrets: Array, guesses_left: int) -> CostAndTree:
        """The cost and tree of the guess that solves most, for one secret or the last guess; all others are missed."""
        game = self.game
        size = len(secrets)
        wins_one_secret = game.plain or (size == 1 and not game.identify)
        if wins_one_secret:
            # No guess wins more than one of these secrets, so a guess that wins the first is as good as any.
            guess = int(game.guess_of[secrets[0]])
            won = secrets[:1]
        else:
            guess = int(self._weights_won(secrets).argmax())
            won, _ = settle(game, guess, secrets)
        cost = self.objective.open_charge(guesses_left) * (game.weight(secrets) - game.weight(won))
        return cost, Tree(guess, hit=len(won), missed=size - len(won), branches=())

    def _weights_won(self, secrets: Array) -> Array:
        """The weight of the secrets that each guess solves: it wins or, in a game to identify, leaves one alone.

        int64 (guesses,).
        """
        game = self.game
        if not game.identify:
            return hit_weights(game, secrets)
        if game.weights is not None:
            # Sums over bins know the sizes of bins only, so each guess is looked at by itself.
            weights = []
            for guess in range(len(game.guesses)):
                won, _ = settle(game, guess, secrets)
                weights.append(game.weight(won))
            return np.array(weights)

        # Without weights that is the number of bins of one secret, which is found for all guesses at once: `totals`
        # adds up, over the bins of each guess, the entry of the table for the size of the bin.
        one_for_a_single_secret = np.zeros(len(secrets) + 1, dtype=np.int64)
        one_for_a_single_secret[1] = 1
        return game.totals(game.terms(secrets), game.features, one_for_a_single_secret, game.codes)

    def _over_guesses(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """The best of the guesses that are looked at; None if none costs less than the limit."""
        best: CostAndTree | None = None
        guesses, bounds = self.rank(secrets, guesses_left, limit)
        for guess, bound in zip(guesses.tolist(), bounds.tolist(), strict=True):
            if bound >= limit:
                break
            result = self.evaluate(guess, secrets, guesses_left, limit)
            if result is not None:
                best = result
                limit = result[0]
        return best

    def evaluate(self, guess: int, secrets: Array, guesses_left: int, limit: int = INFINITY) -> CostAndTree | None:
        """The cost of a guess and its tree; None as soon as the cost cannot be less than the limit.

        guesses_left: with this guess, at least two; _last has the tree of the last guess. With a limit the result is
        also None for a guess that splits nothing, because its tree without this guess costs no more. With INFINITY
        every guess has a cost.
        """
        game = self.game
        # The secrets for which the guess ends the game, and the code and the secrets of each bin where it goes on, the
        # largest bin first.
        won, open_bins = settle(game, guess, secrets)
        splits_nothing = bool(open_bins) and len(open_bins[0][1]) == len(secrets)
        if limit < INFINITY and splits_nothing:
            return None

        charged = self.objective.open_charge(guesses_left) * (game.weight(secrets) - game.weight(won))
        bins = [members for _, members in open_bins]
        bounds = self.bounds_of_bins(bins, guesses_left - 1, _limit_without(limit, charged))
        if bounds is None:
            return None

        # A lower bound on the cost of the guess. Bin by bin, the bound of the bin is replaced by its cost.
        cost = charged + sum(bounds)
        branches: dict[int, Tree] = {}
        for (code, members), bound in zip(open_bins, bounds, strict=True):
            cost_of_others = cost - bound
            result = self.after(guess, code, members, guesses_left - 1, _limit_without(limit, cost_of_others))
            if result is None:
                return None
            cost = cost_of_others + result[0]
            branches[code] = result[1]
            if cost >= limit:
                return None
        # Another guess follows, so no secret is missed at this one.
        return cost, Tree(guess, hit=len(won), missed=0, branches=tuple(sorted(branches.items())))


def _limit_without(limit: int, cost: int) -> int:
    """The most that a part may cost below the limit if all other parts have that cost; INFINITY stays as it is."""
    return limit if limit >= INFINITY else limit - cost
