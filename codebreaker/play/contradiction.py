"""Which replies contradict one another. Standard library only."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

S = TypeVar("S")


class Conflict(NamedTuple):
    """Replies that no secret fits together, and that some secret fits if any one of them is left out."""

    places: list[int]
    """The indices of those steps, ascending; the last one is the earliest step after which no secret is left."""

    @property
    def culprit(self) -> int:
        """The index of the earliest step after which no secret is left."""
        return self.places[-1]


def conflict(steps: Sequence[S], fits: Callable[[Sequence[S]], bool]) -> Conflict | None:
    """A minimal conflict among the steps, None if some secret fits all; fits(steps) tells whether a secret does."""
    last = next((index for index in range(len(steps)) if not fits(steps[: index + 1])), None)
    if last is None:
        return None
    blamed = list(range(last + 1))
    for index in range(last):
        without = [position for position in blamed if position != index]
        if not fits([steps[position] for position in without]):
            blamed = without
    return Conflict(blamed)
