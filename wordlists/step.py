"""One step of a guessing game, and which steps contradict one another. Standard library only."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

G = TypeVar("G")
"""A guess."""
R = TypeVar("R")
"""A reply."""
S = TypeVar("S")
"""A step, in any form."""


class Step(NamedTuple, Generic[G, R]):
    """A guess and the reply to it: words and marks for a word game, indices and codes in the search."""

    guess: G
    reply: R

    def __str__(self) -> str:
        return f"{self.guess}={self.reply}"


def conflict(steps: Sequence[S], fits: Callable[[Sequence[S]], bool]) -> list[int]:
    """The indices of steps that contradict one another, ascending: no secret fits all of them together.

    If any one of them is left out, some secret fits the others. The last index is that of the earliest step after which
    no secret is left. Empty if some secret fits all steps. fits(steps): whether a secret fits all these steps.
    """
    last = next((index for index in range(len(steps)) if not fits(steps[: index + 1])), None)
    if last is None:
        return []

    # Steps that are not needed for the contradiction are left out, one after the other.
    blamed = list(range(last + 1))
    for index in range(last):
        without = [position for position in blamed if position != index]
        if not fits([steps[position] for position in without]):
            blamed = without

    return blamed
