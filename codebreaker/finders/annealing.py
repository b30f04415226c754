"""Arrangements that fit all tries, drawn by simulated annealing: many chains at once, in numpy.

A chain holds an order of all 2n colours, the first n of them in the holes, and how far its replies to the tries
are off: the difference in black pegs and in pegs of both kinds, summed over the tries. A step exchanges two
colours, one of them in a hole, and is taken by the rule of Metropolis et al. (J. Chemical Physics 21, 1953) at a
temperature that falls. Where all is right the code fits. Chains are independent, so the codes are a fair sample.
"""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec

import numpy as np

from codebreaker.finders.arrangements import (
    Code,
    Finder,
    NothingFits,
    Try,
    as_code,
    best_split,
    first_code,
    random_code,
)
from codebreaker.finders.existence import EFFORT, MOST_ENUMERATED, arrangement_exists, fitting_code
from codebreaker.replies import Array
from lingo_common.errors import missing_extra

_CHAINS = 300
"""Codes that change side by side: numpy works on them together."""
_STEPS = 4000
"""Steps of each chain in a round; one round is 1.5 s for 16 holes and 20 tries."""
_ROUNDS = 4
"""The most rounds, each twice as long as the one before; after them a code that nearly fits is played."""
_ENOUGH = 100
"""A round ends when it has found this many different codes that fit."""
_STALE = 800
"""A round that has found a code ends after this many steps without another one."""
_HOT = 1.5
"""The temperature at which a round begins: a step that makes a code worse by one peg is taken half the time."""
_COLD = 0.2
"""The temperature at which it ends: such a step is taken once in 150 times."""


Fallback = Callable[[int, Sequence[Try], Code, np.random.Generator], Code]
"""fallback(holes, tries, nearest, random): the guess where a round has drawn no code that fits all tries; nearest is
an untried code that nearly fits."""


def annealing_finder(holes: int, random: np.random.Generator) -> Finder:
    """A finder that draws codes which fit all tries and makes the guess that splits them best.

    Where a round draws none, there are longer rounds, and in the end a code that nearly fits is played.
    """
    return partial(_guess, holes, random, code_of_longer_rounds)


def constraint_finder(holes: int, random: np.random.Generator) -> Finder:
    """As annealing_finder, but where a round draws no code a solver finds one; DataError if there is no solver."""
    if find_spec("ortools") is None:
        raise missing_extra("--method constraint", "large")
    return partial(_guess, holes, random, code_of_solver)


def _guess(holes: int, random: np.random.Generator, fallback: Fallback, tries: Sequence[Try]) -> Code:
    """The next guess after those tries."""
    if not tries:
        return random_code(holes, random)

    codes, nearest = draw_codes(holes, tries, random, _STEPS)
    if len(codes):
        return best_split(codes, random)
    return fallback(holes, tries, nearest, random)


def code_of_longer_rounds(holes: int, tries: Sequence[Try], nearest: Code, random: np.random.Generator) -> Code:
    """A code that fits all tries, or one that nearly does, whose reply makes the next round easier.

    NothingFits where it is proved that no code fits: with few holes the proof is quicker than a round.
    """
    few = holes <= MOST_ENUMERATED
    if few:
        _check_existence(holes, tries)

    for doublings in range(1, _ROUNDS):
        codes, nearest = draw_codes(holes, tries, random, _STEPS << doublings)
        if len(codes):
            return first_code(codes)

    if not few:
        _check_existence(holes, tries)
    return nearest


def code_of_solver(
    holes: int, tries: Sequence[Try], nearest: Code, random: np.random.Generator, effort: float = EFFORT
) -> Code:
    """A code that fits all tries, or the nearest if the effort is not enough; NothingFits where none fits."""
    seed = int(random.integers(1 << 30))
    return fitting_code(holes, tries, nearest, seed, effort) or nearest


def _check_existence(holes: int, tries: Sequence[Try]) -> None:
    """NothingFits where it is proved that no arrangement fits all tries."""
    if arrangement_exists(holes, tries) is False:
        raise NothingFits


def draw_codes(holes: int, tries: Sequence[Try], random: np.random.Generator, steps: int) -> tuple[Array, Code]:
    """The different codes that a round of annealing finds: uint8 (n, holes); and the untried code that is nearest.

    The round begins with random codes, and is cut short where it has found enough or finds no more.
    """
    chains = _Chains(holes, tries, random)
    codes_found: dict[Code, None] = dict.fromkeys(chains.fitting(np.arange(_CHAINS)))
    stale = 0

    for temperature in np.geomspace(_HOT, _COLD, steps):
        if len(codes_found) >= _ENOUGH or stale >= _STALE:
            break

        before = len(codes_found)
        changed_chains = chains.step(float(temperature))
        codes_found |= dict.fromkeys(chains.fitting(changed_chains))

        found_no_more = len(codes_found) == before
        stale = stale + 1 if codes_found and found_no_more else 0

    codes = np.array(list(codes_found), dtype=np.uint8).reshape(-1, holes)
    return codes, chains.nearest({step.guess for step in tries})


