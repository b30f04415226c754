"""Whether some arrangement fits all replies, and which replies contradict one another.

With the `large` extra the constraint solver of ortools finds out; without it, sets of colours and their orders are
listed where the holes are few.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from codebreaker.contradiction import Contradiction, contradiction_among
from codebreaker.finders.arrangements import NOTHING_FITS, Code, Try, have_right_colours
from codebreaker.finders.enumeration import all_sets, colours_of, orders

MOST_ENUMERATED = 8
"""Holes up to which sets of colours and their orders are enumerated where no solver is installed.

It took 27 seconds with 8 holes and 346 with 9 to find out that two replies contradict each other: the same guess twice,
first with 4 white pegs, then with 1 black and 3 white.
"""
EFFORT = 60.0
"""The most work of the solver in its own units, each about a second. Unlike a clock they are the same in every run, so
a game can be repeated."""


def fitting_code(holes: int, tries: Sequence[Try], hint: Code | None = None, seed: int = 0) -> Code | None:
    """A code that fits all tries, as a constraint solver finds it; None if EFFORT is not enough.

    hint: a code near which the solver begins. Contradiction if no code fits, ImportError if there is no solver.
    """
    from ortools.sat.python import cp_model

    cp: Any = cp_model  # its types are incomplete
    model = cp.CpModel()
    held = _constrain(model, holes, tries)
    if hint is not None:
        for hole, hinted in enumerate(hint):
            for colour, variable in enumerate(held[hole]):
                model.add_hint(variable, int(colour == hinted))

    solver = cp.CpSolver()
    solver.parameters.random_seed = seed
    # With several workers the answer would depend on which of them is first.
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = EFFORT
    # Otherwise Ctrl-C would end its search as if EFFORT had not been enough.
    solver.parameters.catch_sigint_signal = False

    # Ctrl-C raises KeyboardInterrupt in the main thread, but not while compiled code runs there. So the solver runs in
    # another thread.
    with ThreadPoolExecutor(1) as thread:
        solving = thread.submit(solver.solve, model)
        try:
            status = solving.result()
        finally:
            solver.stop_search()
    if status == cp.INFEASIBLE:
        raise Contradiction(NOTHING_FITS)
    if status == cp.UNKNOWN:
        return None

    code = []
    for row in held:
        values = [solver.boolean_value(variable) for variable in row]
        code.append(values.index(True))
    return tuple(code)


def _constrain(model: Any, holes: int, tries: Sequence[Try]) -> list[list[Any]]:
    """Add the constraints of the tries to an empty model; return its variables held[hole][colour].

    A variable says whether the hole holds the colour. Each hole holds one colour, and no colour is held twice.
    """
    colours = range(2 * holes)
    held = []
    for hole in range(holes):
        row = [model.new_bool_var(f"{hole} {colour}") for colour in colours]
        model.add_exactly_one(row)
        held.append(row)
    for colour in colours:
        model.add_at_most_one([row[colour] for row in held])

    # used[colour] is 1 if some hole holds the colour.
    used = []
    for colour in colours:
        used.append(sum(row[colour] for row in held))

    # A reply is two linear equations: one counts the black pegs, one all pegs.
    for step in tries:
        black = sum(held[hole][colour] for hole, colour in enumerate(step.guess))
        both = sum(used[colour] for colour in step.guess)
        model.add(black == step.reply[0])
        model.add(both == sum(step.reply))
    return held


def arrangement_exists(holes: int, tries: Sequence[Try]) -> bool | None:
    """Whether some arrangement fits all tries; None if it is not known.

    A constraint solver finds out where it is installed. Without it all sets of colours and their orders are tried, up
    to MOST_ENUMERATED holes.
    """
    try:
        return None if fitting_code(holes, tries) is None else True
    except Contradiction:
        return False
    except ImportError:
        return _is_listed(holes, tries) if holes <= MOST_ENUMERATED else None


def check_existence(holes: int, tries: Sequence[Try]) -> None:
    """Contradiction where it is proved that no arrangement fits all tries."""
    if arrangement_exists(holes, tries) is False:
        raise Contradiction(NOTHING_FITS)


def _is_listed(holes: int, tries: Sequence[Try]) -> bool:
    """Whether some arrangement fits all tries, by listing all sets of colours and the orders of those that fit."""
    # Each is a mask with a bit for each of its colours.
    sets = all_sets(holes)
    for step in tries:
        sets = sets[have_right_colours(sets, step)]

    # `orders` yields arrays of the orders that fit, and never an empty one: if it yields anything, an order fits.
    return any(next(orders(colours_of(mask), tries), None) is not None for mask in sets)


def contradiction_in(holes: int, tries: Sequence[Try]) -> Contradiction | None:
    """The error that names tries that contradict one another; None if some arrangement may fit.

    As people write them, its colours are numbered from 1.
    """

    def text(step: Try) -> str:
        colours = ",".join(str(colour + 1) for colour in step.guess)
        pegs = ";".join(str(count) for count in step.reply)
        return f"{colours} [{pegs}]"

    return contradiction_among(tries, lambda subset: arrangement_exists(holes, subset) is not False, text)
