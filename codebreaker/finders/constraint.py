"""Where annealing draws no code that fits all tries, a constraint solver looks for one (the `large` extra).

A variable for each hole and colour; a reply is two linear equations, its black pegs and its pegs in all.
"""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.annealing import AnnealingFinder
from codebreaker.finders.arrangements import Code, Try
from lingo_common.errors import DataError, MissingExtra

_EFFORT = 60.0
"""The solver's own count of its work, about seconds; unlike a clock it lets a game be played again."""


class ConstraintFinder(AnnealingFinder):
    """Plays as AnnealingFinder until nothing is drawn; then a solver finds a code or proves that there is none."""

    def __init__(self, holes: int, random: np.random.Generator, effort: float = _EFFORT) -> None:
        super().__init__(holes, random)
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise MissingExtra("--method constraint", "large") from None
        self._cp, self._effort = cp_model, effort

    def undrawn(self, tries: Sequence[Try], nearest: Code) -> Code:
        """A code that fits all tries, or the nearest if the effort is not enough; DataError where none fits."""
        model, holes, colours = self._cp.CpModel(), range(self.holes), range(2 * self.holes)
        held = [[model.new_bool_var(f"{hole} {colour}") for colour in colours] for hole in holes]
        for row in held:
            model.add_exactly_one(row)
        for colour in colours:
            model.add_at_most_one([row[colour] for row in held])
        used = [sum(row[colour] for row in held) for colour in colours]
        for each in tries:
            model.add(sum(held[hole][colour] for hole, colour in enumerate(each.guess)) == each.black)
            model.add(sum(used[colour] for colour in each.guess) == each.black + each.white)
        for row, hinted in zip(held, nearest, strict=True):
            for colour in colours:
                model.add_hint(row[colour], int(colour == hinted))
        solver = self._cp.CpSolver()
        solver.parameters.random_seed = int(self.random.integers(1 << 30))
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = self._effort
        status = solver.solve(model)
        if status == self._cp.INFEASIBLE:
            raise DataError("no secret gives these replies together")
        if status == self._cp.UNKNOWN:
            return nearest
        return tuple(next(colour for colour in colours if solver.boolean_value(row[colour])) for row in held)
