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


WordStep = Step[str, str]
"""A word and the marks of its reply."""


def conflict(steps: Sequence[S], fits: Callable[[Sequence[S]], bool]) -> list[int]:
    """The indices of steps that contradict one another, ascending; empty if some secret fits all steps.

    No secret fits all these steps together, and if any of them is left out, some secret fits the others. The last index
    is that of the earliest step after which no secret is left. fits(steps): whether a secret fits all these steps.
    """
    last = next((index for index in range(len(steps)) if not fits(steps[: index + 1])), None)
    if last is None:
        return []

    # The last step is needed: some secret fits those before it. Another one is left out if the contradiction stays.
    indices = list(range(last + 1))
    for index in range(last):
        without_it = [blamed for blamed in indices if blamed != index]
        if not fits([steps[blamed] for blamed in without_it]):
            indices = without_it

    return indices
