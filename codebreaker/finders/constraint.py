"""The finder that asks a constraint solver where annealing draws no code that fits (the `large` extra)."""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.annealing import AnnealingFinder
from codebreaker.finders.arrangements import Code, Try
from codebreaker.finders.constraint_model import EFFORT, fitting_code, solver_module
from lingo_common.errors import MissingExtra


class ConstraintFinder(AnnealingFinder):
    """Plays as AnnealingFinder until nothing is drawn; then a solver finds a code or proves that there is none."""

    def __init__(self, holes: int, random: np.random.Generator, effort: float = EFFORT) -> None:
        super().__init__(holes, random)
        self._effort = effort
        try:
            solver_module()
        except ImportError:
            raise MissingExtra("--method constraint", "large") from None

    def fallback_code(self, tries: Sequence[Try], nearest: Code) -> Code:
        """A code that fits all tries, or the nearest if the effort is not enough; NothingFits where none fits."""
        seed = int(self.random.integers(1 << 30))
        return fitting_code(self.holes, tries, nearest, seed, self._effort) or nearest
