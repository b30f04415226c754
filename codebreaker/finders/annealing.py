"""Finders that draw arrangements which fit all tries, by simulated annealing: many chains at once, in numpy.

The finders differ in what they do where a round of annealing draws none.

A chain holds an order of all 2n colours; the first n are its code. Its cost says how far the code is from fitting: if
the code were the secret, the replies to the tries would differ from the real ones by that many pegs. A step exchanges
two colours, one of them in a hole, and is taken by the rule of Metropolis et al. (J. Chemical Physics 21, 1953) at a
temperature that falls; a round is one such fall. A code of cost 0 fits. Chains are independent, so the codes found are
a fair sample.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec

import numpy as np
from numpy.random import Generator

from codebreaker.finders.arrangements import Code, Finder, Try, as_code, best_split, random_code
from codebreaker.finders.existence import MOST_ENUMERATED, check_existence, fitting_code
from codebreaker.replies import Array
from lingo_common.errors import missing_extra

_STEPS = 4000
"""The most steps of each chain in a round; that many take 1.5 s for 16 holes and 20 tries."""
_ROUNDS = 4
"""The most rounds for a guess, each twice as long as the one before; after them a code that nearly fits is played."""

_CHAINS = 300
"""Chains that take each step together, in one call of numpy for all.

Thirty games of 12 holes took 2.1 s each and 14.9 guesses in the mean; with 1,000 chains it was 3.5 s and 14.8 guesses.
"""
_ENOUGH_CODES = 100
"""A round ends when it has found this many different codes that fit: they are guesses enough to choose among."""
_STALE_STEPS = 800
"""A round that has found a code ends after this many steps without another one.

