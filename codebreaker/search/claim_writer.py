"""Finds the claims of a certificate: those that show that no tree of a game costs less than some number.

A search has found the number, and it does not say why nothing is cheaper. ClaimWriter shows for each guess that it
costs as much. For most guesses the *bound by rank* is enough (codebreaker.rank_bounds). It numbers the candidates of a
bin by rank, from 0. How many of them any tree can solve within one guess, two guesses, … is limited, and the others are
charged for these guesses, so there is a least cost for each rank.

For the other guesses the writer looks for better bounds on the bins of the guess, until these are enough. It first
tries *counting*, which takes the least bound by rank of all next guesses in the bin, and then the search. Each better
bound becomes a claim about a bin. The checker counts too, so a claim that follows from counting needs no other claims.
A cost that the search has found is shown in the same way, guess by guess. docs/proofs.md has the rule and the format.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.certificate import FEWEST_COUNTED, claim_line, claim_lines
from codebreaker.objective import Objective
from codebreaker.rank_bounds import Array, RankBounds, ReplyTable
from codebreaker.symmetry_group import SymmetryGroup

if TYPE_CHECKING:
    from codebreaker.search.bin_searcher import BinSearcher
    from codebreaker.search.compiled.memo import Memo
    from codebreaker.search.compiled.search import CompiledSearch

FEW_GUESSES = 12
"""Up to this many guesses are shown one by one. To look for symmetries among so few takes longer than it saves.

