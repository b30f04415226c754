"""Whether some arrangement fits all replies, and which replies contradict one another.

With the `large` extra a constraint solver finds out: a variable for each hole and colour; a reply is two linear
equations, its black pegs and its pegs in all.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, bit_counts, masks_of
from codebreaker.finders.two_phase import all_sets, colours_of, orders
from codebreaker.solution import Contradiction, contradiction_among

MOST_ENUMERATED = 8
"""Holes up to which sets of colours and their orders are enumerated where no solver is installed."""
EFFORT = 60.0
"""The solver's own count of its work, about seconds; unlike a clock it lets a game be played again."""


def fitting_code(
    holes: int, tries: Sequence[Try], hint: Code | None = None, seed: int = 0, effort: float = EFFORT
) -> Code | None:
    """A code that fits all tries, None if the effort is not enough; NothingFits where none does, or ImportError."""
    from ortools.sat.python import cp_model

    cp: Any = cp_model
    model = cp.CpModel()
    colours = range(2 * holes)

    # held[hole][colour]: whether the hole holds the colour. Each hole holds one, and no colour is held twice.
    held = [[model.new_bool_var(f"{hole} {colour}") for colour in colours] for hole in range(holes)]
    for row in held:
        model.add_exactly_one(row)
    for colour in colours:
        model.add_at_most_one([row[colour] for row in held])

    # A reply is two linear equations: the black pegs, and all pegs.
    used = [sum(row[colour] for row in held) for colour in colours]
    for step in tries:
        model.add(sum(held[hole][colour] for hole, colour in enumerate(step.guess)) == step.reply[0])
        model.add(sum(used[colour] for colour in step.guess) == sum(step.reply))
    for row, hinted in zip(held, hint or (), strict=False):
        for colour in colours:
            model.add_hint(row[colour], int(colour == hinted))

    solver = cp.CpSolver()
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(model)
    if status == cp.INFEASIBLE:
        raise NothingFits("no arrangement fits all replies")
    if status == cp.UNKNOWN:
        return None

    return tuple(next(colour for colour in colours if solver.boolean_value(row[colour])) for row in held)


def arrangement_exists(holes: int, tries: Sequence[Try]) -> bool | None:
    """Whether some arrangement fits all tries, found without a solver by trying all; None if it is not known."""
    try:
        return None if fitting_code(holes, tries) is None else True
    except NothingFits:
        return False
    except ImportError:
        if holes > MOST_ENUMERATED:
            return None
    sets = all_sets(holes)
    for step in tries:
        sets = sets[bit_counts(sets & masks_of(np.array([step.guess]))[0]) == sum(step.reply)]
    return any(next(orders(colours_of(mask), tries), None) is not None for mask in sets)


def contradiction_in(holes: int, tries: Sequence[Try]) -> Contradiction | None:
    """The error that names tries that contradict one another, colours from 1; None if some arrangement may fit."""

    def text(step: Try) -> str:
        return f"{','.join(str(colour + 1) for colour in step.guess)} [{';'.join(map(str, step.reply))}]"

    return contradiction_among(tries, lambda subset: arrangement_exists(holes, subset) is not False, text)