Twelve games of 12 holes took 1.6 s each; with 200 steps 1.1 s, and with 4,000 steps, the most of the first round of a
guess, 2.0 s.
"""
_HOT = 1.5
"""The temperature at which a round begins: a step that raises the cost by one peg is taken half the time."""
_COLD = 0.2
"""The temperature at which it ends: such a step is taken once in 150 times."""
_NOT_HELD = -1
"""Instead of a hole: the try does not hold the colour."""
_NO_HOLE = -2
"""Instead of a hole: the place is outside the code. It differs from _NOT_HELD, so that it equals no hole of a try."""

Fallback = Callable[[int, Sequence[Try], Code, Generator], Code]
"""fallback(holes, tries, nearest, random): the guess where a round has drawn no code that fits all tries. nearest: the
code of least cost that was not tried."""


def annealing_finder(holes: int, random: Generator) -> Finder:
    """A finder that draws codes which fit all tries and makes the guess that splits them best.

    Where a round draws none, there are longer rounds, and in the end a code that nearly fits is played.
    """
    return partial(_next_guess, holes, random, code_of_longer_rounds)


def constraint_finder(holes: int, random: Generator) -> Finder:
    """Like annealing_finder, but where a round draws no code a solver finds one; DataError if there is no solver."""
    if find_spec("ortools") is None:
        raise missing_extra("--method constraint", "large")
    return partial(_next_guess, holes, random, code_of_solver)


def _next_guess(holes: int, random: Generator, fallback: Fallback, tries: Sequence[Try]) -> Code:
    """The next guess after those tries, by a round of annealing or, where it draws nothing, by the fallback."""
    if not tries:
        return random_code(holes, random)

    codes, nearest = draw_codes(holes, tries, random, _STEPS)
    if len(codes):
        return best_split(codes, random)
    return fallback(holes, tries, nearest, random)


def code_of_longer_rounds(holes: int, tries: Sequence[Try], nearest: Code, random: Generator) -> Code:
    """A code that fits all tries, or one that nearly does, whose reply makes the next round easier.

    nearest: that of the round before, which is not used, because each longer round has one of its own. Contradiction
    where it is proved that no code fits.
    """
    # With few holes the proof is quicker than a round, with many it may take a minute.
    proof_is_quick = holes <= MOST_ENUMERATED
    if proof_is_quick:
        check_existence(holes, tries)

    for doublings in range(1, _ROUNDS):
        codes, nearest = draw_codes(holes, tries, random, _STEPS << doublings)
        if len(codes):
            # Earlier rounds drew none, so few codes fit, and there is little to choose among.
            return as_code(codes[0])

    if not proof_is_quick:
        check_existence(holes, tries)
    return nearest


def code_of_solver(holes: int, tries: Sequence[Try], nearest: Code, random: Generator) -> Code:
    """A code that fits all tries, or the nearest if the solver's effort is not enough; Contradiction if none fits.

    The solver begins near the nearest code.
    """
    seed = int(random.integers(1 << 30))
    return fitting_code(holes, tries, hint=nearest, seed=seed) or nearest


def draw_codes(holes: int, tries: Sequence[Try], random: Generator, steps: int) -> tuple[Array, Code]:
    """(codes, nearest) of a round: the different codes found that fit, uint8 (n, holes), and the nearest untried one.

    The round begins with random codes. It has at most that many steps, fewer if it has found enough or finds no more.
    """
    chains = _Chains(holes, tries, random)
    # A dictionary instead of a set, because it has an order: the same seed draws the same codes in the same order.
    codes_found: dict[Code, None] = dict.fromkeys(chains.fitting_codes(np.arange(_CHAINS)))
    stale_steps = 0

    for temperature in np.geomspace(_HOT, _COLD, steps):
        if len(codes_found) >= _ENOUGH_CODES or stale_steps >= _STALE_STEPS:
            break

        count_before = len(codes_found)
        changed_chains = chains.step(float(temperature))
        codes_found |= dict.fromkeys(chains.fitting_codes(changed_chains))

        # A round that has found no code yet goes on.
        is_stale = count_before > 0 and len(codes_found) == count_before
        stale_steps = stale_steps + 1 if is_stale else 0

    codes = np.array(list(codes_found), dtype=np.uint8).reshape(-1, holes)
    return codes, chains.nearest({guess for guess, _ in tries})


class _Chains:
    """The chains of a round. The first axis of an array is the chain, unless it says something else."""

    def __init__(self, holes: int, tries: Sequence[Try], random: Generator) -> None:
        """The chains begin with random codes."""
        self.holes = holes
        self.random = random
        self._all_chains = np.arange(_CHAINS)

        self._hole_of = np.full((2 * holes, len(tries)), _NOT_HELD, dtype=np.int8)
        """[colour, try]: the hole in which the try holds the colour."""
        for number, (guess, _) in enumerate(tries):
            self._hole_of[list(guess), number] = np.arange(holes)
        self._is_held = (self._hole_of != _NOT_HELD).astype(np.int8)
        """[colour, try]: 1 if the try holds the colour."""

        self._orders = random.permuted(np.tile(np.arange(2 * holes), (_CHAINS, 1)), axis=1)
        """(chains, 2 holes): all colours in some order. The first ones are in the holes, the code."""

        codes = self._orders[:, :holes]

        # [chain, hole, try]: whether the try holds the chain's colour in the same hole, and whether it holds it at all.
        own_holes = np.arange(holes)[:, None]
        is_black = self._hole_of[codes] == own_holes
        is_peg = self._is_held[codes]
        black_of_codes = is_black.sum(axis=1, dtype=np.int8)
        both_of_codes = is_peg.sum(axis=1, dtype=np.int8)

        black_of_replies = [black for _, (black, _) in tries]
        both_of_replies = [black + white for _, (black, white) in tries]
        pegs_of_replies = np.array(black_of_replies + both_of_replies, dtype=np.int8)
        self._excess = np.hstack((black_of_codes, both_of_codes)) - pegs_of_replies
        """(chains, 2 tries): how many pegs more than the replies say the code would get, if it were the secret. The
        first half has the black pegs of each try, the second half its pegs of both kinds."""
        self.cost: Array = np.abs(self._excess).sum(axis=1, dtype=np.int32)
        """How many pegs the replies would differ by; 0 if the code fits."""

    def step(self, temperature: float) -> Array:
        """Offer every chain an exchange of two random colours; returns the chains that took it."""
        # The first place is a hole; the second is any other place of the order.
        first = self.random.integers(self.holes, size=_CHAINS)
        second = self.random.integers(2 * self.holes - 1, size=_CHAINS)
        second += second >= first

        excess = self._excess + self._gained_pegs(first, second)
        cost = np.abs(excess).sum(axis=1, dtype=np.int32)

        # A step to a worse code is taken the more rarely the worse it is and the colder the round.
        rise = np.maximum(cost - self.cost, 0)
        taken = np.flatnonzero(self.random.random(_CHAINS) < np.exp(-rise / temperature))
        first = first[taken]
        second = second[taken]

        colours = self._orders[taken, first]
        self._orders[taken, first] = self._orders[taken, second]
        self._orders[taken, second] = colours
        self._excess[taken] = excess[taken]
        self.cost[taken] = cost[taken]
        return taken

    def _gained_pegs(self, first: Array, second: Array) -> Array:
        """The black pegs, then the pegs of both kinds, that each code gains if the colours at two places are exchanged.

        first: a hole for each chain. second: another place, which is a hole or not. Returns int8 (chains, 2 tries).
        """
        first_colour = self._orders[self._all_chains, first]
        second_colour = self._orders[self._all_chains, second]
        second_is_hole = second < self.holes

        first_hole = first.astype(np.int8)[:, None]
        second_hole = np.where(second_is_hole, second, _NO_HOLE).astype(np.int8)[:, None]

        # A black peg is gained where a try holds a colour in its new hole, and lost where in its old one. Numbers
        # are subtracted, because numpy subtracts no bools.
        hole_of_first = self._hole_of[first_colour]
        hole_of_second = self._hole_of[second_colour]
        black = (hole_of_second == first_hole).view(np.int8) - (hole_of_first == first_hole).view(np.int8)
        black += (hole_of_first == second_hole).view(np.int8) - (hole_of_second == second_hole).view(np.int8)

        # If both places are holes, both colours stay in the code.
        change = self._is_held[second_colour] - self._is_held[first_colour]
        both = np.where(second_is_hole[:, None], np.int8(0), change)
        return np.hstack((black, both))

    def fitting_codes(self, chains: Array) -> list[Code]:
        """The codes of those chains that fit all tries."""
        return [as_code(self._orders[chain, : self.holes]) for chain in chains[self.cost[chains] == 0]]

    def nearest(self, tried: set[Code]) -> Code:
        """The code with the least cost that was not tried; the one with the least of all if every chain's code was."""
        cheapest_first = np.argsort(self.cost, kind="stable")
        codes = [as_code(self._orders[chain, : self.holes]) for chain in cheapest_first]
        return next((code for code in codes if code not in tried), codes[0])
