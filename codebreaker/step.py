"""One step of a guessing game: a guess and the reply to it. Standard library only."""

from typing import Generic, NamedTuple, TypeVar

G = TypeVar("G")
R = TypeVar("R")


class Step(NamedTuple, Generic[G, R]):
    """A guess and the reply to it: words and marks for a word game, indices and codes in the search."""

    guess: G
    reply: R

    def __str__(self) -> str:
        return f"{self.guess}={self.reply}"