class _Chains:
    """The chains of a round; arrays are [chain, …]."""

    def __init__(self, holes: int, tries: Sequence[Try], random: np.random.Generator) -> None:
        """The chains begin with random codes."""
        self.holes = holes
        self.random = random

        # _hole[colour, try] is where the try holds the colour, or -1; _held says whether it holds it.
        self._hole = np.full((2 * holes, len(tries)), -1, dtype=np.int8)
        for number, step in enumerate(tries):
            self._hole[list(step.guess), number] = np.arange(holes)
        self._held = (self._hole >= 0).astype(np.int8)

        # All colours in some order for each chain; its code is the first ones.
        self._orders = random.permuted(np.tile(np.arange(2 * holes), (_CHAINS, 1)), axis=1)
        self._all_chains = np.arange(_CHAINS)

        # (chains, 2 tries): how many black pegs, then how many pegs in all, each code has more than the reply says.
        codes = self._orders[:, :holes]
        here = np.arange(holes)[:, None]
        black = (self._hole[codes] == here).sum(axis=1, dtype=np.int8)
        both = self._held[codes].sum(axis=1, dtype=np.int8)
        black_of_replies = [step.reply[0] for step in tries]
        both_of_replies = [sum(step.reply) for step in tries]
        self._off = np.hstack((black, both)) - np.array(black_of_replies + both_of_replies, dtype=np.int8)
        self.cost: Array = np.abs(self._off).sum(axis=1, dtype=np.int32)

    def step(self, temperature: float) -> Array:
        """Offer every chain an exchange of two colours; which chains took it."""
        # A place in a hole, and any other place, in a hole or not.
        first = self.random.integers(self.holes, size=_CHAINS)
        second = self.random.integers(2 * self.holes - 1, size=_CHAINS)
        second += second >= first

        off = self._off + self._gained_pegs(first, second)
        cost = np.abs(off).sum(axis=1, dtype=np.int32)

        # A step to a worse code is taken the more rarely the worse it is and the colder the round.
        worse = np.maximum(cost - self.cost, 0)
        taken = np.flatnonzero(self.random.random(_CHAINS) < np.exp(-worse / temperature))
        first = first[taken]
        second = second[taken]

        colours = self._orders[taken, first]
        self._orders[taken, first] = self._orders[taken, second]
        self._orders[taken, second] = colours
        self._off[taken] = off[taken]
        self.cost[taken] = cost[taken]
        return taken

    def _gained_pegs(self, first: Array, second: Array) -> Array:
        """The black pegs, then the pegs in all, that each code gains if the colours at two places are exchanged.

        first: a hole of each chain. second: another place, which is in a hole or not. int8 (chains, 2 tries).
        """
        leaving = self._orders[self._all_chains, first]
        coming = self._orders[self._all_chains, second]

        # A place outside the code is no hole: it is -2 here, because -1 in self._hole says that a try does not hold a
        # colour.
        inside = second < self.holes
        here = first.astype(np.int8)[:, None]
        there = np.where(inside, second, -2).astype(np.int8)[:, None]

        # A black peg is gained where a try holds a colour at its new place, and lost where at its old one.
        hole_of_leaving = self._hole[leaving]
        hole_of_coming = self._hole[coming]
        black = (hole_of_coming == here).view(np.int8) - (hole_of_leaving == here).view(np.int8)
        black += (hole_of_leaving == there).view(np.int8) - (hole_of_coming == there).view(np.int8)

        # Inside the code both colours stay in it.
        both = np.where(inside[:, None], np.int8(0), self._held[coming] - self._held[leaving])
        return np.hstack((black, both))

    def fitting(self, chains: Array) -> list[Code]:
        """The codes of those chains that fit all tries."""
        return [as_code(self._orders[chain, : self.holes]) for chain in chains[self.cost[chains] == 0]]

    def nearest(self, tried: set[Code]) -> Code:
        """The code with the least cost that was not tried."""
        codes = (as_code(self._orders[chain, : self.holes]) for chain in np.argsort(self.cost, kind="stable"))
        return next(code for code in codes if code not in tried)
