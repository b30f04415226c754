"""Whether some arrangement fits all replies, and which replies contradict one another."""

from collections.abc import Sequence

import numpy as np

from codebreaker.finders.arrangements import Code, NothingFits, Try, bit_counts, masks_of
from codebreaker.finders.constraint_model import fitting_code
from codebreaker.finders.two_phase import all_sets, colours_of, orders
from codebreaker.games.mastermind import black_white
from codebreaker.play.solver import Contradiction, contradiction_among

MOST_ENUMERATED = 8
"""Holes up to which sets of colours and their orders are enumerated where no solver is installed."""


def arrangement_exists(holes: int, tries: Sequence[Try]) -> bool | None:
    """Whether some arrangement fits all tries; None if it is not known."""
    try:
        return None if fitting_code(holes, tries) is None else True
    except NothingFits:
        return False
    except ImportError:
        return _exists_by_enumeration(holes, tries) if holes <= MOST_ENUMERATED else None


def _exists_by_enumeration(holes: int, tries: Sequence[Try]) -> bool:
    """Whether some arrangement fits, found by trying every set of colours and every order that fits."""
    sets = all_sets(holes)
    for step in tries:
        mask = masks_of(np.array([step.guess]))[0]
        sets = sets[bit_counts(sets & mask) == sum(step.reply)]
    return any(next(orders(colours_of(mask), tries), None) is not None for mask in sets)


def fits_try(code: Code, step: Try) -> bool:
    """Whether the try would get its reply if the code were the secret."""
    return black_white(step.guess, code) == step.reply


def contradiction_in(holes: int, tries: Sequence[Try]) -> Contradiction | None:
    """The error that names tries that contradict one another; None if some arrangement fits, or may fit."""
    return contradiction_among(tries, lambda subset: arrangement_exists(holes, subset) is not False, try_text)


def try_text(step: Try) -> str:
    """The try as people write it, colours from 1."""
    return f"{','.join(str(colour + 1) for colour in step.guess)} [{';'.join(map(str, step.reply))}]"
