"""One step of a guessing game, and which steps contradict one another. Standard library only."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

G = TypeVar("G")
R = TypeVar("R")
S = TypeVar("S")


class Step(NamedTuple, Generic[G, R]):
    """A guess and the reply to it: words and marks for a word game, indices and codes in the search."""

    guess: G
    reply: R

    def __str__(self) -> str:
        return f"{self.guess}={self.reply}"


def conflict(steps: Sequence[S], fits: Callable[[Sequence[S]], bool]) -> list[int]:
    """The indices of steps that no secret fits together, though one does if any of them is left out, ascending.

    Empty if some secret fits all steps; fits(steps) tells whether one does. The last index is that of the earliest step
    after which no secret is left.
    """
    last = next((index for index in range(len(steps)) if not fits(steps[: index + 1])), None)
    if last is None:
        return []
    blamed = list(range(last + 1))
    for index in range(last):
        without = [position for position in blamed if position != index]
        if not fits([steps[position] for position in without]):
            blamed = without
    return blamed