Among more guesses symmetries save claims. The certificate that Mastermind needs 5,625 guesses for all secrets, with at
most seven for each, has 4,116 lines with this number and 4,567 with 200.
"""


@dataclass(frozen=True, eq=False)
class Position:
    """A place in a game: what was guessed and answered, and what follows from it."""

    table: ReplyTable
    """The game."""
    steps: tuple[tuple[int, int], ...]
    """(guess, reply code) of each guess so far."""
    secrets: Array
    """The candidates, ascending."""
    guesses_left: int
    before: "Position | None"
    """The position before the last step; None at the beginning of the game."""

    @cached_property
    def allowed_guesses(self) -> Array:
        """The guesses that may be made, int32, ascending: all of them without hard mode."""
        if self.before is None:
            return np.arange(self.table.guesses, dtype=np.int32)
        allowed_before = self.before.allowed_guesses
        if self.table.allowed_after is None:
            return allowed_before

        guess, code = self.steps[-1]
        is_allowed = self.table.allowed_after(guess, code)
        return np.asarray(allowed_before[is_allowed[allowed_before]])

    def open_bins(self, guess: int) -> "list[Position]":
        """The positions after each reply to the guess that leaves the game open, that of most candidates first."""
        bins = []
        for code, members in self.table.open_bins(guess, self.secrets):
            bins.append(Position(self.table, (*self.steps, (guess, code)), members, self.guesses_left - 1, self))
        bins.sort(key=lambda position: -len(position.secrets))
        return bins

    @cached_property
    def key(self) -> bytes:
        """A digest of the candidates and of how many guesses are left; the candidates themselves may be thousands."""
        candidates = self.guesses_left.to_bytes(8, "little") + self.secrets.tobytes()
        return hashlib.blake2b(candidates, digest_size=16).digest()


def _includes(allowed: Array, position: Position) -> bool:
    """Whether those guesses include all that are allowed in the position."""
    if len(allowed) == position.table.guesses:
        return True
    is_allowed = np.zeros(position.table.guesses, dtype=bool)
    is_allowed[allowed] = True
    return bool(is_allowed[position.allowed_guesses].all())


class ClaimWriter:
    """Finds the claims that show a cost. They stand in the order in which they are found: each after those it needs."""

    def __init__(
        self,
        objective: Objective,
        cost: int,
        symmetries: SymmetryGroup,
        bounds: RankBounds,
        search: "BinSearcher | CompiledSearch",
        engine: "CompiledSearch | None" = None,
    ) -> None:
        """cost: what every tree is to be shown to cost at least.

        symmetries: the identity alone in hard mode, where a symmetry need not map allowed guesses onto allowed ones.
        bounds: those by rank over the replies of the game. search: its methods least_cost_of and known_bound_of say
        what bins cost. engine: compiled code that counts bins; None to count with `bounds`. The engine's bounds must be
        those that a checker finds by counting bins (CompiledSearch.bounds_are_counted).
        """
        table = bounds.table
        self.table = table
        self.symmetries = symmetries
        self._objective = objective
        self._cost = cost
        self._bounds = bounds
        self._search = search
        self._engine = engine
        # An engine keeps a claim by its candidates. In hard mode a claim also depends on which guesses are allowed.
        self._keeper = engine if table.allowed_after is None else None
        """Compiled code that keeps the claims, and finds those that follow from counting; None without it."""
        self._kept: dict[int, Memo] = {}
        """By the guesses left: the claims that the keeper keeps."""
        self._claimed: dict[bytes, list[tuple[int, Array]]] = {}
        """By Position.key, without a keeper: the costs that were claimed, each with the guesses that are allowed."""
        # A large game has more than a million claims, which would take much more memory as tuples.
        self._lines = bytearray()
        """The claims that take_claims has not returned yet, in the form that it returns them."""
        # In the smallest type, because positions keep their candidates, and their keys are made of all these bytes.
        all_secrets = np.arange(table.secrets, dtype=np.min_scalar_type(table.secrets))
        self._root = Position(table, (), all_secrets, objective.attempts, before=None)

    @cached_property
    def _first_bounds(self) -> tuple[Array, Array]:
        """The result of _bounds_by_rank for all first guesses."""
        return self._bounds_by_rank(self._root, self._cost)

    def _bounds_by_rank(self, position: Position, needed: int) -> tuple[Array, Array]:
        """(bounds, costs): the bound by rank of each allowed guess, and the costs by rank after such a guess.

        bounds: int64 (allowed guesses,). costs: int64 (secrets,), what a candidate of rank 0, 1, … in a bin costs at
        least after the guess that leaves the bin. Any bound of `needed` or more will do, so a larger one need not be
        worked out.
        """
        bounds, costs = self._bounds.of_guesses(
            position.secrets, position.allowed_guesses, position.guesses_left - 1, needed
        )
        # These costs include what the guess itself charges.
        return bounds, costs - self._objective.charge

    def guesses_to_show(self, first: int | None) -> tuple[list[int], list[int]]:
        """The first guesses whose bins need claims, and the permutations that map all other first guesses onto these.

        first: the only first guess of the trees, which needs no permutations; None for any.
        """
        if first is not None:
            return [first], []
        guesses, permutations = self._representatives(self._root)
        bounds, _ = self._first_bounds
        return guesses[bounds[guesses] < self._cost].tolist(), permutations

    def show_first_guess(self, guess: int) -> None:
        """Add the claims that show that every tree which begins with the guess costs enough."""
        bounds, costs_by_rank = self._first_bounds
        self._show_guess(self._root, guess, self._cost, int(bounds[guess]), costs_by_rank)

    def show(self, position: Position, cost: int) -> None:
        """Add the claim that the candidates cost at least so much, after the claims that it needs."""
        if self._claimed_cost(position) >= cost:
            return

        guesses = position.allowed_guesses
        bounds, costs_by_rank = self._bounds_by_rank(position, cost)
        needs_claims = bounds < cost
        permutations: list[int] = []
        if np.count_nonzero(needs_claims) > FEW_GUESSES:
            representatives, permutations = self._representatives(position)
            needs_claims &= np.isin(guesses, representatives)

        # Most guesses are shown by claims that follow from counting. These come for all guesses at once where compiled
        # code counts, which takes less time than guess by guess.
        guesses = guesses[needs_claims]
        bounds = bounds[needs_claims]
        is_shown = np.zeros(len(guesses), dtype=bool)
        # After the last guess there is nothing left to count: its bins cost what they do by rank.
        if self._keeper is not None and position.guesses_left > 1:
            # The keeper knows the claims that it returns. A row of `claims` has the guess, the reply code and the cost.
            claims, is_shown = self._keeper.counted_claims(
                self._kept, position.secrets, guesses, position.guesses_left - 1, cost - bounds, costs_by_rank
            )
            self._lines += claim_lines(claims.tolist(), position.steps).encode("ascii")

        # The others are shown one by one, by a search of bins where counting is not enough.
        for guess, bound in zip(guesses[~is_shown].tolist(), bounds[~is_shown].tolist(), strict=True):
            self._show_guess(position, guess, cost, bound, costs_by_rank)
        self._claim(position, cost, permutations)

    def take_claims(self) -> bytes:
        """The claims that were added since the last call: lines as of claim_line."""
        claims = bytes(self._lines)
        self._lines.clear()
        return claims

    def _show_guess(self, position: Position, guess: int, cost: int, bound: int, costs_by_rank: Array) -> None:
        """Add claims about the bins of a guess until they show that it costs so much.

        bound, costs_by_rank: those of _bounds_by_rank for the guess.
        """
        bins = position.open_bins(guess)

        # What is known of the bins without a new claim.
        bin_costs_by_rank = self._bin_costs_by_rank(bins, costs_by_rank)
        known_costs = []
        for bin_position, cost_by_rank in zip(bins, bin_costs_by_rank, strict=True):
            known_costs.append(max(cost_by_rank, self._claimed_cost(bin_position)))

        # In `bound` each bin has its cost by rank. What is known beyond that raises the bound.
        raised_bound = bound + sum(known_costs) - sum(bin_costs_by_rank)
        missing = cost - raised_bound
        # After the last guess this is always so: what bins cost by rank is then their cost.
        if missing <= 0:
            return

        # A claim that follows from counting bins needs no other claims, so counting comes before the search. It gains
        # most from large bins, and these are the first.
        order = range(len(bins))
        counted_costs, missing = _raise_costs(bins, order, known_costs, missing, self._cost_by_counting)

        # The proof began with the smallest bins and stopped when those cost enough, so these bins are the likeliest to
        # be remembered, and to be enough here too. Only where nothing but misses costs, the largest bin stays the
        # first: one miss is mostly enough, and it is the likeliest to have it.
        if self._objective.charge > 0:
            order = order[::-1]
        # What the search remembers comes before a new search, because it takes no time.
        costs, missing = _raise_costs(bins, order, counted_costs, missing, self._cost_in_memory)
        costs, missing = _raise_costs(bins, order, costs, missing, self._cost_by_search)
        if missing > 0:
            raise AssertionError("the search says that a guess costs less than the cost that is to be shown")

        # Each bin whose cost was raised gets a claim. If the search raised it, `show` first adds the claims that it
        # needs; if counting did, it needs none.
        for number in order:
            if costs[number] > counted_costs[number]:
                self.show(bins[number], costs[number])
            elif costs[number] > known_costs[number]:
                self._claim(bins[number], costs[number], [])

    def _claim(self, position: Position, cost: int, permutations: list[int]) -> None:
        """Add a claim that follows from those before it. Its cost is more than any that was claimed of the position."""
        self._lines += claim_line(cost, position.steps, permutations).encode("ascii")
        if self._keeper is not None:
            self._keeper.add_claim(self._kept, position.secrets, position.guesses_left, cost)
        else:
            self._claimed.setdefault(position.key, []).append((cost, position.allowed_guesses))

    def _claimed_cost(self, position: Position) -> int:
        """The largest cost that was claimed of the candidates where at least these guesses are allowed; 0 for none."""
        if self._keeper is not None:
            return self._keeper.claimed_cost(self._kept, position.secrets, position.guesses_left)

        best = 0
        for cost, allowed in self._claimed.get(position.key, ()):
            if cost > best and _includes(allowed, position):
                best = cost
        return best

    def _bin_costs_by_rank(self, bins: list[Position], costs: Array) -> list[int]:
        """The least that each bin costs by the ranks of its candidates; costs: that of a candidate of rank 0, 1, …."""
        weights = self.table.weights
        if weights is None:
            sums = np.cumsum(costs)
            return [int(sums[len(bin_position.secrets) - 1]) for bin_position in bins]

        # A bin costs least if its heaviest candidates are solved first, so this order gives a lower bound.
        heaviest_first = [np.sort(weights[bin_position.secrets])[::-1] for bin_position in bins]
        return [int(costs[: len(sorted_weights)] @ sorted_weights) for sorted_weights in heaviest_first]

    def _cost_by_counting(self, position: Position, needed: int) -> int:
        """A lower bound on the cost that follows from counting the bins of every guess; 0 where that gains nothing."""
        # The cost by rank, which is known already, is nearly always exact for so few.
        if len(position.secrets) < FEWEST_COUNTED:
            return 0
        if self._engine is not None:
            return self._engine.bound_by_counting(position.secrets, position.guesses_left, position.allowed_guesses)

        bounds, _ = self._bounds_by_rank(position, needed)
        return int(bounds.min())

    def _cost_in_memory(self, position: Position, _needed: int) -> int:
        """A lower bound on the cost that the search remembers, or finds with little work; 0 for none."""
        return self._search.known_bound_of(position.secrets, position.guesses_left, position.allowed_guesses)

    def _cost_by_search(self, position: Position, needed: int) -> int:
        """The least cost of the candidates if it is below `needed`, else a lower bound of at least `needed`."""
        return self._search.least_cost_of(position.secrets, position.guesses_left, needed, position.allowed_guesses)

    def _representatives(self, position: Position) -> tuple[Array, list[int]]:
        """The first guess of each class of allowed guesses, ascending, and the permutations that make the classes.

        They map the candidates onto themselves, and the guesses of a class onto each other.
        """
        permutations, first_of_class = self.symmetries.classes(position.secrets)
        is_first = first_of_class[position.allowed_guesses] == position.allowed_guesses
        return position.allowed_guesses[is_first], permutations


def _raise_costs(
    bins: list[Position], order: range, costs: list[int], missing: int, cost_of: Callable[[Position, int], int]
) -> tuple[list[int], int]:
    """The costs of the bins, raised one by one until their sum has grown by `missing`, and what is still missing then.

    order: the numbers of the bins in the order in which they are raised. cost_of(position, needed): a lower bound on
    the cost of a bin; more than `needed` is of no use. With costs [5, 3] and 4 missing, bounds of 8 and 9 make [8, 4],
    and 0 is missing.
    """
    raised = list(costs)
    for number in order:
        if missing == 0:
            break
        needed = costs[number] + missing
        bound = min(cost_of(bins[number], needed), needed)
        raised[number] = max(bound, costs[number])
        missing -= raised[number] - costs[number]
    return raised, missing
