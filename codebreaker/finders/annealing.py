"""Arrangements that fit all tries, drawn by simulated annealing: many chains at once, in numpy.

A chain holds an order of all 2n colours, the first n of them in the holes, and how far its replies to the tries
are off: the difference in black pegs and in pegs of both kinds, summed over the tries. A step exchanges two
colours, one of them in a hole, and is taken by the rule of Metropolis et al. (J. Chemical Physics 21, 1953) at a
temperature that falls. Where all is right the code fits. Chains are independent, so the codes are a fair sample.
"""

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, as_code, best_split, random_code
from codebreaker.finders.existence import EFFORT, MOST_ENUMERATED, arrangement_exists, fitting_code
from codebreaker.replies import Array
from lingo_common.errors import MissingExtra

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
_HOT, _COLD = 1.5, 0.2
"""The temperature of a round falls from the first to the second: a step that makes a code worse by one peg is taken
half the time at first, and once in 150 times at the end."""


class AnnealingFinder:
    """Draws codes that fit all tries and plays the one that splits them best."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        self.holes = holes
        self.random = random

    def guess(self, tries: Sequence[Try]) -> Code:
        """A code that fits all tries where a round finds one, else that of fallback_code."""
        if not tries:
            return random_code(self.holes, self.random)

        codes, nearest = draw_codes(self.holes, tries, self.random, _STEPS)
        return best_split(codes, self.random) if len(codes) else self.fallback_code(tries, nearest)

    def fallback_code(self, tries: Sequence[Try], nearest: Code) -> Code:
        """A code from longer rounds, or in the end one that nearly fits: its reply makes the next round easier.

        NothingFits where it is proved that there is none: with few holes the proof is quicker than a round.
        """
        few = self.holes <= MOST_ENUMERATED
        if few:
            _check_existence(self.holes, tries)

        for double in range(1, _ROUNDS):
            codes, nearest = draw_codes(self.holes, tries, self.random, _STEPS << double)
            if len(codes):
                return as_code(codes[0])

        if not few:
            _check_existence(self.holes, tries)
        return nearest


def _check_existence(holes: int, tries: Sequence[Try]) -> None:
    """NothingFits where it is proved that no arrangement fits all tries."""
    if arrangement_exists(holes, tries) is False:
        raise NothingFits("no arrangement fits all replies")


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
        self.holes = holes
        self.tries = len(tries)
        self.random = random

        # _hole[colour, try] is where the try holds the colour, or -1; _held says whether it holds it.
        self._hole = np.full((2 * holes, len(tries)), -1, dtype=np.int8)
        for number, step in enumerate(tries):
            self._hole[list(step.guess), number] = np.arange(holes)
        self._held = (self._hole >= 0).astype(np.int8)

        # All colours in some order for each chain; its code is the first ones.
        self._orders = random.permuted(np.tile(np.arange(2 * holes), (_CHAINS, 1)), axis=1)
        self._all_chains = np.arange(_CHAINS)

        # How far each chain's code is from the replies: its black pegs, and its pegs in all, less those of each try.
        pegs = [step.reply[0] for step in tries] + [sum(step.reply) for step in tries]
        codes = self._orders[:, :holes]
        here = np.arange(holes)[:, None]
        black = (self._hole[codes] == here).sum(axis=1, dtype=np.int8)
        both = self._held[codes].sum(axis=1, dtype=np.int8)
        self._off = np.hstack((black, both)) - np.array(pegs, dtype=np.int8)  # (chains, 2 tries), the black pegs first
        self.cost: Array = np.abs(self._off).sum(axis=1, dtype=np.int32)

    def step(self, temperature: float) -> Array:
        """Offer every chain an exchange of two colours; which chains took it."""
        first = self.random.integers(self.holes, size=_CHAINS)
        second = self.random.integers(2 * self.holes - 1, size=_CHAINS)
        second += second >= first  # so that it is another place than the first

        # The colour that leaves the first place, and the one that comes there from the second.
        leaves = self._orders[self._all_chains, first]
        comes = self._orders[self._all_chains, second]

        # The pegs that change. A place outside the code is no hole: it is -2 there, because -1 in self._hole says that
        # a try does not hold a colour.
        inside = second < self.holes
        here = first.astype(np.int8)[:, None]
        there = np.where(inside, second, -2).astype(np.int8)[:, None]

        # Where each try holds the two colours: a black peg is gained or lost where that is one of the two places.
        was = self._hole[leaves]
        will = self._hole[comes]
        black = (will == here).view(np.int8) - (was == here).view(np.int8)
        black += (was == there).view(np.int8) - (will == there).view(np.int8)
        both = np.where(inside[:, None], np.int8(0), self._held[comes] - self._held[leaves])

        off = self._off + np.hstack((black, both))
        cost = np.abs(off).sum(axis=1, dtype=np.int32)

        # A step to a worse code is taken the more rarely the worse it is and the colder the round.
        worse = np.maximum(cost - self.cost, 0)
        taken = np.flatnonzero(self.random.random(_CHAINS) < np.exp(-worse / temperature))
        first = first[taken]
        second = second[taken]

        self._orders[taken, first] = comes[taken]
        self._orders[taken, second] = leaves[taken]
        self._off[taken] = off[taken]
        self.cost[taken] = cost[taken]
        return taken

    def fitting(self, chains: Array) -> list[Code]:
        """The codes of those chains that fit all tries."""
        return [as_code(self._orders[chain, : self.holes]) for chain in chains[self.cost[chains] == 0]]

    def nearest(self, tried: set[Code]) -> Code:
        """The code with the least cost that was not tried."""
        codes = (as_code(self._orders[chain, : self.holes]) for chain in np.argsort(self.cost, kind="stable"))
        return next(code for code in codes if code not in tried)


class ConstraintFinder(AnnealingFinder):
    """Plays as AnnealingFinder until nothing is drawn; then a solver finds a code or proves that there is none."""

    def __init__(self, holes: int, random: np.random.Generator, effort: float = EFFORT) -> None:
        super().__init__(holes, random)
        self._effort = effort
        if find_spec("ortools") is None:
            raise MissingExtra("--method constraint", "large")

    def fallback_code(self, tries: Sequence[Try], nearest: Code) -> Code:
        """A code that fits all tries, or the nearest if the effort is not enough; NothingFits where none fits."""
        seed = int(self.random.integers(1 << 30))
        return fitting_code(self.holes, tries, nearest, seed, self._effort) or nearest
