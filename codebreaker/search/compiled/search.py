"""CompiledSearch: the compiled search as Python calls it, for costs of first guesses and of sets, and for trees.

Its public methods take and return secrets of the game. Compiled code numbers the secrets from the heaviest to the
lightest (heaviest_first). The private methods call it, so they do too.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from codebreaker.game import Game
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.compiled.compiled_game import (
    CompiledGame,
    compiled_game,
    heaviest_first,
    int32_guess,
    still_allowed,
)
from codebreaker.search.compiled.compiler import COMPILATION
from codebreaker.search.compiled.counted_claims import claimed_cost, counted_claims, store_claim
from codebreaker.search.compiled.guess_bounds import gains_of, sums_by_rank
from codebreaker.search.compiled.least_cost import least_cost
from codebreaker.search.compiled.lower_bounds import NONE, bound_by_counting, bounded_bins, known_cost
from codebreaker.search.compiled.memo import ENTRIES, MEMBERS, Memo, new_memo
from codebreaker.search.compiled.part_counts import count_parts
from codebreaker.search.compiled.partitions import bin_members, partition_replies
from codebreaker.tree import Tree

Result = TypeVar("Result")
NextGuess = Callable[[Array, Array, int], int]
"""next_guess(secrets, allowed, guesses_left): the guess to make over those candidates; NONE to give up."""


class CompiledSearch:
    """The exact search over one game, in which each secret is won by one guess (fastest.can_compile).

    What it learns of sets of candidates is kept from call to call.
    """

    def __init__(self, game: Game, objective: Objective, hard: bool = False, least_costs: Array | None = None) -> None:
        """objective: of at least 2 attempts. hard: only for words; every guess must use what the replies have shown.

        least_costs: int64 [open bins, guesses left, size], lower bounds on the cost of a set of that size where no
        guess leaves more bins open (see CompiledGame). They are for games with few replies, where they are higher than
        those from counting bins: see codebreaker.search.fastest.
        """
        self.game = game
        self.objective = objective
        self._hard = hard
        self._least_costs = least_costs
        self._all_secrets: Array = np.arange(len(game.secrets), dtype=np.int32)
        self._all_guesses: Array = np.arange(len(game.guesses), dtype=np.int32)
        self._full_width = np.array([len(game.guesses)])
        """The `width` of least_cost with which it tries every guess, however many guesses are left."""

    @cached_property
    def _arrays(self) -> CompiledGame:
        """The game in arrays; they are made when the first search needs them."""
        return compiled_game(self.game, self.objective, self._hard, self._least_costs)

    @cached_property
    def _number_of(self) -> Array:
        """int32 (secrets,): the number that each secret of the game has in compiled code."""
        return np.argsort(heaviest_first(self.game)).astype(np.int32)

    @cached_property
    def _memo(self) -> Memo:
        """Costs and bounds of sets of candidates, kept from call to call; and counters, each an array of one number."""
        return new_memo(len(self._all_secrets), len(self._all_guesses))

    def _members(self, secrets: Array) -> Array:
        """Those secrets of the game as compiled code takes them: their numbers, int32, ascending."""
        return np.sort(self._number_of[secrets])

    def _guesses(self, allowed: Array | None) -> Array:
        """Those guesses as compiled code takes them: int32; None for all."""
        return self._all_guesses if allowed is None else allowed.astype(np.int32)

    # How much is searched, and how it is stopped

    @property
    def searched_sets(self) -> int:
        """How many sets of candidates have been searched so far; a set that is searched twice counts twice.

        The figures of a proof call them nodes.
        """
        return int(self._memo.searched[0])

    @property
    def is_over(self) -> bool:
        """Whether the last search ended because it was allowed no more sets."""
        return bool(self._memo.searched[0] >= self._memo.most_searched[0])

    def _allow_sets(self, count: int) -> None:
        """Let the next search end when it has searched the guesses of that many sets."""
        self._memo.most_searched[0] = min(self.searched_sets + count, INFINITY)

    def _interruptible(self, search: Callable[..., Result], *arguments: Any) -> Result:
        """The result of a search, which runs in a thread: compiled code in the main thread would not hear Ctrl-C.

        A search that returns Bins has to run here for another reason: numba asks Python for the class of a NamedTuple
        that it returns. If Ctrl-C raised KeyboardInterrupt just then, numba would go on without the class and crash.
        Python delivers signals to the main thread only.
        """
        with ThreadPoolExecutor(1) as thread:
            try:
                return thread.submit(search, *arguments).result()
            except BaseException:
                # Ends the search, or the compilation before it.
                self._memo.most_searched[0] = 0
                with COMPILATION.stopped():
                    thread.shutdown()
                raise

    def load(self) -> None:
        """Compile or load the functions, so that processes that are forked later have them."""
        # numba compiles a function with all that it calls. These two searches end at once: one secret costs nothing,
        # and no cost is below a limit of 0.
        self._interruptible(self._least, self._all_secrets[:1], self._all_guesses, self.objective.attempts, 0, INFINITY)
        self._interruptible(self._evaluate, 0, 0)

    def load_counting(self) -> None:
        """Compile or load the functions that count bins for a certificate, so that Ctrl-C meets none that compiles.

        Without this the first call of them would compile, and numba answers Ctrl-C with an error of its own there.
        """
        self._interruptible(self._count_once)

    def _count_once(self) -> None:
        """Call all functions that count bins; only the types of the arguments matter."""
        secrets = self._all_secrets[:1]
        guesses = self._all_guesses
        one_number = np.zeros(1, dtype=np.int64)
        self.bound_by_counting(secrets, 1, guesses)
        self.known_bound_of(secrets, 1)
        if not self._hard:
            claims: dict[int, Memo] = {}
            self.counted_claims(claims, secrets, guesses[:1], 1, missing=one_number, costs_by_rank=one_number)
            self.add_claim(claims, secrets, 1, 0)
            self.claimed_cost(claims, secrets, 1)
        if not len(self._arrays.weights):
            self.count_parts(secrets, guesses)
            self.sums_by_rank(secrets, guesses, costs_by_rank=one_number)

    # First guesses

    def bounds(self) -> dict[int, int]:
        """A lower bound on the cost of each first guess, the most promising first."""
        game = self.game
        # Lemma 3 of docs/proofs.md: each secret is charged twice, less what the guess gains.
        gains = gains_of(self._arrays, self._all_secrets, self._all_guesses).astype(np.int64)
        costs = self.objective.charge * (2 * game.total_weight - gains)
        # Small bins promise most; of guesses with equal sums those come first that can win.
        order = np.lexsort((game.secret_of < 0, self._sums_of_squares()))
        return {int(guess): int(costs[guess]) for guess in order}

    def _sums_of_squares(self) -> Array:
        """int64 (guesses,): the sum of the squares of the sizes of each guess's bins, or of their weights."""
        game = self.game
        weights = None if game.weights is None else game.weights[heaviest_first(game)]
        sums = []
        for replies in self._arrays.by_guess:
            sizes = np.bincount(replies, weights, minlength=self._arrays.codes).astype(np.int64)
            sums.append((sizes * sizes).sum())
        return np.array(sums)

    def evaluate(self, first: int, limit: int = INFINITY, most: int = INFINITY) -> tuple[int, bool]:
        """(cost, True) with the least cost of a first guess if it is below the limit; else (lower bound, False).

        The bound is at least the limit, unless the search ends because it has searched `most` sets.
        """
        self._allow_sets(most)
        return self._interruptible(self._evaluate, first, limit)

    def _evaluate(self, first: int, limit: int) -> tuple[int, bool]:
        """The result of `evaluate`."""
        attempts = self.objective.attempts
        typed_first = int32_guess(first)
        # The cost begins as a lower bound: what the guess charges, and the bounds of its bins. These give way to the
        # least costs of the bins one by one.
        bins, cost = bounded_bins(
            self._arrays, self._memo, typed_first, self._all_secrets, self._all_guesses, attempts, limit
        )

        # The last bin is the smallest. It is searched first, because that takes the least time and may show that the
        # limit is reached.
        for number in reversed(range(len(bins.codes))):
            if cost >= limit or self.is_over:
                break
            if bins.is_exact[number]:
                continue
            allowed = still_allowed(self._arrays, self._all_guesses, typed_first, bins.codes[number])
            bound = int(bins.bounds[number])
            cost_of_others = cost - bound
            limit_of_bin = limit - cost_of_others
            cost_of_bin, _ = self._least(bin_members(bins, number), allowed, attempts - 1, bound, limit_of_bin)
            cost = cost_of_others + cost_of_bin

        is_least = bool(cost < limit and not self.is_over)
        return int(cost), is_least

    def tree(self, first: int) -> Tree:
        """The optimal tree that begins with a first guess."""
        self._allow_sets(INFINITY)
        return self._tree(first, self._all_secrets, self.objective.attempts, self._optimal_guess)

    def good_tree(self, first: int, keep: Sequence[int] = ()) -> Tree:
        """A tree that begins with a first guess and has, at each later node, the best of the most promising guesses.

        It need not be optimal. keep: how many guesses are tried at the second attempt, the third, …, for sets of more
        than least_cost.EXACT candidates. At the attempts after these one is tried.
        """
        self._allow_sets(INFINITY)
        attempts = self.objective.attempts
        # least_cost takes the number of tries by the guesses left, which are attempts - 1 at the second attempt.
        width = np.ones(attempts + 1, dtype=np.int64)
        for index, count in enumerate(keep[: attempts - 1]):
            width[attempts - 1 - index] = count

        # Costs of good trees may not be optimal, so they are kept apart.
        width_memo = self._small_memo()

        limits = [INFINITY]
        if self._hard and self._arrays.miss:
            # In hard mode few trees miss no secret. The first limit is the cost of a miss, so that no time is spent on
            # trees that miss some, unless all trees of the guesses that are tried do.
            limits = [self._arrays.miss, INFINITY]

        def good_guess(secrets: Array, allowed: Array, guesses_left: int) -> int:
            """The next guess of the tree; NONE if the search was ended."""
            guess = NONE
            for limit in limits:
                _, guess = least_cost(
                    self._arrays, self._memo, width_memo, width, secrets, allowed, guesses_left, limit
                )
                if guess != NONE:
                    break
            return int(guess)

        return self._tree(first, self._all_secrets, attempts, good_guess)

    # Sets of candidates

    def cheaper_tree(
        self, secrets: Array, guesses_left: int, limit: int, budget: int
    ) -> tuple[tuple[int, Tree] | None, int]:
        """(result, remaining): the least cost of those secrets with that many guesses left, and a tree of that cost.

        The result is None if no tree costs less than the limit, or if the budget is not enough. budget: the replies
        (guesses x candidates) that may be worked out. remaining: what is left of it, less than 0 if it is not enough.
        """
        members = self._members(secrets)
        # Compiled code counts the sets that it searches and not their sizes. So each is taken to be as large as this
        # one, which contains it.
        replies = len(members) * len(self._all_guesses)
        searched_before = self.searched_sets
        # A search is over when it reaches the allowed number of sets, so that is one more than the budget pays for.
        self._allow_sets(budget // replies + 1)
        cost, guess = self._interruptible(self._least, members, self._all_guesses, guesses_left, 0, limit)
        if self.is_over:
            return None, -1

        remaining = budget - replies * (self.searched_sets - searched_before)
        if guess == NONE or cost >= limit:
            return None, remaining

        self._allow_sets(INFINITY)
        tree = self._tree(guess, members, guesses_left, self._optimal_guess)
        return (cost, tree), remaining

    def least_cost_of(self, secrets: Array, guesses_left: int, needed: int, allowed: Array | None = None) -> int:
        """The least cost of those secrets (indices) with that many guesses left, if it is below what is needed.

        Otherwise a lower bound of at least that much. allowed: the guesses that may be made, ascending; None for all.
        Ctrl-C is heard when the search of this set has ended.
        """
        # Not in a thread: to start one takes 0.1 ms, and a certificate asks about many small sets.
        self._allow_sets(INFINITY)
        cost, _ = self._least(self._members(secrets), self._guesses(allowed), guesses_left, 0, needed)
        return cost

    def known_bound_of(self, secrets: Array, guesses_left: int, allowed: Array | None = None) -> int:
        """A lower bound on the cost of those secrets as the memo has it, from a search or from counting; 0 for none.

        The arguments are those of least_cost_of.
        """
        bound, _ = known_cost(self._memo, self._members(secrets), self._guesses(allowed), guesses_left)
        return max(0, int(bound))

    @property
    def bounds_are_counted(self) -> bool:
        """Whether bound_by_counting follows from counting bins alone, which a certificate can show.

        With least_costs it follows from that table too, which a certificate cannot show.
        """
        return self._least_costs is None

    def bound_by_counting(self, secrets: Array, guesses_left: int, allowed: Array) -> int:
        """The lower bound on the cost of those secrets that follows from counting the bins of all allowed guesses.

        It is 0 where the memo has what a search found of these secrets, and no longer what counting did. They are not
        counted again then: `least_cost_of` returns what the search has found.
        """
        members = self._members(secrets)
        return int(bound_by_counting(self._arrays, self._memo, members, self._guesses(allowed), guesses_left))

    def count_parts(self, secrets: Array, guesses: Array) -> Array:
        """Into how many bins each of the guesses (indices, ascending) splits those secrets: int64 (guesses,).

        Only for games without weights. A bin that is won counts too.
        """
        parts = count_parts(self._arrays, self._members(secrets), self._guesses(guesses))
        return np.asarray(parts.astype(np.int64))

    def sums_by_rank(self, secrets: Array, guesses: Array, costs_by_rank: Array) -> Array:
        """The sum of costs over the secrets that each guess leaves open: int64 (guesses,).

        Only for games without weights. costs_by_rank: int64, what the secret of rank 0, 1, … in its bin costs.
        """
        sums = sums_by_rank(self._arrays, self._members(secrets), self._guesses(guesses), costs_by_rank)
        return np.asarray(sums)

    # The claims of a certificate. The writer of a certificate keeps them in a dict, at first {}, with a memo for each
    # number of guesses left. One memo for all would not do: to a memo, a set of three secrets is the same with three
    # guesses left and with four. To the checker of a certificate a claim is about one number of guesses left.

    def _claimed_with(self, guesses_left: int, claims: dict[int, Memo]) -> Memo:
        """The claims with that many guesses left."""
        if guesses_left not in claims:
            # Few sets are claimed twice, so it does little harm if a large game has more claims than that.
            claims[guesses_left] = self._small_memo()
        return claims[guesses_left]

    def _small_memo(self) -> Memo:
        """A memo of an eighth of the usual size: it takes time to fill the room of a memo for the first time."""
        return new_memo(len(self._all_secrets), len(self._all_guesses), ENTRIES // 8, MEMBERS // 8)

    def counted_claims(
        self,
        claims: dict[int, Memo],
        secrets: Array,
        guesses: Array,
        guesses_left: int,
        missing: Array,
        costs_by_rank: Array,
    ) -> tuple[Array, Array]:
        """The result of the compiled function counted_claims; guesses_left: after these guesses, 1 at least."""
        result: tuple[Array, Array] = counted_claims(
            self._arrays,
            self._memo,
            self._claimed_with(guesses_left, claims),
            self._members(secrets),
            self._guesses(guesses),
            self._all_guesses,
            guesses_left,
            missing,
            costs_by_rank,
        )
        return result

    def claimed_cost(self, claims: dict[int, Memo], secrets: Array, guesses_left: int) -> int:
        """The cost that was claimed of those secrets; 0 for none."""
        claimed = self._claimed_with(guesses_left, claims)
        return int(claimed_cost(claimed, self._members(secrets), self._all_guesses, guesses_left))

    def add_claim(self, claims: dict[int, Memo], secrets: Array, guesses_left: int, cost: int) -> None:
        """Add a claim about those secrets."""
        claimed = self._claimed_with(guesses_left, claims)
        store_claim(claimed, self._members(secrets), self._all_guesses, guesses_left, cost)

    # Steps of the searches above

    def _least(self, members: Array, allowed: Array, guesses_left: int, bound: int, limit: int) -> tuple[int, int]:
        """The (cost, guess) of least_cost when every allowed guess is tried; bound: a lower bound on the cost.

        A low limit rules out most guesses, so the search tries limits just above the bound: with a bound of 10
        and charges of 1 these are 11, 13, 17, … until the cost is below one of them, or the limit is reached. Each
        search that fails raises the bound.
        """
        arrays = self._arrays
        memo = self._memo
        # Costs are sums of charges, each times the weight of a secret, so they differ by about as much.
        step = max(1, self.objective.charge)
        if len(arrays.weights):
            step *= max(1, int(arrays.weights[members].mean()))

        while True:
            low_limit = min(limit, bound + step)
            # No guess is left out, so all results belong in the same memo.
            cost, guess = least_cost(arrays, memo, memo, self._full_width, members, allowed, guesses_left, low_limit)
            if self.is_over:
                return bound, NONE
            if cost < low_limit or low_limit == limit:
                return int(cost), int(guess)
            bound = max(bound, int(cost))
            step = 2 * step

    def _optimal_guess(self, members: Array, allowed: Array, guesses_left: int) -> int:
        """The guess that an optimal tree of those secrets begins with; NONE if Ctrl-C ends the search before."""
        # Every tree has at least this cost: the guess solves one secret at most, the heaviest, and charges all others.
        # The compiled lower_bounds.at_once has the same bound, but to load it takes longer than this.
        weights = self._arrays.weights
        charged_weight = weights[members[1:]].sum() if len(weights) else len(members) - 1
        bound = self._arrays.charge * int(charged_weight)
        _, guess = self._least(members, allowed, guesses_left, bound, INFINITY)
        return guess

    def _tree(self, guess: int, members: Array, guesses_left: int, next_guess: NextGuess) -> Tree:
        """The tree that begins with a guess, over secrets where all guesses are allowed; next_guess makes the others.

        If Ctrl-C ends a search, tree_of gives up, and this raises KeyboardInterrupt.
        """
        return self._interruptible(tree_of, self._arrays, guess, members, self._all_guesses, guesses_left, next_guess)


def tree_of(
    game: CompiledGame, guess: int, secrets: Array, allowed: Array, guesses_left: int, next_guess: NextGuess
) -> Tree:
    """The tree over those secrets that begins with the guess and goes on as next_guess says.

    secrets and allowed guesses: int32, ascending. guesses_left: guesses left before this one, at least 1.
    InterruptedError if next_guess gives up.
    """
    typed_guess = int32_guess(guess)
    bins = partition_replies(game, typed_guess, secrets)
    # The guess wins against the secret that is in none of these bins, if there is one.
    still_open = len(bins.members)
    hit = len(secrets) - still_open
    if guesses_left == 1:
        return Tree(guess, hit, missed=still_open, branches=())

    branches = {}
    # Codes in a compiled game may be numbers of those that occur (game.code_of); the tree has those of the game.
    for number, compiled_code in enumerate(bins.codes):
        members = bin_members(bins, number)
        remaining = still_allowed(game, allowed, typed_guess, compiled_code)
        following = next_guess(members, remaining, guesses_left - 1)
        if following == NONE:
            raise InterruptedError
        reply_code = int(game.code_of[compiled_code])
        branches[reply_code] = tree_of(game, following, members, remaining, guesses_left - 1, next_guess)
    return Tree(guess, hit, missed=0, branches=tuple(sorted(branches.items())))
