"""Arrangements too many for any list: consistent codes from a constraint solver (the `large` extra).

A variable for each hole and colour; a reply is two linear equations, its black pegs and its pegs in all.
"""

from collections.abc import Sequence

import numpy as np

from codebreaker.arrangements import Try, best_split
from programs.errors import DataError, MissingExtra

_DRAWN = 8
"""Consistent codes that are drawn before one is played."""
_SECONDS = 1.0
"""For each further code after the first."""


class ConstraintFinder:
    """Draws several codes that fit all tries and plays the one that splits them best."""

    def __init__(self, holes: int, random: np.random.Generator) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise MissingExtra("--method constraint", "large") from None
        self.holes, self.random, self._cp = holes, random, cp_model

    def guess(self, tries: Sequence[Try]) -> tuple[int, ...]:
        """A code that fits all tries; DataError where none does."""
        if not tries:
            return tuple(int(colour) for colour in self.random.permutation(2 * self.holes)[: self.holes])
        drawn: list[tuple[int, ...]] = []
        for _ in range(_DRAWN):
            code = self._drawn(tries, bool(drawn))
            if code is not None and code not in drawn:
                drawn.append(code)
            elif code is None or len(drawn) == 1:
                break
        if not drawn:
            raise DataError("no secret gives these replies together")
        return drawn[best_split(np.array(drawn, dtype=np.uint8), self.random)]

    def _drawn(self, tries: Sequence[Try], limited: bool) -> tuple[int, ...] | None:
        model, holes, colours = self._cp.CpModel(), range(self.holes), range(2 * self.holes)
        held = [[model.new_bool_var(f"{hole} {colour}") for colour in colours] for hole in holes]
        for row in held:
            model.add_exactly_one(row)
        used = [sum(row[colour] for row in held) for colour in colours]
        for colour in colours:
            model.add_at_most_one([row[colour] for row in held])
        for each in tries:
            model.add(sum(held[hole][colour] for hole, colour in enumerate(each.guess)) == each.black)
            model.add(sum(used[colour] for colour in each.guess) == each.black + each.white)
        # A random code to start from makes the solver's answers differ.
        for hole, colour in enumerate(self.random.permutation(2 * self.holes)[: self.holes]):
            for other in colours:
                model.add_hint(held[hole][other], int(other == colour))
        solver = self._cp.CpSolver()
        solver.parameters.random_seed = int(self.random.integers(1 << 30))
        solver.parameters.num_workers = 1
        solver.parameters.randomize_search = True
        if limited:
            solver.parameters.max_time_in_seconds = _SECONDS
        if solver.solve(model) not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return None
        return tuple(next(c for c in colours if solver.boolean_value(row[c])) for row in held)
